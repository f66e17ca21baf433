"""The law of harmless changes: ``python -m models.training.evaluation.same DATA [--json FILE] [--against FILE]``.

A photo that is turned, tilted, stored anew, shrunk, given a border, cut closer or lit a little otherwise shows the
same kingdom. Every real photo is read under every such change, and with ``--each NUMBER`` so many composed ones of each
case of hard evenings, of any ``--edition``. ``--against`` compares with an earlier run, photo by photo and change by
change: what makes one worse does not ship. With ``CROWNSIGHT_MODELS=FOLDER`` networks of another folder read.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from models.training.evaluation.evenings import CASES, EDITIONS, DrawBox, boxes_of, evening
from models.training.evaluation.matching import is_same
from models.training.evaluation.photos import labelled_kingdoms
from models.training.pictures.labels import measured_outlines
from scoring.kingdom import Kingdom
from vision.errors import NoKingdomFound, PhotoError
from vision.photo.photo import Bgr, Points
from vision.pipeline.read import Reading, read

QUALITY = 95  # of the JPEG files that changed photos are stored as
TILT = 4.0  # degrees
CLOSE = (0.3, 0.1, 0.02)  # of a square: what is left of the table round a kingdom

SIDES = (2400, 1600, 1200)  # of the longer side, in pixels: what larger photos are shrunk to
AS_IT_IS = "as it is"

Change = Callable[[Bgr], Bgr]


@dataclass(frozen=True, eq=False)
class Shown:
    """A photo as it was stored, the kingdom it shows and, where they are known, its grid's corners (4, 2)."""

    name: str
    file: bytes
    kingdom: Kingdom
    corners: Points | None


@dataclass(frozen=True)
class Answer:
    """How a photo was read under a change."""

    photo: str
    change: str
    found: bool
    exact: bool
    sure: bool


def changes(corners: Points | None, squares: tuple[int, int], longest: int) -> list[tuple[str, Change, int]]:
    """Every harmless change of a photo whose longer side is known, its name and the quality it is stored at.

    A photo is cut close where the corners are known, and shrunk to what is smaller than it.
    """
    cuts = [] if corners is None else [(left, partial(_cut, corners, squares, left)) for left in CLOSE]
    return [
        *((f"turned by {90 * turns} degrees", partial(_turned, turns), QUALITY) for turns in (1, 2, 3)),
        *((f"tilted by {angle:.0f} degrees", partial(_tilted, angle), QUALITY) for angle in (TILT, -TILT)),
        *((f"{side} pixels", partial(_shrunk, side), QUALITY) for side in SIDES if side < longest),
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
    scale = side / max(image.shape[:2])
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


def real_photos(data: Path) -> Iterator[Shown]:
    """Every labelled whole photo."""
    outlines = dict(measured_outlines(data))
    for name, kingdom, corners in labelled_kingdoms(data):
        known = outlines.get(f"photos/{name}") if corners is None else corners
        yield Shown(name, (data / "photos" / name).read_bytes(), kingdom, known)


def composed_photos(each: int, draw_box: DrawBox) -> Iterator[Shown]:
    """So many hard evenings of each case that shows one whole kingdom."""
    for case in CASES:
        for number in range(each if case.kingdoms == 1 and not (case.cut or case.bare) else 0):
            photo = evening(case, number, draw_box=draw_box)
            (lying,) = photo.lying
            file = cv2.imencode(".png", photo.image)[1].tobytes()
            yield Shown(f"{case.name} {number}", file, lying.kingdom, lying.corners)


def answers(photos: Iterable[Shown]) -> Iterator[Answer]:
    """How every photo is read as it is and under every change."""
    for shown in photos:
        yield _answer(shown, AS_IT_IS, shown.file)
        image = np.asarray(cv2.imdecode(np.frombuffer(shown.file, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        squares = (shown.kingdom.height, shown.kingdom.width)
        for change, apply, quality in changes(shown.corners, squares, max(image.shape)):
            file = cv2.imencode(".jpg", apply(image), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
            yield _answer(shown, change, file.tobytes())


def _answer(shown: Shown, change: str, file: bytes) -> Answer:
    try:
        readings: list[Reading] = read(file)
    except (NoKingdomFound, PhotoError):
        readings = []
    if not readings:
        return Answer(shown.name, change, found=False, exact=False, sure=False)
    largest = max(readings, key=lambda reading: reading.kingdom.height * reading.kingdom.width)
    exact = len(readings) == 1 and is_same(largest.kingdom, shown.kingdom)
    return Answer(shown.name, change, True, exact, any(reading.sure for reading in readings))


def table(read_so: Sequence[Answer]) -> Iterator[str]:
    """How many photos are exact, sure, lost, and sure and wrong, by change and in all.

    *spoilt* are those that are exact as they are and not so under a change.
    """
    good = {each.photo for each in read_so if each.change == AS_IT_IS and each.exact}
    yield f"{'change':<28}{'photos':>8}{'exact':>8}{'spoilt':>8}{'sure':>8}{'lost':>8}{'sure and wrong':>16}"
    for change in (*dict.fromkeys(each.change for each in read_so), ""):
        rows = [each for each in read_so if change in ("", each.change)]
        exact, sure = sum(each.exact for each in rows), sum(each.sure for each in rows)
        spoilt = sum(each.photo in good and not each.exact for each in rows)
        lost, wrong = sum(not each.found for each in rows), sum(each.sure and not each.exact for each in rows)
        yield f"{change or 'all':<28}{len(rows):>8}{exact:>8}{spoilt:>8}{sure:>8}{lost:>8}{wrong:>16}"
    yield ""
    yield from steadiness(read_so)


def steadiness(read_so: Sequence[Answer]) -> Iterator[str]:
    """Under how many changes each photo is exact, of those that are not so under every one, and how many are."""
    photos = dict.fromkeys(each.photo for each in read_so)
    steady = 0
    for photo in photos:
        exact = [each.exact for each in read_so if each.photo == photo]
        steady += all(exact)
        if not all(exact):
            yield f"{photo}: exact under {sum(exact)} of {len(exact)}"
    yield f"exact under every change: {steady} of {len(photos)} photos"


def worse(before: Sequence[Answer], after: Sequence[Answer]) -> Iterator[str]:
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
    parser = argparse.ArgumentParser(description="Read every photo under every harmless change.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--each", type=int, default=0, help="composed photos of each case, beside the real ones")
    parser.add_argument("--edition", default="own", choices=EDITIONS, help="whose tiles lie in composed photos")
    parser.add_argument("--json", type=Path, help="where the answers are written")
    parser.add_argument("--against", type=Path, help="the answers of an earlier run, to compare with")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    composed = composed_photos(arguments.each, boxes_of(arguments.edition, arguments.data))
    found = list(answers(chain(real_photos(arguments.data), composed)))
    print(*table(found), sep="\n")
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(each) for each in found], indent=1) + "\n", encoding="utf-8")
    if arguments.against:
        before = [Answer(**each) for each in json.loads(arguments.against.read_text(encoding="utf-8"))]
        print(*worse(before, found), sep="\n")


if __name__ == "__main__":
    main()
