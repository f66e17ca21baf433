"""The photo that shows the kingdoms of several players: each in its castle's colour, with its sum."""

from __future__ import annotations

from ui.drawing.html import in_label
from ui.drawing.over_photo import Outline
from ui.screens import routes
from ui.screens.kingdoms_in_photo import show_kingdoms
from ui.session.tab import tab
from ui.table.in_one_photo import in_one_photo
from ui.table.table import Seat, Table, sheet


def show_shot(table: Table) -> None:
    """The photo, each kingdom a button that opens it; nothing where no photo shows two kingdoms."""
    together = in_one_photo(table)
    if together is None:
        return
    picture, shown = together
    outlines = [Outline(source.reading.corners, seat.colour.value, _sum(table, seat)) for seat, source in shown]
    tapped = show_kingdoms(picture, outlines, [in_label(seat.name) for seat, _source in shown])
    if tapped is not None:
        tab().take_seat(shown[tapped][0].number)
        routes.go_to(routes.KINGDOM)


def _sum(table: Table, seat: Seat) -> str:
    """What a kingdom scores, with a question mark while squares of it are in doubt, accepted or not."""
    if seat.board is None or not table.shows_scores:
        return seat.name[:1]
    total = sheet(table, seat.board).total
    return f"{total} ?" if seat.board.doubts else str(total)
