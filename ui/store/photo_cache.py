"""Photos of boards: cached in memory, and shared by the workers of a server."""

from __future__ import annotations

from typing import ClassVar, Protocol

from ui.store.board_cache import BoardCache
from ui.store.photo_json import packed, unpacked
from ui.table.source import Source

MOST_BYTES = 100_000_000  # in memory: about 100 boards
STRAIGHT = 80_000  # bytes of the view from straight above, which is remembered as long as the photo is


class SharedPhotos(Protocol):
    """What all workers of a server hold in common: photos with their readings, as ``packed`` makes them."""

    def keep(self, table: int, board: int, photo: bytes) -> None:
        """Hold the photo of a board."""

    def find(self, table: int, board: int) -> bytes | None:
        """The photo of a board; None if there is none."""

    def forget(self, table: int) -> None:
        """Drop every photo of a table."""


class PhotoCache:
    """What boards were read from, by table and board number, as this process and the workers beside it know it."""

    shared: ClassVar[SharedPhotos | None] = None  # set by a worker before it serves

    def __init__(self) -> None:
        self._own = BoardCache[Source](MOST_BYTES, _size)

    def keep(self, table: int, board: int, source: Source) -> None:
        """Keep here what a board was read from."""
        self._own.keep(table, board, source)

    def share(self, table: int, board: int, source: Source) -> None:
        """Keep what a board was read from for all workers, unless it is known here."""
        if self._own.find(table, board) is None:
            self._own.keep(table, board, source)
            if self.shared:
                self.shared.keep(table, board, packed(source))

    def find(self, table: int, board: int) -> Source | None:
        """What a board was read from; None if it is not in memory any more."""
        own = self._own.find(table, board)
        if own is None and self.shared and (there := self.shared.find(table, board)):
            own = unpacked(there)
            if own is not None:
                self._own.keep(table, board, own)
        return own

    def forget(self, table: int) -> None:
        """Drop every photo of a table."""
        self._own.forget(table)
        if self.shared:
            self.shared.forget(table)


def _size(source: Source) -> int:
    return len(source.picture.jpeg) + STRAIGHT
