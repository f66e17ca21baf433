"""Out-of-distribution detection: squares unlike all training data are left open as doubts."""

from __future__ import annotations

import numpy as np
import pytest

from scoring import BASE, COURT, GIANTS, QUEENDOMINO, Box, Kingdom, Square, Terrain
from tests.sample_photos import KITCHEN, SAMPLES, game
from vision import Photo, Reader, Reading, ReadingWarning, WarningCode, load, read
from vision.networks import read_manifest_entry, read_network_id
from vision.squares.out_of_distribution import load_examples

TOWN = Square(Terrain.TOWN)
QUEEN = "queendomino"


@pytest.fixture(scope="module")
def photo() -> Photo:
    return load(SAMPLES / f"{QUEEN}.jpg")


@pytest.fixture(scope="module")
def first(photo: Photo) -> Reading:
    return read(photo, box=QUEENDOMINO)[0]


@pytest.fixture(scope="module")
def truth() -> Kingdom:
    return game(QUEEN).players[0].kingdom


def test_unknown_tiles_are_neither_guessed_nor_sure(first: Reading, truth: Kingdom) -> None:
    assert {truth[position] for position in first.unknown} == {TOWN}
    assert len(first.unknown) >= 6
    assert all(first.kingdom[position].is_empty for position in first.unknown)
    assert first.unknown <= first.doubtful
    assert {first.squares[row][column].alternative for row, column in first.unknown} == {TOWN}
    assert not first.sure
    assert ReadingWarning(WarningCode.UNKNOWN_TILES, tuple(sorted(first.unknown))) in first.warnings


def test_other_box_changes_at_most_one_square() -> None:
    [plain], [boxed] = read(KITCHEN), read(KITCHEN, box=BASE + GIANTS + COURT)

    assert len(boxed.unknown) <= 1
    assert {at for at, square in plain.kingdom.squares() if boxed.kingdom[at] != square} == boxed.unknown


def test_base_game_has_no_unknown_squares(photo: Photo) -> None:
    assert [reading.unknown for reading in read(photo)] == [frozenset(), frozenset()]


@pytest.mark.parametrize(
    ("sample", "giants", "queendomino"), [("age-of-giants", 2, 0), ("queendomino", 0, 2), ("the-court", 0, 0)]
)
def test_fitting_box_is_suggested_for_illegal_kingdoms(sample: str, giants: int, queendomino: int) -> None:
    grids = Reader().find(SAMPLES / f"{sample}.jpg")

    def count_legal(box: Box) -> int:
        reader = Reader(box=box)
        return sum(reading.legal for reading in reader.decode([reader.change_box(grids)])[0])

    assert sum(reading.legal for reading in Reader().decode([grids])[0]) == 0
    assert count_legal(BASE + GIANTS) == giants
    assert count_legal(BASE + QUEENDOMINO) == queendomino


def test_examples_belong_to_the_shipped_network() -> None:
    assert read_manifest_entry("known")["of"] == read_network_id("looks")
    np.testing.assert_allclose(np.linalg.norm(load_examples(), axis=1), 1, atol=1e-5)
