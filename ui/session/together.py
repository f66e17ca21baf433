"""The kingdoms of the table in play, decoded together whenever another photo has come."""

from __future__ import annotations

from contextlib import suppress

from ui.photos.together import read_together
from ui.session.tab import tab
from ui.table.table import TableError
from ui.table.together import may_change, settled_kingdoms, with_readings


def decode_together() -> None:
    """Read again, beside those of the other photos, every kingdom of the table in play that nobody has looked at.

    What was there before can be brought back, player by player. Where somebody changes the same meanwhile, that stays.
    """
    table = tab().table
    boards = {seat.number: seat.board for seat in table.seats if seat.board and may_change(seat.board)}
    readings = read_together([*boards.values()], settled_kingdoms(table), table.rules.box)
    changed = {number: reading for number, reading in zip(boards, readings, strict=True) if reading}
    if changed:
        with suppress(TableError):
            tab().keep(with_readings(table, changed))
