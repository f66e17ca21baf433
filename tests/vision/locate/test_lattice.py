"""A lattice is found wherever the network's answer shows one, however the board lies."""

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from models.training.synthesis.corners import SIZE_PX, STEP_UNIT_PX, truth_of
from models.training.synthesis.layout import FlatKingdom, Placed, put, random_camera, random_turn
from vision.locate.heatmaps import STRIDE, Heatmaps
from vision.locate.lattice import find_lattices


def perfect_heatmaps(*placed: Placed) -> Heatmaps:
    """What a network that makes no mistake would answer."""
    truth = truth_of(list(placed))
    return Heatmaps(truth[0], truth[1], truth[2:], STRIDE, STEP_UNIT_PX)


def outline(placed: Placed) -> NDArray[np.float64]:
    rows, columns = placed.flat.shape
    return placed.camera.to_picture(np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], float))


def farthest_corner(found: NDArray[np.float64], true: NDArray[np.float64]) -> float:
    """The largest distance between corners, whichever of them counts as the first."""
    return min(float(np.abs(np.roll(found, turn, 0) - true).max()) for turn in range(4))


def placed_kingdom(seed: int, rows: int, columns: int) -> Placed:
    rng = np.random.default_rng(seed)
    flat = FlatKingdom((), np.ones((rows, columns), bool))
    while True:
        placed = put(rng, random_camera(rng, SIZE_PX), flat, random_turn(rng), 0.22)
        corners = outline(placed)
        if corners.min() > 2 and corners.max() < SIZE_PX - 2 and placed.step_px > 12:
            return placed


@settings(max_examples=60, derandomize=True)
@given(st.integers(0, 10_000), st.integers(2, 7), st.integers(2, 7))
def test_a_kingdom_alone_is_found_to_a_fifth_of_a_square(seed: int, rows: int, columns: int) -> None:
    placed = placed_kingdom(seed, rows, columns)

    (lattice,) = find_lattices(perfect_heatmaps(placed))

    height, width = lattice.occupancy.shape
    found = cv2.perspectiveTransform(
        np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float), lattice.homography
    )[0]
    assert {height, width} == {rows, columns}
    assert farthest_corner(found, outline(placed)) < 0.2 * placed.step_px


@settings(max_examples=30, derandomize=True)
@given(st.integers(0, 10_000))
def test_rows_run_from_left_to_right(seed: int) -> None:
    (lattice,) = find_lattices(perfect_heatmaps(placed_kingdom(seed, 4, 5)))

    rows, columns = lattice.occupancy.shape
    ends = np.array([[[0, rows / 2], [columns, rows / 2]]], float)
    (left, right) = cv2.perspectiveTransform(ends, lattice.homography)[0]
    assert right[0] - left[0] > 0
    assert abs(right[1] - left[1]) <= 1.2 * (right[0] - left[0])


def test_a_gap_is_empty_and_its_neighbours_are_not() -> None:
    tiled = np.ones((5, 5), bool)
    tiled[1:3, 3] = False
    straight = placed_kingdom(4, 5, 5)

    (lattice,) = find_lattices(perfect_heatmaps(Placed(FlatKingdom((), tiled), straight.camera)))

    assert sorted((lattice.occupancy < 0.5).ravel())[-2:] == [True, True]
    assert int((lattice.occupancy < 0.5).sum()) == 2


def test_an_empty_table_has_no_lattice() -> None:
    assert find_lattices(perfect_heatmaps()) == []
