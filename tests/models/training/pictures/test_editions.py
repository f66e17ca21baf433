"""A box of any edition gives the tiles of a kingdom, and the same box prints them alike."""

from pathlib import Path

import numpy as np
import pytest

from models.training.evaluation.evenings import CASES, EDITIONS, boxes_of, evening
from models.training.pictures.editions import Newer, Painted
from tests.given import ROOT

PICTURES = ROOT.parent / "shared/data"
with_pictures = pytest.mark.skipif(not (PICTURES / "editions").is_dir(), reason="the labelled pictures are not here")
BOXES = [name if name == "own" else pytest.param(name, marks=with_pictures) for name in EDITIONS]


@pytest.mark.parametrize("name", BOXES)
def test_a_box_has_a_start_tile_for_every_player_and_all_dominoes(name: str) -> None:
    rng = np.random.default_rng(0)
    box = boxes_of(name, PICTURES)(rng)

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
    with pytest.raises(FileNotFoundError, match="box3-dominoes"):
        Painted.named(tmp_path, "box3")


@with_pictures
def test_an_evening_of_any_edition_shows_the_same_kingdoms() -> None:
    own, *others = (evening(CASES[0], 0, draw_box=boxes_of(name, PICTURES)) for name in EDITIONS)

    for other in others:
        assert [lying.kingdom for lying in own.lying] == [lying.kingdom for lying in other.lying]
        assert own.image.shape == other.image.shape
        assert (own.image != other.image).any()
