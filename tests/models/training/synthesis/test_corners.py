"""Scenes to train the corner network on: what they show is what their truth says."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.art.castles import castle_standee, king_pawn
from models.training.art.foreign_boards import FOREIGN_BOARDS, foreign_board
from models.training.art.table_tops import GROUNDS, surface, surface_of_colour
from models.training.art.things import reaching_hand, thing
from models.training.art.tiles import domino, tile
from models.training.pictures.textures import HAND_PX, TEXTURE_PX, TextureBank
from models.training.synthesis.corners import SIZE_PX, scene, truth_of
from models.training.synthesis.layout import (
    FlatKingdom,
    Placed,
    laid_table,
    put,
    random_camera,
    random_turn,
    stray_piece,
)
from models.training.synthesis.scene import TABLES, seen_table
from scoring.boxes import DOMINOES
from tests.benchmarks.hard_photos import Difficulty, compose, cropped, scaled
from vision.locate.heatmaps import CHANNELS, GREY, STRIDE
from vision.squares.classify import KINDS


@pytest.fixture(scope="module")
def bank() -> TextureBank:
    """Pieces of our own drawing alone."""
    rng = np.random.default_rng(3)
    squares = [tile(kind, rng, TEXTURE_PX) for kind in KINDS if not kind.is_empty]
    board = np.vstack([np.hstack(squares[k : k + 5]) for k in (0, 5, 10)])
    return TextureBank(
        squares={"family/drawn": squares},
        dominoes=[domino(piece, rng, TEXTURE_PX) for piece in DOMINOES],
        boards=[(board, np.ones((3, 5), bool))],
        castles=squares[-1:],
        standees=[castle_standee(rng, TEXTURE_PX)],
        kings=[king_pawn(rng, TEXTURE_PX)],
        hands=[reaching_hand(rng, HAND_PX)],
        things=[thing(rng, HAND_PX)],
        foreign=[foreign_board(rng, 128)],
        surfaces=[surface(rng, 128), surface(rng, 128, among=GROUNDS)],
        alike=[surface_of_colour(rng, 128, np.array([180.0, 110.0, 40.0]))],
    )


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


def test_pieces_do_not_lie_on_each_other(bank: TextureBank) -> None:
    for seed in range(20):
        outlines = [each.seen() for each in laid_table(np.random.default_rng(seed), bank, SIZE_PX)]

        assert all(outline.any() for outline in outlines)
        assert (np.sum(outlines, axis=0) > 1).mean() < 0.02 if outlines else True


def test_a_kingdom_beside_another_lies_on_the_same_lattice() -> None:
    root = square_board()
    near = root.beside(FlatKingdom((), np.ones((2, 2), bool)), (4.0, 1.0))

    np.testing.assert_allclose(
        near.camera.to_picture(np.array([[0.0, 0.0]])), root.camera.to_picture(np.array([[4.0, 1.0]]))
    )


def test_every_corner_of_a_tile_has_its_bump() -> None:
    root = square_board()
    corners = root.corners() / STRIDE - 0.5

    truth = truth_of([root])

    for column, row in corners.round().astype(int):
        if 0 <= row < truth.shape[1] and 0 <= column < truth.shape[2]:
            assert truth[0, row, column] == 1.0


def test_a_kingdom_beyond_the_picture_leaves_no_truth() -> None:
    beyond = square_board().beside(FlatKingdom((), np.ones((2, 2), bool)), (30.0, 0.0))

    assert not truth_of([beyond]).any()


@pytest.mark.parametrize("upright", [False, True])
def test_a_loose_domino_covers_two_squares(bank: TextureBank, upright: bool) -> None:
    picture = np.rot90(bank.dominoes[0]) if upright else bank.dominoes[0]

    assert stray_piece(picture).tiled.shape == ((2, 1) if upright else (1, 2))


def test_loose_dominoes_are_no_kingdom(bank: TextureBank) -> None:
    tables = [laid_table(np.random.default_rng(seed), bank, SIZE_PX) for seed in range(40)]

    loose = [each for table in tables for each in table if each.loose]
    assert len(loose) > 10
    assert {each.flat.tiled.sum() for each in loose} == {2}


@pytest.mark.parametrize("kind", FOREIGN_BOARDS)
def test_every_foreign_board_shows_a_pattern(kind: str) -> None:
    assert foreign_board(np.random.default_rng(2), 160, kind=kind).std() > 10


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_fills_the_photo_to_its_edge(kind: str) -> None:
    rng = np.random.default_rng(4)
    picture = seen_table(rng, kind, square_board().camera, [surface(rng, 128)])

    assert picture.shape == (SIZE_PX, SIZE_PX, 3)
    assert min(picture[0].max(), picture[-1].max(), picture[:, 0].max(), picture[:, -1].max()) > 0
    assert picture.std(axis=(0, 1)).max() > 1


def test_a_composed_photo_is_cropped_with_its_truth(bank: TextureBank) -> None:
    close = Difficulty("close", margin=0.5, tilt=0, turn=0, step_px=60, turns=2, line=True, hand=True, kings=1)

    composed = compose(np.random.default_rng(5), bank, close)

    (corners,) = composed.corners
    height, width = composed.image.shape[:2]
    np.testing.assert_allclose(corners.min(0), 30, atol=2)
    np.testing.assert_allclose([width, height] - corners.max(0), 30, atol=2)


def test_two_kingdoms_of_a_photo_share_no_domino(bank: TextureBank) -> None:
    composed = compose(np.random.default_rng(6), bank, Difficulty("two", kingdoms=2, step_px=50, turns=4))

    assert len(composed.kingdoms) == len(composed.corners) == 2


def test_what_is_cut_off_is_cut_off() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    corners = np.array([[20, 20], [80, 20], [80, 80], [20, 80]], np.float32)

    part, edge = cropped(np.random.default_rng(1), picture, corners, None, 1.0, 10.0)

    assert sorted(part.shape[:2]) == [70, 100]
    assert edge.max() in (0, 30)


def test_a_photo_is_scaled_with_its_truth() -> None:
    picture, larger = scaled(np.zeros((60, 80, 3), np.uint8), 160)

    assert (picture.shape, larger) == ((120, 160, 3), 2.0)
