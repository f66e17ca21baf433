"""Training squares come from labelled pictures only, in ever new light, and the same seed draws the same ones."""

from pathlib import Path

import cv2
import numpy as np

from models.training.pictures.editions import NOT_CROWNS
from models.training.pictures.patches import FAMILY_FOLDS, Patch, load_patches, without
from models.training.synthesis.squares import HIDDEN, JUNK, draw_batch
from models.training.synthesis.supply import Supply
from vision.squares.classify import KINDS


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


def test_what_is_no_crown_teaches_no_crowns(patches: list[Patch]) -> None:
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


def test_nobody_can_tell_what_is_hidden(supply: Supply) -> None:
    _, truth = draw_batch(supply, 100, np.random.default_rng(3))

    hidden = truth[:, 1] > HIDDEN
    assert hidden.any()
    assert set(truth[hidden, 0]) == {JUNK}
