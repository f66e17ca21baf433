"""Training and evaluation pictures: legal kingdoms, tiles of every edition, scenes and squares."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training.evaluation.evenings import EDITIONS, boxes_of
from models.training.pictures.editions import NOT_CROWNS, Newer, Painted
from models.training.pictures.patches import FAMILY_FOLDS, Patch, load_patches, without
from models.training.pictures.textures import TextureBank
from models.training.synthesis.corners import SIZE_PX, scene, truth_of
from models.training.synthesis.layout import FlatKingdom, Placed, lay_table, put, random_camera, random_turn
from models.training.synthesis.legal_play import play
from models.training.synthesis.squares import HIDDEN, JUNK, draw_batch
from models.training.synthesis.supply import Supply
from tests.project import ROOT
from tests.scoring.legal_play import replay
from vision.locate.heatmaps import CHANNELS, GREY, STRIDE
from vision.squares.classify import KINDS

# --- Kingdoms laid by the rules


SEEDS = st.integers(0, 10**6)


@given(seed=SEEDS, grid=st.sampled_from([5, 7]), complete=st.booleans())
@settings(max_examples=8)
def test_every_domino_joins_its_terrain_or_the_castle(seed: int, grid: int, complete: bool) -> None:
    game = play(np.random.default_rng(seed), grid=grid, complete=complete)

    assert replay(game.kingdom, game.laid, grid) == game.kingdom


@given(seed=SEEDS)
@settings(max_examples=5)
def test_two_kingdoms_of_a_table_share_no_domino(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first = {laid.number for laid in play(rng).laid}
    second = [laid.number for laid in play(rng, taken=first).laid]

    assert len(second) == len(set(second))
    assert not first & set(second)


@pytest.mark.parametrize("grid", [5, 7])
def test_a_complete_kingdom_has_no_gap(grid: int) -> None:
    assert len(play(np.random.default_rng(4), grid=grid, complete=True).laid) == grid * grid // 2


# --- Tiles of an edition


PICTURES = ROOT.parent / "shared/data"
with_pictures = pytest.mark.skipif(not (PICTURES / "editions").is_dir(), reason="the labelled pictures are not here")
BOXES = [name if name == "own" else pytest.param(name, marks=with_pictures) for name in EDITIONS]


@pytest.mark.parametrize("name", BOXES)
def test_box_has_all_dominoes_and_a_start_tile_a_player(name: str) -> None:
    rng = np.random.default_rng(0)
    box = boxes_of(name, PICTURES)(rng)

    assert {box.start_tile(rng, 40, player).shape for player in ("yellow", "pink", "green", "blue")} == {(40, 40, 3)}
    assert {box.domino(rng, 40, number).shape for number in range(1, 49)} == {(40, 80, 3)}


def test_an_edition_whose_pictures_are_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="newer edition"):
        Newer.box(tmp_path, np.random.default_rng(0))
    with pytest.raises(FileNotFoundError, match="box3-dominoes"):
        Painted.load(tmp_path, "box3")


# --- Scenes for the corner network


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
    tables = [lay_table(np.random.default_rng(seed), bank, SIZE_PX) for seed in range(40)]

    loose = [each for table in tables for each in table if each.loose]
    assert len(loose) > 10
    assert {each.flat.tiled.sum() for each in loose} == {2}


# --- Squares


def test_every_labelled_square_is_loaded(patches: list[Patch]) -> None:
    counts = {
        source: sum(p.source == source for p in patches) for source in ("boards", "squares", "dominoes", "background")
    }
    assert counts == {"boards": 25, "squares": 2, "dominoes": 96, "background": 1}
    assert sum(patch.sheet == "game1" for patch in patches) == 25


def test_the_square_lies_in_the_middle_of_its_window(data: Path, patches: list[Patch]) -> None:
    board = np.asarray(cv2.imread(str(data / "boards/1.jpg")))
    patch = next(p for p in patches if p.source == "boards" and p.kind == 6)  # row 1, column 1

    expected = cv2.resize(board[100:200, 100:200], patch.crop.shape[:2], interpolation=cv2.INTER_AREA)

    assert np.abs(patch.crop.astype(int) - expected).mean() < 6
    assert patch.known.all()


def test_the_white_line_of_badly_saved_crops_is_cut_off(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "squares/phone"
    lined = np.full((64, 64, 3), 60, np.uint8)
    lined[0], lined[:, 0] = 255, 255
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "0.png"), lined)
    (tmp_path / "squares/labels.csv").write_text("file,photo,family,terrain,crowns\nphone/0.png,phone,IMG_14xx,lake,0")

    (patch,) = load_patches(tmp_path)

    assert patch.crop.max() < 70


def test_pictures_that_belong_together_are_held_out_together(patches: list[Patch]) -> None:
    assert all(len({p.fold for p in patches if p.group == group}) == 1 for group in {p.group for p in patches})
    assert len({family for families in FAMILY_FOLDS for family in families}) == sum(map(len, FAMILY_FOLDS))


def test_a_source_or_a_family_can_be_held_back(patches: list[Patch]) -> None:
    kept = without(patches, ["boards", "20180511"])

    assert {patch.source for patch in kept} == {"photos", "dominoes", "background", "newer", "redrawn"}


def test_squares_without_crowns_teach_no_crowns(patches: list[Patch]) -> None:
    redrawn = [patch for patch in patches if patch.source == "redrawn"]

    assert {(patch.group, KINDS[patch.kind].crowns) for patch in redrawn} == {
        ("clip-art", 0),
        ("clip-art", 1),
        (NOT_CROWNS[0], 0),
    }


def test_the_same_seed_draws_the_same_squares(supply: Supply) -> None:
    first = draw_batch(supply, 8, np.random.default_rng(3))
    second = draw_batch(supply, 8, np.random.default_rng(3))

    assert (first[0] == second[0]).all()
    assert (first[1] == second[1]).all()


def test_hidden_square_has_no_kind(supply: Supply) -> None:
    _, truth = draw_batch(supply, 100, np.random.default_rng(3))

    hidden = truth[:, 1] > HIDDEN
    assert hidden.any()
    assert set(truth[hidden, 0]) == {JUNK}
