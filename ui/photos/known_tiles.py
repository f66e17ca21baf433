"""Tiles taught by confirmed boards: the squares of their photos, as an edition without a name."""

from __future__ import annotations

from functools import lru_cache

from scoring import Kingdom
from ui.photos.pictures import photo, window_corners
from ui.table.board import crop_kingdom
from ui.table.photo_reading import PhotoReading
from vision.errors import PhotoError
from vision.squares.taught_tiles import TaughtTiles, learn

MAX_CACHED_BOARDS = 16  # each holds its photo of 0.5 MB


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def teach_from(source: PhotoReading, kingdom: Kingdom) -> TaughtTiles | None:
    """Teach the squares of a confirmed board as an edition without a name.

    None if they cannot be cut out.
    """
    window = read_window(source)
    corners = window_corners(source, *window) * source.picture.scale
    try:
        return learn("", photo(source.picture), corners, crop_kingdom(kingdom, *window))
    except PhotoError:  # the frame reaches beyond what can be looked at
        return None


def read_window(source: PhotoReading) -> tuple[int, int, int, int]:
    """Return the part of a board that was read: top row, left column, rows and columns."""
    seen = [
        (row, column)
        for row, line in enumerate(source.squares)
        for column, square in enumerate(line)
        if square.alternative is not None
    ]
    if not seen:
        return 0, 0, source.rows, source.columns
    top, left = min(row for row, _ in seen), min(column for _, column in seen)
    return top, left, 1 + max(row for row, _ in seen) - top, 1 + max(column for _, column in seen) - left
