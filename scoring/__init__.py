"""The rules of Kingdomino: what a kingdom scores, who won, and whether it could have been built.

Values are frozen, positions are (row, column) from 0 at the top left, and nothing here reads files,
clocks or chance. Source of every rule: the rulebooks of both editions.
"""

from scoring.better import Arrangement, better_arrangement
from scoring.board_code import format_board, parse_board
from scoring.boxes import BASE, COURT, DOMINOES, GIANTS, QUEENDOMINO, Box, Title
from scoring.castle import BASE_GAME, Castle
from scoring.dominoes.claims import Conflict, find_conflicts, summarize_conflicts
from scoring.dominoes.legality import PlacedDomino, Rule, build_order, default_grid, find_problems
from scoring.dominoes.nearest import find_nearest_legal
from scoring.expansions.giants import Quest
from scoring.kingdom import CodeError, Kingdom, Position, Problem, crop_offset, default_grid_offset, grid_offsets
from scoring.pieces import NO_PIECES, Building, Character, Pieces
from scoring.rules import DEFAULT_RULES, GRIDS, Edition, Rules, RulesError
from scoring.scoresheet import ScoreSheet, score
from scoring.standings import DYNASTY_GAMES, DynastyStanding, Standing, rank, rank_dynasty
from scoring.terrain import CASTLE, EMPTY, Square, Terrain
from scoring.territories import find_highlights

__all__ = [
    "BASE",
    "BASE_GAME",
    "CASTLE",
    "COURT",
    "DEFAULT_RULES",
    "DOMINOES",
    "DYNASTY_GAMES",
    "EMPTY",
    "GIANTS",
    "GRIDS",
    "NO_PIECES",
    "QUEENDOMINO",
    "Arrangement",
    "Box",
    "Building",
    "Castle",
    "Character",
    "CodeError",
    "Conflict",
    "DynastyStanding",
    "Edition",
    "Kingdom",
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
    "better_arrangement",
    "build_order",
    "crop_offset",
    "default_grid",
    "default_grid_offset",
    "find_conflicts",
    "find_highlights",
    "find_nearest_legal",
    "find_problems",
    "format_board",
    "grid_offsets",
    "parse_board",
    "rank",
    "rank_dynasty",
    "score",
    "summarize_conflicts",
]
