"""What teaching does is measured on boxes that stay the same all evening."""

import numpy as np

from models.training.evaluation.evenings import evening
from models.training.evaluation.outcomes import Outcome
from models.training.evaluation.teaching import LESSON, LESSONS, Taught, box_of
from models.training.pictures.editions import Drawn
from vision.editions.teach import TEACHING_KINGDOM

EXACT = Outcome(exact=True, grid=True, wrong=0, marked=0, also=0, sure=False, silent=False, points=0)
WRONG = Outcome(exact=False, grid=True, wrong=5, marked=3, also=0, sure=True, silent=False, points=9)


def test_a_lesson_shows_the_teaching_kingdom() -> None:
    (lying,) = evening(LESSON, 0, LESSONS, box_of(Drawn.box, 0)).lying

    assert lying.kingdom == TEACHING_KINGDOM


def test_a_box_is_the_same_whatever_has_been_drawn_before() -> None:
    box = box_of(Drawn.box, 3)

    first, second = (box(np.random.default_rng(seed)).domino(np.random.default_rng(1), 64, 48) for seed in (1, 2))

    np.testing.assert_array_equal(first, second)


def test_the_share_of_squares_counts_grids_that_were_found() -> None:
    row = Taught("0", "one photo", (EXACT, WRONG), (25, 25)) + Taught("1", "one photo", (EXACT,), (25,))

    assert str(row).split()[:4] == ["0", "one", "photo", "3"]
    assert "66.7%" in str(row)
    assert "93.3%" in str(row)
    assert "3/5" in str(row)
