"""Collect textures to compose photos from: squares, dominoes, whole kingdoms, and drawn objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Bgra
from models.training.art.castles import castle_standee, draw_eye, king_pawn
from models.training.art.table_tops import surface, surface_of_colour
from models.training.art.things import reaching_hand, thing
from models.training.pictures.castles import cut_castles
from models.training.pictures.editions import PRINTS, load_styled_squares
from models.training.pictures.labels import KIND_OF, other_games, read
from models.training.pictures.patches import Mask, Patch, load_patches
from vision.photo.photo import Bgr

TEXTURE_PX = 64  # side of a square
SURFACE_PX = 384
HAND_PX = 32  # side of a square on the sheets of hands and things
FAMILY = 100  # least number of squares of one camera and lamp that make a family
BOARD = 5  # squares a side

# Own renderings beside the real pieces
DRAWN_STANDEES, DRAWN_LEANING, DRAWN_KINGS, DRAWN_HANDS, DRAWN_THINGS = 60, 40, 24, 40, 60
STEEPEST = 66.0  # degrees, largest tilt of a camera for castles


@dataclass(frozen=True)
class TextureBank:
    """Textures of kingdoms; each kingdom takes its pieces from one family, under one light."""

    squares: dict[str, list[Bgr]]  # single squares by family
    dominoes: list[Bgr]  # each TEXTURE_PX high, twice as wide
    boards: list[tuple[Bgr, Mask]]  # whole kingdoms, with the mask of their tiles
    castles: list[Bgr]  # their tiles
    standees: list[Bgra]  # standing castles, on sheets of three or five squares a side
    kings: list[Bgra]  # pawns, on sheets of three squares a side
    hands: list[Bgra]  # that reach up from below, HAND_PX a square
    things: list[Bgra]  # HAND_PX a square
    foreign: list[Bgr]  # photos of other games
    surfaces: list[Bgr]  # table tops
    alike: list[Bgr]  # table tops in the colours of tiles


def load_bank(data: Path, seed: int, *, surfaces: int = 400) -> TextureBank:
    """Load everything in the data folder except the whole photos, and render objects and table tops from a seed.

    The whole photos are left out, kingdom and table, so that finding kingdoms in them can be measured.
    """
    rng = np.random.default_rng(seed)
    of_source: dict[str, list[Patch]] = {name: [] for name in ("boards", "squares", "dominoes", "newer", "background")}
    for patch in load_patches(data):
        if patch.source in of_source:
            of_source[patch.source].append(patch)
    castle, boards = KIND_OF["castle"], _boards(of_source["boards"])
    close_ups = _dominoes(of_source["dominoes"])
    newer = _dominoes([patch for patch in of_source["newer"] if patch.kind != castle])[::PRINTS]
    halves = [half for domino in close_ups for half in np.hsplit(domino, 2)]
    colours = [np.median(halves[int(rng.integers(len(halves)))], axis=(0, 1)) for _ in range(surfaces // 2)]
    foreign = [_scale(read(path), SURFACE_PX) for path in other_games(data)]
    background = [_scale(patch.window, SURFACE_PX) for patch in of_source["background"]]
    castles = [patch.crop for each in of_source.values() for patch in each if patch.kind == castle]
    return TextureBank(
        squares=_families(of_source) | _styles(data),
        dominoes=close_ups + newer,
        boards=boards,
        castles=[_scale(each, TEXTURE_PX) for each in castles],
        standees=_standees(rng) + cut_castles(data, {patch.group for patch in of_source["boards"]}),
        kings=[king_pawn(rng, TEXTURE_PX) for _ in range(DRAWN_KINGS)],
        hands=[reaching_hand(rng, HAND_PX) for _ in range(DRAWN_HANDS)],
        things=[thing(rng, HAND_PX) for _ in range(DRAWN_THINGS)],
        foreign=foreign,
        surfaces=[*background, *foreign, *(surface(rng, SURFACE_PX) for _ in range(surfaces))],
        alike=[surface_of_colour(rng, SURFACE_PX, np.asarray(each, np.float64)) for each in colours],
    )


def _scale(image: Bgr, side: int) -> Bgr:
    how = cv2.INTER_AREA if image.shape[0] > side else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (side, side), interpolation=how), np.uint8)


def _families(of_source: dict[str, list[Patch]]) -> dict[str, list[Bgr]]:
    """Group the tiles by board, by camera with enough single squares, and by the newer edition."""
    families: dict[str, list[Bgr]] = {}
    for source in ("boards", "squares", "newer"):
        for patch in of_source[source]:
            if patch.kind != KIND_OF["empty"]:
                name = patch.sheet if source == "boards" else patch.group
                families.setdefault(f"{source}/{name}", []).append(_scale(patch.crop, TEXTURE_PX))
    return {name: squares for name, squares in families.items() if len(squares) >= FAMILY or name.startswith("boards")}


def _styles(data: Path) -> dict[str, list[Bgr]]:
    styles: dict[str, list[Bgr]] = {}
    for style, _, face in load_styled_squares(data):
        styles.setdefault(f"style/{style}", []).append(_scale(face, TEXTURE_PX))
    return styles


def _dominoes(halves: Sequence[Patch]) -> list[Bgr]:
    """Join the halves that follow each other to dominoes, the first half on the left."""
    crops = [_scale(patch.crop, TEXTURE_PX) for patch in halves]
    return [np.hstack(pair) for pair in zip(crops[::2], crops[1::2], strict=True)]


def _boards(squares: Sequence[Patch]) -> list[tuple[Bgr, Mask]]:
    sheets: dict[str, list[Patch]] = {}
    for patch in squares:
        sheets.setdefault(patch.sheet, []).append(patch)
    boards = []
    for sheet in sheets.values():
        rows = [sorted(sheet, key=lambda patch: patch.place or (0, 0))[at : at + BOARD] for at in range(0, 25, BOARD)]
        picture = np.vstack([np.hstack([_scale(patch.crop, TEXTURE_PX) for patch in row]) for row in rows])
        boards.append((picture, np.array([[patch.kind != KIND_OF["empty"] for patch in row] for row in rows])))
    return boards


def _standees(rng: Generator) -> list[Bgra]:
    """Draw castles seen from nearly above, and some from the side."""
    upright = [castle_standee(rng, TEXTURE_PX) for _ in range(DRAWN_STANDEES)]
    eyes = [draw_eye(rng, steepest=STEEPEST) for _ in range(DRAWN_LEANING)]
    return upright + [castle_standee(rng, TEXTURE_PX, eye=eye, reach=2) for eye in eyes]
