"""Doubts about the outline of a board: cut off by the edge of its photo, or with a stray domino in its grid."""

from __future__ import annotations

from scoring import Box, Position
from scoring.dominoes.nearest import Pair, find_stray_dominoes
from ui.table.board import Board
from vision.warning import WarningCode


def is_cut_off(board: Board) -> bool:
    """True if the photo of a board shows a part of it alone, and nobody has entered the rest."""
    source = board.source
    if source is None or board.kingdom != source.kingdom:
        return False
    return any(warning.code is WarningCode.CUT_OFF for warning in source.warnings)


def list_cut_off_doubts(board: Board) -> frozenset[Position]:
    """Return the doubts of a board that is counted although it is cut off: at least one square."""
    laid = board.kingdom.tiles
    return frozenset() if board.doubts else frozenset(laid[:1])


def loose_in(board: Board, box: Box) -> tuple[Pair, ...]:
    """List the possible stray dominoes of a board, neither answered nor changed."""
    if board.source is None or not board.doubtful:
        return ()
    as_read = board.source.kingdom
    return tuple(
        pair
        for pair in find_stray_dominoes(as_read, box)
        if board.doubtful.issuperset(pair) and all(board.kingdom[at] == as_read[at] for at in pair)
    )
