"""A gap in a kingdom looks like the table around it; what does not is a tile, or something lies on it."""

import numpy as np

from scoring.terrain import EMPTY
from vision.locate.locate import Location
from vision.occlusion import OTHER, foreign_objects, from_table, with_table
from vision.photo.photo import Bgr
from vision.squares.classify import KINDS, Logs

SQUARE = 40  # pixels
OAK, YELLOW, LAKE = (90, 140, 190), (30, 200, 230), (170, 90, 30)
GAP = KINDS.index(EMPTY)


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


def seeming_gaps(rows: int, columns: int) -> Logs:
    """Log-probabilities of squares that all look like gaps."""
    chances = np.full((rows, columns, len(KINDS)), 0.05 / (len(KINDS) - 1), np.float32)
    chances[..., GAP] = 0.95
    return np.log(chances)


def test_the_table_is_near_itself_and_far_from_other_colours() -> None:
    distances = from_table(photo_of([[OAK, YELLOW], [LAKE, OAK]]), lying(2, 2, 0.5))

    assert (distances[[0, 1], [0, 1]] < 3).all()
    assert (distances[[0, 1], [1, 0]] > 50).all()


def test_a_photo_that_shows_no_table_says_nothing_of_it() -> None:
    distances = from_table(photo_of([[OAK, YELLOW]], around=0), lying(1, 2, 0.5, around=0))

    np.testing.assert_allclose(with_table(seeming_gaps(1, 2), distances), seeming_gaps(1, 2), atol=1e-5)
    np.testing.assert_array_equal(foreign_objects(seeming_gaps(1, 2), distances, lying(1, 2, 0.1, around=0)), 0)


def test_what_is_unlike_the_table_seems_less_of_a_gap() -> None:
    logs = seeming_gaps(1, 2)

    weighed = with_table(logs, np.array([[OTHER, 100.0]], np.float32))

    np.testing.assert_allclose(weighed[0, 0], logs[0, 0], atol=1e-5)
    assert weighed[0, 1, GAP] < np.log(0.5)
    np.testing.assert_allclose(np.exp(weighed).sum(2), 1, atol=1e-5)


def test_what_is_just_like_the_table_seems_a_gap_rather_than_a_tile_of_its_colour() -> None:
    lake = np.full((1, 2, len(KINDS)), 0.01, np.float32)
    lake[..., 0], lake[..., GAP] = 0.75, 0.1

    weighed = with_table(np.log(lake / lake.sum(2, keepdims=True)), np.array([[1.0, 20.0]], np.float32))

    assert weighed.argmax(2).tolist() == [[GAP, 0]]
    np.testing.assert_allclose(np.exp(weighed).sum(2), 1, atol=1e-5)


def test_something_lies_on_a_gap_that_is_unlike_the_table() -> None:
    distances = np.array([[5.0, 100.0]], np.float32)

    assert foreign_objects(seeming_gaps(1, 2), distances, lying(1, 2, 0.1)).tolist() == [[0, 1]]
    assert foreign_objects(seeming_gaps(1, 2), distances, lying(1, 2, 0.9))[0, 1] < 0.3


def test_a_gap_that_looks_hardly_like_the_table_is_asked_about() -> None:
    shares = foreign_objects(seeming_gaps(1, 2), np.array([[20.0, 40.0]], np.float32), lying(1, 2, 0.9))

    assert shares[0, 0] == 0
    assert 0 < shares[0, 1] < 0.3
