"""The rules of Knizia's Kingdoms: what the rows and columns of a board are worth, epoch by epoch.

Values are frozen, positions are (row, column) from 0 at the top left of the 5 x 6 board, and nothing here reads files,
clocks or chance. Source of every rule: the rulebook.
"""

from scoring.kingdom import Problem
from scoring.knizia.board import COLUMNS, POSITIONS, ROWS, Board, BoardError, Space, token
from scoring.knizia.checks import castles_left, problems
from scoring.knizia.game import EPOCHS, GOLD_AT_THE_START, GameSheet, Purse, score_game
from scoring.knizia.lines import EpochSheet, Gain, Line, Part, lines, score_epoch
from scoring.knizia.pieces import (
    CASTLES,
    TILES,
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
    "EPOCHS",
    "GOLD_AT_THE_START",
    "POSITIONS",
    "ROWS",
    "TILES",
    "Board",
    "BoardError",
    "Castle",
    "Colour",
    "EpochSheet",
    "Gain",
    "GameSheet",
    "Kind",
    "Line",
    "Part",
    "Piece",
    "Problem",
    "Purse",
    "Space",
    "Tile",
    "castles_left",
    "castles_owned",
    "lines",
    "piece_of",
    "problems",
    "score_epoch",
    "score_game",
    "token",
]
