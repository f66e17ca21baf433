"""Measure how long a photo takes on one core, step by step, against OpenCV's full decode of the same file.

``python tests/benchmarks/bench_reading.py``: the sample photos, as they are and enlarged to the 12 MP of a phone, and
the real ones of ``../shared/data`` (or CROWNSIGHT_LABELS) where they are; and photos of another edition, read with it
once it is taught, against the same read without; and a new process of ``crownsight read``, against importing libraries.
``--write`` writes the figure of docs/guarantees.md.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

import cv2
import numpy as np

from tests.benchmarks.figures import Figure, seconds, show
from tests.project import ROOT
from tests.sample_photos import KITCHEN, SAMPLES, STYLED
from vision import load, read
from vision.pipeline.teach import teach

DATA = Path(os.environ.get("CROWNSIGHT_LABELS", ROOT.parent / "shared/data"))
SIZE = (4032, 3024)  # 12 MP, as phones take them
RUNS = 9
STEPS = ("opening", "finding", "reading", "checking")
PHONE = "12 MP"
FULL = "the full decode of the same photos"


def enlarge(path: Path) -> bytes:
    """Encode a sample photo as a 12 MP JPEG."""
    image = cv2.resize(cv2.imread(str(path)), SIZE, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])


def figures() -> Iterator[Figure]:
    """Measure every step of reading and the total, for each kind of photo."""
    cv2.setNumThreads(1)
    paths = sorted(SAMPLES.glob("*.jpg"))
    real = sorted((DATA / "photos").glob("*.jpg"))
    if real:
        yield from _by_step("real", [path.read_bytes() for path in real])
    yield from _by_step("as sent", [path.read_bytes() for path in paths])
    yield from _by_step(PHONE, [enlarge(path) for path in paths])
    yield _teach()
    yield _start()


def _start() -> Figure:
    """Measure a new process that reads one photo, against one that only imports the libraries it needs."""
    read_photo = f"import ui.cli; raise SystemExit(ui.cli.main(['read', {str(KITCHEN)!r}]))"
    taken, imports = list[float](), list[float]()
    for _ in range(1 + RUNS):  # the first one writes the bytecode
        taken.append(1e3 * _process_seconds(read_photo))
        imports.append(1e3 * _process_seconds("import cv2, numpy, onnxruntime"))
    ratios = [one / other for one, other in zip(taken[1:], imports[1:], strict=True)]
    return Figure("new process: crownsight read", "ms", taken[1:], ratios, "importing OpenCV, NumPy and ONNX Runtime")


def _process_seconds(program: str) -> float:
    """Return the processor time of a new Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, cwd=ROOT, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _teach() -> Figure:
    """Photos of another edition, read with what one photo taught of it, and in turn without."""
    lesson, *photos = map(load, STYLED)
    edition = teach(lesson, "Another").tiles
    taken, bare = list[float](), list[float]()
    for _ in range(RUNS):
        taken.append(1e3 * seconds(lambda: [read(photo, tiles=edition) for photo in photos]))
        bare.append(1e3 * seconds(lambda: [read(photo) for photo in photos]))
    ratios = [one / other for one, other in zip(taken, bare, strict=True)]
    return Figure("photos of a taught edition", "ms", taken, ratios, "the same photos read without it")


def _by_step(name: str, photos: Sequence[bytes]) -> Iterator[Figure]:
    """Measure each step and the total: the median of a photo, and the sum of all photos against decoding."""
    _, *rounds = [_round(photos) for _ in range(1 + RUNS)]
    for step in (*STEPS, "all"):
        taken = [1e3 * one[step] / len(photos) for one in rounds]
        claim = "median" if (name, step) == (PHONE, "all") else ""
        yield Figure(f"photos {name}: {step}", "ms", taken, [one[step] / one[FULL] for one in rounds], FULL, claim)


def _round(photos: Sequence[bytes]) -> Mapping[str, float]:
    """Sum the processor time of each step over all photos, of all steps, and of decoding the photos."""
    taken = defaultdict[str, float](float)
    for photo in photos:
        taken[FULL] += seconds(partial(cv2.imdecode, np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR))
        begun = {STEPS[0]: process_time()}
        read(photo, progress=lambda step, begun=begun: begun.update({step: process_time()}))  # type: ignore[misc]
        begun["all"] = process_time()
        for (step, begin), (_, end) in pairwise(begun.items()):
            taken[step] += end - begin
            taken["all"] += end - begin
    return taken


if __name__ == "__main__":
    show(figures(), "benchmarks/bench_reading.py")
