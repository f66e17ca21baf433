"""Where kingdoms are lost: the share found and read in composed photos, by difficulty.

``python tests/benchmarks/bench_locate.py [DATA] [--photos N] [--only WORDS] [--failures FOLDER]``. The photos are
composed of the 48 close-ups on real and drawn tables. Both networks have seen these dominoes in training, and drawn
tables of the same kinds: a figure here says what is hard, not how accurate the reader is. A chart of the table is
written to ``build/``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.training.art.foreign_boards import foreign_board
from models.training.art.table_tops import GROUNDS, surface
from models.training.synthesis.scene import REAL
from tests.benchmarks.hard_photos import GOOD_LIGHT, Composed, Difficulty, compose, load_stock
from vision import Photo, Reading, VisionError, load, read
from vision.photo.photo import LONGEST_SIDE
from vision.rectify import grid_crossings

DATA = Path(__file__).parents[3] / "shared/data"
CHART = Path("build/found.png")
PHOTOS = 6  # of each difficulty
MIXED = 3  # times as many of those that mix difficulties
BARE = 60  # photos without a kingdom
RIGHT = 0.2  # of a square: the most a corner may be off
SEED = 20_261  # not that of the training
DIFFICULTIES = (
    Difficulty("careful, 5x5"),
    Difficulty("7x7", step_px=90, grid=7),
    Difficulty("three squares", turns=1),
    Difficulty("nine squares", turns=4),
    Difficulty("nineteen squares", turns=9),
    Difficulty("two, one square apart", step_px=75, kingdoms=2, apart=1.0),
    Difficulty("two, two squares apart", step_px=75, kingdoms=2, apart=2.0),
    Difficulty("two of nineteen squares", step_px=80, kingdoms=2, turns=9, turn=45, tilt=20),
    Difficulty("a line of dominoes beside it", step_px=90, line=True),
    Difficulty("castle standing", standing=True),
    Difficulty("castle and kings standing", standing=True, kings=3),
    Difficulty("a hand over the border", hand=True),
    Difficulty("drift of 8 %", drift=0.05),
    Difficulty("turned up to 45 degrees", turn=45),
    Difficulty("tilt 25 degrees", tilt=25),
    Difficulty("tilt 38 degrees", tilt=38),
    Difficulty("tilt 50 degrees", tilt=50),
    Difficulty("a real table", table=REAL),
    Difficulty("grass", table="grass"),
    Difficulty("wood", table="planks"),
    Difficulty("carpet", table="carpet"),
    Difficulty("a cutting mat", table="cutting mat"),
    Difficulty("a chequered cloth", table="checks"),
    Difficulty("a printed cloth", table="printed cloth"),
    Difficulty("a newspaper", table="newspaper"),
    Difficulty("a tiled floor", table="floor tiles"),
    Difficulty("on another game's board", table="foreign board", step_px=90),
    Difficulty("40 pixels a square", step_px=40),
    Difficulty("25 pixels a square", step_px=25),
    Difficulty("a photo of 0.3 MP", long_side=640),
    Difficulty("a photo of 50 MP", long_side=7000),
    Difficulty("a quarter square of table round it", step_px=180, margin=0.25, tilt=5),
    Difficulty("no table round it", step_px=180, margin=0.0, tilt=3, turn=1),
    Difficulty("a third of the light", light=replace(GOOD_LIGHT, brightness=0.33)),
    Difficulty("a warm lamp", light=replace(GOOD_LIGHT, cast=(-0.35, 0.0, 0.35))),
    Difficulty("cold light", light=replace(GOOD_LIGHT, cast=(0.3, 0.0, -0.3))),
    Difficulty("a glare of a square", light=replace(GOOD_LIGHT, glare=1.0, glare_size=0.035)),
    Difficulty("blurred by 3 pixels", light=replace(GOOD_LIGHT, blur=3.0)),
)
MIXES = (
    Difficulty("mixed, 5x5", tilt=-1, rough=True),
    Difficulty("mixed, two kingdoms", tilt=-1, kingdoms=2, step_px=75, rough=True),
    Difficulty("mixed, castle and a hand", tilt=-1, standing=True, kings=1, hand=True, rough=True),
    Difficulty("mixed, 7x7", tilt=-1, grid=7, step_px=85, rough=True),
)
CUT = Difficulty("cut by the edge", cut=1.4)
HEADER = f"{'difficulty':<38}{'kingdoms':>9}{'found':>8}{'read':>8}{'false':>7}{'seconds':>9}"


@dataclass(frozen=True)
class Outcome:
    """One photo: for each of its kingdoms whether the grid was found and the kingdom read without a mistake."""

    found: tuple[bool, ...]
    exact: tuple[bool, ...]
    false: int  # kingdoms read that are not there
    seconds: float
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    kingdoms: int
    found: float
    exact: float | None  # None where a hand hides squares
    false: int
    seconds: float

    def __str__(self) -> str:
        exact = "-" if self.exact is None else f"{self.exact:.0%}"
        return f"{self.name:<38}{self.kingdoms:>9}{self.found:>8.0%}{exact:>8}{self.false:>7}{self.seconds:>9.2f}"

    @staticmethod
    def of(difficulty: Difficulty, outcomes: list[Outcome]) -> Row:
        """The shares over many photos of one difficulty."""
        found = [each for outcome in outcomes for each in outcome.found]
        exact = None if difficulty.hand else float(np.mean([each for outcome in outcomes for each in outcome.exact]))
        seconds = float(np.median([outcome.seconds for outcome in outcomes]))
        false = sum(outcome.false for outcome in outcomes)
        return Row(difficulty.name, len(found), float(np.mean(found)), exact, false, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description="Where kingdoms are lost, by difficulty.")
    parser.add_argument("data", type=Path, nargs="?", default=DATA)
    parser.add_argument("--photos", type=int, default=PHOTOS, help="of each difficulty")
    parser.add_argument("--only", default="", help="difficulties whose name holds these words")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--failures", type=Path, help="a folder for the photos in which a kingdom was lost")
    options = parser.parse_args()
    if not options.data.exists():
        print(f"The real dominoes are not in {options.data}; nothing measured.")
        return
    cv2.setNumThreads(1)
    rows = list(measured(options))
    if rows:
        CHART.parent.mkdir(exist_ok=True)
        cv2.imwrite(str(CHART), chart(rows))
        print(f"the same as a picture: {CHART}")


def measured(options: argparse.Namespace) -> Iterator[Row]:
    """The lines of the table, each printed as it comes."""
    stock = load_stock(options.data, options.seed)
    print(HEADER)
    for difficulty in (*DIFFICULTIES, *MIXES):
        if options.only not in difficulty.name:
            continue
        rng = np.random.default_rng([options.seed, sum(map(ord, difficulty.name))])
        outcomes = []
        for number in range(options.photos * (MIXED if difficulty in MIXES else 1)):
            composed = compose(rng, stock, varied(rng, difficulty))
            outcomes.append(judged(composed))
            lost = outcomes[-1].found if difficulty.hand else outcomes[-1].exact
            if options.failures and not all(lost):
                keep(options.failures / f"{difficulty.name.replace(' ', '-')}-{number}.png", composed, outcomes[-1])
        row = Row.of(difficulty, outcomes)
        print(row, flush=True)
        yield row
    if options.only in CUT.name:
        rng = np.random.default_rng(options.seed)
        told = [says_cut_off(compose(rng, stock, CUT)) for _ in range(2 * options.photos)]
        print(f"\ncut by the edge of the photo: {sum(told)} of {len(told)} said to be cut off or not a kingdom")
        found = [judged(Composed(image, (), ())).false for image in bare_photos(options.seed)]
        print(f"photos without a kingdom: {sum(map(bool, found))} of {len(found)} with kingdoms found in them\n")


def varied(rng: np.random.Generator, difficulty: Difficulty) -> Difficulty:
    """The difficulty itself; one of a mix in other circumstances each time."""
    if difficulty not in MIXES:
        return difficulty
    return replace(
        difficulty,
        tilt=float(rng.uniform(0, 38)),
        turn=float(rng.choice([5, 45])),
        step_px=difficulty.step_px * float(rng.uniform(0.55, 1.0)),
        turns=None if rng.random() < 0.6 else int(rng.integers(3, difficulty.grid**2 // 2)),
        drift=float(rng.choice([0.01, 0.02, 0.04])),
        standing=difficulty.standing or bool(rng.random() < 0.3),
    )


def judged(composed: Composed) -> Outcome:
    """What was found of a photo's kingdoms."""
    photo = opened(composed.image)
    started = time.process_time()
    try:
        readings = tuple(read(photo))
    except VisionError:
        readings = ()
    seconds = time.process_time() - started
    truth = list(zip(composed.kingdoms, composed.corners, strict=True))
    found = tuple(any(farthest(reading, corners) < RIGHT for reading in readings) for _, corners in truth)
    exact = tuple(
        any(reading.kingdom.canonical() == kingdom.canonical() for reading in readings) for kingdom, _ in truth
    )
    return Outcome(found, exact, max(0, len(readings) - len(truth)), seconds, readings)


