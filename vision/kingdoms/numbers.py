"""Recognition of the number printed on a tile: a sign and a digit 1 to 6, whichever way round the tile lies.

Digits are compared with those of a few plain typefaces, so that they need not be named by hand; on a tile without a
sign and a digit side by side nothing is read. Ink is looked for twice, faint and strong: a number that both show, and
no other, is clear.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.kingdoms import Kind, Tile
from scoring.kingdoms.pieces import HIGHEST_VALUE
from vision.photo.photo import Bgr

DIGIT_HIGH = (0.07, 0.36)  # of a space: the height of a digit
DIGIT_WIDE = (0.25, 1.0)  # of its height
SIGN_WIDE = (0.45, 1.0)  # of the digit's height
MINUS_HIGH = 0.62  # of its width, at most
SOLID = 0.6  # of a minus that is ink
PLUS_HIGH = (0.75, 1.3)  # of its width
LEVEL = 0.3  # of the digit's height: how far from its middle the sign's may lie
GAP = 0.6  # of the digit's height: the most between sign and digit
ALIKE = 0.82  # correlation from which a shape is a digit
MARGIN = 0.01  # by how much it must beat every other shape
GLYPH_PX = 20
EDGE_PX = 0.7  # how much a glyph is softened before its edges are looked for
REACH_PX = 1.2  # how far an edge may lie from where a typeface has it
DIRECTIONS = 8  # in which an edge may run, dark to one side
INK_STEPS = (8, 25)  # grey levels between ink and what lies round it
FACES = (("sans", 400), ("sans", 800), ("italic", 500), ("uni", 400))  # OpenCV's own typefaces and their weights

Glyphs = NDArray[np.float32]  # (n, DIRECTIONS * GLYPH_PX * GLYPH_PX / 4), each of mean 0 and length 1
Glyph = NDArray[np.float32]
Mask = NDArray[np.uint8]


@dataclass(frozen=True)
class Printed:
    """A resource or hazard by the number that is read on it; ``clear`` where nothing else could be meant."""

    tile: Tile
    clear: bool


@dataclass(frozen=True)
class _Mark:
    """A connected patch of ink: its box in pixels, its shape and its tone."""

    left: int
    top: int
    wide: int
    high: int
    shape: Mask
    tone: Mask  # how much ink each pixel shows, which a blurred digit's shape has lost

    @property
    def middle(self) -> float:
        return self.top + self.high / 2


def printed_number(crop: Bgr) -> Printed | None:
    """The resource or hazard whose number is printed on a space, of any size; None where none can be read."""
    read = [
        found
        for ink, tone in _inks(crop)
        for side in range(4)
        for found in _upright_numbers(np.rot90(ink, side), np.rot90(tone, side))
    ]
    if not read:
        return None
    likest = max(read, key=lambda found: found[0])[1]
    return Printed(likest, len(read) >= len(INK_STEPS) and all(tile == likest for _, tile in read))


def _inks(crop: Bgr) -> Iterator[tuple[Mask, Mask]]:
    """What may be ink on a space, darker or lighter than its surroundings by some steps: its shapes, and its tone."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    block = max(3, round(0.22 * grey.shape[0]) | 1)
    for step in INK_STEPS:
        for kind, side in ((cv2.THRESH_BINARY, -1), (cv2.THRESH_BINARY_INV, 1)):
            ink = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, block, side * step)
            yield ink, grey if side < 0 else np.asarray(255 - grey, np.uint8)


def _upright_numbers(ink: Mask, tone: Mask) -> Iterator[tuple[float, Tile]]:
    """Every digit with one sign to its left, and how much it is like that digit."""
    marks = list(_marks(np.ascontiguousarray(ink), tone))
    for digit in marks:
        signs = [sign for mark in marks if (sign := _sign(mark, digit)) is not None]
        if len(signs) == 1 and (found := _digit(digit)) is not None:
            likeness, value = found
            yield likeness, Tile(signs[0], value)


def _marks(ink: Mask, tone: Mask) -> Iterator[_Mark]:
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    side = ink.shape[0]
    for label in range(1, count):
        left, top, wide, high, _ = boxes[label].tolist()
        if max(wide, high) <= DIGIT_HIGH[1] * side and max(wide, high) >= 0.5 * DIGIT_HIGH[0] * side:
            box = slice(top, top + high), slice(left, left + wide)
            shape = (labels[box] == label).astype(np.uint8) * np.uint8(255)
            yield _Mark(left, top, wide, high, shape, tone[box])


