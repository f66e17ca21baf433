"""Measure how often one photo of the twelve dominoes teaches a tile set that no network was trained on.

The boxes in painted styles are photographed as they are and in further styles that are computed from them: in other
colours, pixelated, in negative, as line drawings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.training.evaluation.bounds import format_share
from models.training.evaluation.evenings import SEED, evening
from models.training.evaluation.teaching import LESSON
from models.training.pictures.editions import STYLE_BOXES, Edition, Painted
from vision.errors import VisionError
from vision.photo.photo import Bgr, Photo
from vision.pipeline.teach import teach

PIXELS, LEVELS = 12, 5  # a side of a square, and of each colour, in the pixelated style


def _turn_hues(degrees: int, face: Bgr) -> Bgr:
    hsv = cv2.cvtColor(face, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(int) + degrees // 2) % 180
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)


def _pixelate(face: Bgr) -> Bgr:
    height, width = face.shape[:2]
    small = cv2.resize(face, (PIXELS * width // height, PIXELS), interpolation=cv2.INTER_AREA)
    step = 256 // LEVELS
    coarse = np.asarray(small // step * step + step // 2, np.uint8)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def _draw_lines(face: Bgr) -> Bgr:
    grey = cv2.GaussianBlur(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    lines = cv2.dilate(cv2.Canny(grey, 30, 80), np.ones((2, 2), np.uint8)) > 0
    paper = 0.55 * 255 + 0.45 * np.median(face, axis=(0, 1))
    return np.where(lines[..., None], 40, paper).astype(np.uint8)


STYLES: Mapping[str, Callable[[Bgr], Bgr]] = {
    "as painted": lambda face: face,
    "hues turned by 120": partial(_turn_hues, 120),
    "hues turned by 200": partial(_turn_hues, 200),
    "pixelated": _pixelate,
    "negative": lambda face: 255 - face,
    "line drawing": _draw_lines,
}


@dataclass(frozen=True, eq=False)
class Restyled:
    """A box whose faces are converted to another style."""

    box: Edition
    style: Callable[[Bgr], Bgr]

    def start_tile(self, rng: Generator, px: int, player: str) -> Bgr:
        return self.style(self.box.start_tile(rng, px, player))

    def domino(self, rng: Generator, px: int, number: int) -> Bgr:
        return self.style(self.box.domino(rng, px, number))


def figures(data: Path, each: int) -> Iterator[str]:
    """Yield how many photos teach, and how many squares on average, by style and of all; ``each`` boxes in a style."""
    yield f"{'style':<22}{'photos':>7}{'taught':>17}{'squares':>9}"
    every: list[int] = []
    for name, style in STYLES.items():
        squares = [_count_learned_squares(data, number, name, style) for number in range(min(each, STYLE_BOXES))]
        every += squares
        yield _format_row(name, squares)
    yield _format_row("all", every)


def _count_learned_squares(data: Path, number: int, name: str, style: Callable[[Bgr], Bgr]) -> int:
    """Count the squares that a photo of a box in a style teaches."""
    box = Restyled(Painted.load(data, f"box{number}"), style)
    photo = evening(LESSON, number, SEED + sum(map(ord, name)), lambda _: box)
    try:
        return len(teach(Photo(photo.image, 1.0), name).tiles)
    except VisionError:
        return 0


def _format_row(name: str, squares: list[int]) -> str:
    learned = list(filter(None, squares))
    mean = float(np.mean(learned)) if learned else 0.0
    return f"{name:<22}{len(squares):>7}{format_share(len(learned), len(squares)):>17}{mean:>9.1f}"
