"""Training squares come from labelled pictures only, in ever new light, and the same seed draws the same ones."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.art.table_tops import drawn_surface
from models.training.art.tiles import tile
from models.training.pictures.editions import (
    COLOURS,
    NEWER_FOLDER,
    NOT_CROWNS,
    PRINTS,
)
from models.training.pictures.labels import KIND_OF
from models.training.pictures.patches import FAMILY_FOLDS, load_patches, without
from models.training.synthesis.squares import HIDDEN, JUNK, NO_PRINTING, draw_batch, draw_square
from models.training.synthesis.supply import CASTLE, STYLED, Mix, Supply, make_supply
from scoring.boxes import DOMINOES
from vision.photo.photo import Bgr
from vision.squares.classify import CROP_PX, KINDS, kind_name

FACES = [square for domino in DOMINOES for square in domino.squares]

FEW = Mix(
    rendered_tiles=2,
    drawn_surfaces=10,
    surfaces_alike=10,
    drawn_castles=4,
    leaning_castles=4,
    things=6,
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder laid out like the labelled pictures, holding rendered ones."""
    folder = tmp_path_factory.mktemp("data")
    rng = np.random.default_rng(1)
    art = [tile(square, rng, 100) for square in KINDS[:-2]]
    for part in ("boards", "squares/phone", "background", "photos", "dominoes"):
        (folder / part).mkdir(parents=True)
    board = np.vstack([np.hstack(art[k : k + 5]) for k in (0, 5, 10, 5, 0)])
    _write(folder / "boards/1.jpg", board)
    names = [[KINDS[k + c] for c in range(5)] for k in (0, 5, 10, 5, 0)]
    lines = ["board,row,col,terrain,crowns,kingdom"]
    for r, squares in enumerate(names):
        lines += [f"1,{r},{c},{s.terrain.value},{s.crowns},game1-a" for c, s in enumerate(squares) if s.terrain]
    (folder / "boards/labels.csv").write_text("\n".join(lines))
    for index in (1, 2):
        _write(folder / f"squares/phone/{index}.jpg", cv2.resize(art[index], (63 + index - 1, 63 + index - 1)))
    rows = [f"phone/{k}.jpg,phone,20180511,{KINDS[k].terrain.value},{KINDS[k].crowns}" for k in (1, 2)]  # type: ignore[union-attr]
    (folder / "squares/labels.csv").write_text("\n".join(["file,photo,family,terrain,crowns", *rows]))
    _write(folder / "background/bg_0.jpg", drawn_surface(rng, 64))
    table = cv2.copyMakeBorder(board, 300, 300, 300, 300, cv2.BORDER_CONSTANT, value=(90, 120, 160))
    _write(folder / "photos/game1.jpg", table)
    corners = [[300, 300], [800, 300], [800, 800], [300, 800]]
    labels = [[f"{s.terrain.value}{s.crowns or ''}" for s in row if s.terrain] for row in names]
    facts = {"corners": corners, "squares": labels, "rows": 5, "cols": 5}
    (folder / "photos/labels.json").write_text(json.dumps({"game1.jpg": facts}))
    for domino in DOMINOES:
        _write(folder / f"dominoes/{domino.number:02d}.jpg", np.hstack([tile(s, rng, 100) for s in domino.squares]))
    _write_editions(folder / "editions", rng)
    _write(folder / "styles/training/000.webp", np.vstack([np.hstack([tile(s, rng) for s in KINDS[:-1]])] * 2))
    return folder


def _write_editions(folder: Path, rng: np.random.Generator) -> None:
    """The newer edition, and two redraws of the same kinds."""
    for domino in DOMINOES:
        for side, square in zip("lr", domino.squares, strict=True):
            name = f"d{domino.number:02d}{side}-{kind_name(square)}.png"
            _write(folder / NEWER_FOLDER / name, tile(square, rng, 100))
    for colour in COLOURS:
        _write(folder / NEWER_FOLDER / f"castle-{colour}.png", tile(KINDS[CASTLE], rng, 100))
    kinds = ("wheat0", "wheat1")
    for style in ("clip-art", NOT_CROWNS[0]):
        for kind in kinds:
            _write(folder / style / f"{kind}.png", tile(KINDS[KIND_OF[kind]], rng, 100))
    lines = [f"{style}/{k}.png,{k[:-1]},{k[-1]},a source" for style in ("clip-art", NOT_CROWNS[0]) for k in kinds]
    (folder / "labels.csv").write_text("\n".join(["file,terrain,crowns,source", *lines]))


def _write(path: Path, picture: Bgr) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), picture)


@pytest.fixture(scope="module")
def supply(data: Path) -> Supply:
    return make_supply(load_patches(data), data, FEW, np.random.default_rng(2))


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
    _write(folder / "0.png", lined)
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
    assert rendered == pytest.approx(FEW.rendered, abs=0.01)
    assert styled == pytest.approx(FEW.styled, abs=0.01)
    assert empty == pytest.approx(FEW.empty + FEW.drawn_empty + FEW.empty_alike, abs=0.02)
