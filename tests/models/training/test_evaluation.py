"""Figures of the evaluation are counted correctly, and statistical bounds hold."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.training.evaluation import invariance
from models.training.evaluation.bounds import Held, Scored, at_most, count_promises, lowest_threshold, wilson
from models.training.evaluation.castles import Look, plain_from
from models.training.evaluation.cover import COVERS, put_on_square
from models.training.evaluation.evenings import CASES, Case, Evening, Lying, evening
from models.training.evaluation.invariance import AS_IT_IS, QUALITY, Answer, Answers, Shown, answers, changes, table
from models.training.evaluation.outcomes import Outcome, Photographed, format_row, read_evening, turn_of
from models.training.evaluation.teaching import LESSON, LESSONS, box_of
from models.training.evaluation.teaching import format_row as format_taught
from models.training.pictures.castles import LabelledCastle
from models.training.pictures.editions import Drawn
from scoring.castle import Castle
from scoring.kingdom import Kingdom
from tests.sample_photos import KITCHEN
from vision.pipeline.read import read
from vision.pipeline.teach import TEACHING_KINGDOM
from vision.squares.castles import COLOURS

# --- Something on a square


@pytest.mark.parametrize("cover", COVERS)
def test_cover_lies_on_its_square(cover: str) -> None:
    table = np.full((500, 500, 3), 90, np.uint8)
    corners = np.array([(50, 50), (450, 50), (450, 450), (50, 450)], np.float32)

    shown = put_on_square(np.random.default_rng(1), table, Lying(Kingdom.empty(5, 5), corners), (0, 0), cover)

    changed = np.abs(shown.astype(int) - 90).max(2) > 20
    assert changed[70:110, 70:110].mean() > 0.3
    assert cover == "finger" or not changed[250:].any()


# --- Promises with a number


@pytest.mark.parametrize(("scenes", "promise"), [(149, 0.02), (598, 0.005)])
def test_so_many_scenes_without_an_error_are_needed(scenes: int, promise: float) -> None:
    assert at_most(0, scenes) <= promise < at_most(0, scenes - 1)


def test_no_samples_give_no_bound() -> None:
    assert at_most(0, 0) == 1.0
    assert at_most(3, 3) == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 400), st.data())
def test_a_bound_lies_above_the_share_and_grows_with_errors(of: int, data: st.DataObject) -> None:
    errors = data.draw(st.integers(0, of - 1))

    assert errors / of < at_most(errors, of) <= at_most(errors + 1, of)


def test_a_scene_counts_once_however_many_kingdoms_it_holds() -> None:
    two = Scored(np.array([5.0, 4.0]), np.array([False, True]))

    assert count_promises([two], 3.0) == Held(scenes=1, errors=1)
    assert count_promises([two], 4.5) == Held(scenes=1, errors=0)
    assert count_promises([two], 6.0) == Held(scenes=0, errors=0)


def alone(scores: list[float], wrong: list[bool]) -> list[Scored]:
    """Scenes of one kingdom each."""
    return [Scored(np.array([score]), np.array([error])) for score, error in zip(scores, wrong, strict=True)]


def test_threshold_search_stops_at_first_unproven_value() -> None:
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


# --- Hard evenings


EASY = Case("easy", tilt=(5.0, 6.0))
READ = Outcome(exact=True, grid=True, also=1, sure=True)


@pytest.fixture(scope="module")
def easy() -> Evening:
    return evening(EASY, 0)


def test_the_same_evening_comes_again(easy: Evening) -> None:
    assert np.array_equal(easy.image, evening(EASY, 0).image)


def test_a_photo_cut_by_the_edge_shows_less_of_its_kingdom() -> None:
    cut = evening(replace(EASY, cut=0.6), 0)
    (lying,) = cut.lying

    assert cut.cut
    assert lying.corners is not None
    height, width = cut.image.shape[:2]
    assert lying.corners.min() < 0 or (lying.corners.max(0) > [width, height]).any()


def test_line_of_tiles_is_no_kingdom() -> None:
    line = next(case for case in CASES if case.bare)

    assert evening(line, 0).lying == ()


def test_an_easy_photo_is_judged_exact(easy: Evening) -> None:
    (outcome,) = read_evening(easy).kingdoms

    assert outcome.exact
    assert outcome.grid


def test_wrong_squares_are_counted_in_any_orientation(easy: Evening) -> None:
    (lying,) = easy.lying
    turned = lying.kingdom.rows[::-1]
    other = Lying(Kingdom(tuple(row[::-1] for row in turned)), lying.corners)

    (outcome,) = read_evening(replace(easy, lying=(other,))).kingdoms

    assert outcome.grid
    assert outcome.wrong > 5


def test_a_row_counts_kingdoms_and_says_how_sure_that_is() -> None:
    row = format_row("two", [Photographed("two", (READ, Outcome()), made_up=1, cut=False, told=False)])

    assert row.split()[:4] == ["two", "2", "1", "9%-91%"]


def test_kingdom_with_all_errors_marked_counts_as_answered() -> None:
    found, missed = replace(READ, exact=False, wrong=2, marked=2), replace(READ, exact=False, wrong=2, marked=1)

    assert found.answered
    assert not missed.answered
    assert not Outcome().answered


# --- Grids


WIDE = Lying(Kingdom.parse("C w w / f f w"), np.array([[10, 10], [40, 10], [40, 30], [10, 30]], np.float32))


@pytest.mark.parametrize(
    ("rolled", "off", "size", "turn"),
    [
        (0, 0, (2, 3), 0),
        (-1, 0, (3, 2), 1),
        (-2, 0, (2, 3), 2),
        (-3, 0, (3, 2), 3),
        (0, 0, (3, 3), None),  # a row too long
        (0, 5, (2, 3), None),  # half a square off
    ],
)
def test_a_grid_lies_on_its_kingdom_whichever_way_round(
    rolled: int, off: int, size: tuple[int, int], turn: int | None
) -> None:
    assert WIDE.corners is not None

    assert turn_of(np.roll(WIDE.corners, rolled, 0) + np.float32(off), size, WIDE) == turn


# --- Castles


BOARD = np.zeros((64, 64, 3), np.uint8)
BLUE = LabelledCastle("one.jpg", "game1", BOARD, (0, 0), Castle.BLUE)


def look_of(colour: Castle, probability: float) -> Look:
    return Look("own light", BLUE, COLOURS.index(colour), probability)


def test_colour_threshold_lies_above_the_surest_mistake() -> None:
    assert plain_from([look_of(Castle.BLUE, 0.99), look_of(Castle.PINK, 0.952), look_of(Castle.BLUE, 0.9)]) == 0.96
    assert plain_from([look_of(Castle.PINK, 0.999)]) == inf


# --- Lessons


def test_a_lesson_shows_the_teaching_kingdom() -> None:
    (lying,) = evening(LESSON, 0, LESSONS, box_of(Drawn.box, 0)).lying

    assert lying.kingdom == TEACHING_KINGDOM


def test_a_box_is_the_same_whatever_has_been_drawn_before() -> None:
    box = box_of(Drawn.box, 3)

    first, second = (box(np.random.default_rng(seed)).domino(np.random.default_rng(1), 64, 48) for seed in (1, 2))

    np.testing.assert_array_equal(first, second)


def test_the_share_of_squares_counts_grids_that_were_found() -> None:
    exact = Outcome(exact=True, grid=True, squares=25)
    wrong = Outcome(grid=True, squares=25, wrong=5, marked=3, sure=True)

    row = format_taught("0", "one photo", [exact, wrong, exact])

    assert row.split()[:4] == ["0", "one", "photo", "3"]
    assert "66.7%" in row
    assert "93.3%" in row
    assert "3/5" in row


# --- What is harmless to a photo


LONGEST = 4000  # pixels of a phone's photo
GOOD = Answer(AS_IT_IS, found=True, exact=True, sure=True)
TURNED = replace(GOOD, change="turned by 90 degrees")


def test_sample_photo_reads_the_same_under_every_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invariance, "changes", lambda *photo: changes(*photo)[::9])
    (reading,) = read(KITCHEN)
    corners = np.array(reading.corners, np.float32)

    found = answers(Shown("kitchen", KITCHEN.read_bytes(), reading.kingdom, corners))

    assert found.steady, str(found)
    assert len(found.answers) > 2


def test_a_photo_whose_corners_nobody_knows_is_not_cut() -> None:
    with_corners = changes(np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float32), (3, 3), LONGEST)
    names = [name for name, _, _ in changes(None, (3, 3), LONGEST)]

    assert len(with_corners) == len(names) + 3
    assert not any(name.startswith("cut") for name in names)
    assert len(set(names)) == len(names)
    assert {quality for _, _, quality in with_corners} == {92, 75, QUALITY}


def test_table_counts_photos_once_a_change_and_in_total() -> None:
    lies = replace(TURNED, exact=False)
    header, _, of_turned, total, steady = table(
        [Answers("a.jpg", (GOOD, lies)), Answers("b.jpg", (GOOD, replace(TURNED, sure=False)))]
    )

    assert header.split() == ["change", "photos", "exact", "spoilt", "sure", "lost", "sure", "and", "wrong"]
    assert of_turned.split()[-6:] == ["2", "1", "1", "1", "0", "1"]
    assert total.split() == ["all", "4", "3", "1", "3", "0", "1"]
    assert steady == "exact under every change: 1 of 2 photos"
