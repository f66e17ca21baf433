"""How long a photo takes on one core, step by step, against OpenCV's full decode of the same file.

``python tests/benchmarks/bench_reading.py``: the sample photos, as they are and enlarged to the 12 MP of a phone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import cv2
import numpy as np

from tests.benchmarks.figures import Figure, Spread, paired, seconds, told
from tests.given import SAMPLES
from vision import read
from vision.grids import STEPS
from vision.networks import session
from vision.squares.classify import CROP_PX, log_probabilities

SIZE = (4032, 3024)  # 12 MP, as phones take them
SQUARES = 49  # of a kingdom of 7x7
FULL = "the full decode of the same photo"


def enlarged(path: Path) -> bytes:
    """A sample photo as a 12 MP JPEG."""
    image = cv2.resize(cv2.imread(str(path)), SIZE, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])


def figures(runs: int = 9) -> Iterator[Figure]:
    """Every step of reading, the whole, and the squares network alone."""
    cv2.setNumThreads(1)
    paths = sorted(SAMPLES.glob("*.jpg"))
    yield from _by_step("as sent", [path.read_bytes() for path in paths], runs)
    yield from _by_step("12 MP", [enlarged(path) for path in paths], runs)
    crops = np.random.default_rng(0).integers(0, 256, (SQUARES, CROP_PX, CROP_PX, 3), np.uint8)
    network = session("squares")
    once = f"one run of the network over {SQUARES} squares"
    yield paired(
        f"{SQUARES} squares of noise, all doubted",
        lambda: log_probabilities(crops),
        (once, lambda: network.run(None, {"crops": crops})),
        runs=runs,
    )


def _by_step(name: str, photos: Sequence[bytes], runs: int) -> Iterator[Figure]:
    """The steps of reading by the clock on the wall, then the whole in processor time; spread over the photos."""
    taken: dict[str, list[float]] = {step: [] for step in STEPS}
    ratios: dict[str, list[float]] = {step: [] for step in STEPS}
    whole, times = [], []
    for photo in photos:
        decode = _full_decode(photo)
        read(photo)
        for _ in range(runs):
            bare = seconds(decode)
            whole.append(1e3 * seconds(partial(read, photo)))
            times.append(whole[-1] / 1e3 / bare)
            for step, seconds_of_step in read(photo)[0].timings.items():
                taken[step].append(1e3 * seconds_of_step)
                ratios[step].append(seconds_of_step / bare)
    for step in STEPS:
        yield Figure(f"photos {name}: {step}", "ms", Spread.of(taken[step]), Spread.of(ratios[step]), FULL)
    yield Figure(f"photos {name}: all", "ms", Spread.of(whole), Spread.of(times), FULL)


def _full_decode(photo: bytes) -> Callable[[], object]:
    stored = np.frombuffer(photo, np.uint8)
    return lambda: cv2.imdecode(stored, cv2.IMREAD_COLOR)


if __name__ == "__main__":
    told(figures())
