"""Measure the processor seconds of a photo on one core, by outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

import cv2
import numpy as np

from models.training.pictures.labels import read as read_picture
from vision.errors import NoKingdomFound, PhotoError
from vision.photo.photo import Photo
from vision.pipeline.read import read

PHONE = (4032, 3024)  # of a photo of 12 MP
ANSWERS = ("sure", "in doubt", "refused")
HEADER = f"{'photos':<28}{'answer':<10}{'number':>8}{'mean':>8}{'95 %':>8}{'worst':>8}  which"


class Timed(NamedTuple):
    """A photo, its outcome, and the seconds that reading it took."""

    kind: str
    name: str
    answer: str
    seconds: float


def time_reading(kind: str, name: str, source: bytes | Photo) -> Timed:
    """Time a photo from its file or pixels to its answer; one doubtful kingdom makes the photo doubtful."""
    start = process_time()
    try:
        answer = "sure" if all(reading.sure for reading in read(source)) else "in doubt"
    except (NoKingdomFound, PhotoError):
        answer = "refused"
    return Timed(kind, name, answer, process_time() - start)


def as_from_a_phone(path: Path) -> bytes:
    """Encode a photo as a JPEG of 12 MP."""
    image = read_picture(path)
    size = PHONE if image.shape[1] >= image.shape[0] else PHONE[::-1]
    larger = cv2.resize(image, size, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", larger, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def figures(found: Iterable[Timed]) -> Iterator[str]:
    """Format the seconds of each kind of photo and of all, by answer."""
    everything = list(found)
    yield HEADER
    for kind in (*dict.fromkeys(each.kind for each in everything), "all"):
        for answer in ANSWERS:
            rows = [each for each in everything if kind in (each.kind, "all") and each.answer == answer]
            if rows:
                seconds, worst = [each.seconds for each in rows], max(rows, key=lambda each: each.seconds)
                yield (
                    f"{kind:<28}{answer:<10}{len(rows):>8}{np.mean(seconds):>8.2f}{np.quantile(seconds, 0.95):>8.2f}"
                    f"{worst.seconds:>8.2f}  {worst.kind}: {worst.name}"
                )