def opened(image: np.ndarray) -> Photo:
    """The picture as a phone's file would be opened."""
    if max(image.shape) <= LONGEST_SIDE:
        return Photo(image, 1.0)
    return load(bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]))


def farthest(reading: Reading, corners: np.ndarray) -> float:
    """How far the worst corner is off, in squares, whichever way round the kingdom was read."""
    found = np.array(reading.corners)
    squares = reading.kingdom.height * reading.kingdom.width
    step = (cv2.contourArea(corners.astype(np.float32)) / squares) ** 0.5
    return min(float(np.abs(np.roll(found, turn, 0) - corners).max()) for turn in range(4)) / step


def says_cut_off(composed: Composed) -> bool:
    """Whether a player is told that the kingdom is cut off, or that there is none."""
    try:
        readings = read(opened(composed.image))
    except VisionError:
        return True
    return all(any("cut off" in str(warning) for warning in reading.warnings) for reading in readings)


def bare_photos(seed: int) -> Iterator[np.ndarray]:
    """Tables, grounds and other games without a kingdom."""
    rng = np.random.default_rng(seed)
    for index in range(BARE):
        drawn = (surface, partial(surface, among=GROUNDS), foreign_board)[index % 3]
        yield np.asarray(cv2.resize(drawn(rng, 768), (1024, 1024), interpolation=cv2.INTER_LINEAR))


