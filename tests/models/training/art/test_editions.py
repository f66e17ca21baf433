"""A box of any edition gives the tiles of a kingdom, and the same box prints them alike."""

from pathlib import Path

import numpy as np
import pytest

from models.training.art.editions import Drawn, Edition, Newer, Older
from models.training.art.styles import draw_style
from models.training.evaluation.evenings import CASES, boxes_of, evening
from tests.given import ROOT

PICTURES = ROOT.parent / "shared/data"
with_pictures = pytest.mark.skipif(not (PICTURES / "editions").is_dir(), reason="the labelled pictures are not here")
BOXES = ["own", "style", *(pytest.param(name, marks=with_pictures) for name in ("older", "newer"))]


@pytest.mark.parametrize("name", BOXES)
def test_a_box_has_a_start_tile_for_every_player_and_all_dominoes(name: str) -> None:
    rng = np.random.default_rng(0)
    box: Edition = boxes_of(name, PICTURES)(rng)

    assert {box.start_tile(rng, 40, player).shape for player in ("yellow", "pink", "green", "blue")} == {(40, 40, 3)}
    assert {box.domino(rng, 40, number).shape for number in range(1, 49)} == {(40, 80, 3)}


@with_pictures
def test_a_box_of_the_newer_edition_is_printed_as_no_other() -> None:
    rng = np.random.default_rng(0)
    one, other = Newer.box(PICTURES, rng), Newer.box(PICTURES, rng)

    assert (one.domino(rng, 40, 7) == one.domino(rng, 40, 7)).all()
    assert not (one.domino(rng, 40, 7) == other.domino(rng, 40, 7)).all()


def test_an_edition_whose_pictures_are_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="newer edition"):
        Newer.box(tmp_path, np.random.default_rng(0))


@pytest.mark.parametrize("name", BOXES)
def test_an_evening_of_any_edition_shows_the_same_kingdoms(name: str) -> None:
    own, other = evening(CASES[0], 0), evening(CASES[0], 0, draw_box=boxes_of(name, PICTURES))

    assert [lying.kingdom for lying in own.lying] == [lying.kingdom for lying in other.lying]
    assert own.image.shape == other.image.shape
    assert (own.image == other.image).all() == (name == "own")


def test_every_box_is_drawn_anew() -> None:
    rng = np.random.default_rng(0)

    for draw_box in (Drawn.box, draw_style):
        assert not (draw_box(rng).domino(rng, 40, 1) == draw_box(rng).domino(rng, 40, 1)).all()


@with_pictures
def test_the_older_edition_is_that_of_the_close_ups() -> None:
    box = Older.box(PICTURES, np.random.default_rng(0))

    assert len(box.faces) == 48
