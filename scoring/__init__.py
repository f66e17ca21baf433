"""The rules of Kingdomino: score kingdoms, rank players, and check whether a kingdom can be built.

Values are frozen and hashable; positions are (row, column) from 0 at the top left; nothing here reads files, clocks or
random numbers. The source of every rule is the rulebook, in both editions.

Example:
    >>> import scoring
    >>> kingdom = scoring.Kingdom.parse("w1w/Cf1")
    >>> scoring.score(kingdom).total
    3
"""

from scoring import wording
from scoring.better import Arrangement, better_arrangement
from scoring.board_code import format_board, parse_board
from scoring.bonuses import Bonus, BonusItem, BonusKind, BonusScore, ScoreReason
from scoring.boxes import BASE, COURT, GIANTS, QUEENDOMINO, Box
from scoring.castle import BASE_GAME, Castle
from scoring.domino import DOMINOES, Domino
from scoring.dominoes.claims import Claim, Conflict, ConflictKind, ConflictSummary, find_conflicts, summarize_conflicts
from scoring.dominoes.grid import default_grid
from scoring.dominoes.legality import PlacedDomino, build_order, find_problems
from scoring.dominoes.nearest import Change, find_nearest_legal
from scoring.expansions.expansion import Expansion, Title
from scoring.kingdom import (
    CodeError,
    Kingdom,
    Position,
    crop_offset,
    default_grid_offset,
    grid_offsets,
    pad_to_grid,
)
from scoring.limits import find_piece_problems, find_supply_problems
from scoring.message import CrownsightError, Message, describe
from scoring.pieces import NO_PIECES, Board, Building, Character, Figure, Pieces
from scoring.problem import Problem, Rule
from scoring.quests import Quest
from scoring.rules import DEFAULT_RULES, GRIDS, Measure, Rulebook, Rules, RulesError
from scoring.scoresheet import ScoreLine, ScoreSheet, score
from scoring.standings import DYNASTY_GAMES, DynastyStanding, Standing, TieBreak, rank, rank_dynasty
from scoring.terrain import CASTLE, EMPTY, Square, Terrain
from scoring.territories import Territory, find_territories

__version__ = "0.1.0"

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
    "Board",
    "Bonus",
    "BonusItem",
    "BonusKind",
    "BonusScore",
    "Box",
    "Building",
    "Castle",
    "Change",
    "Character",
    "Claim",
    "CodeError",
    "Conflict",
    "ConflictKind",
    "ConflictSummary",
    "CrownsightError",
    "Domino",
    "DynastyStanding",
    "Expansion",
    "Figure",
    "Kingdom",
    "Measure",
    "Message",
    "Pieces",
    "PlacedDomino",
    "Position",
    "Problem",
    "Quest",
    "Rule",
    "Rulebook",
    "Rules",
    "RulesError",
    "ScoreLine",
    "ScoreReason",
    "ScoreSheet",
    "Square",
    "Standing",
    "Terrain",
    "Territory",
    "TieBreak",
    "Title",
    "__version__",
    "better_arrangement",
    "build_order",
    "crop_offset",
    "default_grid",
    "default_grid_offset",
    "describe",
    "find_conflicts",
    "find_nearest_legal",
    "find_piece_problems",
    "find_problems",
    "find_supply_problems",
    "find_territories",
    "format_board",
    "grid_offsets",
    "pad_to_grid",
    "parse_board",
    "rank",
    "rank_dynasty",
    "score",
    "summarize_conflicts",
    "wording",
]