def _sign(mark: _Mark, digit: _Mark) -> Kind | None:
    """What kind of tile a mark to the left of a digit stands for, if it is a plus or a minus."""
    between = digit.left - (mark.left + mark.wide)
    if not -0.1 * digit.high <= between <= GAP * digit.high or abs(mark.middle - digit.middle) > LEVEL * digit.high:
        return None
    if not SIGN_WIDE[0] * digit.high <= mark.wide <= SIGN_WIDE[1] * digit.high:
        return None
    if mark.high <= MINUS_HIGH * mark.wide:
        return Kind.HAZARD if mark.shape.mean() > SOLID * 255 else None
    return Kind.RESOURCE if PLUS_HIGH[0] <= mark.high / mark.wide <= PLUS_HIGH[1] and _is_cross(mark.shape) else None


def _is_cross(shape: Mask) -> bool:
    """Whether ink fills the middle row and column and leaves the corners free."""
    square = cv2.resize(shape, (9, 9), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    corners = np.array([square[:3, :3], square[:3, -3:], square[-3:, :3], square[-3:, -3:]])
    return bool(square[4].mean() > 0.7 and square[:, 4].mean() > 0.7 and corners.mean() < 0.35)


def _digit(mark: _Mark) -> tuple[float, int] | None:
    """How much a mark is like a digit 1 to 6, and which."""
    wide = mark.wide / mark.high
    if not DIGIT_WIDE[0] <= wide <= DIGIT_WIDE[1] or mark.high < DIGIT_HIGH[0] / DIGIT_HIGH[1] * mark.wide:
        return None
    glyphs, values = _typefaces()
    likeness = glyphs @ _glyph(mark.tone)
    best = {value: float(likeness[values == value].max()) for value in range(1, HIGHEST_VALUE + 1)}
    value = max(best, key=lambda key: best[key])
    second = max(alike for key, alike in best.items() if key != value)
    if best[value] < ALIKE or best[value] - second < MARGIN:
        return None
    return best[value], value


@cache
def _typefaces() -> tuple[Glyphs, NDArray[np.int64]]:
    """The digits of some typefaces, thin, thick and leaning, and their values."""
    glyphs, values = [], []
    for value in range(1, HIGHEST_VALUE + 1):
        for face, weight in FACES:
            for lean in (-0.15, 0.0, 0.15):
                glyphs.append(_glyph(_leaning(_typeset(str(value), face, weight), lean)))
                values.append(value)
    return np.stack(glyphs), np.array(values)


def _typeset(digit: str, face: str, weight: int) -> Mask:
    sheet = np.zeros((96, 96), np.uint8)
    cv2.putText(sheet, digit, (24, 72), (255,), cv2.FontFace(face), 60, weight)
    return sheet


def _leaning(sheet: Mask, lean: float) -> Mask:
    matrix = np.array([[1, -lean, 48 * lean], [0, 1, 0]], np.float64)
    leant = cv2.warpAffine(sheet, matrix, (sheet.shape[1], sheet.shape[0]))
    left, top, wide, high = cv2.boundingRect(leant)
    return np.asarray(leant[top : top + high, left : left + wide], np.uint8)


def _glyph(tone: Mask) -> Glyph:
    """Ink in a box by where its edges run in which direction: what tells a 6 from a 5 is small, but it is an edge."""
    high = GLYPH_PX - 4
    wide = int(np.clip(round(tone.shape[1] * high / tone.shape[0]), 1, GLYPH_PX))
    small = cv2.resize(tone, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32)
    sheet = np.full((GLYPH_PX, GLYPH_PX), small.min(), np.float32)
    left = (GLYPH_PX - wide) // 2
    sheet[2 : 2 + high, left : left + wide] = small
    edges = np.concatenate([_edges(sheet, 2 * np.pi * number / DIRECTIONS) for number in range(DIRECTIONS)])
    edges -= edges.mean()
    return np.asarray(edges / max(float(np.linalg.norm(edges)), 1e-6), np.float32)


def _edges(sheet: NDArray[np.float32], direction: float) -> NDArray[np.float32]:
    """How strongly brightness grows towards a direction, in radians, at every other pixel."""
    soft = cv2.GaussianBlur(sheet, (0, 0), EDGE_PX)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, x, 1 - x, ksize=3) for x in (1, 0))
    towards = np.maximum(0, np.cos(np.arctan2(down, across) - direction)) ** 4 * np.hypot(across, down)
    reached = cv2.GaussianBlur(towards, (0, 0), REACH_PX)
    half = cv2.resize(reached, (GLYPH_PX // 2, GLYPH_PX // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(np.sqrt(half.clip(0)).ravel(), np.float32)
