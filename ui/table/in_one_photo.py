"""Which kingdoms were read from one photo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ui.table.source import Picture, Source
from ui.table.table import Seat, Table

T = TypeVar("T")


def in_one_photo(table: Table) -> tuple[Picture, list[tuple[Seat, Source]]] | None:
    """The photo that shows most kingdoms with the seats whose boards were read from it; None if none shows two."""
    return shown_together((seat, seat.board.source) for seat in table.seats if seat.board and seat.board.source)


def shown_together(read: Iterable[tuple[T, Source]]) -> tuple[Picture, list[tuple[T, Source]]] | None:
    """The same of kingdoms of whom each stands with what it was read from."""
    by_photo: dict[bytes, list[tuple[T, Source]]] = {}
    for whose, source in read:
        by_photo.setdefault(source.picture.jpeg, []).append((whose, source))
    most = max(by_photo.values(), key=len, default=[])
    return (most[0][1].picture, most) if len(most) > 1 else None
