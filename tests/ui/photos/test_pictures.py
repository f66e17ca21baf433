"""Stored pictures of photos, and outlines that are off by a row."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from scoring import BASE, EMPTY, Kingdom
from tests.ui.factories import reading_of
from ui.photos.outline import loose_in
from ui.photos.pictures import LONG_SIDE, SQUARE_PX, board_grid_points, decode_picture, rectify_board, shrink_photo
from ui.table.board import make_board
from ui.table.photo_reading import PhotoReading, Picture
from vision.photo.photo import Photo


@given(st.integers(64, 3200), st.integers(64, 3200), st.sampled_from([1.0, 2.0, 4.0]))
@settings(max_examples=15)  # each encodes a large photo
def test_a_kept_photo_is_bounded_and_still_knows_the_original(width: int, height: int, scale: float) -> None:
    picture = shrink_photo(Photo(np.zeros((height, width, 3), np.uint8), scale))

    assert max(picture.width, picture.height) <= LONG_SIDE
    assert abs(picture.width * picture.scale - width * scale) < 1e-6 * width
    assert decode_picture(picture).image.shape == (picture.height, picture.width, 3)


def test_a_kept_photo_carries_no_metadata() -> None:
    picture = shrink_photo(Photo(np.zeros((80, 90, 3), np.uint8), 1.0))

    assert not Image.open(io.BytesIO(picture.jpeg)).getexif()


def test_the_source_of_a_board_shows_it_from_straight_above() -> None:
    kingdom = Kingdom.parse("Cw/ff/ll")
    image = np.full((400, 300, 3), 60, np.uint8)
    image[100:250, 50:150] = (0, 0, 255)
    corners = ((100.0, 200.0), (300.0, 200.0), (300.0, 500.0), (100.0, 500.0))

    source = PhotoReading.of(replace(reading_of(kingdom), corners=corners), shrink_photo(Photo(image, 2.0)))

    above = np.asarray(Image.open(io.BytesIO(rectify_board(source))))
    assert above.shape == (3 * SQUARE_PX, 2 * SQUARE_PX, 3)
    assert above[10:-10, 10:-10, 0].min() > 240  # all of it the red rectangle
    assert board_grid_points(source).shape == (4, 3, 2)
    np.testing.assert_allclose(board_grid_points(source)[0, 0], (50, 100), atol=1e-3)
    np.testing.assert_allclose(board_grid_points(source)[3, 2], (150, 250), atol=1e-3)


# --- Outlines


def test_possible_stray_domino_is_asked_until_resolved() -> None:
    kingdom, pair = Kingdom.parse("wwCwwgg"), ((0, 5), (0, 6))
    board = make_board(reading_of(kingdom, *pair), Picture(b"", 70, 10, 1.0))

    assert loose_in(board, BASE) == (pair,)
    assert loose_in(board.rotate(), BASE) == (((5, 0), (6, 0)),)
    assert loose_in(replace(board, doubtful=frozenset(pair[:1])), BASE) == ()
    assert loose_in(replace(board, kingdom=kingdom.with_square(0, 6, EMPTY)), BASE) == ()
