"""The rules of Reiner Knizia's Kingdoms: score the rows and columns of a board, epoch by epoch.

Values are frozen, positions are (row, column) from 0 at the top left of the 5 x 6 board, and nothing here reads files,
clocks or random numbers. The source of every rule is the rulebook.
"""

from scoring.knizia.board import COLUMNS, POSITIONS, ROWS, Board, BoardError, Space, format_space
from scoring.knizia.checks import count_castles_left, find_problems
from scoring.knizia.game import EPOCHS, GOLD_AT_THE_START, GameSheet, Lead, Purse, score_game
from scoring.knizia.lines import EpochSheet, Gain, Income, Line, Part, score_epoch, score_lines
from scoring.knizia.pieces import (
    CASTLES,
    TILES,
    Castle,
    Colour,
    Kind,
    Piece,
    Tile,
    count_castles_owned,
    parse_piece,
)
from scoring.knizia.rules import Rule
from scoring.problem import Problem

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
    "Income",
    "Kind",
    "Lead",
    "Line",
    "Part",
    "Piece",
    "Problem",
    "Purse",
    "Rule",
    "Space",
    "Tile",
    "count_castles_left",
    "count_castles_owned",
    "find_problems",
    "format_space",
    "parse_piece",
    "score_epoch",
    "score_game",
    "score_lines",
]
