"""Training squares: real ones in ever new surroundings, light and focus, some with a castle standing over them."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.pictures.patches import Mask, Patch
from models.training.synthesis.light import photographed
from models.training.synthesis.lights import of_square
from models.training.synthesis.occlusions import Cover, with_cover, with_things
from models.training.synthesis.supply import ALIKE, CASTLE, DRAWN, EMPTY, STYLED, Supply, light_of
from scoring.boxes import Printing
from vision.photo.photo import Bgr
from vision.squares.classify import CROP_PX

JUNK = -1  # of no kind: the network shall be unsure of it
NO_PRINTING = -1
PRINTING_OF = {"newer": Printing.NEWER, "redrawn": Printing.OTHER, STYLED: Printing.OTHER}  # by source
TABLES = (DRAWN, ALIKE, "background")  # shown as gaps between other squares, too
RECOLOURED = 0.25  # share of pieces of table that take the colour of a tile
HIDDEN = 0.75  # share of a square that is covered from which nobody can tell its kind
COVERED = 0.14  # share of squares with a hand or a thing over them


def draw_batch(supply: Supply, size: int, rng: Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """New training squares: crops (size, 64, 64, 3), and their truth (size, 3).

    The truth is the kind, ``JUNK`` for what is of no kind or hidden, the share of the square that is covered, and the
    printing, ``NO_PRINTING`` where none is to be seen.
    """
    drawn = [draw_square(supply, rng) for _ in range(size)]
    return np.stack([each.crop for each in drawn]), np.array([_truth(each) for each in drawn], np.float32)


class Drawn(NamedTuple):
    """A training square: what it shows, its kind and printing, and how much of it (0 to 1) other things cover."""

    crop: Bgr
    kind: int
    covered: float
    printing: int = NO_PRINTING


def _truth(drawn: Drawn) -> tuple[int, float, int]:
    hidden = drawn.covered > HIDDEN
    return JUNK if hidden else drawn.kind, drawn.covered, NO_PRINTING if hidden else drawn.printing


def draw_square(supply: Supply, rng: Generator) -> Drawn:
    """One new training square."""
    if rng.random() < supply.mix.junk:
        return Drawn(_junk(rng), JUNK, 0.0)
    patch = supply.patches[int(np.searchsorted(supply.odds, rng.random() * supply.odds[-1]))]
    window = _surrounded(patch, supply, rng)
    window, cover = with_things(window, patch, supply, rng)
    crop, cover = _seen(window, cover, rng)
    if rng.random() < COVERED:
        crop, over = with_cover(crop, supply, rng)
        cover = np.maximum(cover, over)
    reflection = supply.patches[int(rng.integers(len(supply.patches)))].crop
    crop = photographed(crop, of_square(rng), rng, reflection=reflection)
    if rng.random() < supply.mix.badly_saved:
        crop[0], crop[:, 0] = 255, 255
    return Drawn(crop, patch.kind, float(cover.mean()), _printing(patch))


def _printing(patch: Patch) -> int:
    """The printing of a patch, by its place in ``Printing``.

    A table has none, and of a castle's tile little more than the castle may be seen.
    """
    if patch.kind in (CASTLE, EMPTY):
        return NO_PRINTING
    return list(Printing).index(PRINTING_OF.get(patch.source, Printing.OLDER))


def _surrounded(patch: Patch, supply: Supply, rng: Generator) -> Bgr:
    """The window, with another square or table where it was not seen."""
    seen, known = patch.window, patch.known
    if patch.source in TABLES:
        known = _gap(patch, rng) if rng.random() < 0.6 else known
        if rng.random() < RECOLOURED:
            seen = _recoloured(seen, supply.patches[int(rng.integers(len(supply.patches)))].crop)
    if known.all():
        return seen
    side = len(patch.window) // 2
    alike = patch.source not in TABLES and rng.random() < 0.6
    near = supply.near[light_of(patch)] if alike else np.arange(len(supply.patches))
    fillers = [supply.patches[int(rng.choice(near))].crop for _ in range(2)]
    tiled = [np.tile(cv2.resize(np.rot90(f, int(rng.integers(4))), (side, side)), (2, 2, 1)) for f in fillers]
    shifted = [np.roll(each, (side // 2, side // 2), (0, 1)) for each in tiled]
    shifted[0][:, side:] = shifted[1][:, side:]
    if rng.random() < 0.5:  # the dark line between two tiles
        shifted[0][side // 2 - 1, :] = shifted[0][side // 2 - 1, :] // 3
        shifted[0][:, side // 2 + side] = shifted[0][:, side // 2 + side] // 3
    return np.where(known[:, :, None], seen, shifted[0])


def _recoloured(window: Bgr, tile_crop: Bgr) -> Bgr:
    """A piece of table in the colour of a tile."""
    gains = np.median(tile_crop, axis=(0, 1)) / np.maximum(np.median(window, axis=(0, 1)), 12.0)
    return np.asarray(np.clip(window * gains, 0, 255), np.uint8)


def _gap(patch: Patch, rng: Generator) -> Mask:
    """Where a piece of table is seen that is a gap in a kingdom: the square, and open sides."""
    side = len(patch.window)
    known = np.zeros((side, side), bool)
    reach = np.where(rng.random(4) < 0.35, side, side // 4 + rng.integers(-side // 24, side // 24 + 1, 4))
    top, left, bottom, right = (max(0, side // 2 - side // 4 - (r - side // 4)) for r in reach)
    known[top : side - bottom, left : side - right] = True
    return known


def _seen(window: Bgr, cover: Cover, rng: Generator) -> tuple[Bgr, Cover]:
    """The square cut out the way a fitted grid does: a little beside, askew, and turned to any side; its cover too."""
    side = len(window) / 2
    loose = 3.0 if rng.random() < 0.12 else 1.0
    angle = rng.normal(0, np.radians(2.0)) * loose
    half = 0.5 * np.exp(rng.normal(0, 0.045))
    c, s = np.cos(angle) * half, np.sin(angle) * half
    corners = np.array([[-c + s, -s - c], [c + s, s - c], [c - s, s + c], [-c - s, -s + c]])
    corners = corners + rng.normal(0, 0.02, (4, 2)) + np.clip(rng.normal(0, 0.04 * loose, 2), -0.3, 0.3)
    corners = np.roll((corners + 1.0) * side, rng.integers(4), 0).astype(np.float32)
    target = np.array([[0, 0], [CROP_PX, 0], [CROP_PX, CROP_PX], [0, CROP_PX]], np.float32)
    homography = cv2.getPerspectiveTransform(corners, target)
    size = (CROP_PX, CROP_PX)
    seen = cv2.warpPerspective(window, homography, size, borderMode=cv2.BORDER_REFLECT_101)
    hidden = cv2.warpPerspective(cover, homography, size) if cover.any() else np.zeros(size, np.float32)
    return np.asarray(seen, np.uint8), np.asarray(hidden, np.float32)


def _junk(rng: Generator) -> Bgr:
    """Something that shows no square at all: one grey or colour, or noise."""
    level = rng.choice([0.0, 128.0, 255.0, rng.uniform(0, 255)])
    if rng.random() < 0.4:
        noise = rng.uniform(0, 255, (CROP_PX, CROP_PX, 3 if rng.random() < 0.5 else 1)) - level
    else:
        noise = rng.standard_normal((CROP_PX, CROP_PX, 1)) * rng.choice([0, 1, 3])
    picture = np.clip(np.broadcast_to(level + noise, (CROP_PX, CROP_PX, 3)), 0, 255).astype(np.uint8)
    soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.0)))
    return np.asarray(soft if rng.random() < 0.3 else picture, np.uint8)
