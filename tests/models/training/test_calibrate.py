"""Confidence thresholds are chosen and measured on composed evenings."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np
import pytest

from models.training.calibrate import EDITIONS, Recipe, choose_calibration, choose_doubt_threshold, marks
from models.training.evaluation import read_scenes as kept
from models.training.evaluation.evenings import CASES, Case, Evening, evening
from models.training.evaluation.read_scenes import ReadKingdom, ReadScene, evenings_kept, read_scene
from vision.networks import read_manifest_entry
from vision.pipeline.calibration import ENTRY

RECIPE = Recipe()


def read_so(least: float | None, right: bool) -> ReadScene:
    return ReadScene("a", cut=False, told=False, kingdoms=(ReadKingdom(least, right),))


def evenings(seed: int, count: int, wrong_below: float) -> list[ReadScene]:
    """Evenings of one kingdom each that is read wrong below a confidence, and right from there on."""
    values = np.random.default_rng(seed).random(count).tolist()
    return [read_so(value, right=value >= wrong_below) for value in values]


def test_lowest_threshold_within_the_limit_is_chosen() -> None:
    found = choose_calibration(evenings(2, 600, wrong_below=0.3), evenings(3, 600, wrong_below=0.3), 0.9, RECIPE)

    assert 0.25 < found.sure < 0.35
    assert found.castle == 0.9


def test_no_board_is_sure_if_no_threshold_is_valid() -> None:
    found = choose_calibration(evenings(2, 600, wrong_below=2.0), evenings(3, 600, wrong_below=2.0), 0.9, RECIPE)

    assert found.sure == inf
    assert read_so(None, right=False).scored.scores.size == 0  # not to be called sure, so nothing to choose by


def test_doubt_threshold_finds_enough_wrong_squares() -> None:
    kingdom = ReadKingdom(None, False, True, (0.5, 0.84, 0.85, 0.99), (True, True, False, False))
    read = [ReadScene("a", cut=False, told=False, kingdoms=(kingdom,))]

    assert choose_doubt_threshold(read, 0.93) == pytest.approx(0.85)
    assert marks(read, 0.86) == (2, 1, 1)


def test_shipped_calibration_covers_every_edition() -> None:
    assert read_manifest_entry(ENTRY)["recipe"]["editions"] == list(EDITIONS)


def test_kept_photos_are_composed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "CASES", CASES[:1])
    composed: list[int] = []

    def compose(case: Case, number: int) -> Evening:
        composed.append(number)
        return evening(case, number, 7)

    first, again = (list(evenings_kept(tmp_path, 1, compose)) for _ in range(2))

    assert composed == [0]
    assert [lying.kingdom for lying in first[0].lying] == [lying.kingdom for lying in evening(CASES[0], 0, 7).lying]
    assert (first[0].image == again[0].image).all()
    assert read_scene(again[0]).kingdoms[0].right
