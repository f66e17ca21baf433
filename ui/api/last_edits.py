"""The last edit of a board at each table, so that other phones can say who changed which row.

In memory: phones of another server process see the change without a name.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from ui.drawing.players import display_name
from ui.i18n.translate import _
from ui.table.table import Table

MAX_TABLES = 1_000  # in memory


@dataclass(frozen=True)
class LastEdit:
    """An edit that leads to a version of a table: the phone that made it, the board, and the row from 0."""

    version: int
    phone: str
    board: int
    row: int


class LastEdits:
    """The last edit of each table by its number."""

    def __init__(self) -> None:
        self._edits: OrderedDict[int, LastEdit] = OrderedDict()
        self._lock = Lock()

    def note(self, table: int, edit: LastEdit) -> None:
        """Remember an edit; the tables that were edited longest ago are forgotten."""
        with self._lock:
            self._edits[table] = edit
            self._edits.move_to_end(table)
            while len(self._edits) > MAX_TABLES:
                self._edits.popitem(last=False)

    def find(self, table: int, board: int, *, after: int, other_than: str) -> LastEdit | None:
        """Return the last edit if it was made on that board, after that version, and by another phone."""
        with self._lock:
            edit = self._edits.get(table)
        return edit if edit and edit.board == board and edit.version > after and edit.phone != other_than else None


LAST_EDITS = LastEdits()


def describe_edit(edit: LastEdit, number: int | None, table: Table) -> str:
    """Say in the reader's language who changed which row; ``number`` is the seat of the phone, if it has one."""
    seat = table.seat(number) if number else None
    if seat is None:
        return _("Row {row} was changed on another phone", row=edit.row + 1)
    return _("{name} changed row {row}", name=display_name(seat, table), row=edit.row + 1)
