"""The content of squares as it was read."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.terrain import Square


@dataclass(frozen=True)
class SquareReading:
    """The content of one square, its confidence (0 to 1), and the next best guess."""

    square: Square
    confidence: float
    alternative: Square | None = None


Squares = tuple[tuple[SquareReading, ...], ...]
"""What was read on each square, row by row."""
