"""Scenes to train the corner network on: what they show is what their truth says."""

from __future__ import annotations

import numpy as np

from models.training.pictures.textures import TextureBank
from models.training.synthesis.corners import SIZE_PX, scene, truth_of
from models.training.synthesis.layout import FlatKingdom, Placed, laid_table, put, random_camera, random_turn
from vision.locate.heatmaps import CHANNELS, GREY, STRIDE


def square_board() -> Placed:
    rng = np.random.default_rng(1)
    flat = FlatKingdom((), np.ones((3, 3), bool))
    return put(rng, random_camera(rng, SIZE_PX), flat, random_turn(rng), 0.0)


def test_a_scene_is_drawn_again_from_its_seed(bank: TextureBank) -> None:
    first, again = (scene(np.random.default_rng(11), bank) for _ in range(2))

    np.testing.assert_array_equal(first[0], again[0])
    np.testing.assert_array_equal(first[1], again[1])


def test_no_truth_lies_beyond_the_edge_of_the_photo(bank: TextureBank) -> None:
    cut = 0
    for seed in range(25):
        image, truth = scene(np.random.default_rng(seed), bank)
        beyond = (image == GREY).all(2)[::STRIDE, ::STRIDE]
        cut += bool(beyond.mean() > 0.05)
        assert truth.shape == (len(CHANNELS), SIZE_PX // STRIDE, SIZE_PX // STRIDE)
        if beyond.mean() > 0.05:
            assert truth[1][beyond].mean() < 0.01

    assert cut >= 3


def test_every_corner_of_a_tile_has_its_bump() -> None:
    root = square_board()
    corners = root.corners() / STRIDE - 0.5

    truth = truth_of([root])

    for column, row in corners.round().astype(int):
        if 0 <= row < truth.shape[1] and 0 <= column < truth.shape[2]:
            assert truth[0, row, column] == 1.0


def test_loose_dominoes_are_no_kingdom(bank: TextureBank) -> None:
    tables = [laid_table(np.random.default_rng(seed), bank, SIZE_PX) for seed in range(40)]

    loose = [each for table in tables for each in table if each.loose]
    assert len(loose) > 10
    assert {each.flat.tiled.sum() for each in loose} == {2}
