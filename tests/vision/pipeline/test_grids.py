"""Selecting kingdoms: grids are split, rejected, or accepted by their features."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from scoring.boxes import BASE, Box, Title
from scoring.kingdom import Kingdom
from scoring.terrain import CASTLE, EMPTY, Square, Terrain
from tests.vision.seen_kingdoms import build_grid_reading, looks_like
from vision import Photo
from vision.errors import NoKingdomFound
from vision.locate.locate import SEARCHES, Location, Search
from vision.pipeline.calibration import get_calibration
from vision.pipeline.grids import GridReading, compute_features, empty_strays, select_kingdoms, split_grid
from vision.pipeline.reader import THRESHOLDS, Reader
from vision.squares.classify import KINDS

WHEAT = Square(Terrain.WHEAT)
WHOLE = Kingdom.parse("fl1m1m3m2/wwwww/ww1Cf1w/f1ffw1w/fl1ggf1")


def grid_of(squares: list[list[Square]], sure: float = 0.9) -> GridReading:
    """Build the grid reading of a classifier that sees these squares."""
    return build_grid_reading(looks_like(Kingdom(tuple(map(tuple, squares))), sure))


def two_kingdoms(left: int, right: int, rows: int = 5) -> list[list[Square]]:
    """Build two kingdoms of wheat in line, castles in the middle row, an empty column between them."""
    board = [[WHEAT] * left + [EMPTY] + [WHEAT] * right for _ in range(rows)]
    board[rows // 2][1] = board[rows // 2][left + 2] = CASTLE
    return board


@pytest.mark.parametrize(("left", "right"), [(5, 5), (7, 7), (4, 6), (3, 5)])
def test_two_kingdoms_in_line_are_split_between_them(left: int, right: int) -> None:
    grid = grid_of(two_kingdoms(left, right))

    first, second = split_grid(grid)

    assert (first.location.columns, second.location.columns) == (left, right)
    np.testing.assert_array_equal(second.log_probabilities, grid.log_probabilities[:, left + 1 :])
    np.testing.assert_allclose(second.location.homography @ [0, 0, 1], [10 * (left + 1), 0, 1])


FULL = Kingdom.parse("wm3s2fl1/wm2wfl1/wm1Cf1l/w1ss1g1l/mm2gg2l")
SHORT = Kingdom.parse("ff.wl/fgCwl/wgss1g/w1ggg2f1/llw1wl1")  # a domino is missing


def touching(first: Kingdom, second: Kingdom) -> GridReading:
    """Build the grid of two kingdoms that touch side by side."""
    return build_grid_reading(looks_like(Kingdom(tuple(a + b for a, b in zip(first.rows, second.rows, strict=True)))))


@pytest.mark.parametrize(("first", "second"), [(WHOLE, FULL), (FULL, WHOLE), (SHORT, FULL)], ids=str)
def test_touching_kingdoms_keep_their_columns(first: Kingdom, second: Kingdom) -> None:
    parts = split_grid(touching(first, second))

    assert [part.location.columns for part in parts] == [5, 5]
    assert not any(part.contested for part in parts)


def test_unclear_border_of_touching_kingdoms_is_contested() -> None:
    narrow = Kingdom(tuple(row[:4] for row in SHORT.rows))

    parts = split_grid(touching(narrow, FULL))

    assert len(parts) == 2
    assert all(part.contested for part in parts)


@pytest.mark.parametrize(
    ("board", "columns"),
    [
        ([[*row[:5], WHEAT, *row[6:]] for row in two_kingdoms(5, 5)], [5, 5]),
        ([[WHEAT] * 9] * 2 + [[*[WHEAT] * 4, CASTLE, *[WHEAT] * 4]] + [[WHEAT] * 9] * 2, [9]),
    ],
    ids=["two of 5x5", "one too large"],
)
def test_castles_separate_kingdoms_on_a_wheat_coloured_table(board: list[list[Square]], columns: list[int]) -> None:
    assert [part.location.columns for part in split_grid(grid_of(board))] == columns


EMPTY_GRID = grid_of([[EMPTY] * 5] * 5)


class ReaderOfEmptyGrids(Reader):
    """A reader whose searches locate two empty grids."""

    searches: ClassVar[list[Search]] = []
    tried: ClassVar[list[float]] = []

    def locate(self, photo: Photo, search: Search = SEARCHES[0]) -> list[Location]:
        self.searches.append(search)
        return [replace(EMPTY_GRID.location, certainty=certainty) for certainty in (0.4, 0.6)]

    def classify(self, photo: Photo, location: Location, *, reject: bool = True) -> GridReading:
        self.tried.append(location.certainty)
        return EMPTY_GRID


def test_search_ends_after_three_rejected_candidates() -> None:
    with pytest.raises(NoKingdomFound):
        ReaderOfEmptyGrids().find(Photo(np.zeros((100, 100, 3), np.uint8), 1.0))

    assert ReaderOfEmptyGrids.searches == list(SEARCHES[:2])
    assert ReaderOfEmptyGrids.tried == [0.6, 0.4, 0.6]  # the most certain first
    assert len(ReaderOfEmptyGrids.tried) == THRESHOLDS.max_rejected_candidates


@pytest.mark.parametrize(
    ("code", "is_kingdom"),
    [("ww/ww/ww/ww", False), ("Cww", True), ("wwffl/ggswl", True)],
    ids=["line of dominoes", "castle and domino", "larger, castle hidden"],
)
def test_a_small_kingdom_has_a_castle(code: str, is_kingdom: bool) -> None:
    grid = build_grid_reading(looks_like(Kingdom.parse(code), 0.9))

    assert select_kingdoms(grid, BASE, get_calibration().kingdom) == [grid] * is_kingdom


@pytest.mark.parametrize(
    ("corners", "confidence", "tile_probability", "accepted", "uncertain"),
    [
        (0.65, 0.97, 0.92, True, False),  # a kingdom on a table
        (0.4, 0.999, 0.92, True, False),  # few corners found, every square certain
        (0.65, 0.5, 0.92, True, True),  # tiles in an unknown style
        (0.5, 0.5, 0.5, False, False),  # another game's board: squares, but not where tiles were found
        (0.5, 0.3, 0.92, False, False),  # a chequered cloth
    ],
)
def test_kingdom_classifier_combines_all_features(
    corners: float, confidence: float, tile_probability: float, accepted: bool, uncertain: bool
) -> None:
    grid = build_grid_reading(looks_like(WHOLE, confidence))
    occupancy = np.full((5, 5), tile_probability, np.float32)
    grid = grid._replace(location=replace(grid.location, certainty=corners, occupancy=occupancy))

    kingdoms = select_kingdoms(grid, BASE, get_calibration().kingdom)

    assert [each.uncertain for each in kingdoms] == [uncertain] * accepted


def test_extra_castles_count_only_in_the_base_game() -> None:
    kingdom, several = (grid_of([[CASTLE] * castles + [WHEAT] * 5] * 2, 0.99) for castles in (0, 2))

    assert compute_features(kingdom, BASE).castles == 0
    assert compute_features(several, BASE).castles == 2  # of three beside the one
    assert compute_features(several, Box(frozenset({Title.QUEENDOMINO}))).castles == 0


def test_variety_is_the_entropy_of_kinds() -> None:
    board, row = grid_of([[WHEAT] * 4] * 4, 0.9), grid_of([[WHEAT, CASTLE]], 0.9)

    assert compute_features(board, BASE).variety == 0
    assert compute_features(row, BASE).variety == pytest.approx(np.log(2))


def test_line_of_dominoes_is_no_kingdom() -> None:
    line = grid_of([[WHEAT] * 3 for _ in range(4)])
    beside = np.array([[0.4, 0.98, 0.98]] * 3 + [[0.5, 0.98, 0.98]], np.float32)  # half: the edge of the photo cuts it

    grid = line._replace(location=replace(line.location, occupancy=beside))

    assert select_kingdoms(grid, BASE, get_calibration().kingdom) == []


# --- Stray dominoes


def grid_with_stray(*squares: tuple[int, int]) -> GridReading:
    """Build the grid reading of a kingdom; stray dominoes lie on these squares."""
    grid = build_grid_reading(looks_like(WHOLE))
    stray = np.zeros(grid.location.occupancy.shape, bool)
    stray[tuple(np.array(squares).T)] = True
    return grid._replace(location=replace(grid.location, stray=stray))


def test_squares_of_a_stray_domino_are_emptied() -> None:
    emptied = empty_strays(grid_with_stray((4, 0), (4, 1)))

    empty = emptied.log_probabilities.argmax(2) == KINDS.index(EMPTY)
    assert np.argwhere(empty).tolist() == [[4, 0], [4, 1]]
    assert emptied.contested


def test_castle_is_no_stray_domino() -> None:
    grid = grid_with_stray((2, 2), (2, 3))

    assert empty_strays(grid) is grid


def test_empty_stray_square_raises_no_question() -> None:
    grid = build_grid_reading(looks_like(WHOLE.with_square(0, 0, EMPTY)))
    stray = np.zeros(grid.location.occupancy.shape, bool)
    stray[0, 0] = True

    assert not empty_strays(grid._replace(location=replace(grid.location, stray=stray))).contested
