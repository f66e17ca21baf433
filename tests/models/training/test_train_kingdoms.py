"""The kingdom classifier is fitted on grids of kingdoms and of other games."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.evaluation.evenings import CASES, Evening, evening
from models.training.train_kingdoms import (
    Example,
    Recipe,
    collect_kingdoms,
    collect_other_games,
    fit_classifier,
    format_figures,
)
from vision.pipeline.grids import KingdomFeatures

RECIPE = Recipe()
EVEN = next(case for case in CASES if case.name == "cloth: beech")


def draw_example(rng: np.random.Generator, kingdom: bool) -> Example:
    """Draw the example of a grid, of one of two games or of one of two sets of kingdoms."""
    middle = (-0.45, 2.5, 0.05, 0.0, 0.1, 0.4, -0.1, 2.2) if kingdom else (-0.7, 0.6, 1.5, 0.1, 0.25, 0.2, -0.5, 1.4)
    return Example(
        f"{kingdom} {rng.integers(2)}", kingdom, KingdomFeatures(*(middle + rng.normal(0, 0.05, 8)).tolist())
    )


@pytest.fixture
def found() -> list[Example]:
    rng = np.random.default_rng(3)
    return [draw_example(rng, kingdom) for kingdom in (True, False) for _ in range(20)]


def test_fitted_classifier_separates_other_games(found: list[Example]) -> None:
    classifier = fit_classifier(found, RECIPE)

    for example in found:
        assert (classifier.log_odds(example.features) >= classifier.accept_log_odds) is example.is_kingdom


def test_halves_are_measured_by_fits_of_the_other(found: list[Example]) -> None:
    strange = Example("False 1", False, found[0].features)  # a game with the features of a kingdom

    first, second, *_ = format_figures([*found, strange], RECIPE)

    assert first.startswith("False 0")
    assert " 0 claimed" in first
    assert second.startswith("False 1")
    assert " 1 claimed" in second


@pytest.fixture(scope="module")
def photo() -> Evening:
    return evening(EVEN, 0, RECIPE.seed)


def test_only_readable_kingdoms_become_examples(photo: Evening) -> None:
    elsewhere = Evening(photo.case, photo.image, ())

    assert [example.is_kingdom for example in collect_kingdoms([photo, elsewhere], "own", RECIPE)] == [True]


def test_grids_of_other_games_are_negative_examples(photo: Evening, tmp_path: Path) -> None:
    (tmp_path / "other-games").mkdir()
    cv2.imwrite(str(tmp_path / "other-games/azul-01.jpg"), photo.image)

    found = collect_other_games(tmp_path, RECIPE)

    assert found
    assert {(example.source, example.is_kingdom) for example in found} == {("azul", False)}
