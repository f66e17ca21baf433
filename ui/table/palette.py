"""Pieces that can be placed on a board: which, where, and how many are left in the boxes on the table."""

from __future__ import annotations

from collections.abc import Collection

from scoring import Board as PieceBoard
from scoring import Box
from scoring.expansions.expansion import Counter, PieceKind
from ui.table.board import Board


def palette(board: Board, box: Box, others: Collection[PieceBoard]) -> tuple[PieceKind, ...]:
    """Return the kinds of pieces that a board may get, less those that the other boards have."""
    own = PieceBoard(board.kingdom, board.pieces)
    return tuple(kind for expansion in box.expansions for kind in expansion.palette(own, others))


def counters(box: Box) -> tuple[Counter, ...]:
    """Return the counters of a player: coins, towers, knights."""
    return tuple(counter for expansion in box.expansions for counter in expansion.counters)
