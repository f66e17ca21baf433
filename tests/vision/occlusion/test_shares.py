"""What something covers, or the photo cuts off, is asked about and never made up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scoring import Kingdom
from tests.given import KITCHEN
from vision import Location, Photo, Reading, load, read
from vision.occlusion import hidden_behind, what_fits, with_hidden
from vision.pipeline.find import find_grids
from vision.pipeline.read import read_together
from vision.squares.classify import KINDS

SIDE = 100.0  # pixels a square


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load(KITCHEN)


def cut(photo: Photo, squares: float) -> Reading:
    """The kitchen table without so many squares of the kingdom at its right."""
    (whole,) = read(photo)
    corners = np.array(whole.corners) / photo.scale
    step = float(np.linalg.norm(corners[1] - corners[0])) / 5
    right = int(corners[:, 0].max() - squares * step)
    (found,) = read(Photo(np.ascontiguousarray(photo.image[:, :right]), photo.scale))
    return found


@pytest.mark.parametrize("squares", [0.3, 0.5, 1.4])
def test_of_a_kingdom_that_the_photo_cuts_nothing_is_made_up(photo: Photo, squares: float) -> None:
    found = cut(photo, squares)

    assert any("cut off" in str(warning) for warning in found.warnings)
    assert not found.sure
    assert set(found.hidden) <= found.doubtful


def test_a_square_that_is_hidden_is_asked_about_and_the_kingdom_is_not_sure(photo: Photo) -> None:
    grids = find_grids(photo)
    (layout,) = grids.layouts
    hidden = layout.hidden.copy()
    hidden[2, 1] = 0.8

    ((reading,),) = read_together([replace(grids, layouts=[layout._replace(hidden=hidden)], other_looks=())])

    assert reading.hidden == {(2, 1): pytest.approx(0.8)}
    assert (2, 1) in reading.doubtful
    assert not reading.sure
    assert any("row 3, column 2 is hidden" in str(warning) for warning in reading.warnings)


def test_of_a_hidden_square_beside_a_square_in_view_it_is_said_how_many_dominoes_fit() -> None:
    (said,) = what_fits(Kingdom.parse("C m3"), [(0, 1)]) or ("",)
    (told,) = what_fits(Kingdom.parse("C m2 w"), [(0, 1)])

    assert said == ""  # no domino lies there
    assert "row 1, column 2 is hidden" in str(told)
    assert "of 48 dominoes fit" in str(told)


def test_the_more_of_a_square_is_hidden_the_less_is_known_of_it() -> None:
    logs = np.full((1, 2, len(KINDS)), -20.0, np.float32)
    logs[..., 0] = 0.0

    seen = np.exp(with_hidden(logs, np.array([[0.5, 1.0]], np.float32)))

    assert seen[0, 0, 0] == pytest.approx(0.5 + 0.5 / len(KINDS), abs=1e-3)
    assert seen[0, 1] == pytest.approx(np.full(len(KINDS), 1 / len(KINDS)), abs=1e-3)


def test_a_standing_castle_hides_the_square_behind_it_as_the_camera_sees_it() -> None:
    """A board of 5 x 5 squares seen from 6 squares below its castle and 5 above it."""
    focal = 0.75 * 1000
    eye = np.array([2.5, 8.5, -5.0])
    forward = np.array([2.5, 2.5, 0.0]) - eye
    forward /= np.linalg.norm(forward)
    right = np.array([1.0, 0.0, 0.0])
    turn = np.stack([right, np.cross(forward, right), forward])
    lens = np.array([[focal, 0, 500], [0, focal, 500], [0, 0, 1.0]])
    homography = lens @ turn @ np.stack([[1, 0, 0], [0, 1, 0], -eye], 1)
    location = Location(homography, np.ones((5, 5), np.float32), 1.0)

    hidden = hidden_behind(np.zeros((1000, 1000, 3), np.uint8), location, (2, 2))

    assert hidden[1, 2] > 0.5
    assert hidden.sum() == pytest.approx(hidden[:2, 1:4].sum())


def test_from_straight_above_a_castle_hides_no_other_square() -> None:
    location = Location(np.diag([SIDE, SIDE, 1.0]), np.ones((5, 5), np.float32), 1.0)

    assert hidden_behind(np.zeros((500, 500, 3), np.uint8), location, (2, 2)).max() < 0.1