def keep(path: Path, composed: Composed, outcome: Outcome) -> None:
    """Writes the photo with the true outlines and the grids found."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = composed.image.copy()
    for reading in outcome.readings:
        crossings = grid_crossings(np.array(reading.corners, np.float32), reading.kingdom.height, reading.kingdom.width)
        lines = [np.rint(line).astype(np.int32) for line in (*crossings, *crossings.swapaxes(0, 1))]
        cv2.polylines(picture, lines, False, (220, 246, 255), 2, cv2.LINE_AA)
    for outline in composed.corners:
        cv2.polylines(picture, [np.rint(outline).astype(np.int32)], True, (0, 0, 255), 2, cv2.LINE_AA)
    factor = min(1.0, 800 / max(picture.shape))
    cv2.imwrite(str(path), cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))


def chart(rows: list[Row]) -> np.ndarray:
    """The shares as bars: found in green, read without a mistake in blue."""
    high, left, wide = 26, 330, 400
    picture = np.full((high * (len(rows) + 2), left + wide + 140, 3), 255, np.uint8)
    for index, row in enumerate(rows):
        top = high * (index + 1)
        write(picture, row.name, (10, top + 16))
        for share, colour, offset in ((row.found, (90, 160, 70), 3), (row.exact or 0.0, (190, 130, 50), 12)):
            cv2.rectangle(picture, (left, top + offset), (left + round(share * wide), top + offset + 8), colour, -1)
        write(picture, " ".join(str(row)[38:].split()[1:3]), (left + wide + 12, top + 16))
    write(picture, "share of kingdoms: found (green), read without a mistake (blue)", (10, 17))
    return picture


def write(picture: np.ndarray, text: str, place: tuple[int, int]) -> None:
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (40, 40, 40), 1, cv2.LINE_AA)


if __name__ == "__main__":
    main()
