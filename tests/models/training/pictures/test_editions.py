"""A box of any edition gives the tiles of a kingdom, and the same box prints them alike."""

from pathlib import Path

import numpy as np
import pytest

from models.training.evaluation.evenings import EDITIONS, boxes_of
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


def test_an_edition_whose_pictures_are_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="newer edition"):
        Newer.box(tmp_path, np.random.default_rng(0))
    with pytest.raises(FileNotFoundError, match="box3-dominoes"):
        Painted.named(tmp_path, "box3")
