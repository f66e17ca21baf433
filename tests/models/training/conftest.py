"""Fixtures of trainings: a folder of rendered pictures laid out like the labelled ones."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.art.table_tops import draw_rough_surface, surface
from models.training.art.tiles import tile
from models.training.pictures.editions import COLOURS, NEWER_FOLDER, NOT_CROWNS
from models.training.pictures.labels import KIND_OF
from models.training.pictures.patches import Patch, load_patches
from models.training.pictures.textures import TextureBank, load_bank
from models.training.synthesis.supply import CASTLE, Mix, Supply, make_supply
from scoring.boxes import DOMINOES
from vision.photo.photo import Bgr
from vision.squares.classify import KIND_NAMES, KINDS

FEW = Mix(rendered_tiles=2, drawn_surfaces=10, surfaces_alike=10, drawn_castles=4, leaning_castles=4, things=6)


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Render a folder laid out like the labelled pictures."""
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
    _write(folder / "background/bg_0.jpg", draw_rough_surface(rng, 64))
    table = cv2.copyMakeBorder(board, 300, 300, 300, 300, cv2.BORDER_CONSTANT, value=(90, 120, 160))
    _write(folder / "photos/game1.jpg", table)
    corners = [[300, 300], [800, 300], [800, 800], [300, 800]]
    labels = [[f"{s.terrain.value}{s.crowns or ''}" for s in row if s.terrain] for row in names]
    facts = {"corners": corners, "squares": labels, "rows": 5, "cols": 5}
    (folder / "photos/labels.json").write_text(json.dumps({"game1.jpg": facts}))
    for domino in DOMINOES:
        _write(folder / f"dominoes/{domino.number:02d}.jpg", np.hstack([tile(s, rng, 100) for s in domino.squares]))
    _write_editions(folder / "editions", rng)
    _write(folder / "other-games/azul-01.jpg", surface(rng, 256, kind="checks"))
    _write(folder / "styles/training/000.webp", np.vstack([np.hstack([tile(s, rng) for s in KINDS[:-1]])] * 2))
    return folder


def _write_editions(folder: Path, rng: np.random.Generator) -> None:
    """Write the newer edition, and two redraws of the same kinds."""
    for domino in DOMINOES:
        for side, square in zip("lr", domino.squares, strict=True):
            name = f"d{domino.number:02d}{side}-{KIND_NAMES[KINDS.index(square)]}.png"
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


@pytest.fixture(scope="session")
def bank(data: Path) -> TextureBank:
    return load_bank(data, 3, surfaces=4)


@pytest.fixture(scope="session")
def patches(data: Path) -> list[Patch]:
    """Load the labelled squares of those pictures."""
    return load_patches(data)


@pytest.fixture(scope="session")
def supply(data: Path, patches: list[Patch]) -> Supply:
    return make_supply(patches, data, FEW, np.random.default_rng(2))
