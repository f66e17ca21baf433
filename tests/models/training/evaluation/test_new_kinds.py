"""What is learnt of terrains that no network was taught is measured on squares that it has not seen."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from models.training.art.tiles import tile
from models.training.evaluation.new_kinds import Share, kinds_but, with_giant
from scoring.terrain import Square, Terrain
from vision.squares.classify import CROP_PX, KINDS


def test_a_training_without_a_terrain_draws_none_of_its_tiles() -> None:
    left = [KINDS[kind] for kind in kinds_but(Terrain.MINE)]

    assert len(left) == len(KINDS) - 4
    assert all(square.terrain is not Terrain.MINE for square in left)


def test_a_drawn_giant_covers_a_part_of_the_square_and_no_more() -> None:
    rng = np.random.default_rng(1)
    crop = tile(Square(Terrain.LAKE), rng, CROP_PX)

    marked = with_giant(crop, np.random.default_rng(2))

    turned = [np.rot90(crop, side).astype(np.int16) for side in range(4)]
    changed = min(float((np.abs(side - marked).max(2) > 25).mean()) for side in turned)
    assert marked.shape == crop.shape
    assert 0.05 < changed < 0.35


def test_a_share_is_told_with_its_interval() -> None:
    assert str(Share(620, 637)) == "620/637 95.8%-98.3%"
