"""A board is called sure for what speaks for it, and a square is asked about for what is not seen of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.given import KITCHEN
from vision import Photo, load, read
from vision.pipeline.calibration import Evidence, as_far_as_seen, evidence, is_sure, numbers, score
from vision.pipeline.find import find_grids
from vision.pipeline.read import seen_together
from vision.squares.classify import KINDS, SquareReading

PARTS = st.floats(-5, 5)


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load(KITCHEN)


def spoken_for(photo: Photo) -> Evidence:
    ((seen,),) = seen_together([find_grids(photo)])
    assert seen.evidence is not None
    return seen.evidence


MEASURES = len(Evidence._fields)


@given(first=st.tuples(*[PARTS] * MEASURES), more=st.tuples(*[st.floats(0, 5)] * MEASURES))
def test_the_more_speaks_for_a_board_the_surer_it_is(first: tuple[float, ...], more: tuple[float, ...]) -> None:
    better = [part + added for part, added in zip(first, more, strict=True)]

    assert score(Evidence(*better), numbers()) >= score(Evidence(*first), numbers())


def test_a_good_photo_is_sure(photo: Photo) -> None:
    assert is_sure(spoken_for(photo))
    assert read(photo)[0].sure


def test_too_much_light_speaks_against_a_board(photo: Photo) -> None:
    bright = Photo((photo.image * 1.5).clip(0, 255).astype(np.uint8), photo.scale)

    assert spoken_for(bright).exposed < spoken_for(photo).exposed


def test_squares_read_against_their_looks_speak_against_a_board() -> None:
    looks = np.full((1, 2, len(KINDS)), -6.0, np.float32)
    looks[..., 0] = -0.1
    board = np.full((64, 128, 3), 90, np.uint8)
    mask, seen = np.full((1, 2), 0.9, np.float32), np.zeros((1, 2), np.float32)

    def found(kinds: list[int], tiles: np.ndarray = mask, hidden: np.ndarray = seen) -> Evidence:
        confidences = zip(kinds, (0.9, 0.6), strict=True)
        squares = (tuple(SquareReading(KINDS[kind], confidence) for kind, confidence in confidences),)
        chosen = np.array([kinds])
        return evidence(
            board, looks=looks, kinds=chosen, bare=17, tiles=tiles, hidden=hidden, margin=3.0, squares=squares
        )

    assert found([0, 0]) == pytest.approx((3.0, 0.0, 0.0, np.log(0.9), 0.0, np.log(0.6)), abs=1e-6)
    assert found([0, 3]).plain == pytest.approx(-np.log1p(5.9))
    assert found([0, 17]).mask == pytest.approx(np.log(0.1))
    assert found([0, 0], hidden=np.array([[0.0, 0.2]], np.float32)).in_view == pytest.approx(-0.2)


def test_a_square_of_which_a_part_is_covered_is_asked_about(photo: Photo) -> None:
    grids = find_grids(photo)
    (layout,) = grids.layouts
    hidden = layout.hidden.copy()
    hidden[1, 2] = 0.2

    (((seen,)),) = seen_together([replace(grids, layouts=[layout._replace(hidden=hidden)])])

    assert (1, 2) in seen.reading.doubtful
    assert not seen.reading.hidden


@given(st.floats(0, 1), st.floats(0, 1))
def test_no_square_is_surer_than_what_is_seen_of_it(confidence: float, share: float) -> None:
    ((square,),) = as_far_as_seen(((SquareReading(KINDS[0], confidence),),), np.array([[share]], np.float32))

    assert square.confidence <= min(confidence, 1 - share) + 1e-6
