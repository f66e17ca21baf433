"""The kingdoms of the table in play, decoded together whenever another photo has come."""

from __future__ import annotations

from ui.photos.together import read_together
from ui.session.tab import tab
from ui.table.together import may_change, settled_kingdoms, with_readings


def decode_together() -> None:
    """Read again, beside those of the other photos, every kingdom of the table in play that nobody has looked at.

    What was there before can be brought back, player by player.
    """
    table = tab().table
    boards = {seat.number: seat.board for seat in table.seats if seat.board and may_change(seat.board)}
    readings = read_together([*boards.values()], settled_kingdoms(table), table.rules.box)
    changed = {number: reading for number, reading in zip(boards, readings, strict=True) if reading}
    if changed:
        tab().keep(with_readings(table, changed))
