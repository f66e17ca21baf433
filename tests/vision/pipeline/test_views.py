"""Several looks at one kingdom are read as one."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom, Square, Terrain
from tests.given import KITCHEN, SAMPLES, codes_of
from tests.vision.seen_kingdoms import looks_like, lying
from vision import DifferentKingdoms, Photo, Reading, load, read, read_views
from vision.pipeline.find import find_grids
from vision.pipeline.layouts import Layout
from vision.pipeline.views import Placement, framed, overlay, read_as_one
from vision.squares.classify import KINDS


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load(KITCHEN)


@pytest.fixture(scope="module")
def alone(photo: Photo) -> Reading:
    return read(photo)[0]


def blotched(photo: Photo, reading: Reading, row: int, columns: int) -> Photo:
    """The photo with bare table laid over the first squares of a row."""
    board = np.array([[0, 0], [5, 0], [5, 5], [0, 5]], np.float32)
    homography = cv2.getPerspectiveTransform(board, np.array(reading.corners, np.float32) / photo.scale)
    patch = np.array([[[0, row], [columns, row], [columns, row + 1], [0, row + 1]]], np.float32)
    covered = photo.image.copy()
    cv2.fillConvexPoly(covered, cv2.perspectiveTransform(patch, homography)[0].astype(np.int32), (96, 120, 140))
    return Photo(covered, photo.scale)


def turned(photo: Photo) -> Photo:
    """The photo from the left side of the table."""
    return Photo(np.ascontiguousarray(np.rot90(photo.image)), photo.scale)


def test_what_one_look_hides_another_from_the_other_side_shows(photo: Photo, alone: Reading) -> None:
    looks = [blotched(photo, alone, 0, 2), turned(blotched(photo, alone, 4, 2))]

    reading = read_views(looks)

    assert all(read(look)[0].kingdom != alone.kingdom for look in looks)
    assert reading.kingdom == alone.kingdom


def test_the_corners_of_every_photo_start_at_the_same_corner_of_the_kingdom(photo: Photo, alone: Reading) -> None:
    reading = read_views([photo, turned(photo)])

    first, second = (np.array(corners) for corners in reading.corners_by_photo)
    quarter = np.stack([first[:, 1], photo.image.shape[1] * photo.scale - first[:, 0]], 1)  # where its points go
    np.testing.assert_allclose(first, alone.corners, atol=1)
    np.testing.assert_allclose(second, quarter, atol=6)


def test_photos_of_different_kingdoms_are_refused() -> None:
    with pytest.raises(DifferentKingdoms, match="same kingdom"):
        read_views([KITCHEN, SAMPLES / "cutting-mat.jpg"])


def test_the_kingdom_that_all_photos_show_is_found_among_others() -> None:
    both = load(SAMPLES / "two-kingdoms.jpg")
    _, second = codes_of(SAMPLES / "two-kingdoms.jpg")

    reading = read_views([both, Photo(both.image[:, both.image.shape[1] // 2 :], both.scale)])

    assert str(reading.kingdom) == second


def test_a_square_that_only_one_look_takes_for_one_is_looked_at_in_the_others(photo: Photo, alone: Reading) -> None:
    """The table beside a kingdom, which one photo shows as a column of wheat, is bare in the other."""
    grids = find_grids(photo)
    (layout,) = grids.layouts
    column = np.full((layout.location.rows, 1, len(KINDS)), np.log(0.02), np.float32)
    column[..., KINDS.index(Square(Terrain.WHEAT))] = np.log(0.66)
    location = replace(
        layout.location, occupancy=np.pad(layout.location.occupancy, ((0, 0), (0, 1)), constant_values=0.9)
    )
    hidden = np.pad(layout.hidden, ((0, 0), (0, 1)))
    beyond = np.zeros((*hidden.shape, 0), np.float32)
    wide = Layout(location, np.concatenate([layout.log_probabilities, column], axis=1), hidden, beyond)

    both = read_as_one([replace(grids, layouts=[wide]), find_grids(turned(photo))])

    assert read_as_one([replace(grids, layouts=[wide])]).kingdom.width == alone.kingdom.width + 1
    assert both.kingdom == alone.kingdom


@given(turns=st.integers(0, 3), cut=st.integers(0, 2), seed=st.integers(0, 50))
def test_a_look_turned_and_cut_lies_where_it_was_taken(turns: int, cut: int, seed: int) -> None:
    kinds = np.random.default_rng(seed).integers(0, len(KINDS) - 1, (5, 5))
    logs = looks_like(Kingdom(tuple(tuple(KINDS[kind] for kind in row) for row in kinds)))
    first, second = lying(logs), lying(np.rot90(logs[cut:], turns))

    found = overlay(first, second)

    assert found.placement == Placement(turns, cut, 0)
    one, other = framed([first, second], [Placement(0, 0, 0), found.placement])
    assert (one.log_probabilities.argmax(2) == kinds).all()
    assert (other.log_probabilities.argmax(2)[cut:] == kinds[cut:]).all()
    assert (other.hidden[:cut] == 1).all()
