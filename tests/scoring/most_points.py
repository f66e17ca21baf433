"""What some dominoes score at most, however they are laid."""

from __future__ import annotations

from collections.abc import Sequence

from scoring import DOMINOES, Terrain


def most_by_terrain(numbers: Sequence[int]) -> int:
    """What these dominoes score if all squares of each terrain are one territory: no laying scores more."""
    squares = [square for number in numbers for square in DOMINOES[number - 1].squares]
    lands = [[square for square in squares if square.terrain is terrain] for terrain in Terrain]
    return sum(len(land) * sum(square.crowns for square in land) for land in lands)
