"""Synthesise training squares: real ones in varied surroundings, light and focus, some covered by objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Bgra
from models.training.art.things import WIDE
from models.training.pictures.castles import CUT_PX, STANDING
from models.training.pictures.patches import Mask, Patch
from models.training.synthesis.camera import outline
from models.training.synthesis.light import of_square, photograph
from models.training.synthesis.supply import ALIKE, CASTLE, DRAWN, EMPTY, STYLED, Supply, light_of
from scoring.boxes import Printing
from vision.photo.photo import Bgr
from vision.squares.classify import CROP_PX

JUNK = -1  # no kind: the network is trained to be uncertain
NO_PRINTING = -1
PRINTING_OF = {"newer": Printing.NEWER, "redrawn": Printing.OTHER, STYLED: Printing.OTHER}  # by source
TABLES = (DRAWN, ALIKE, "background")  # also shown as gaps between other squares
RECOLOURED = 0.25  # share of pieces of table recoloured like a tile
HIDDEN = 0.75  # covered share from which a square has no kind
TOKEN_SHARE = 0.15  # of covers that are markers and coins
OFF_CENTRE = 0.25  # squares from the middle of a token to that of the square, at most
COVERED = 0.14  # share of squares with a hand or a thing over them

SOLID = 0.7  # opacity from which a thing hides the square; shadows have less
Cover = NDArray[np.float32]  # (height, width), covered share of each pixel, 0 to 1


def draw_batch(supply: Supply, size: int, rng: Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Draw training squares.

    Returns:
        Crops (size, 64, 64, 3), and their truth (size, 3): the kind, ``JUNK`` for no kind or a hidden one; the covered
        share; the printing, ``NO_PRINTING`` if it is not visible.
    """
    drawn = [draw_square(supply, rng) for _ in range(size)]
    return np.stack([each.crop for each in drawn]), np.array([_truth(each) for each in drawn], np.float32)


class Drawn(NamedTuple):
    """A training square: its kind and printing, and the share (0 to 1) that other things cover."""

    crop: Bgr
    kind: int
    covered: float
    printing: int = NO_PRINTING


def _truth(drawn: Drawn) -> tuple[int, float, int]:
    hidden = drawn.covered > HIDDEN
    return JUNK if hidden else drawn.kind, drawn.covered, NO_PRINTING if hidden else drawn.printing


def draw_square(supply: Supply, rng: Generator) -> Drawn:
    """Draw one training square."""
    if rng.random() < supply.mix.junk:
        return Drawn(_junk(rng), JUNK, 0.0)
    patch = supply.patches[int(np.searchsorted(supply.odds, rng.random() * supply.odds[-1]))]
    window = _surround(patch, supply, rng)
    window, cover = with_things(window, patch, supply, rng)
    crop, cover = _crop_square(window, cover, rng)
    if rng.random() < COVERED:
        crop, over = with_cover(crop, supply, rng)
        cover = np.maximum(cover, over)
    reflection = supply.patches[int(rng.integers(len(supply.patches)))].crop
    crop = photograph(crop, of_square(rng), rng, reflection=reflection)
    if rng.random() < supply.mix.badly_saved:
        crop[0], crop[:, 0] = 255, 255
    return Drawn(crop, patch.kind, float(cover.mean()), _printing(patch))


def _printing(patch: Patch) -> int:
    """Return the index of a patch's printing in ``Printing``.

    A table has none, nor has a castle's tile, of which the castle may hide most.
    """
    if patch.kind in (CASTLE, EMPTY):
        return NO_PRINTING
    return list(Printing).index(PRINTING_OF.get(patch.source, Printing.OLDER))


def _surround(patch: Patch, supply: Supply, rng: Generator) -> Bgr:
    """Fill the unseen parts of the window with another square or table."""
    seen, known = patch.window, patch.known
    if patch.source in TABLES:
        known = _gap(patch, rng) if rng.random() < 0.6 else known
        if rng.random() < RECOLOURED:
            seen = _recolour(seen, supply.patches[int(rng.integers(len(supply.patches)))].crop)
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


def _recolour(window: Bgr, tile_crop: Bgr) -> Bgr:
    """Return a piece of table in the colour of a tile."""
    gains = np.median(tile_crop, axis=(0, 1)) / np.maximum(np.median(window, axis=(0, 1)), 12.0)
    return np.asarray(np.clip(window * gains, 0, 255), np.uint8)


