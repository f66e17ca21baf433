"""Kingdoms of which the photo shows a part alone."""

from __future__ import annotations

from scoring import Position
from ui.table.board import Board
from vision.pipeline.advice import IS_CUT_OFF


def is_cut_off(board: Board) -> bool:
    """Whether the photo of a board shows a part of it alone, and nobody has entered the rest."""
    source = board.source
    return source is not None and board.kingdom == source.kingdom and IS_CUT_OFF in source.warnings


def left_in_doubt(board: Board) -> frozenset[Position]:
    """What is to be doubted of a board that is counted although it is cut off: a square, unless one is in doubt."""
    laid = [position for position, square in board.kingdom.squares() if not square.is_empty]
    return frozenset() if board.doubts else frozenset(laid[:1])
