"""The rules of Kingdomino: what a kingdom scores, who won, and whether it could have been built.

Values are frozen, positions are (row, column) from 0 at the top left, and nothing here reads files,
clocks or chance. Source of every rule: the rulebooks of both editions.
"""

from scoring.better import Laying, better_laying
from scoring.board_code import board_code, parse_board
from scoring.boxes import BASE, COURT, DOMINOES, GIANTS, QUEENDOMINO, Box, Title
from scoring.castle import BASE_GAME, Castle
from scoring.dominoes.claims import Conflict, conflicts, verdict
from scoring.dominoes.legality import PlacedDomino, Rule, build_order, problems, usual_grid
from scoring.dominoes.nearest import nearest_legal
from scoring.expansions.giants import Quest
from scoring.kingdom import CodeError, Kingdom, Position, Problem, frame_position, frame_positions, usual_frame_position
from scoring.pieces import NO_PIECES, Building, Character, Pieces
from scoring.rules import GRIDS, USUAL_RULES, Edition, Rules, RulesError
from scoring.scoresheet import ScoreSheet, score
from scoring.standings import DYNASTY_GAMES, DynastyStanding, Standing, dynasty, rank
from scoring.terrain import CASTLE, EMPTY, Square, Terrain
from scoring.territories import highlights

__all__ = [
    "BASE",
    "BASE_GAME",
    "CASTLE",
    "COURT",
    "DOMINOES",
    "DYNASTY_GAMES",
    "EMPTY",
    "GIANTS",
    "GRIDS",
    "NO_PIECES",
    "QUEENDOMINO",
    "USUAL_RULES",
    "Box",
    "Building",
    "Castle",
    "Character",
    "CodeError",
    "Conflict",
    "DynastyStanding",
    "Edition",
    "Kingdom",
    "Laying",
    "Pieces",
    "PlacedDomino",
    "Position",
    "Problem",
    "Quest",
    "Rule",
    "Rules",
    "RulesError",
    "ScoreSheet",
    "Square",
    "Standing",
    "Terrain",
    "Title",
    "better_laying",
    "board_code",
    "build_order",
    "conflicts",
    "dynasty",
    "frame_position",
    "frame_positions",
    "highlights",
    "nearest_legal",
    "parse_board",
    "problems",
    "rank",
    "score",
    "usual_frame_position",
    "usual_grid",
    "verdict",
]