def _gap(patch: Patch, rng: Generator) -> Mask:
    """Return where the window of a gap in a kingdom shows table: the square itself, and open sides."""
    side = len(patch.window)
    known = np.zeros((side, side), bool)
    reach = np.where(rng.random(4) < 0.35, side, side // 4 + rng.integers(-side // 24, side // 24 + 1, 4))
    top, left, bottom, right = (max(0, side // 2 - side // 4 - (r - side // 4)) for r in reach)
    known[top : side - bottom, left : side - right] = True
    return known


def _crop_square(window: Bgr, cover: Cover, rng: Generator) -> tuple[Bgr, Cover]:
    """Cut the square as a fitted grid does: slightly shifted, askew, turned to any side; its cover mask too."""
    side = len(window) / 2
    loose = 3.0 if rng.random() < 0.12 else 1.0
    angle = rng.normal(0, np.radians(2.0)) * loose
    half = 0.5 * np.exp(rng.normal(0, 0.045))
    c, s = np.cos(angle) * half, np.sin(angle) * half
    corners = np.array([[-c + s, -s - c], [c + s, s - c], [c - s, s + c], [-c - s, -s + c]])
    corners = corners + rng.normal(0, 0.02, (4, 2)) + np.clip(rng.normal(0, 0.04 * loose, 2), -0.3, 0.3)
    corners = np.roll((corners + 1.0) * side, rng.integers(4), 0).astype(np.float32)
    size = (CROP_PX, CROP_PX)
    homography = cv2.getPerspectiveTransform(corners, outline(size).astype(np.float32))
    seen = cv2.warpPerspective(window, homography, size, borderMode=cv2.BORDER_REFLECT_101)
    hidden = cv2.warpPerspective(cover, homography, size) if cover.any() else np.zeros(size, np.float32)
    return np.asarray(seen, np.uint8), np.asarray(hidden, np.float32)


def _junk(rng: Generator) -> Bgr:
    """Draw something that shows no square at all: one grey or colour, or noise."""
    level = rng.choice([0.0, 128.0, 255.0, rng.uniform(0, 255)])
    if rng.random() < 0.4:
        noise = rng.uniform(0, 255, (CROP_PX, CROP_PX, 3 if rng.random() < 0.5 else 1)) - level
    else:
        noise = rng.standard_normal((CROP_PX, CROP_PX, 1)) * rng.choice([0, 1, 3])
    picture = np.clip(np.broadcast_to(level + noise, (CROP_PX, CROP_PX, 3)), 0, 255).astype(np.uint8)
    soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.0)))
    return np.asarray(soft if rng.random() < 0.3 else picture, np.uint8)


def with_things(window: Bgr, patch: Patch, supply: Supply, rng: Generator) -> tuple[Bgr, Cover]:
    """Draw a castle on the square or leaning over from another one, or a king, and return what it hides.

    A castle on its own square hides nothing, because it is the content of the square.
    """
    chance = rng.random()
    if patch.kind == CASTLE and patch.sheet not in STANDING:
        if chance < 0.45:
            standing = supply.leaning if rng.random() < 0.3 else supply.castles
            return _overlay(window, _any(standing, rng), (0, 0), rng)[0], _no_cover(window)
        with_king = chance < 0.5
    elif chance < 0.09:
        castle_tile = supply.patches[int(rng.choice(supply.castle_tiles))].crop
        offset = ((0, 1), (1, 0), (0, -1), (-1, 0))[rng.integers(4)]
        leaning = supply.leaning if rng.random() < 0.6 else supply.castles
        return _overlay(_with_tile(window, castle_tile, offset), _any(leaning, rng), offset, rng)
    else:
        with_king = chance < 0.1
    return _overlay(window, _any(supply.kings, rng), (0, 0), rng) if with_king else (window, _no_cover(window))


def with_cover(crop: Bgr, supply: Supply, rng: Generator) -> tuple[Bgr, Cover]:
    """Draw a hand, a card or another object over the square, and return what it covers."""
    chance = rng.random()
    if chance < 0.4:
        return _overlay_hand(crop, _any(supply.hands, rng), rng)
    if chance < 0.4 + TOKEN_SHARE:
        return _under_thing(crop, _any(supply.tokens, rng), rng, reach=OFF_CENTRE)
    return _under_thing(crop, _any(supply.things, rng), rng)


def _no_cover(picture: Bgr) -> Cover:
    return np.zeros(picture.shape[:2], np.float32)


def _any(pictures: Sequence[Bgra], rng: Generator) -> Bgra:
    return pictures[int(rng.integers(len(pictures)))]


