"""Two kingdoms that lie one square apart, in line, and were taken for one lattice: parted where the table shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.terrain import CASTLE, EMPTY
from vision.locate.extent import KINGDOM, SMALL_KINGDOM
from vision.locate.locate import Location
from vision.squares.classify import KINDS

CASTLE_LIKELY = 0.3  # probability of a castle somewhere that makes a part a kingdom
BARE = 0.5  # geometric mean of the probabilities that the squares between two parts are bare, where no castle is seen
USUAL_SIZE = 1.0  # nats a square of the line that two kingdoms of 5x5 are worth over one of them larger

Look = NDArray[np.float32]  # log-probabilities (rows, columns, 18)


class _Line(NamedTuple):
    """A line of squares of the grid between two parts."""

    rows: tuple[slice, slice, slice]  # first part, line, second part
    columns: tuple[slice, slice, slice]


def parted(place: Location, look: Look) -> list[tuple[Location, Look]]:
    """The kingdoms of a lattice larger than any kingdom, or the lattice itself if nothing parts it.

    A line of squares parts it that look bare, with a castle on either side or nothing to doubt that they are bare.
    """
    if max(place.rows, place.columns) <= KINGDOM:
        return [(place, look)]
    bare = look[..., KINDS.index(EMPTY)] + np.log1p(-place.occupancy.clip(0, 0.99)) * 0.5
    found = [line for line in _lines(place.rows, place.columns) if _parts(line, look)]
    if not found:
        return [(place, look)]
    best = max(found, key=lambda line: float(bare[line.rows[1], line.columns[1]].mean()) + _usual(line))
    return [
        (place.part(best.rows[side], best.columns[side]), look[best.rows[side], best.columns[side]]) for side in (0, 2)
    ]


def _lines(rows: int, columns: int) -> Iterator[_Line]:
    """The columns, or the rows, that leave no part larger than a kingdom."""
    every = (slice(0, rows), slice(0, columns))
    if rows <= KINGDOM:
        yield from (_Line((every[0],) * 3, _cut(at, columns)) for at in range(1, columns - 1) if _fits(at, columns))
    elif columns <= KINGDOM:
        yield from (_Line(_cut(at, rows), (every[1],) * 3) for at in range(1, rows - 1) if _fits(at, rows))


def _fits(at: int, length: int) -> bool:
    return max(at, length - at - 1) <= KINGDOM


def _cut(at: int, length: int) -> tuple[slice, slice, slice]:
    return slice(0, at), slice(at, at + 1), slice(at + 1, length)


def _parts(line: _Line, look: Look) -> bool:
    """Whether there is a kingdom on either side."""
    castle = np.exp(look[..., KINDS.index(CASTLE)])
    castles = [bool(castle[line.rows[side], line.columns[side]].max() >= CASTLE_LIKELY) for side in (0, 2)]
    bare = float(look[line.rows[1], line.columns[1], KINDS.index(EMPTY)].mean())
    return all(castles) or bare >= np.log(BARE)


def _usual(line: _Line) -> float:
    """What it is worth that neither part is larger than the usual kingdom."""
    sizes = [part.stop - part.start for lines in (line.rows, line.columns) for part in (lines[0], lines[2])]
    return USUAL_SIZE if max(sizes) <= SMALL_KINGDOM else 0.0
