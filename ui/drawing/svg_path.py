"""Corners of an SVG path, for icons in pictures that are drawn without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

Point = tuple[float, float]  # on a field of 24 x 24

STEPS = 8  # straight pieces that a curve is drawn with
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Z": 0}  # that a command takes


def outline(path: str) -> list[Point]:
    """The corners of one closed path of straight lines and cubic curves (SVG's M L H V C S Z, large and small).

    Raises ValueError for any other command.
    """
    corners: list[Point] = []
    handle: Point | None = None  # of the curve before, which S mirrors
    for command, numbers in _commands(path):
        here = corners[-1] if corners else (0.0, 0.0)
        spots = _spots(command, numbers, here)
        if command.upper() in "CS":
            first = spots[0] if command.upper() == "C" else _mirrored(handle, here)
            handle, end = spots[-2], spots[-1]
            corners += _curve(here, first, handle, end)
        else:
            handle = None
            corners += spots
    return corners


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with the numbers of one of its uses."""
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        if command.upper() not in _NUMBERS:
            raise ValueError(f"an outline has no {command!r}")
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        size = _NUMBERS[command.upper()]
        for start in range(0, len(numbers), size or 1):
            yield command, numbers[start : start + size]


def _spots(command: str, numbers: list[float], here: Point) -> list[Point]:
    """The points that a command names."""
    x, y = here if command.islower() else (0.0, 0.0)
    if command in "Hh":
        return [(x + numbers[0], here[1])]
    if command in "Vv":
        return [(here[0], y + numbers[0])]
    return [(x + numbers[at], y + numbers[at + 1]) for at in range(0, len(numbers), 2)]


def _mirrored(handle: Point | None, here: Point) -> Point:
    return here if handle is None else (2 * here[0] - handle[0], 2 * here[1] - handle[1])


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    for step in range(1, STEPS + 1):
        t = step / STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(w * p[axis] for w, p in zip(weights, (start, first, second, end), strict=True)) for axis in (0, 1))
        yield x, y
