"""Measure how long a 12 MP photo takes on one core, step by step: ``python tests/benchmarks/bench_reading.py``.

``--write`` writes the figure of docs/guarantees.md.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

import cv2

from tests.benchmarks.figures import Figure, show
from tests.sample_photos import SAMPLES
from vision import read

SIZE = (4032, 3024)  # 12 MP, as phones take them
RUNS = 9
STEPS = ("opening", "finding", "reading", "checking")
ALL = "all steps"


def enlarge(path: Path) -> bytes:
    """Encode a sample photo as a 12 MP JPEG."""
    image = cv2.resize(cv2.imread(str(path)), SIZE, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])


def figures() -> Iterator[Figure]:
    """Measure every step of reading and their sum, of the average photo."""
    cv2.setNumThreads(1)
    photos = [enlarge(path) for path in sorted(SAMPLES.glob("*.jpg"))]
    _, *rounds = [read_all(photos) for _ in range(1 + RUNS)]
    for step in (*STEPS, ALL):
        measured = [1e3 * one[step] / len(photos) for one in rounds]
        yield Figure(f"12 MP photo: {step}", "ms", measured, claim="median" if step == ALL else "")


def read_all(photos: Sequence[bytes]) -> Mapping[str, float]:
    """Read all photos and sum the processor time of each step."""
    taken = defaultdict[str, float](float)
    for photo in photos:
        begun = {STEPS[0]: process_time()}
        read(photo, progress=lambda step, begun=begun: begun.update({step: process_time()}))  # type: ignore[misc]
        begun["end"] = process_time()
        for (step, begin), (_, end) in pairwise(begun.items()):
            taken[step] += end - begin
            taken[ALL] += end - begin
    return taken


if __name__ == "__main__":
    show(figures(), "benchmarks/bench_reading.py")
