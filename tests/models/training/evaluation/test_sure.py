"""When a kingdom is called sure is fitted, chosen and measured on composed evenings."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from models.training.evaluation.evenings import CASES, Case, Evening, two_looks
from models.training.evaluation.kept_photos import scenes
from models.training.evaluation.promises import Scored, lowest_threshold
from models.training.evaluation.read_scenes import ReadKingdom, ReadScene, read_scenes
from models.training.evaluation.sure import asked_below, by_mapie, fitted, marks, thresholds, write
from vision.pipeline.calibration import NUMBERS, Evidence, Numbers, score

EASY = CASES[0]
SCALE = Numbers(Evidence(1.0, 0.0, 0.0, 0.0, 0.0, 0.0), 0.0, 2.5, 0.9)


def read_so(evidence: Evidence | None, right: bool, case: str = "a") -> ReadScene:
    return ReadScene(case, cut=False, told=False, kingdoms=(ReadKingdom(evidence, right),))


def some(count: int) -> list[ReadScene]:
    """Evenings on which what is covered decides, whatever the margin says."""
    rng = np.random.default_rng(2)
    found = []
    for number in range(count):
        right = bool(rng.random() < 0.8)
        covered = float(rng.normal(-0.05 if right else -0.4, 0.05))
        evidence = Evidence(float(rng.normal(3, 1)), 0.0, covered, *rng.normal(size=3).tolist())
        found.append(read_so(evidence, right, f"case {number % 10}"))
    return found


def test_a_score_is_fitted_where_it_tells_more_than_the_margin() -> None:
    read = some(200)

    scale = fitted(read, 0.9)

    told = [(score(each.evidence, scale), each.right) for scene in read for each in scene.kingdoms if each.evidence]
    assert min(value for value, right in told if right) > max(value for value, right in told if not right) - 1.0
    assert scale.weights.in_view > 0


def test_thresholds_are_tested_from_the_strictest() -> None:
    tested = thresholds(some(200), SCALE, 600)

    assert tested == sorted(tested, reverse=True)
    assert len(tested) > 5


def test_mapie_proves_the_same_threshold() -> None:
    pytest.importorskip("mapie")
    rng = np.random.default_rng(4)
    scores = rng.uniform(-3, 3, 600)
    wrong = rng.uniform(0, 1, 600) < np.where(scores < 0, 0.2, 0.004)
    scenes = [Scored(np.array([score]), np.array([each])) for score, each in zip(scores, wrong, strict=True)]
    candidates = [1.5, 1.0, 0.5, 0.0, -0.5, -1.0]

    assert by_mapie(scenes, 0.05, candidates) == lowest_threshold(scenes, 0.05, candidates)


def test_what_is_not_to_be_called_sure_has_no_score() -> None:
    assert read_so(None, right=False).scored(SCALE).scores.size == 0


def test_squares_are_asked_about_below_the_confidence_that_finds_enough_wrong_ones() -> None:
    kingdom = ReadKingdom(None, False, True, (0.5, 0.84, 0.85, 0.99), (True, True, False, False))
    read = [ReadScene("a", cut=False, told=False, kingdoms=(kingdom,))]

    assert asked_below(read) == pytest.approx(0.85)
    assert marks(read, 0.86) == (2, 1, 1)


def test_numbers_that_ship_are_plain_and_name_their_networks(tmp_path: Path) -> None:
    write(SCALE, tmp_path)

    content = json.loads((tmp_path / NUMBERS).read_text(encoding="utf-8"))
    assert Evidence(**content["weights"]) == SCALE.weights
    assert set(content["networks"]) == {"corners", "squares"}


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
