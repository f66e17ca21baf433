"""Hard evenings show what their truth says, and are judged by what lies there."""

from dataclasses import replace

import numpy as np
import pytest

from models.training.evaluation.evenings import CASES, Case, Evening, Lying, evenings
from models.training.evaluation.outcomes import Outcome, Photographed, Row, judged
from scoring.kingdom import Kingdom

EASY = Case("easy", tilt=(5.0, 6.0))
READ = Outcome(exact=True, grid=True, wrong=0, marked=0, also=1, sure=True, silent=False, points=0)


@pytest.fixture(scope="module")
def easy() -> Evening:
    return next(evenings(EASY, 1))


def test_the_same_evening_comes_again(easy: Evening) -> None:
    again = next(evenings(EASY, 1))

    assert np.array_equal(easy.image, again.image)


def test_a_photo_cut_by_the_edge_shows_less_of_its_kingdom() -> None:
    cut = next(evenings(replace(EASY, cut=0.6), 1))
    (lying,) = cut.lying

    assert cut.cut
    assert lying.corners is not None
    height, width = cut.image.shape[:2]
    assert lying.corners.min() < 0 or (lying.corners.max(0) > [width, height]).any()


def test_where_only_a_line_lies_there_is_no_kingdom() -> None:
    line = next(case for case in CASES if case.bare)

    assert next(evenings(line, 1)).lying == ()


def test_an_easy_photo_is_judged_exact(easy: Evening) -> None:
    (outcome,) = judged(easy).kingdoms

    assert outcome.exact
    assert outcome.grid
    assert not outcome.points


def test_a_wrong_square_is_counted_whichever_way_the_kingdom_lies(easy: Evening) -> None:
    (lying,) = easy.lying
    turned = lying.kingdom.rows[::-1]
    other = Lying(Kingdom(tuple(row[::-1] for row in turned)), lying.corners)

    (outcome,) = judged(replace(easy, lying=(other,))).kingdoms

    assert outcome.grid
    assert outcome.wrong > 5


def test_a_row_counts_kingdoms_and_says_how_sure_that_is() -> None:
    lost = replace(READ, exact=False, grid=False, sure=False)
    row = str(Row.of("two", [Photographed("two", (READ, lost), made_up=1, cut=False, told=False)]))

    assert row.split()[:4] == ["two", "2", "1", "9%-91%"]


def test_a_kingdom_whose_wrong_squares_are_all_marked_is_right_once_they_are_answered() -> None:
    found, missed = replace(READ, exact=False, wrong=2, marked=2), replace(READ, exact=False, wrong=2, marked=1)

    assert found.answered
    assert not missed.answered
    assert not replace(READ, exact=False, grid=False).answered
