"""Stray dominoes: corners of dominoes off a kingdom's lattice, and a composed photo with one beside a kingdom."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.evaluation.strays import compose
from models.training.pictures.editions import Drawn
from vision import Photo, WarningCode, read
from vision.locate.heatmaps import Matrix
from vision.locate.strays import THRESHOLDS, find_stray_squares

ROWS, COLUMNS = 5, 7
KINGDOM = [(column, row) for row in range(6) for column in range(6)]  # corners of 5 x 5 tiles at the left of the grid


def corners_of_domino(column: float, row: float, degrees: float = 0.0, upright: bool = True) -> Matrix:
    """Return the corners (6, 2) of a domino turned about its first corner."""
    size = (2, 3) if upright else (3, 2)
    corners = np.array([(x, y) for y in range(size[1]) for x in range(size[0])], float)
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + (column, row))


def find(*dominoes: Matrix) -> list[list[int]]:
    """Return the squares with stray dominoes beside a kingdom."""
    points = np.concatenate([np.array(KINGDOM, float), *dominoes])
    return np.argwhere(find_stray_squares(points, (ROWS, COLUMNS))).tolist()


@pytest.mark.parametrize(
    ("domino", "squares"),
    [
        (corners_of_domino(5.3, 1), [[1, 5], [2, 5], [1, 6], [2, 6]]),
        (corners_of_domino(5.3, 1.4, upright=False), [[1, 5], [2, 5], [1, 6], [2, 6]]),
        (corners_of_domino(5.5, 0.2, 12.0), [[0, 5], [1, 5], [0, 6], [1, 6], [2, 5]]),
    ],
    ids=["upright", "lying", "turned"],
)
def test_domino_off_the_lattice_is_stray(domino: Matrix, squares: list[list[int]]) -> None:
    assert find(domino) == sorted(squares)


def test_domino_of_five_corners_is_stray() -> None:
    assert find(corners_of_domino(5.3, 1)[1:]) == find(corners_of_domino(5.3, 1))
    assert find(corners_of_domino(5.3, 1)[2:]) == []


@pytest.mark.parametrize("offset", [0.0, 0.05, 0.1])
def test_domino_laid_sloppily_belongs_to_the_kingdom(offset: float) -> None:
    assert find(corners_of_domino(5 + offset, 1 + offset / 2)) == []


def test_corners_inside_tiles_are_no_stray_domino() -> None:
    assert find(corners_of_domino(1.5, 1.5)) == []


def test_three_dominoes_are_another_kingdom() -> None:
    assert find(*(corners_of_domino(5.3, row) for row in (-1.3, 0.8, 2.9))) == []


def test_hundreds_of_corners_find_no_stray_domino() -> None:
    points = np.random.default_rng(1).uniform(0, 5, (10 * THRESHOLDS.max_off_lattice, 2))

    assert not find_stray_squares(points, (ROWS, COLUMNS)).any()


@pytest.mark.parametrize(("kingdom", "number"), [("5 x 5, incomplete", 3), ("6 or 7 wide", 6)])
def test_domino_beside_a_kingdom_is_left_out(kingdom: str, number: int) -> None:
    rng = np.random.default_rng([777_001, number, *map(ord, kingdom + "face up")])
    photo = compose(rng, kingdom, "face up", Drawn.box)

    (reading,) = read(Photo(photo.image, 1.0))

    assert reading.kingdom == photo.lying[0].kingdom
    assert [warning.code for warning in reading.warnings] == [WarningCode.CONTESTED]
