"""A board is sure if its least sure square is, and a square is asked about for what is not seen of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.given import KITCHEN
from vision import Photo, load, read
from vision.pipeline.calibration import as_far_as_seen, is_sure, numbers
from vision.pipeline.find import find_grids
from vision.pipeline.read import seen_together
from vision.squares.classify import KINDS, SquareReading

CONFIDENCES = st.floats(0, 1)


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load(KITCHEN)


def test_a_good_photo_is_sure(photo: Photo) -> None:
    assert read(photo)[0].sure


@given(st.lists(st.lists(CONFIDENCES, min_size=1), min_size=1))
def test_a_board_is_sure_if_its_least_sure_square_is(confidences: list[list[float]]) -> None:
    squares = tuple(tuple(SquareReading(KINDS[0], value) for value in row) for row in confidences)

    assert is_sure(squares) == all(value >= numbers().sure for row in confidences for value in row)


def test_a_square_of_which_a_part_is_covered_is_asked_about(photo: Photo) -> None:
    grids = find_grids(photo)
    (layout,) = grids.layouts
    hidden = layout.hidden.copy()
    hidden[1, 2] = 0.2

    (((seen,)),) = seen_together([replace(grids, layouts=[layout._replace(hidden=hidden)])])

    assert (1, 2) in seen.reading.doubtful
    assert not seen.reading.hidden


@given(CONFIDENCES, CONFIDENCES)
def test_no_square_is_surer_than_what_is_seen_of_it(confidence: float, share: float) -> None:
    ((square,),) = as_far_as_seen(((SquareReading(KINDS[0], confidence),),), np.array([[share]], np.float32))

    assert square.confidence <= min(confidence, 1 - share) + 1e-6
