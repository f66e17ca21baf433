"""A domino that lies close to a kingdom is none of it: its corners are not in line with the kingdom's."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.locate.alignment import Cell, fitted, out_of_line, projected
from vision.locate.heatmaps import Matrix, Peaks

SEEN: Matrix = np.array([[30.0, -4.0, 60.0], [3.0, 27.0, 50.0], [2e-3, 6e-3, 1.0]])  # from the board to the picture
KINGDOM = [(row, column) for row in range(6) for column in range(6)]


def peaks_at(places: list[tuple[float, float]]) -> Peaks:
    """Sure corners at points (row, column) of the board."""
    board = np.array([(column, row) for row, column in places])
    points, steps = projected(SEEN, board)
    frames = np.array([[[step, 0.0], [0.0, step]] for step in steps])
    return Peaks(points, np.ones(len(points), np.float32), frames)


def numbered(cells: list[Cell]) -> dict[Cell, int]:
    return {cell: number for number, cell in enumerate(cells)}


@settings(max_examples=40, derandomize=True)
@given(st.floats(0.22, 0.4), st.integers(0, 3), st.booleans())
def test_corners_of_a_domino_below_the_kingdom_are_out_of_line(apart: float, left: int, on_its_side: bool) -> None:
    columns = range(left, left + (3 if on_its_side else 2))
    domino = [(6, column) for column in columns]
    peaks = peaks_at([*KINGDOM, *((row + apart, column) for row, column in domino)])

    assert out_of_line(peaks, numbered([*KINGDOM, *domino])) == set(domino)


@pytest.mark.parametrize("side", range(4))
def test_a_domino_lies_out_of_line_at_any_side(side: int) -> None:
    below = [(6, 2), (6, 3), (6, 4)]
    turned = [cell if side == 0 else _turned(cell, side) for cell in [*KINGDOM, *below]]
    places = [*KINGDOM, *((row + 0.3, column) for row, column in below)]
    peaks = peaks_at([(float(r), float(c)) for r, c in (_turned(place, side) for place in places)])

    assert out_of_line(peaks, numbered([(int(r), int(c)) for r, c in turned])) == {
        (int(r), int(c)) for r, c in (_turned(cell, side) for cell in below)
    }


def _turned(place: tuple[float, float], quarters: int) -> tuple[float, float]:
    row, column = place
    for _ in range(quarters):
        row, column = column, -row
    return row, column


@settings(max_examples=40, derandomize=True)
@given(st.integers(0, 10_000))
def test_a_kingdom_laid_sloppily_is_in_line(seed: int) -> None:
    drift = np.random.default_rng(seed).normal(0, 0.03, (len(KINGDOM), 2)).clip(-0.07, 0.07)
    peaks = peaks_at([(row + y, column + x) for (row, column), (y, x) in zip(KINGDOM, drift, strict=True)])

    assert out_of_line(peaks, numbered(KINGDOM)) == set()


def test_too_few_corners_fit_nothing() -> None:
    assert fitted(peaks_at([(0, 0), (0, 1), (1, 0), (1, 1)]), numbered(KINGDOM[:4])) is None


def test_points_on_one_line_in_the_picture_tell_nothing_of_others() -> None:
    rows = [(row, column) for row in range(4) for column in range(5)]
    domino = [(4, 1), (4, 2)]
    along = np.array([[10.0 + column, 10.0 + column] for _, column in rows] + [[11.0, 14.0], [12.0, 14.0]])
    frames = np.ones((len(along), 2, 2)) * np.eye(2)

    astray = out_of_line(Peaks(along, np.ones(len(along), np.float32), frames), numbered([*rows, *domino]))

    assert not astray & set(domino)
