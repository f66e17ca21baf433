"""Promises with a number hold as often as they say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.training.evaluation.bounds import Held, Scored, at_most, held, lowest_threshold, wilson


@pytest.mark.parametrize(("scenes", "promise"), [(149, 0.02), (598, 0.005)])
def test_so_many_scenes_without_an_error_are_needed(scenes: int, promise: float) -> None:
    assert at_most(0, scenes) <= promise < at_most(0, scenes - 1)


def test_of_nothing_nothing_is_promised() -> None:
    assert at_most(0, 0) == 1.0
    assert at_most(3, 3) == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 400), st.data())
def test_a_bound_lies_above_the_share_and_grows_with_errors(of: int, data: st.DataObject) -> None:
    errors = data.draw(st.integers(0, of - 1))

    assert errors / of < at_most(errors, of) <= at_most(errors + 1, of)


def test_a_scene_counts_once_however_many_kingdoms_it_holds() -> None:
    two = Scored(np.array([5.0, 4.0]), np.array([False, True]))

    assert held([two], 3.0) == Held(scenes=1, errors=1)
    assert held([two], 4.5) == Held(scenes=1, errors=0)
    assert held([two], 6.0) == Held(scenes=0, errors=0)


def alone(scores: list[float], wrong: list[bool]) -> list[Scored]:
    """Scenes of one kingdom each."""
    return [Scored(np.array([score]), np.array([error])) for score, error in zip(scores, wrong, strict=True)]


def test_the_search_ends_at_the_first_threshold_that_is_not_proven() -> None:
    scenes = alone([3.0] * 160 + [2.0] * 5 + [1.0] * 500, [False] * 160 + [True] * 5 + [False] * 500)

    assert lowest_threshold(scenes, 0.02, [3.0, 2.0, 1.0]) == 3.0
    assert at_most(5, 665) < 0.02  # the lowest alone would have passed, but was not to be tested any more


def test_a_promise_is_seldom_broken() -> None:
    rng = np.random.default_rng(3)
    risk = 0.021  # just more than is promised
    broken = 0
    for _ in range(200):
        scores = rng.uniform(0, 1, 300)
        chosen = lowest_threshold(alone(scores.tolist(), (rng.random(300) < risk).tolist()), 0.02, [0.4, 0.2, 0.0])
        broken += chosen is not None

    assert broken <= 200 * 0.05 + 3 * (200 * 0.05 * 0.95) ** 0.5
