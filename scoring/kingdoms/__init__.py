"""The rules of Knizia's Kingdoms: what the rows and columns of a board are worth, epoch by epoch.

Values are frozen, positions are (row, column) from 0 at the top left of the 5 x 6 board, and nothing here reads files,
clocks or chance. Source of every rule: the rulebook.
"""

from scoring.kingdom import Problem
from scoring.kingdoms.board import COLUMNS, POSITIONS, ROWS, Board, BoardError, Space, token
from scoring.kingdoms.checks import Rule, castles_left, problems
from scoring.kingdoms.game import EPOCHS, GOLD_AT_THE_START, GameSheet, Purse, Reason, score_game
from scoring.kingdoms.lines import Axis, Earning, EpochSheet, Gain, Line, Part, colours, lifted_rank, lines, score_epoch
from scoring.kingdoms.pieces import (
    CASTLES,
    DRAGON,
    GOLD_MINE,
    MOUNTAIN,
    TILES,
    WIZARD,
    Castle,
    Colour,
    Kind,
    Piece,
    Tile,
    castles_owned,
    piece_of,
)

__all__ = [
    "CASTLES",
    "COLUMNS",
    "DRAGON",
    "EPOCHS",
    "GOLD_AT_THE_START",
    "GOLD_MINE",
    "MOUNTAIN",
    "POSITIONS",
    "ROWS",
    "TILES",
    "WIZARD",
    "Axis",
    "Board",
    "BoardError",
    "Castle",
    "Colour",
    "Earning",
    "EpochSheet",
    "Gain",
    "GameSheet",
    "Kind",
    "Line",
    "Part",
    "Piece",
    "Problem",
    "Purse",
    "Reason",
    "Rule",
    "Space",
    "Tile",
    "castles_left",
    "castles_owned",
    "colours",
    "lifted_rank",
    "lines",
    "piece_of",
    "problems",
    "score_epoch",
    "score_game",
    "token",
]
