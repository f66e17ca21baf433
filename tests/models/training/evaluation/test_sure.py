"""When a kingdom is called sure is chosen and measured on composed evenings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from models.training.evaluation.evenings import CASES, Case, Evening, two_looks
from models.training.evaluation.kept_photos import scenes
from models.training.evaluation.read_scenes import ReadKingdom, ReadScene, read_scenes
from models.training.evaluation.sure import asked_below, marks, thresholds

EASY = CASES[0]


def read_so(least: float | None, right: bool) -> ReadScene:
    return ReadScene("a", cut=False, told=False, kingdoms=(ReadKingdom(least, right),))


def test_thresholds_are_tested_from_the_strictest() -> None:
    rng = np.random.default_rng(2)
    tested = thresholds([read_so(float(rng.random()), right=True) for _ in range(200)], 600)

    assert tested == sorted(tested, reverse=True)
    assert len(tested) > 5


def test_what_is_not_to_be_called_sure_has_no_score() -> None:
    assert read_so(None, right=False).scored.scores.size == 0


def test_squares_are_asked_about_below_the_confidence_that_finds_enough_wrong_ones() -> None:
    kingdom = ReadKingdom(None, False, True, (0.5, 0.84, 0.85, 0.99), (True, True, False, False))
    read = [ReadScene("a", cut=False, told=False, kingdoms=(kingdom,))]

    assert asked_below(read) == pytest.approx(0.85)
    assert marks(read, 0.86) == (2, 1, 1)


def test_kept_photos_are_composed_and_read_once(tmp_path: Path) -> None:
    composed: list[int] = []

    def compose(case: Case, number: int) -> tuple[Evening, ...]:
        composed.append(number)
        return two_looks(case, number, seed=7)

    first, again = (list(scenes(tmp_path, 1, compose, lambda case: case is EASY)) for _ in range(2))
    read = [list(read_scenes(tmp_path, photos)) for photos in (first[0], again[0])]

    assert composed == [0]
    assert first[0][0].lying[0].kingdom == first[0][1].lying[0].kingdom
    assert (first[0][0].image != first[0][1].image).any()
    assert read[0] == read[1]
    assert len(read[0]) == 2
