"""The one entry point: a photo goes in, the kingdoms in it come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.kingdom import Kingdom
from scoring.terrain import Square


class NoKingdomFound(ValueError):
    """No kingdom stands out in the photo; the message says what to try."""


@dataclass(frozen=True)
class SquareReading:
    """What one square holds, how sure that is (0 to 1), and the next best guess."""

    square: Square
    confidence: float
    alternative: Square | None = None


@dataclass(frozen=True)
class Reading:
    """One kingdom read from a photo."""

    kingdom: Kingdom
    squares: tuple[tuple[SquareReading, ...], ...]  # same shape as the kingdom
    corners: tuple[tuple[float, float], ...]  # of the grid: (x, y) from the top left clockwise, upright original pixels
    legal: bool  # could be built from the 48 dominoes
    sure: bool  # the reader's word that the whole board is right
    warnings: tuple[str, ...]
    seconds: float
    timings: Mapping[str, float]  # seconds by step


Progress = Callable[[str], None]  # called with "finding", "reading", "checking" as each step begins
