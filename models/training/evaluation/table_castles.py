"""The castles of one box on one table: how many colours are told, how many wrongly, and what another file changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.training.evaluation.evenings import TABLES, Evening, Lying
from models.training.evaluation.matching import matched
from models.training.synthesis.light import compressed
from vision.errors import NoKingdomFound, PhotoError
from vision.photo.photo import Bgr, Photo
from vision.pipeline.read import read
from vision.pipeline.reading import Reading

CASES = tuple(replace(case, one_box=True) for case in TABLES)
SMALLER = 0.75  # of its sides: what a photo is shrunk to


def _shrunk(image: Bgr) -> Bgr:
    small = cv2.resize(image, None, fx=SMALLER, fy=SMALLER, interpolation=cv2.INTER_AREA)
    return compressed(np.asarray(small, np.uint8), 95)


CHANGES: Mapping[str, Callable[[Bgr], Bgr]] = {
    "as it is": lambda image: image,
    "JPEG 92": lambda image: compressed(image, 92),
    "JPEG 75": lambda image: compressed(image, 75),
    "smaller": _shrunk,
}
HEADER = (
    f"{'photos of whole tables':<24}{'tables':>8}{'castles':>9}{'told':>6}{'wrong':>7}{'one left':>10}"
    f"{'several left':>14}"
)


@dataclass(frozen=True)
class Told:
    """The castles of a photo under a change: whether each was told, and how many were told wrongly."""

    change: str
    told: tuple[bool, ...]
    wrong: int


def told(evening: Evening) -> Iterator[Told]:
    """What is told of the castles of an evening as it is and under every change."""
    for change, apply in CHANGES.items():
        image = apply(evening.image)
        scale = np.float32(image.shape[1] / evening.image.shape[1])
        lying = [replace(each, corners=each.corners * scale) for each in evening.lying if each.corners is not None]
        pairs = matched(_readings(image), lying)[0]
        seen = tuple(reading is not None and reading.castle is not None for reading, _ in pairs)
        yield Told(change, seen, sum(_is_wrong(reading, each) for reading, each in pairs))


def _readings(image: Bgr) -> list[Reading]:
    try:
        return read(Photo(image, 1.0))
    except (NoKingdomFound, PhotoError):
        return []


def _is_wrong(reading: Reading | None, lying: Lying) -> bool:
    return reading is not None and reading.castle not in (None, lying.castle)


def figures(evenings: Iterable[Evening]) -> Iterator[str]:
    """A line for each change, and how many castles are told under some changes and not under others."""
    photos = [list(told(evening)) for evening in evenings]
    yield HEADER
    for number, change in enumerate(CHANGES):
        yield _line(change, [photo[number] for photo in photos])
    castles = [under for photo in photos for under in zip(*(each.told for each in photo), strict=True)]
    wavering = sum(any(under) and not all(under) for under in castles)
    yield f"told under some of these changes and not under others: {wavering} of {len(castles)}"


def _line(change: str, photos: Sequence[Told]) -> str:
    every = [one for photo in photos for one in photo.told]
    left = [len(photo.told) - sum(photo.told) for photo in photos]
    wrong, one, several = sum(photo.wrong for photo in photos), left.count(1), sum(number > 1 for number in left)
    return f"{change:<24}{len(photos):>8}{len(every):>9}{sum(every):>6}{wrong:>7}{one:>10}{several:>14}"
