"""Training squares come from labelled pictures only, in ever new light, and the same seed draws the same ones."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.pictures.editions import (
    NOT_CROWNS,
    PRINTS,
)
from models.training.pictures.labels import KIND_OF
from models.training.pictures.patches import FAMILY_FOLDS, load_patches, without
from models.training.synthesis.squares import HIDDEN, JUNK, NO_PRINTING, draw_batch, draw_square
from models.training.synthesis.supply import CASTLE, STYLED, Supply
from scoring.boxes import DOMINOES
from vision.squares.classify import CROP_PX, KINDS, kind_name

FACES = [square for domino in DOMINOES for square in domino.squares]


def test_every_labelled_square_is_loaded(data: Path) -> None:
    patches = load_patches(data)

    counts = {
        source: sum(p.source == source for p in patches) for source in ("boards", "squares", "dominoes", "background")
    }
    assert counts == {"boards": 25, "squares": 2, "dominoes": 96, "background": 1}
    assert sum(patch.sheet == "game1" for patch in patches) == 25


def test_the_square_lies_in_the_middle_of_its_window(data: Path) -> None:
    board = np.asarray(cv2.imread(str(data / "boards/1.jpg")))
    patch = next(p for p in load_patches(data) if p.source == "boards" and p.kind == 6)  # row 1, column 1

    expected = cv2.resize(board[100:200, 100:200], patch.crop.shape[:2], interpolation=cv2.INTER_AREA)

    assert np.abs(patch.crop.astype(int) - expected).mean() < 6
    assert patch.known.all()


def test_what_lies_beside_a_board_is_not_known(data: Path) -> None:
    corner = next(patch for patch in load_patches(data) if patch.source == "boards")

    side = len(corner.window)
    assert not corner.known[: side // 4 - 2].any()
    assert corner.known[side // 4 + 2 :, side // 4 + 2 :].all()


def test_the_white_line_of_badly_saved_crops_is_cut_off(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "squares/phone"
    lined = np.full((64, 64, 3), 60, np.uint8)
    lined[0], lined[:, 0] = 255, 255
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "0.png"), lined)
    (tmp_path / "squares/labels.csv").write_text("file,photo,family,terrain,crowns\nphone/0.png,phone,IMG_14xx,lake,0")

    (patch,) = load_patches(tmp_path)

    assert patch.crop.max() < 70


def test_pictures_that_belong_together_are_held_out_together(data: Path) -> None:
    patches = load_patches(data)

    assert all(len({p.fold for p in patches if p.group == group}) == 1 for group in {p.group for p in patches})
    assert len({family for families in FAMILY_FOLDS for family in families}) == sum(map(len, FAMILY_FOLDS))


def test_a_source_or_a_family_can_be_held_back(data: Path) -> None:
    patches = load_patches(data)

    kept = without(patches, ["boards", "20180511"])

    assert {patch.source for patch in kept} == {"photos", "dominoes", "background", "newer", "redrawn"}


def test_every_square_of_the_newer_edition_is_seen_beside_the_other_half_of_its_domino(data: Path) -> None:
    tiles = [patch for patch in load_patches(data) if patch.source == "newer" and patch.kind != CASTLE]

    assert len(tiles) == 96 * PRINTS
    assert {patch.kind for patch in tiles} == {KIND_OF[kind_name(square)] for square in FACES}
    assert all(patch.known.mean() == pytest.approx(0.375, abs=0.01) for patch in tiles)  # a square and half of another


def test_what_is_no_crown_teaches_no_crowns(data: Path) -> None:
    redrawn = [patch for patch in load_patches(data) if patch.source == "redrawn"]

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


def test_a_batch_holds_crops_and_their_kinds(supply: Supply) -> None:
    crops, truth = draw_batch(supply, 200, np.random.default_rng(4))
    kinds, covered, printings = truth.T

    assert crops.shape == (200, CROP_PX, CROP_PX, 3)
    assert crops.dtype == np.uint8
    assert set(kinds.tolist()) <= {JUNK, *range(len(KINDS))}
    assert len(set(kinds.tolist())) > 12
    assert 0 <= covered.min() < covered.max() <= 1
    assert set(printings.tolist()) == {NO_PRINTING, 0, 1, 2}


def test_nobody_can_tell_what_is_hidden(supply: Supply) -> None:
    _, truth = draw_batch(supply, 600, np.random.default_rng(5))

    hidden = truth[:, 1] > HIDDEN
    assert hidden.any()
    assert set(truth[hidden, 0]) == {JUNK}


def test_a_castle_on_its_own_square_hides_nothing(supply: Supply) -> None:
    only = (np.arange(len(supply.patches)) >= supply.castle_tiles[0]).astype(float)

    covered = [draw_square(replace(supply, odds=only), np.random.default_rng(seed)) for seed in range(40)]

    assert {each.kind for each in covered} <= {CASTLE, JUNK}
    assert np.median([each.covered for each in covered]) == 0


def test_rendered_tiles_painted_styles_and_bare_table_have_their_share(supply: Supply) -> None:
    odds = np.diff(supply.odds, prepend=0.0)

    rendered, styled = (
        sum(odd for odd, patch in zip(odds, supply.patches, strict=True) if patch.source == source)
        for source in ("rendered", STYLED)
    )
    empty = sum(odd for odd, patch in zip(odds, supply.patches, strict=True) if KINDS[patch.kind].is_empty)
    assert rendered == pytest.approx(supply.mix.rendered, abs=0.01)
    assert styled == pytest.approx(supply.mix.styled, abs=0.01)
    assert empty == pytest.approx(supply.mix.empty + supply.mix.drawn_empty + supply.mix.empty_alike, abs=0.02)
