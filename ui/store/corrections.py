"""Who corrected what: every square that was set on a board."""

from __future__ import annotations

import time
from dataclasses import dataclass

from scoring import Position
from ui.store.models import CorrectionRow
from ui.table import Board, Table


@dataclass(frozen=True)
class Correction:
    """One square that somebody set: on whose board, from what to what (kingdom codes), by whose phone, when (UTC)."""

    seat: int
    board: int
    square: Position
    was: str
    now: str
    by: int | None
    at: float

    @classmethod
    def of(cls, row: CorrectionRow) -> Correction:
        """The correction that a row holds."""
        return cls(row.seat, row.board, (row.row, row.column), row.was, row.now, row.by, row.at)


def corrections(number: int, before: Table, after: Table, *, by: int | None) -> list[CorrectionRow]:
    """The squares of a table that differ on boards that were there before, as set by the phone of a seat."""
    now = time.time()
    found = []
    for seat in after.seats:
        was = next((old.board for old in before.seats if old.number == seat.number), None)
        if was is None or seat.board is None or was.number != seat.board.number:
            continue
        found += [
            CorrectionRow(
                table=number,
                seat=seat.number,
                board=was.number,
                row=row,
                column=column,
                was=old,
                now=new,
                by=by,
                at=now,
            )
            for row, column, old, new in _changed(was, seat.board)
        ]
    return found


def _changed(was: Board, now: Board) -> list[tuple[int, int, str, str]]:
    same_shape = (was.kingdom.height, was.kingdom.width) == (now.kingdom.height, now.kingdom.width)
    if not same_shape:
        return []
    return [
        (row, column, str(was.kingdom[row, column]), str(square))
        for (row, column), square in now.kingdom.squares()
        if square != was.kingdom[row, column]
    ]
