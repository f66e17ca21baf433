"""Measure invariance: harmless changes of a photo must not change its reading.

A photo that is rotated, tilted, stored again, shrunk, padded by a border, cropped or lit a little differently shows the
same kingdom. Two runs are compared photo by photo and change by change; what makes one worse is not shipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.training.evaluation.outcomes import is_same
from models.training.pictures.labels import load_kingdoms, square_side
from scoring.kingdom import Kingdom
from vision.errors import NoKingdomFound, PhotoError
from vision.photo.photo import Bgr, Points
from vision.pipeline.read import read

QUALITY = 95  # JPEG quality of changed photos
TILT = 4.0  # degrees
CLOSE = (0.3, 0.1, 0.02)  # squares of table that remain around a kingdom

SIDES = (2400, 1600, 1200)  # pixels, long sides to which larger photos are shrunk
AS_IT_IS = "as it is"

Change = Callable[[Bgr], Bgr]

LIGHTS: Mapping[str, tuple[tuple[float, float, float], float]] = {  # factors of blue, green and red; exponent
    "brighter": ((1.15, 1.15, 1.15), 1.0),
    "darker": ((0.75, 0.75, 0.75), 1.0),
    "warmer": ((0.88, 1.0, 1.07), 1.0),
    "cooler": ((1.1, 1.0, 0.92), 1.0),
    "gamma 0.85": ((1.0, 1.0, 1.0), 0.85),
    "gamma 1.2": ((1.0, 1.0, 1.0), 1.2),
}


@dataclass(frozen=True, eq=False)
class Shown:
    """A photo as stored, its kingdom, and the corners (4, 2) of its grid if known."""

    name: str
    file: bytes
    kingdom: Kingdom
    corners: Points | None


@dataclass(frozen=True)
class Answer:
    """The reading of a photo under one change."""

    change: str
    found: bool  # a kingdom was found
    exact: bool
    sure: bool

    @property
    def lies(self) -> bool:
        """Whether something wrong was called sure."""
        return self.sure and not self.exact


@dataclass(frozen=True)
class Answers:
    """The readings of a photo under every change; the first is of the photo itself."""

    photo: str
    answers: tuple[Answer, ...]

    @property
    def steady(self) -> bool:
        """Whether it was read exactly under every change."""
        return all(each.exact for each in self.answers)

    def __str__(self) -> str:
        exact = [each.change for each in self.answers if each.exact]
        others = [each.change for each in self.answers if not each.exact]
        told = f", only: {', '.join(exact)}" if exact and AS_IT_IS in others else f", not: {', '.join(others)}"
        return f"{self.photo:<40}{len(exact):>3} of {len(self.answers)}{told if exact and others else ''}"


def changes(corners: Points | None, squares: tuple[int, int], longest: int) -> list[tuple[str, Change, int]]:
    """List every harmless change of a photo, with its name and the JPEG quality at which it is stored.

    A photo is cropped closely only if its corners are known, and shrunk only to smaller sizes.
    """
    cuts = [] if corners is None else [(left, partial(_cut, corners, squares, left)) for left in CLOSE]
    return [
        *((f"turned by {90 * turns} degrees", partial(_turn, turns), QUALITY) for turns in (1, 2, 3)),
        *((f"tilted by {angle:.0f} degrees", partial(_tilt, angle), QUALITY) for angle in (TILT, -TILT)),
        *((f"{side} pixels", partial(_shrunk, side), QUALITY) for side in SIDES if side < longest),
        *((f"JPEG {quality}", partial(_turn, 0), quality) for quality in (92, 75)),
        *((f"border of {share:.0%}", partial(_add_border, share), QUALITY) for share in (0.03, 0.12)),
        *((name, partial(_lit, np.array(factors), gamma), QUALITY) for name, (factors, gamma) in LIGHTS.items()),
        ("slightly blurred", _blur, QUALITY),
        *((f"cut to {left} of a square", cut, QUALITY) for left, cut in cuts),
    ]


def _turn(quarters: int, image: Bgr) -> Bgr:
    return np.ascontiguousarray(np.rot90(image, quarters))


def _tilt(degrees: float, image: Bgr) -> Bgr:
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    return np.asarray(cv2.warpAffine(image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _shrunk(side: int, image: Bgr) -> Bgr:
    scale = side / max(image.shape[:2])
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _add_border(share: float, image: Bgr) -> Bgr:
    wide = round(share * max(image.shape[:2]))
    return np.asarray(cv2.copyMakeBorder(image, wide, wide, wide, wide, cv2.BORDER_REPLICATE), np.uint8)


def _lit(factors: np.ndarray[tuple[int], np.dtype[np.float64]], gamma: float, image: Bgr) -> Bgr:
    values = np.arange(256)[:, None] / 255
    curves = (255 * values**gamma * factors).clip(0, 255).round().astype(np.uint8)
    return np.stack([cv2.LUT(image[..., channel], curves[:, channel]) for channel in range(3)], -1).astype(np.uint8)


def _blur(image: Bgr) -> Bgr:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), max(image.shape[:2]) / 2000), np.uint8)


def _cut(corners: Points, squares: tuple[int, int], left: float, image: Bgr) -> Bgr:
    step = square_side(corners, squares[0] * squares[1])
    least = np.maximum(corners.min(0) - left * step, 0).round().astype(int)
    most = (corners.max(0) + left * step).round().astype(int)
    return np.ascontiguousarray(image[least[1] : most[1], least[0] : most[0]])


def real_photos(data: Path) -> Iterator[Shown]:
    """Load every labelled whole photo."""
    for name, kingdom, corners in load_kingdoms(data):
        yield Shown(name, (data / "photos" / name).read_bytes(), kingdom, corners)


def answers(shown: Shown) -> Answers:
    """Read a photo unchanged and under every change."""
    image = np.asarray(cv2.imdecode(np.frombuffer(shown.file, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    found = [_answer(AS_IT_IS, shown.file, shown.kingdom)]
    for change, apply, quality in changes(shown.corners, (shown.kingdom.height, shown.kingdom.width), max(image.shape)):
        file = cv2.imencode(".jpg", apply(image), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        found.append(_answer(change, file.tobytes(), shown.kingdom))
    return Answers(shown.name, tuple(found))


def _answer(change: str, file: bytes, kingdom: Kingdom) -> Answer:
    try:
        readings = read(file)
    except (NoKingdomFound, PhotoError):
        return Answer(change, found=False, exact=False, sure=False)
    exact = len(readings) == 1 and is_same(readings[0].kingdom, kingdom)
    return Answer(change, True, exact, any(reading.sure for reading in readings))


def table(photos: Sequence[Answers]) -> Iterator[str]:
    """Format how many photos are exact, sure, lost, and sure and wrong, by change and in total.

    *spoilt* are those that are exact as they are and not so under a change.
    """
    yield f"{'change':<28}{'photos':>8}{'exact':>8}{'spoilt':>8}{'sure':>8}{'lost':>8}{'sure and wrong':>16}"
    every = [(photo.answers[0].exact, each) for photo in photos for each in photo.answers]
    for change in (*dict.fromkeys(each.change for _, each in every), ""):
        rows = [(good, each) for good, each in every if change in ("", each.change)]
        exact, sure = sum(each.exact for _, each in rows), sum(each.sure for _, each in rows)
        spoilt = sum(good and not each.exact for good, each in rows)
        lost, lies = sum(not each.found for _, each in rows), sum(each.lies for _, each in rows)
        yield f"{change or 'all':<28}{len(rows):>8}{exact:>8}{spoilt:>8}{sure:>8}{lost:>8}{lies:>16}"
    yield f"exact under every change: {sum(photo.steady for photo in photos)} of {len(photos)} photos"


def figures(photos: Iterable[Shown]) -> Iterator[object]:
    """Yield the answers of every photo, and their table."""
    found = []
    for shown in photos:
        found.append(answers(shown))
        yield found[-1]
    yield from ("", *table(found))
