"""What hides a training square: a castle or a king that stands there or leans over, a hand, a card, a cup."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.hands import WIDE
from models.training.pictures.castle_cutouts import SIDE_PX, STANDING, Bgra
from models.training.pictures.patches import Patch
from models.training.synthesis.supply import CASTLE, Supply
from vision.photo.photo import Bgr
from vision.squares.classify import CROP_PX

SOLID = 0.7  # opacity from which a thing hides what is under it: a shadow has less

Cover = NDArray[np.float32]  # (height, width): how far each pixel is covered, 0 to 1


def with_things(window: Bgr, patch: Patch, supply: Supply, rng: Generator) -> tuple[Bgr, Cover]:
    """The window with a castle standing on the square, or leaning over from another one, or a king; what is hidden.

    A castle on its own square hides nothing: it says what lies there.
    """
    chance = rng.random()
    if patch.kind == CASTLE and patch.sheet not in STANDING:
        if chance < 0.45:
            standing = supply.leaning if rng.random() < 0.3 else supply.castles
            return _laid_over(window, _any(standing, rng), (0, 0), rng)[0], _uncovered(window)
        with_king = chance < 0.5
    elif chance < 0.09:
        castle_tile = supply.patches[int(rng.choice(supply.castle_tiles))].crop
        offset = ((0, 1), (1, 0), (0, -1), (-1, 0))[rng.integers(4)]
        leaning = supply.leaning if rng.random() < 0.6 else supply.castles
        return _laid_over(_with_tile(window, castle_tile, offset), _any(leaning, rng), offset, rng)
    else:
        with_king = chance < 0.1
    return _laid_over(window, _any(supply.kings, rng), (0, 0), rng) if with_king else (window, _uncovered(window))


def with_cover(crop: Bgr, supply: Supply, rng: Generator) -> tuple[Bgr, Cover]:
    """The square with a hand, a card or another thing over it, and where that covers it."""
    chance = rng.random()
    if chance < 0.4:
        return _reached_over(crop, _any(supply.hands, rng), rng)
    return _covered(crop, rng) if chance < 0.6 else _under_thing(crop, _any(supply.things, rng), rng)


def _uncovered(picture: Bgr) -> Cover:
    return np.zeros(picture.shape[:2], np.float32)


def _any(pictures: Sequence[Bgra], rng: Generator) -> Bgra:
    return pictures[int(rng.integers(len(pictures)))]


def _with_tile(window: Bgr, tile_crop: Bgr, offset: tuple[int, int]) -> Bgr:
    """The window with another tile beside the square, as much of it as the window shows."""
    side, margin = len(window) // 2, len(window) // 4
    canvas = cv2.copyMakeBorder(window, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    top, left = (offset[0] + 1) * side, (offset[1] + 1) * side
    canvas[top : top + side, left : left + side] = cv2.resize(tile_crop, (side, side))
    return np.asarray(canvas[margin:-margin, margin:-margin], np.uint8)


def _laid_over(window: Bgr, thing: Bgra, offset: tuple[int, int], rng: Generator) -> tuple[Bgr, Cover]:
    """The window with a standing thing whose square lies at the offset (rows, columns) from the middle one.

    What leans over from another square is turned so that it covers the middle one, if it can. The second value says
    where the window is covered.
    """
    sides = [np.ascontiguousarray(np.rot90(thing, turn)) for turn in rng.permutation(4).tolist()]
    jitter = rng.normal(0, 2.0, 2)
    sheets = [_placed(window, side, offset, jitter) for side in (sides if any(offset) else sides[:1])]
    middle = np.s_[len(window) // 4 : -len(window) // 4, len(window) // 4 : -len(window) // 4, 3]
    sheet = max(sheets[: 1 + int(rng.integers(len(sheets)))], key=lambda each: float(each[middle].mean()))
    alpha = sheet[:, :, 3:].astype(np.float32) / 255.0
    colours = sheet[:, :, :3] * np.float32(rng.uniform(0.6, 1.4))
    laid = np.asarray(np.clip(window * (1 - alpha) + colours * alpha, 0, 255), np.uint8)
    return laid, np.asarray(alpha[:, :, 0] > SOLID, np.float32)


def _placed(window: Bgr, thing: Bgra, offset: tuple[int, int], jitter: NDArray[np.float64]) -> Bgra:
    """A standing thing's sheet of an odd number of squares a side as the window shows it."""
    reach = (thing.shape[0] // SIDE_PX - 1) / 2
    shift = np.array([[1, 0, offset[1] + 0.5 - reach], [0, 1, offset[0] + 0.5 - reach]], np.float64)
    shift[:, 2] *= SIDE_PX
    shift *= len(window) / (2 * SIDE_PX)
    shift[:, 2] += jitter
    return np.asarray(cv2.warpAffine(thing, shift, window.shape[1::-1]), np.uint8)


def _reached_over(crop: Bgr, hand: Bgra, rng: Generator) -> tuple[Bgr, Cover]:
    """A hand or its sleeve over an edge of the square, now and then over all of it; and where."""
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


def _under_thing(crop: Bgr, sheet: Bgra, rng: Generator) -> tuple[Bgr, Cover]:
    """A cup, a phone, a pawn or a die somewhere over the square, with its shadow; and where."""
    high, wide = sheet.shape[:2]
    angle, zoom = rng.uniform(0, 2 * np.pi), rng.uniform(0.8, 1.25)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * zoom
    reach = 0.5 * (1 + zoom * max(high, wide) / CROP_PX)
    at = CROP_PX * (0.5 + rng.uniform(-reach, reach, 2))
    shift = np.column_stack([turn, at - turn @ [wide / 2, high / 2]])
    laid = cv2.warpAffine(sheet, shift, (CROP_PX, CROP_PX))
    alpha = np.asarray(laid[:, :, 3:] / np.float32(255.0), np.float32)
    cast = np.roll(alpha[:, :, 0], rng.integers(-6, 7, 2).tolist(), (0, 1))
    shadow = cv2.GaussianBlur(cast, (0, 0), float(rng.uniform(1.0, 6.0)))[:, :, None]
    ground = crop * (1.0 - np.float32(rng.uniform(0.0, 0.5)) * shadow)
    return np.asarray(ground * (1.0 - alpha) + laid[:, :, :3] * alpha, np.uint8), alpha[:, :, 0]


def _covered(crop: Bgr, rng: Generator) -> tuple[Bgr, Cover]:
    """A card or a piece of wood over an edge of the square; and where."""
    covered, where = crop.copy(), np.zeros(crop.shape[:2], np.uint8)
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.48)
    middle = CROP_PX * (0.5 + 0.62 * np.array([np.cos(angle), np.sin(angle)]))
    size = CROP_PX * reach * np.array([rng.uniform(0.25, 1.0), rng.uniform(0.25, 0.6)])
    points = np.rint([*middle] + rng.uniform(-1, 1, (int(rng.integers(3, 7)), 2)) * size).astype(np.int32)
    colour = rng.uniform(20, 240, 3) if rng.random() < 0.5 else rng.uniform(0.4, 1.0) * np.array([140, 170, 230])
    cv2.fillConvexPoly(covered, cv2.convexHull(points), colour.tolist(), cv2.LINE_AA)
    cv2.fillConvexPoly(where, cv2.convexHull(points), 1)
    return covered, where.astype(np.float32)
