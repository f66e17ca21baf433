"""How long a photo takes on one core, step by step, against OpenCV's full decode of the same file.

``python tests/benchmarks/bench_reading.py``: the sample photos, as they are and enlarged to the 12 MP of a phone, and
the real ones of ``../shared/data`` (or CROWNSIGHT_LABELS) where they are; and photos of another edition, read with it
once it is taught, against the same read without; and photos of kingdoms in doubt, against the first look at them.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

import cv2
import numpy as np

from tests.benchmarks.figures import Figure, Spread, paired, seconds, told
from tests.given import ROOT, SAMPLES, STYLED
from vision import Photo, Reading, find_grids, load, read, read_together
from vision.editions.teach import teach
from vision.networks import session
from vision.pipeline.find import STEPS
from vision.squares.classify import CROP_PX, log_probabilities

DATA = Path(os.environ.get("CROWNSIGHT_LABELS", ROOT.parent / "shared/data"))
SIZE = (4032, 3024)  # 12 MP, as phones take them
SQUARES = 49  # of a kingdom of 7x7
FULL = "the full decode of the same photos"
DOUBTED = "gap-on-checks", "phone-shadow-on-cork"  # sample photos


def enlarged(path: Path) -> bytes:
    """A sample photo as a 12 MP JPEG."""
    image = cv2.resize(cv2.imread(str(path)), SIZE, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])


def figures(runs: int = 9, most: int | None = None) -> Iterator[Figure]:
    """Every step of reading so many photos of each kind, the whole, and the squares network alone."""
    cv2.setNumThreads(1)
    paths = sorted(SAMPLES.glob("*.jpg"))[:most]
    real = sorted((DATA / "photos").glob("*.jpg"))[:most]
    if real:
        yield from _by_step("real", [path.read_bytes() for path in real], runs)
    yield from _by_step("as sent", [path.read_bytes() for path in paths], runs)
    yield from _by_step("12 MP", [enlarged(path) for path in paths], runs)
    yield _taught(runs)
    yield _in_doubt(runs)
    crops = np.random.default_rng(0).integers(0, 256, (SQUARES, CROP_PX, CROP_PX, 3), np.uint8)
    network = session("squares")
    once = f"one run of the network over {SQUARES} squares"
    yield paired(
        f"{SQUARES} squares of noise, all doubted",
        lambda: log_probabilities(crops),
        (once, lambda: network.run(None, {"crops": crops})),
        runs=runs,
    )


def _taught(runs: int) -> Figure:
    """Photos of another edition, read with what one photo taught of it."""
    lesson, *photos = map(load, STYLED)
    edition = teach(lesson, "Another").edition
    return paired(
        "photos of a taught edition",
        lambda: [read(photo, edition=edition) for photo in photos],
        ("the same photos read without it", lambda: [read(photo) for photo in photos]),
        runs=runs,
    )


def _in_doubt(runs: int) -> Figure:
    """Photos of kingdoms in doubt, which are looked at again, against the first look at them."""
    photos = [load(SAMPLES / f"{name}.jpg") for name in DOUBTED]
    return paired(
        "photos of kingdoms in doubt",
        lambda: [read(photo) for photo in photos],
        ("the first look at them", lambda: [_read_once(photo) for photo in photos]),
        runs=runs,
    )


def _read_once(photo: Photo) -> list[list[Reading]]:
    return read_together([replace(find_grids(photo), other_looks=())])


def _by_step(name: str, photos: Sequence[bytes], runs: int) -> Iterator[Figure]:
    """The steps of reading and the whole: a photo's usual time, and what all photos take together against decoding."""
    _round(photos)
    rounds = [_round(photos) for _ in range(runs)]
    for step in (*STEPS, "all"):
        taken = [1e3 * one[step] / len(photos) for one in rounds]
        ratios = [one[step] / one["decode"] for one in rounds]
        yield Figure(f"photos {name}: {step}", "ms", Spread.of(taken), Spread.of(ratios), FULL)


def _round(photos: Sequence[bytes]) -> Mapping[str, float]:
    """The processor time of each step summed over all photos, of all steps, and of decoding the photos."""
    taken: dict[str, float] = defaultdict(float)
    for photo in photos:
        taken["decode"] += seconds(_full_decode(photo))
        for step, spent in _steps(photo).items():
            taken[step] += spent
            taken["all"] += spent
    return taken


def _steps(photo: bytes) -> dict[str, float]:
    """The processor time of each step of reading one photo."""
    begun = {STEPS[0]: process_time()}
    read(photo, progress=lambda step: begun.update({step: process_time()}))
    marks = [*begun.values(), process_time()]
    return {step: marks[at + 1] - marks[at] for at, step in enumerate(begun)}


def _full_decode(photo: bytes) -> Callable[[], object]:
    stored = np.frombuffer(photo, np.uint8)
    return lambda: cv2.imdecode(stored, cv2.IMREAD_COLOR)


if __name__ == "__main__":
    told(figures())
