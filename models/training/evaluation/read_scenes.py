"""Read composed evenings once, and cache the confidences of their readings in a folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.evaluation.bounds import Scored
from models.training.evaluation.evenings import CASES, Case, Evening, Lying
from models.training.evaluation.outcomes import is_same, match_readings, reports_cut_off, turn_between, wrong_squares
from scoring.kingdom import Kingdom
from vision.errors import VisionError
from vision.photo.photo import Photo
from vision.pipeline.calibration import least_confidence
from vision.pipeline.evidence import Evidence
from vision.pipeline.reader import Reader
from vision.pipeline.reading import Reading

QUALITY = 95  # of the JPEG files


@dataclass(frozen=True)
class ReadKingdom:
    """The reading of one kingdom; one that was not found has no ``confidences``."""

    least: float | None  # confidence of a square; None if the kingdom cannot be called sure
    right: bool  # it was read without an error
    there: bool = True  # False for a reading where no kingdom is
    confidences: tuple[float, ...] = ()  # those of its squares, if its grid was found
    wrong: tuple[bool, ...] = ()  # which of its squares are wrong


@dataclass(frozen=True)
class ReadScene:
    """The reading of one photo."""

    case: str
    cut: bool  # a kingdom is cut by the edge
    told: bool  # the reader warned of that
    kingdoms: tuple[ReadKingdom, ...]

    @property
    def scored(self) -> Scored:
        """All its kingdoms that may be called sure, scored by their least confidence."""
        able = [(each.least, not each.right) for each in self.kingdoms if each.least is not None]
        return Scored(np.array([each[0] for each in able]), np.array([each[1] for each in able], bool))


def read_scene(photo: Evening) -> ReadScene:
    """Read one photo by the shipped networks."""
    try:
        reader = Reader()
        [readings] = reader.decode([reader.find(Photo(photo.image, 1.0))])
    except VisionError:
        readings = []
    pairs, made_up = match_readings(readings, photo.lying)
    kingdoms = [
        ReadKingdom(None, right=False) if reading is None else _compare(reading, lying) for reading, lying in pairs
    ]
    kingdoms += [ReadKingdom(_least(reading), right=False, there=False) for reading in made_up]
    return ReadScene(photo.case, photo.cut, reports_cut_off(readings), tuple(kingdoms))


def _compare(reading: Reading, lying: Lying) -> ReadKingdom:
    turn = turn_between(reading, lying)
    right = is_same(reading.kingdom, lying.kingdom)
    if turn is None:
        return ReadKingdom(_least(reading), right)
    wrong = wrong_squares(reading, lying, turn)
    sure_of = np.rot90(_confidences(reading), -turn)
    return ReadKingdom(_least(reading), right, True, tuple(sure_of.ravel().tolist()), tuple(wrong.ravel().tolist()))


def _least(reading: Reading) -> float | None:
    """Return the confidence of the least confident square; None if the reading cannot be sure whatever it is."""
    has_flaw = not reading.plausible or reading.hidden or reading.unknown
    allows_sure = isinstance(reading.evidence, Evidence) and reading.evidence.allows_sure
    return least_confidence(reading.squares) if allows_sure and not has_flaw else None


def _confidences(reading: Reading) -> NDArray[np.float64]:
    """Return the confidence of every square; 0 where it is hidden, as such a square is always a doubt."""
    found = np.array([[square.confidence for square in row] for row in reading.squares])
    for position in reading.hidden:
        found[position] = 0.0
    return found


def evenings_kept(folder: Path, each: int, compose: Callable[[Case, int], Evening]) -> Iterator[Evening]:
    """Yield so many evenings of each case, the cases in turn; compose those not yet kept in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(each):
        for index, case in enumerate(CASES):
            facts = folder / f"{index:02}-{number:04}.json"
            if not facts.exists():
                _keep(facts, compose(case, number))
            told = json.loads(facts.read_text(encoding="utf-8"))
            image = np.asarray(cv2.imread(str(facts.with_suffix(".jpg")), cv2.IMREAD_COLOR), np.uint8)
            lying = [Lying(Kingdom.parse(code), np.array(corners, np.float32)) for code, corners in told["lying"]]
            yield Evening(told["case"], image, tuple(lying), told["cut"])


def _keep(facts: Path, photo: Evening) -> None:
    cv2.imwrite(str(facts.with_suffix(".jpg")), photo.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    lying = [(str(each.kingdom), np.asarray(each.corners).tolist()) for each in photo.lying]
    facts.write_text(json.dumps({"case": photo.case, "cut": photo.cut, "lying": lying}), encoding="utf-8")
