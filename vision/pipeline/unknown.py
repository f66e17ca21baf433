"""Squares that look like none of the kinds the reader knows: left open and asked about, never guessed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.kingdom import Kingdom, Position, place_name
from scoring.message import Message, in_a_row, plural
from scoring.terrain import EMPTY, Square
from vision.squares.classify import SquareReading

OPEN = 0.5  # chance of being of no known kind from which a square is left open
MOST_NAMED = 3  # places of which a warning speaks

Squares = tuple[tuple[SquareReading, ...], ...]


def unknown_squares(beyond: NDArray[np.float32]) -> frozenset[Position]:
    """The squares left open, of a layout's ``beyond`` (rows, columns, 1 + lands)."""
    strange = np.argwhere(beyond[..., 0] >= OPEN).tolist() if beyond.shape[2] else []
    return frozenset((row, column) for row, column in strange)


def left_open(squares: Squares, unknown: Collection[Position], box: Box) -> Squares:
    """The squares with the unknown ones empty and in doubt.

    Their alternative is the terrain that only this box has; where it has none, what the dominoes around suggest.
    """
    foreign = next((Square(terrain) for terrain in box.terrains if terrain not in BASE.terrains), None)
    return tuple(
        tuple(
            SquareReading(EMPTY, 0.0, foreign or square.square) if (row, column) in unknown else square
            for column, square in enumerate(of_row)
        )
        for row, of_row in enumerate(squares)
    )


def kingdom_of(squares: Squares) -> Kingdom:
    """The kingdom of these squares."""
    return Kingdom(tuple(tuple(square.square for square in row) for row in squares))


def what_is_unknown(unknown: Collection[Position]) -> tuple[Message, ...]:
    """That these squares look like no tile the reader knows; nothing where there are none."""
    if not unknown:
        return ()
    named: Sequence[Message] = [place_name(position) for position in sorted(unknown)[:MOST_NAMED]]
    return (
        plural(
            len(unknown),
            "I don't know the tile on {places}. Say what it is, and I'll know others like it.",
            "I don't know {number} tiles, such as those on {places}. Say what one is, and I'll know others like it.",
            places=in_a_row(named),
        ),
    )