def _with_tile(window: Bgr, tile_crop: Bgr, offset: tuple[int, int]) -> Bgr:
    """Draw another tile next to the square, as far as the window shows it."""
    side, margin = len(window) // 2, len(window) // 4
    canvas = cv2.copyMakeBorder(window, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    top, left = (offset[0] + 1) * side, (offset[1] + 1) * side
    canvas[top : top + side, left : left + side] = cv2.resize(tile_crop, (side, side))
    return np.asarray(canvas[margin:-margin, margin:-margin], np.uint8)


def _overlay(window: Bgr, thing: Bgra, offset: tuple[int, int], rng: Generator) -> tuple[Bgr, Cover]:
    """Draw a standing object on the square at the offset (rows, columns) from the middle one.

    An object on another square is turned so that it leans over the middle one, if it can.

    Returns:
        The window, and the share of each pixel that the object covers.
    """
    sides = [np.ascontiguousarray(np.rot90(thing, turn)) for turn in rng.permutation(4).tolist()]
    jitter = rng.normal(0, 2.0, 2)
    sheets = [_warp_to_window(window, side, offset, jitter) for side in (sides if any(offset) else sides[:1])]
    middle = np.s_[len(window) // 4 : -len(window) // 4, len(window) // 4 : -len(window) // 4, 3]
    sheet = max(sheets[: 1 + int(rng.integers(len(sheets)))], key=lambda each: float(each[middle].mean()))
    alpha = sheet[:, :, 3:].astype(np.float32) / 255.0
    colours = sheet[:, :, :3] * np.float32(rng.uniform(0.6, 1.4))
    laid = np.asarray(np.clip(window * (1 - alpha) + colours * alpha, 0, 255), np.uint8)
    return laid, np.asarray(alpha[:, :, 0] > SOLID, np.float32)


def _warp_to_window(window: Bgr, thing: Bgra, offset: tuple[int, int], jitter: NDArray[np.float64]) -> Bgra:
    """Warp a standing object's sheet of an odd number of squares a side into the window."""
    reach = (thing.shape[0] // CUT_PX - 1) / 2
    shift = np.array([[1, 0, offset[1] + 0.5 - reach], [0, 1, offset[0] + 0.5 - reach]], np.float64)
    shift[:, 2] *= CUT_PX
    shift *= len(window) / (2 * CUT_PX)
    shift[:, 2] += jitter
    return np.asarray(cv2.warpAffine(thing, shift, window.shape[1::-1]), np.uint8)


def _overlay_hand(crop: Bgr, hand: Bgra, rng: Generator) -> tuple[Bgr, Cover]:
    """Draw a hand or its sleeve over an edge of the square, sometimes over all of it, and return its mask."""
    angle = rng.uniform(0, 2 * np.pi)
    outward = np.array([np.cos(angle), np.sin(angle)])
    tip = CROP_PX * (0.5 + outward * (rng.uniform(0.2, 0.45) if rng.random() < 0.65 else rng.uniform(-1.0, 0.2)))
    along, across = rng.uniform(0.6, 6.0) * CROP_PX, (WIDE / 2 + rng.normal(0, 0.4)) * CROP_PX
    turn = np.array([[-outward[1], outward[0]], [outward[0], outward[1]]]).T * rng.uniform(0.8, 1.3)
    shift = np.column_stack([turn, tip - turn @ [across, along]])
    sheet = cv2.warpAffine(hand, shift, (CROP_PX, CROP_PX))
    y, x = np.mgrid[:CROP_PX, :CROP_PX] - tip[::-1, None, None]
    beyond = x * outward[0] + y * outward[1]
    alpha = sheet[:, :, 3:] / np.float32(255.0) * np.clip(beyond + 4.0, 0.0, 4.0)[:, :, None] / 4.0
    return np.asarray(crop * (1.0 - alpha) + sheet[:, :, :3] * alpha, np.uint8), np.asarray(alpha[:, :, 0], np.float32)


def _under_thing(crop: Bgr, sheet: Bgra, rng: Generator, reach: float | None = None) -> tuple[Bgr, Cover]:
    """Draw a cup, phone, card or pawn with its shadow over the square, and return its mask.

    Its middle is up to ``reach`` squares from that of the square; by default anywhere where it may touch the square.
    """
    high, wide = sheet.shape[:2]
    angle, zoom = rng.uniform(0, 2 * np.pi), rng.uniform(0.8, 1.25)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * zoom
    reach = 0.5 * (1 + zoom * max(high, wide) / CROP_PX) if reach is None else reach
    at = CROP_PX * (0.5 + rng.uniform(-reach, reach, 2))
    shift = np.column_stack([turn, at - turn @ [wide / 2, high / 2]])
    laid = cv2.warpAffine(sheet, shift, (CROP_PX, CROP_PX))
    alpha = np.asarray(laid[:, :, 3:] / np.float32(255.0), np.float32)
    cast = np.roll(alpha[:, :, 0], rng.integers(-6, 7, 2).tolist(), (0, 1))
    shadow = cv2.GaussianBlur(cast, (0, 0), float(rng.uniform(1.0, 6.0)))[:, :, None]
    ground = crop * (1.0 - np.float32(rng.uniform(0.0, 0.5)) * shadow)
    return np.asarray(ground * (1.0 - alpha) + laid[:, :, :3] * alpha, np.uint8), alpha[:, :, 0]
