"""The law of harmless changes: ``python -m models.training.evaluation.same DATA [--json FILE] [--against FILE]``.

A photo that is turned, tilted, stored anew, shrunk, given a border, cut closer or lit a little otherwise shows the
same kingdom. Every real photo is read under every such change. ``--against`` compares with an earlier run, photo by
photo and change by change: what makes one worse does not ship. With ``CROWNSIGHT_MODELS=FOLDER`` networks of another
folder read.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.training.evaluation.matching import is_same
from models.training.evaluation.photos import labelled_kingdoms
from models.training.pictures.labels import measured_outlines, read
from scoring.kingdom import Kingdom
from vision.errors import NoKingdomFound, PhotoError
from vision.photo.photo import Bgr, Points
from vision.pipeline.read import Reading
from vision.pipeline.read import read as read_photo

QUALITY = 95  # of the JPEG files that changed photos are stored as
TILT = 4.0  # degrees
CLOSE = (0.3, 0.1, 0.02)  # of a square: what is left of the table round a kingdom

Change = Callable[[Bgr], Bgr]


@dataclass(frozen=True)
class Answer:
    """How a photo was read under a change."""

    photo: str
    change: str
    found: bool
    exact: bool
    sure: bool


def changes(corners: Points | None, squares: tuple[int, int]) -> list[tuple[str, Change, int]]:
    """Every harmless change with its name and the quality it is stored at; cut close where the corners are known."""
    cuts = [] if corners is None else [(left, partial(_cut, corners, squares, left)) for left in CLOSE]
    return [
        *((f"turned by {90 * turns} degrees", partial(_turned, turns), QUALITY) for turns in (1, 2, 3)),
        *((f"tilted by {angle:.0f} degrees", partial(_tilted, angle), QUALITY) for angle in (TILT, -TILT)),
        *((f"{side} pixels", partial(_shrunk, side), QUALITY) for side in (2400, 1600, 1200)),
        *((f"JPEG {quality}", partial(_turned, 0), quality) for quality in (92, 75)),
        *((f"border of {share:.0%}", partial(_bordered, share), QUALITY) for share in (0.03, 0.12)),
        *((name, partial(_lit, np.array(factors), gamma), QUALITY) for name, (factors, gamma) in LIGHTS.items()),
        ("slightly blurred", _blurred, QUALITY),
        *((f"cut to {left} of a square", cut, QUALITY) for left, cut in cuts),
    ]


LIGHTS: Mapping[str, tuple[tuple[float, float, float], float]] = {  # factors of blue, green and red; exponent
    "brighter": ((1.15, 1.15, 1.15), 1.0),
    "darker": ((0.75, 0.75, 0.75), 1.0),
    "warmer": ((0.88, 1.0, 1.07), 1.0),
    "cooler": ((1.1, 1.0, 0.92), 1.0),
    "gamma 0.85": ((1.0, 1.0, 1.0), 0.85),
    "gamma 1.2": ((1.0, 1.0, 1.0), 1.2),
}


def _turned(quarters: int, image: Bgr) -> Bgr:
    return np.ascontiguousarray(np.rot90(image, quarters))


def _tilted(degrees: float, image: Bgr) -> Bgr:
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    return np.asarray(cv2.warpAffine(image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _shrunk(side: int, image: Bgr) -> Bgr:
    scale = min(1.0, side / max(image.shape[:2]))
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _bordered(share: float, image: Bgr) -> Bgr:
    wide = round(share * max(image.shape[:2]))
    return np.asarray(cv2.copyMakeBorder(image, wide, wide, wide, wide, cv2.BORDER_REPLICATE), np.uint8)


def _lit(factors: np.ndarray[tuple[int], np.dtype[np.float64]], gamma: float, image: Bgr) -> Bgr:
    values = np.arange(256)[:, None] / 255
    curves = (255 * values**gamma * factors).clip(0, 255).round().astype(np.uint8)
    return np.stack([cv2.LUT(image[..., channel], curves[:, channel]) for channel in range(3)], -1).astype(np.uint8)


def _blurred(image: Bgr) -> Bgr:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), max(image.shape[:2]) / 2000), np.uint8)


def _cut(corners: Points, squares: tuple[int, int], left: float, image: Bgr) -> Bgr:
    step = (cv2.contourArea(corners) / (squares[0] * squares[1])) ** 0.5
    least = np.maximum(corners.min(0) - left * step, 0).round().astype(int)
    most = (corners.max(0) + left * step).round().astype(int)
    return np.ascontiguousarray(image[least[1] : most[1], least[0] : most[0]])


def answers(data: Path) -> Iterator[Answer]:
    """How every real photo is read as it is and under every change."""
    outlines = dict(measured_outlines(data))
    for name, kingdom, corners in labelled_kingdoms(data):
        path = data / "photos" / name
        yield _answer(name, "as it is", kingdom, path.read_bytes())
        image = read(path)
        known = outlines.get(f"photos/{name}") if corners is None else corners
        for change, apply, quality in changes(known, (kingdom.height, kingdom.width)):
            file = cv2.imencode(".jpg", apply(image), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
            yield _answer(name, change, kingdom, file.tobytes())


def _answer(name: str, change: str, kingdom: Kingdom, photo: bytes) -> Answer:
    try:
        readings: list[Reading] = read_photo(photo)
    except (NoKingdomFound, PhotoError):
        readings = []
    if not readings:
        return Answer(name, change, found=False, exact=False, sure=False)
    largest = max(readings, key=lambda reading: reading.kingdom.height * reading.kingdom.width)
    exact = len(readings) == 1 and is_same(largest.kingdom, kingdom)
    return Answer(name, change, True, exact, any(reading.sure for reading in readings))


def table(read_so: list[Answer]) -> Iterator[str]:
    """How many photos are exact, sure, lost, and sure and wrong, by change and in all."""
    yield f"{'change':<28}{'photos':>8}{'exact':>8}{'sure':>8}{'lost':>8}{'sure and wrong':>16}"
    for change in (*dict.fromkeys(each.change for each in read_so), ""):
        rows = [each for each in read_so if change in ("", each.change)]
        wrong = sum(each.sure and not each.exact for each in rows)
        counts = (len(rows), sum(r.exact for r in rows), sum(r.sure for r in rows), sum(not r.found for r in rows))
        yield f"{change or 'all':<28}" + "".join(f"{count:>8}" for count in counts) + f"{wrong:>16}"
    photos = dict.fromkeys(each.photo for each in read_so)
    steady = sum(all(each.exact for each in read_so if each.photo == photo) for photo in photos)
    yield f"exact under every change: {steady} of {len(photos)} photos"


def worse(before: list[Answer], after: list[Answer]) -> Iterator[str]:
    """What was exact or honest and is no longer, and what has become exact."""
    then = {(each.photo, each.change): each for each in before}
    for each in after:
        old = then.get((each.photo, each.change))
        if old is None:
            continue
        lies, lied = each.sure and not each.exact, old.sure and not old.exact
        if old.exact != each.exact or lies != lied:
            verdict = "worse" if (old.exact and not each.exact) or (lies and not lied) else "better"
            yield f"{verdict}: {each.photo}, {each.change}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Read every real photo under every harmless change.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--json", type=Path, help="where the answers are written")
    parser.add_argument("--against", type=Path, help="the answers of an earlier run, to compare with")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    found = list(answers(arguments.data))
    print(*table(found), sep="\n")
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(each) for each in found], indent=1) + "\n", encoding="utf-8")
    if arguments.against:
        before = [Answer(**each) for each in json.loads(arguments.against.read_text(encoding="utf-8"))]
        print(*worse(before, found), sep="\n")


if __name__ == "__main__":
    main()
