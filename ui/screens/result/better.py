"""The kingdoms that could have been had with the same dominoes, sought while the finale plays."""

from __future__ import annotations

from collections.abc import Sequence

from scoring import NO_PIECES
from ui.components.better_laying import show_better
from ui.session.tab import tab
from ui.table.table import Seat


def show_possible(seats: Sequence[Seat]) -> None:
    """What these players could have made of their dominoes; kingdoms with pieces are left out."""
    kept = tab().stored
    boards = [seat.board.number for seat in seats if seat.board and seat.board.pieces == NO_PIECES]
    if kept and boards:
        show_better(kept.key, kept.version, boards)
