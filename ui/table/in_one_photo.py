"""Which of a table's kingdoms were read from one photo."""

from __future__ import annotations

from ui.table.source import Picture, Source
from ui.table.table import Seat, Table


def in_one_photo(table: Table) -> tuple[Picture, list[tuple[Seat, Source]]] | None:
    """The photo that shows most kingdoms with the seats whose boards were read from it; None if none shows two."""
    by_photo: dict[bytes, list[tuple[Seat, Source]]] = {}
    for seat in table.seats:
        if seat.board and seat.board.source:
            by_photo.setdefault(seat.board.source.picture.jpeg, []).append((seat, seat.board.source))
    most = max(by_photo.values(), key=len, default=[])
    return (most[0][1].picture, most) if len(most) > 1 else None
