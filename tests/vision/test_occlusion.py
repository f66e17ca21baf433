"""Hidden squares are detected and never sure."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scoring import EMPTY, Kingdom
from tests.sample_photos import KITCHEN, SAMPLES
from tests.vision.seen_kingdoms import looks_like
from vision import Photo, Reading, load, read
from vision.locate.locate import Location
from vision.occlusion import (
    THRESHOLDS,
    apply_table_evidence,
    detect_objects_on_gaps,
    measure_table_distance,
    project_castle,
    weaken_covered,
)
from vision.photo.photo import Bgr
from vision.pipeline.reader import Reader
from vision.rectify import compute_homography
from vision.squares.classify import KINDS

SQUARE = 40  # pixels
OAK, YELLOW, LAKE = (90, 140, 190), (30, 200, 230), (170, 90, 30)
BLUE_DISC, GREEN_DISC = (215, 150, 60), (110, 165, 60)
GAP = KINDS.index(EMPTY)
SEEMING_GAPS = looks_like(Kingdom.empty(1, 2))


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load(KITCHEN)


def cut(photo: Photo, squares: float) -> Reading:
    """Read the kitchen table cropped by so many squares at the right."""
    (whole,) = read(photo)
    corners = np.array(whole.corners) / photo.scale
    step = float(np.linalg.norm(corners[1] - corners[0])) / 5
    right = int(corners[:, 0].max() - squares * step)
    (found,) = read(Photo(np.ascontiguousarray(photo.image[:, :right]), photo.scale))
    return found


@pytest.mark.parametrize("squares", [0.5, 1.4])
def test_cut_off_squares_are_not_invented(photo: Photo, squares: float) -> None:
    found = cut(photo, squares)

    assert any("cut off" in str(warning) for warning in found.warnings)
    assert not found.sure
    assert set(found.hidden) <= found.doubtful


def with_disc(photo: Photo, reading: Reading, square: tuple[int, int], colour: tuple[int, int, int]) -> Photo:
    """Return the photo with a flat disc on one square, 0.8 of it wide."""
    size = reading.kingdom.height, reading.kingdom.width
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    rim = np.stack([square[1] + 0.5 + 0.4 * np.cos(angles), square[0] + 0.5 + 0.4 * np.sin(angles)], 1)
    homography = compute_homography(np.array(reading.corners, np.float32) / photo.scale, *size)
    outline = cv2.perspectiveTransform(rim[None], homography)[0]
    image = photo.image.copy()
    cv2.fillConvexPoly(image, np.rint(outline).astype(np.int32), colour, cv2.LINE_AA)
    return Photo(image, photo.scale)


@pytest.mark.parametrize(
    ("square", "colour"),
    [pytest.param((0, 4), BLUE_DISC, id="blue on lake"), pytest.param((4, 1), GREEN_DISC, id="green on grassland")],
)
def test_disc_on_a_crown_is_asked_about(square: tuple[int, int], colour: tuple[int, int, int]) -> None:
    photo = load(SAMPLES / "seven-by-seven.jpg")
    (clear,) = read(photo)

    (covered,) = read(with_disc(photo, clear, square, colour))

    assert clear.sure
    assert square in covered.hidden
    assert not covered.sure


def test_hidden_square_is_doubtful_and_kingdom_unsure(photo: Photo) -> None:
    grids = Reader().find(photo)
    (layout,) = grids.grids
    hidden = layout.hidden.copy()
    hidden[2, 1], hidden[1, 2] = 0.8, 0.2

    ((reading,),) = Reader().decode([replace(grids, grids=[layout._replace(hidden=hidden)], retry_searches=())])

    assert reading.hidden == {(2, 1): pytest.approx(0.8)}
    assert {(2, 1), (1, 2)} <= reading.doubtful
    assert not reading.sure
    assert any("row 3, column 2 is hidden" in str(warning) for warning in reading.warnings)


def test_the_more_of_a_square_is_hidden_the_less_is_known_of_it() -> None:
    logs = np.full((1, 2, len(KINDS)), -20.0, np.float32)
    logs[..., 0] = 0.0

    seen = np.exp(weaken_covered(logs, np.array([[0.5, 1.0]], np.float32)))

    assert seen[0, 0, 0] == pytest.approx(0.5 + 0.5 / len(KINDS), abs=1e-3)
    assert seen[0, 1] == pytest.approx(np.full(len(KINDS), 1 / len(KINDS)), abs=1e-3)


def test_standing_castle_hides_the_square_behind_it() -> None:
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

    hidden = project_castle(np.zeros((1000, 1000, 3), np.uint8), location, (2, 2))

    assert hidden[1, 2] > 0.5
    assert hidden.sum() == pytest.approx(hidden[:2, 1:4].sum())


def photo_of(colours: list[list[tuple[int, int, int]]], *, around: int = 2) -> Bgr:
    """Plain squares on a table of oak, ``around`` squares of which are in view at each side."""
    grid = np.kron(np.array(colours, np.uint8), np.ones((SQUARE, SQUARE, 1), np.uint8))
    space = around * SQUARE
    table = np.full((grid.shape[0] + 2 * space, grid.shape[1] + 2 * space, 3), OAK, np.uint8)
    table[space : space + grid.shape[0], space : space + grid.shape[1]] = grid
    return table


def lying(rows: int, columns: int, occupancy: float, *, around: int = 2) -> Location:
    homography = np.array([[SQUARE, 0, around * SQUARE], [0, SQUARE, around * SQUARE], [0, 0, 1.0]])
    return Location(homography, np.full((rows, columns), occupancy, np.float32), 1.0)


def test_the_table_is_near_itself_and_far_from_other_colours() -> None:
    distances = measure_table_distance(photo_of([[OAK, YELLOW], [LAKE, OAK]]), lying(2, 2, 0.5))

    assert (distances[[0, 1], [0, 1]] < 3).all()
    assert (distances[[0, 1], [1, 0]] > 50).all()


def test_a_photo_that_shows_no_table_says_nothing_of_it() -> None:
    distances = measure_table_distance(photo_of([[OAK, YELLOW]], around=0), lying(1, 2, 0.5, around=0))

    np.testing.assert_allclose(apply_table_evidence(SEEMING_GAPS, distances), SEEMING_GAPS, atol=1e-5)
    np.testing.assert_array_equal(detect_objects_on_gaps(SEEMING_GAPS, distances, lying(1, 2, 0.1, around=0)), 0)


def test_table_likeness_favours_a_gap() -> None:
    lake = np.full((1, 2, len(KINDS)), 0.01, np.float32)
    lake[..., 0], lake[..., GAP] = 0.75, 0.1

    like = apply_table_evidence(np.log(lake / lake.sum(2, keepdims=True)), np.array([[1.0, 20.0]], np.float32))
    unlike = apply_table_evidence(SEEMING_GAPS, np.array([[THRESHOLDS.unlike_gap, 100.0]], np.float32))

    assert like.argmax(2).tolist() == [[GAP, 0]]
    np.testing.assert_allclose(unlike[0, 0], SEEMING_GAPS[0, 0], atol=1e-5)
    assert unlike[0, 1, GAP] < np.log(0.5)
    np.testing.assert_allclose(np.exp([like, unlike]).sum(3), 1, atol=1e-5)


def test_something_lies_on_a_gap_that_is_unlike_the_table() -> None:
    distances = np.array([[5.0, 100.0]], np.float32)

    assert detect_objects_on_gaps(SEEMING_GAPS, distances, lying(1, 2, 0.1)).tolist() == [[0, 1]]
    assert detect_objects_on_gaps(SEEMING_GAPS, distances, lying(1, 2, 0.9))[0, 1] < 0.3
