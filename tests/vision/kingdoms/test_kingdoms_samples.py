"""The sample photos of a game of Kingdoms are ours, legal, small, and come out the same again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.training.kingdoms.samples import FOLDER, PLAYERS, board_of, boards, corners_of, names, write
from scoring.kingdoms import COLUMNS, Board, problems
from vision import load
from vision.kingdoms import find_board


@pytest.mark.parametrize("name", names())
def test_the_truth_beside_a_photo_is_the_board_it_shows(name: str) -> None:
    assert Board.parse((FOLDER / f"{name}.txt").read_text(encoding="utf-8")) == board_of(name)


@pytest.mark.parametrize("name", names())
def test_a_photo_of_a_board_is_small_enough_to_keep(name: str) -> None:
    assert (FOLDER / f"{name}.jpg").stat().st_size < 250_000


def test_the_photos_are_those_of_three_epochs_in_two_lights() -> None:
    assert {path.stem for path in FOLDER.glob("*.jpg")} == set(names())
    assert len(names()) == 6


def test_the_sample_game_could_have_been_played() -> None:
    game = boards()

    assert [problems(board, game[:epoch], PLAYERS) for epoch, board in enumerate(game)] == [(), (), ()]


def test_a_board_rendered_again_is_read_as_what_it_shows(tmp_path: Path) -> None:
    write(tmp_path, "epoch-1-window")

    assert Board.parse((tmp_path / "epoch-1-window.txt").read_text(encoding="utf-8")) == board_of("epoch-1-window")
    found = find_board(load(tmp_path / "epoch-1-window.jpg"))
    true = corners_of("epoch-1-window")
    assert np.linalg.norm(found - true, axis=1).max() < 0.15 * np.linalg.norm(true[1] - true[0]) / COLUMNS
