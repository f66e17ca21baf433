"""Where kingdoms are lost: the share found and read in composed photos, by difficulty.

``python tests/benchmarks/bench_locate.py [DATA] [PHOTOS]``. The photos are composed of real dominoes that the squares
network has seen in training: a figure here says what is hard, not how accurate the reader is.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from vision import NoKingdomFound, Photo, Reading, read
from vision.training.composed_photo import Composed, Difficulty, compose
from vision.training.texture_bank import load_bank

DATA = Path(__file__).parents[3] / "shared/data"
PHOTOS = 20  # of each difficulty
RIGHT = 0.2  # of a square: the most a corner may be off
SEED = 20_261  # not that of the training
DIFFICULTIES = (
    Difficulty("careful, 5x5"),
    Difficulty("7x7", step_px=90, grid=7),
    Difficulty("four dominoes laid", turns=4),
    Difficulty("nine dominoes laid", turns=9),
    Difficulty("two kingdoms", step_px=75, kingdoms=2),
    Difficulty("castle standing", standing=True),
    Difficulty("turned up to 45 degrees", turn=45),
    Difficulty("tilt 25 degrees", tilt=25),
    Difficulty("tilt 38 degrees", tilt=38),
    Difficulty("tilt 50 degrees", tilt=50),
    Difficulty("small: 40 pixels a square", step_px=40),
    Difficulty("smaller: 25 pixels a square", step_px=25),
    Difficulty("dark: a third of the light", brightness=0.33),
)


def main() -> None:
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    if not data.exists():
        print(f"The real dominoes are not in {data}; nothing measured.")
        return
    photos = int(sys.argv[2]) if len(sys.argv) > 2 else PHOTOS
    bank = load_bank(data, SEED)
    print(f"{'difficulty':<30}{'kingdoms':>9}{'found':>8}{'read':>8}")
    for difficulty in DIFFICULTIES:
        rng = np.random.default_rng(SEED)
        outcomes = [outcome for _ in range(photos) for outcome in judged(compose(rng, bank, difficulty))]
        found, exact = (np.mean([outcome[index] for outcome in outcomes]) for index in (0, 1))
        print(f"{difficulty.name:<30}{len(outcomes):>9}{found:>8.0%}{exact:>8.0%}")


def judged(composed: Composed) -> list[tuple[bool, bool]]:
    """For every kingdom of the photo: was its grid found, was it read without a mistake."""
    try:
        readings = read(Photo(composed.image, 1.0))
    except NoKingdomFound:
        readings = []
    truth = zip(composed.kingdoms, composed.corners, strict=True)
    return [
        (
            any(farthest(reading, corners) < RIGHT for reading in readings),
            any(reading.kingdom.canonical() == kingdom.canonical() for reading in readings),
        )
        for kingdom, corners in truth
    ]


def farthest(reading: Reading, corners: np.ndarray) -> float:
    """How far the worst corner is off, in squares, whichever way round the kingdom was read."""
    found = np.array(reading.corners)
    squares = reading.kingdom.height * reading.kingdom.width
    step = (cv2.contourArea(corners.astype(np.float32)) / squares) ** 0.5
    return min(float(np.abs(np.roll(found, turn, 0) - corners).max()) for turn in range(4)) / step


if __name__ == "__main__":
    main()
