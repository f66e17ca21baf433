"""Corrections: every square that was set on a board, from what to what, and by whom."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from scoring import Position
from scoring.kingdoms import token
from ui.table.board import EditedBoard
from ui.table.table import Table

EVERYBODY = 0  # whose the board of Kingdoms is


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
    rows: list[dict[str, Any]] = []
    old, at = _boards(before), time.time()
    for (seat, board), now in _boards(after).items():
        was = old.get((seat, board))
        if was is None or was is now or was.size != now.size:
            continue
        code = token if seat == EVERYBODY else str
        cells = was.cells
        rows += (
            {"table": number, "seat": seat, "board": board, "row": row, "column": column}
            | {"was": code(cells[row, column]), "now": code(cell), "by": by, "at": at}
            for (row, column), cell in now.cells.items()
            if cell != cells[row, column]
        )
    return rows


def _boards(table: Table) -> dict[tuple[int, int], EditedBoard[Any]]:
    epochs = table.kingdoms.epochs if table.kingdoms else ()
    laid = {(seat.number, seat.board.number): seat.board for seat in table.seats if seat.board}
    return {**laid, **{(EVERYBODY, epoch.number): epoch for epoch in epochs}}
