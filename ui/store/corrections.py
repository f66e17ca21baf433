"""Corrections: every square that was set on a board, from what to what, and by whom."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from scoring import Position
from scoring.kingdoms import token
from ui.table.board import Board
from ui.table.table import Table

EVERYBODY = 0  # whose the board of Kingdoms is
Change = tuple[Position, str, str]  # where, from what, to what
Corrected = tuple[int, int, list[Change]]  # whose board, its number, what was changed on it


@dataclass(frozen=True)
class Correction:
    """One square that somebody set: on whose board, from what to what (as codes write it), by whose phone, when (UTC).

    The board of Kingdoms is EVERYBODY's.
    """

    seat: int
    board: int
    square: Position
    was: str
    now: str
    by: int | None
    at: float

    @classmethod
    def of(cls, row: Row[Any]) -> Correction:
        """The correction that a row holds."""
        return cls(row.seat, row.board, (row.row, row.column), row.was, row.now, row.by, row.at)


def corrections(number: int, before: Table, after: Table, *, by: int | None) -> list[dict[str, Any]]:
    """Rows of the squares of a table that differ on boards that were there before, as set by the phone of a seat."""
    at = time.time()
    return [
        {"table": number, "seat": seat, "board": board, "row": row, "column": column}
        | {"was": was, "now": now, "by": by, "at": at}
        for seat, board, squares in (*_on_boards(before, after), *_on_epochs(before, after))
        for (row, column), was, now in squares
    ]


def _on_boards(before: Table, after: Table) -> Iterator[Corrected]:
    for seat in after.seats:
        was = next((old.board for old in before.seats if old.number == seat.number), None)
        if was and seat.board and was is not seat.board and was.number == seat.board.number:
            yield seat.number, was.number, _changed(was, seat.board)


def _on_epochs(before: Table, after: Table) -> Iterator[Corrected]:
    """The changes on boards of Kingdoms."""
    old = {epoch.number: epoch for epoch in before.kingdoms.epochs} if before.kingdoms else {}
    for epoch in after.kingdoms.epochs if after.kingdoms else ():
        was = old.get(epoch.number)
        if was:
            spaces = [(at, was.board[at], space) for at, space in epoch.board.spaces() if space != was.board[at]]
            yield EVERYBODY, epoch.number, [(at, token(before), token(space)) for at, before, space in spaces]


def _changed(was: Board, now: Board) -> list[Change]:
    same_shape = (was.kingdom.height, was.kingdom.width) == (now.kingdom.height, now.kingdom.width)
    if not same_shape:
        return []
    return [
        (position, str(was.kingdom[position]), str(square))
        for position, square in now.kingdom.squares()
        if square != was.kingdom[position]
    ]
