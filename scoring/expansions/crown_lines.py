"""Lines of three crowned squares in a row, column or diagonal: which of them a quest counts."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scoring.kingdom import Position

CrownLine = tuple[Position, Position, Position]
"""Three squares one after the other, from the top, or from the left in a row."""

DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1))
"""Steps along a row, a falling diagonal, a column and a rising diagonal, each to a later square in reading order."""


def crown_lines(crowned: Collection[Position]) -> tuple[CrownLine, ...]:
    """The lines of which no two share more than one square: in a run of n squares (n - 1) // 2 of them.

    Sources disagree on the tile: some let of each counted line one square at most be in any other. Lines in different
    directions share one square at most, so each run is counted by itself.
    """
    return tuple(line for down, right in DIRECTIONS for line in _along(crowned, down, right))


def _along(crowned: Collection[Position], down: int, right: int) -> Iterator[CrownLine]:
    for row, column in sorted(crowned):
        if (row - down, column - right) in crowned:
            continue  # not the first of its run
        while all((row + step * down, column + step * right) in crowned for step in range(3)):
            yield (row, column), (row + down, column + right), (row + 2 * down, column + 2 * right)
            row, column = row + 2 * down, column + 2 * right
