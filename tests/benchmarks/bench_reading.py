"""How long a photo takes on one core, step by step, against OpenCV's full decode of the same file.

``python tests/benchmarks/bench_reading.py``: the sample photos, as they are and enlarged to the 12 MP of a phone, and
the real ones of ``../shared/data`` (or CROWNSIGHT_LABELS) where they are; and photos of another edition, read with it
once it is taught, against the same read without.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

import cv2
import numpy as np

from tests.benchmarks.figures import Figure, Spread, paired, seconds, told
from tests.given import ROOT, SAMPLES, STYLED
from vision import load, read
from vision.editions.teach import teach
from vision.pipeline.find import STEPS

DATA = Path(os.environ.get("CROWNSIGHT_LABELS", ROOT.parent / "shared/data"))
SIZE = (4032, 3024)  # 12 MP, as phones take them
FULL = "the full decode of the same photos"


def enlarged(path: Path) -> bytes:
    """A sample photo as a 12 MP JPEG."""
    image = cv2.resize(cv2.imread(str(path)), SIZE, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])


def figures(runs: int = 9) -> Iterator[Figure]:
    """Every step of reading so many photos of each kind, and the whole."""
    cv2.setNumThreads(1)
    paths = sorted(SAMPLES.glob("*.jpg"))
    real = sorted((DATA / "photos").glob("*.jpg"))
    if real:
        yield from _by_step("real", [path.read_bytes() for path in real], runs)
    yield from _by_step("as sent", [path.read_bytes() for path in paths], runs)
    yield from _by_step("12 MP", [enlarged(path) for path in paths], runs)
    yield _taught(runs)


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
