"""Boards of other games, drawn: squares in rows, tracks and hexagons that are no kingdom."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Colour, clouds, shade, vary
from models.training.art.table_tops import CLOTHS, WOODS, lit
from vision.photo.photo import Bgr

Field = NDArray[np.float32]


def foreign_board(rng: Generator, size: int = 384, *, kind: str | None = None) -> Bgr:
    """A whole board of another game from straight above, uint8 (size, size, 3).

    ``kind`` is one of FOREIGN_BOARDS, random if not said.
    """
    chosen = kind or str(rng.choice(list(FOREIGN_BOARDS)))
    board = FOREIGN_BOARDS[chosen](rng, size)
    return lit(board, 0.05 * clouds(rng, size, 3) + 0.02 * rng.standard_normal((size, size), dtype=np.float32))


def _any_colour(rng: Generator) -> Colour:
    blue, green, red = cv2.cvtColor(
        np.array([[[rng.uniform(0, 180), rng.uniform(30, 220), rng.uniform(60, 240)]]], np.uint8), cv2.COLOR_HSV2BGR
    )[0, 0].tolist()
    return float(blue), float(green), float(red)


def _plain(size: int, colour: Colour) -> Bgr:
    return np.full((size, size, 3), colour, np.float64).astype(np.uint8)


def _squares(rng: Generator, size: int) -> Bgr:
    """Eight or ten squares a side, light and dark, in a frame; men on some of them."""
    wood = rng.random() < 0.6
    dark, light = (WOODS[2], WOODS[3]) if wood else (_any_colour(rng), (220.0, 225.0, 230.0))
    board, count = _plain(size, vary(rng, dark)), int(rng.choice([8, 10]))
    edge, side = size * 0.06, size * 0.88 / count
    for row in range(count):
        for column in range(count):
            _box(board, edge + column * side, edge + row * side, side, side, light if (row + column) % 2 else dark)
            if rng.random() < 0.25:
                middle = (round(edge + (column + 0.5) * side), round(edge + (row + 0.5) * side))
                man = (40.0, 40.0, 45.0) if rng.random() < 0.5 else (225.0, 230.0, 235.0)
                cv2.circle(board, middle, round(0.36 * side), man, -1, cv2.LINE_AA)
    return board


def _box(board: Bgr, left: float, top: float, wide: float, high: float, colour: Colour) -> None:
    cv2.rectangle(board, (round(left), round(top)), (round(left + wide), round(top + high)), colour, -1)


def _track(rng: Generator, size: int) -> Bgr:
    """Fields all along the edge, coloured bands on them, a plain middle with print."""
    ground = vary(rng, (205, 225, 205), 0.1)
    board, count = _plain(size, ground), int(rng.integers(7, 12))
    deep = size * float(rng.uniform(0.12, 0.17))
    wide = (size - 2 * deep) / count
    for side in range(4):
        board = np.ascontiguousarray(np.rot90(board))
        for field in range(count):
            left = deep + field * wide
            _box(board, left, 0, wide, deep, vary(rng, ground, 0.06))
            _box(board, left, 0.75 * deep, wide, 0.25 * deep, _any_colour(rng))
            cv2.rectangle(board, (round(left), 0), (round(left + wide), round(deep)), (40, 40, 40), max(1, size // 250))
        _box(board, 0, 0, deep, deep, vary(rng, ground, 0.1) if side else _any_colour(rng))
    place = (round(0.3 * size), round(0.52 * size))
    cv2.putText(board, "GAME", place, cv2.FONT_HERSHEY_DUPLEX, size / 160, _any_colour(rng), max(1, size // 90))
    return board


def _letters(rng: Generator, size: int) -> Bgr:
    """Fifteen plain squares a side with coloured ones in a symmetric pattern and letters in rows."""
    board, count = _plain(size, vary(rng, (170, 195, 190), 0.1)), 15
    side = size / count
    inks = [_any_colour(rng) for _ in range(4)]
    for row in range(count):
        for column in range(count):
            at = (min(row, 14 - row) * min(column, 14 - column) + min(row, 14 - row) + min(column, 14 - column)) % 7
            if at < 4 and rng.random() < 0.9:
                _box(board, column * side + 1, row * side + 1, side - 2, side - 2, inks[at])
            if rng.random() < 0.12:
                _box(board, column * side + 2, row * side + 2, side - 3, side - 3, (170, 215, 235))
                spot = (round((column + 0.25) * side), round((row + 0.75) * side))
                cv2.putText(board, "ABEST"[int(rng.integers(5))], spot, 2, side / 32, (30, 30, 30), 1, cv2.LINE_AA)
    for line in np.arange(0, size, side).tolist():
        cv2.line(board, (round(line), 0), (round(line), size), (225, 230, 230), 1)
        cv2.line(board, (0, round(line)), (size, round(line)), (225, 230, 230), 1)
    return board


def _hexagons(rng: Generator, size: int) -> Bgr:
    """Land in hexagons of a few colours round a middle, the sea about them."""
    board = _plain(size, vary(rng, (150, 110, 60), 0.15))
    lands = [vary(rng, colour) for colour in ((60, 150, 90), (90, 200, 225), (60, 100, 170), (110, 130, 130))]
    radius = size / float(rng.uniform(9, 12))
    for row in range(-2, 3):
        for column in range(5 - abs(row)):
            x = size / 2 + (column - (4 - abs(row)) / 2) * radius * 3**0.5
            y = size / 2 + row * radius * 1.5
            angles = np.arange(6) * np.pi / 3 + np.pi / 6
            corners = np.stack([x + 0.97 * radius * np.cos(angles), y + 0.97 * radius * np.sin(angles)], 1)
            land = vary(rng, lands[int(rng.integers(len(lands)))], 0.06)
            cv2.fillConvexPoly(board, np.rint(corners).astype(np.int32), land, cv2.LINE_AA)
            for _ in range(12):
                dx, dy = rng.normal(0, 0.35 * radius, 2)
                spot = (round(x + dx), round(y + dy))
                cv2.circle(board, spot, max(1, round(0.1 * radius)), shade(land, float(rng.uniform(0.6, 1.3))), -1)
            cv2.circle(board, (round(x), round(y)), round(0.3 * radius), (200, 225, 235), -1, cv2.LINE_AA)
    return board


def _cards(rng: Generator, size: int) -> Bgr:
    """Square cards in rows with gaps, a picture on each: a game of pairs or another tile game."""
    board, count = _plain(size, vary(rng, CLOTHS[int(rng.integers(len(CLOTHS)))])), int(rng.integers(3, 7))
    side = size / count
    back = _any_colour(rng)
    for row in range(count):
        for column in range(count):
            colour = back if rng.random() < 0.4 else _any_colour(rng)
            left, top, wide = (column + 0.08) * side, (row + 0.08) * side, 0.84 * side
            _box(board, left, top, wide, wide, (230, 235, 238))
            _box(board, left + 0.08 * wide, top + 0.08 * wide, 0.84 * wide, 0.84 * wide, colour)
            middle = (left + wide / 2, top + wide / 2)
            box = (middle, tuple((wide * rng.uniform(0.2, 0.6, 2)).tolist()), float(rng.uniform(0, 180)))
            cv2.ellipse(board, box, _any_colour(rng), -1, cv2.LINE_AA)
    return board


FOREIGN_BOARDS: dict[str, Callable[[Generator, int], Bgr]] = {
    "squares": _squares,
    "track": _track,
    "letters": _letters,
    "hexagons": _hexagons,
    "cards": _cards,
}
