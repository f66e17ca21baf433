"""Corners become lattices of kingdom size, without stray dominoes, with cells that are squares on the table."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from models.training.synthesis.corners import SIZE_PX, truth_of
from models.training.synthesis.layout import FlatKingdom, Placed, put, random_camera, random_turn
from vision.locate.heatmaps import Heatmaps, Matrix, Peaks
from vision.locate.lattice import Cell, Lattice, crop_to_grid, extend_to_hints, find_lattices, find_outliers, project
from vision.locate.tilt import THRESHOLDS, is_oblong, make_cells_square, measure_cell_ratio

SEEN: Matrix = np.array([[30.0, -4.0, 60.0], [3.0, 27.0, 50.0], [2e-3, 6e-3, 1.0]])  # from the board to the picture
Number = TypeVar("Number", int, float)
PICTURE = np.zeros((900, 1200, 3), np.uint8)
KINGDOM = [(row, column) for row in range(6) for column in range(6)]


def perfect_heatmaps(*placed: Placed) -> Heatmaps:
    """Return the answer of a faultless network."""
    truth = truth_of(list(placed))
    return Heatmaps(truth[0], truth[1], truth[2:])


def outline(placed: Placed) -> NDArray[np.float64]:
    rows, columns = placed.flat.shape
    return placed.camera.to_picture(np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], float))


def farthest_corner(found: NDArray[np.float64], true: NDArray[np.float64]) -> float:
    """Return the largest distance between corners, for the best choice of the first corner."""
    return min(float(np.abs(np.roll(found, turn, 0) - true).max()) for turn in range(4))


def place_kingdom(seed: int, rows: int, columns: int) -> Placed:
    rng = np.random.default_rng(seed)
    flat = FlatKingdom((), np.ones((rows, columns), bool))
    while True:
        placed = put(rng, random_camera(rng, SIZE_PX), flat, random_turn(rng), 0.22)
        corners = outline(placed)
        if corners.min() > 2 and corners.max() < SIZE_PX - 2 and placed.step_px > 12:
            return placed


@settings(max_examples=20, derandomize=True)
@given(st.integers(0, 10_000), st.integers(2, 7), st.integers(2, 7))
def test_a_kingdom_alone_is_found_to_a_fifth_of_a_square(seed: int, rows: int, columns: int) -> None:
    placed = place_kingdom(seed, rows, columns)

    (lattice,) = find_lattices(perfect_heatmaps(placed))

    height, width = lattice.occupancy.shape
    found = cv2.perspectiveTransform(
        np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float), lattice.homography
    )[0]
    assert {height, width} == {rows, columns}
    assert farthest_corner(found, outline(placed)) < 0.2 * placed.step_px


def peaks_at(places: list[tuple[float, float]]) -> Peaks:
    """Sure corners at points (row, column) of the board."""
    board = np.array([(column, row) for row, column in places])
    points, steps = project(SEEN, board)
    frames = np.array([[[step, 0.0], [0.0, step]] for step in steps])
    return Peaks(points, np.ones(len(points), np.float32), frames)


def number(cells: list[Cell]) -> dict[Cell, int]:
    return {cell: number for number, cell in enumerate(cells)}


@settings(max_examples=15, derandomize=True)
@given(st.floats(0.22, 0.4), st.integers(0, 3), st.booleans(), st.integers(0, 3))
def test_corners_of_a_domino_beside_the_kingdom_are_out_of_line(
    apart: float, left: int, on_its_side: bool, side: int
) -> None:
    below = [(6, column) for column in range(left, left + (3 if on_its_side else 2))]
    kingdom, domino = ([_turn(cell, side) for cell in cells] for cells in (KINGDOM, below))
    peaks = peaks_at([*kingdom, *(_turn((row + apart, column), side) for row, column in below)])

    assert find_outliers(peaks, number([*kingdom, *domino])) == set(domino)


def _turn(place: tuple[Number, Number], quarters: int) -> tuple[Number, Number]:
    row, column = place
    for _ in range(quarters):
        row, column = column, -row
    return row, column


@settings(max_examples=15, derandomize=True)
@given(st.integers(0, 10_000))
def test_a_kingdom_laid_sloppily_is_in_line(seed: int) -> None:
    drift = np.random.default_rng(seed).normal(0, 0.03, (len(KINGDOM), 2)).clip(-0.07, 0.07)
    peaks = peaks_at([(row + y, column + x) for (row, column), (y, x) in zip(KINGDOM, drift, strict=True)])

    assert find_outliers(peaks, number(KINGDOM)) == set()


def test_collinear_points_give_no_grid() -> None:
    rows = [(row, column) for row in range(4) for column in range(5)]
    domino = [(4, 1), (4, 2)]
    along = np.array([[10.0 + column, 10.0 + column] for _, column in rows] + [[11.0, 14.0], [12.0, 14.0]])
    frames = np.ones((len(along), 2, 2)) * np.eye(2)

    astray = find_outliers(Peaks(along, np.ones(len(along), np.float32), frames), number([*rows, *domino]))

    assert not astray & set(domino)


# --- Rows that are only hinted at


def test_a_hinted_kingdom_grows_to_the_next_grid_and_no_further() -> None:
    hinted = np.ones((20, 20), np.float32)

    def extend(side: int) -> int:
        rows, columns = extend_to_hints((slice(5, 5 + side), slice(5, 5 + side)), hinted)
        assert rows == columns
        return int(rows.stop - rows.start)

    assert [extend(side) for side in range(3, 10)] == [5, 5, 5, 7, 7, 8, 9]


# --- Cells that are squares on the table


def project_tilted_grid(rows: int, columns: int, tilt: float, high: float = 1.0, wide: float = 1.0) -> Lattice:
    """Project a grid on the table into a tilted camera; its cells are ``high`` and ``wide`` squares long."""
    cos, sin = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
    turned = np.array([[1, 0, 0], [0, cos, 0], [0, sin, 12.0]])
    lens = np.array([[THRESHOLDS.focal_length * 1200, 0, 600], [0, THRESHOLDS.focal_length * 1200, 450], [0, 0, 1.0]])
    to_middle = np.array([[wide, 0, -columns * wide / 2], [0, high, -rows * high / 2], [0, 0, 1.0]])
    return Lattice(lens @ turned @ to_middle, np.full((rows, columns), 0.9, np.float32), 0.5)


@given(rows=st.integers(2, 9), columns=st.integers(2, 9), tilt=st.floats(0, 65))
def test_squares_are_left_as_they_are(rows: int, columns: int, tilt: float) -> None:
    lattice = project_tilted_grid(rows, columns, tilt)

    assert measure_cell_ratio(PICTURE, lattice.homography) == pytest.approx(1.0, abs=0.01)
    assert make_cells_square(PICTURE, lattice) is lattice


@given(rows=st.integers(2, 7), columns=st.integers(2, 7), tilt=st.floats(0, 65), times=st.integers(2, 3))
def test_lines_between_the_true_ones_are_left_out(rows: int, columns: int, tilt: float, times: int) -> None:
    true = project_tilted_grid(rows, columns, tilt)
    outline = np.array([[[0, 0], [columns, 0], [columns, rows], [0, rows]]], np.float64)

    for double in (
        project_tilted_grid(times * rows, columns, tilt, high=1 / times),
        project_tilted_grid(rows, times * columns, tilt, wide=1 / times),
    ):
        found = make_cells_square(PICTURE, double)

        assert is_oblong(PICTURE, double)
        assert found.occupancy.shape == (rows, columns)
        there, expected = (cv2.perspectiveTransform(outline, each.homography) for each in (found, true))
        assert np.allclose(there, expected, atol=1e-6)


@pytest.mark.parametrize(("columns", "kept"), [(8, 7), (10, 10)], ids=["stray domino", "two kingdoms"])
def test_faint_line_is_kept_only_beside_two_kingdoms(columns: int, kept: int) -> None:
    joined = np.ones((5, columns), bool)
    joined[:3, -1] = False

    rows, found = crop_to_grid(joined, joined.astype(np.float32))

    assert (rows, found) == (slice(0, 5), slice(0, kept))


def test_points_on_the_horizon_have_no_step() -> None:
    board = np.array([[0.0, 0.0], [0.0, 1.0], [0.0, 2.0], [0.0, 10.0], [0.0, 11.0]])
    homography = np.array([[1.0, 0, 0], [0, 1, 0], [0, -0.1, 1]])  # row 10 is the horizon

    _, step = project(homography, board)

    assert list(step > 0) == [True, True, True, False, False]
