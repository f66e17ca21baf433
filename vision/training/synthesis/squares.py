"""Training squares: real ones in ever new surroundings, light and focus, some with a castle standing over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.photo import Bgr
from vision.squares.classify import CROP_PX, KINDS
from vision.training.art.castles import castle_standee, king_pawn
from vision.training.art.hands import WIDE, reaching_hand
from vision.training.art.surfaces import drawn_surface
from vision.training.art.tiles import tile
from vision.training.pictures.castle_cutouts import CANVAS_PX, SIDE_PX, STANDING, Bgra, cut_castles
from vision.training.pictures.patches import KIND_OF, SQUARE_PX, Mask, Patch
from vision.training.synthesis.light import photographed
from vision.training.synthesis.lights import of_square

RENDERED_SEED = 20_000  # the sample photos are drawn from other seeds
JUNK = -1  # of no kind: the network shall be unsure of it
DRAWN = "drawn table"  # the source of table tops that no camera saw
GAPS = 5.0  # how much oftener than other table a real gap in a kingdom is taken
TABLES = (DRAWN, "background")  # shown as gaps between other squares, too
CASTLE, EMPTY = KIND_OF["castle"], KIND_OF["empty"]


@dataclass(frozen=True)
class Mix:
    """What the training squares are made of; shares are of all squares."""

    rendered: float = 0.08
    empty: float = 0.06  # real tables and other places
    drawn_empty: float = 0.05
    castle: float = 0.07
    junk: float = 0.02
    badly_saved: float = 0.04  # with the white line at the top and left that some crops of data/squares carry
    rendered_tiles: int = 40  # drawn of each kind
    drawn_surfaces: int = 800
    drawn_castles: int = 300


@dataclass(frozen=True, eq=False)
class Supply:
    """Everything training squares are drawn from, and how often each patch is taken."""

    patches: tuple[Patch, ...]
    odds: NDArray[np.float64]  # cumulative, of the patches
    near: dict[str, NDArray[np.int64]]  # indices of the patches under the same light
    castle_tiles: NDArray[np.int64]  # indices of the patches of castles
    castles: tuple[Bgra, ...]
    kings: tuple[Bgra, ...]
    hands: tuple[Bgra, ...]
    mix: Mix


def make_supply(patches: Sequence[Patch], data: Path, mix: Mix, rng: Generator) -> Supply:
    """The supply of a training on these patches; castles are cut only from kingdoms among them."""
    rendered = _rendered(mix, np.random.default_rng(RENDERED_SEED))
    surfaces = [_as_patch(drawn_surface(rng, 2 * SQUARE_PX), EMPTY, DRAWN) for _ in range(mix.drawn_surfaces)]
    everything = (*patches, *rendered, *surfaces)
    near: dict[str, list[int]] = {}
    for index, patch in enumerate(everything):
        near.setdefault(light_of(patch), []).append(index)
    cut = cut_castles(data, {patch.group for patch in patches})
    drawn = [castle_standee(rng, SIDE_PX) for _ in range(mix.drawn_castles)]
    return Supply(
        everything,
        np.cumsum(_odds(everything, mix)),
        {light: np.array(indices) for light, indices in near.items()},
        np.array([index for index, patch in enumerate(everything) if patch.kind == CASTLE]),
        (*cut, *drawn),
        tuple(king_pawn(rng, SIDE_PX) for _ in range(60)),
        tuple(reaching_hand(rng, CROP_PX) for _ in range(60)),
        mix,
    )


def light_of(patch: Patch) -> str:
    """The camera and lamp a patch was seen with, as far as known: boards by game, single squares by family."""
    return f"{patch.source} {patch.group.split('-')[0] if patch.source == 'boards' else patch.group}"


def _as_patch(window: Bgr, kind: int, source: str) -> Patch:
    return Patch(window, np.ones(window.shape[:2], bool), kind, source, source, source, -1)


def _rendered(mix: Mix, rng: Generator) -> list[Patch]:
    margin = SQUARE_PX // 2
    known = np.zeros((2 * SQUARE_PX, 2 * SQUARE_PX), bool)
    known[margin:-margin, margin:-margin] = True
    patches = []
    for kind, square in enumerate(KINDS):
        for _ in range(0 if square.is_empty else mix.rendered_tiles):
            art = cv2.copyMakeBorder(tile(square, rng, SQUARE_PX), margin, margin, margin, margin, cv2.BORDER_CONSTANT)
            patches.append(Patch(np.asarray(art, np.uint8), known, kind, "rendered", "rendered", "rendered", -1))
    return patches


def _odds(patches: Sequence[Patch], mix: Mix) -> NDArray[np.float64]:
    """How often each patch is taken: kinds, and lights within a kind, by the root of how many there are of them."""
    kinds = np.array([patch.kind for patch in patches])
    rendered = np.array([patch.source == "rendered" for patch in patches])
    _, cells, counts = np.unique(
        [f"{patch.kind} {light_of(patch)}" for patch in patches], return_inverse=True, return_counts=True
    )
    odds = 1.0 / np.sqrt(counts[cells])
    odds[[patch.kind == EMPTY and patch.place is not None for patch in patches]] *= GAPS
    for kind in np.unique(kinds):
        chosen = (kinds == kind) & ~rendered
        odds[chosen] *= np.sqrt(chosen.sum()) / max(odds[chosen].sum(), 1e-9)
    drawn = np.array([patch.source == DRAWN for patch in patches])
    empty, castle = (kinds == EMPTY) & ~drawn, (kinds == CASTLE) & ~rendered
    shares = ((mix.rendered, rendered), (mix.empty, empty), (mix.drawn_empty, drawn), (mix.castle, castle))
    rest = (1.0 - sum(share for share, _ in shares), ~(rendered | empty | drawn | castle))
    for share, chosen in (*shares, rest):
        odds[chosen] *= share / max(odds[chosen].sum(), 1e-9)
    return np.asarray(odds / odds.sum(), np.float64)


def draw_batch(supply: Supply, size: int, rng: Generator) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """New training squares: crops (size, 64, 64, 3), and their kinds, ``JUNK`` for what is of no kind."""
    crops, kinds = zip(*(draw_square(supply, rng) for _ in range(size)), strict=True)
    return np.stack(crops), np.array(kinds, np.int64)


def draw_square(supply: Supply, rng: Generator) -> tuple[Bgr, int]:
    """One new training square and its kind."""
    if rng.random() < supply.mix.junk:
        return _junk(rng), JUNK
    patch = supply.patches[int(np.searchsorted(supply.odds, rng.random() * supply.odds[-1]))]
    window = _surrounded(patch, supply, rng)
    window = _with_things(window, patch, supply, rng)
    crop = _seen(window, rng)
    if rng.random() < 0.1:
        crop = _reached_over(crop, _any(supply.hands, rng), rng) if rng.random() < 0.5 else _covered(crop, rng)
    reflection = supply.patches[int(rng.integers(len(supply.patches)))].crop
    crop = photographed(crop, of_square(rng), rng, reflection=reflection)
    if rng.random() < supply.mix.badly_saved:
        crop[0], crop[:, 0] = 255, 255
    return crop, patch.kind


def _surrounded(patch: Patch, supply: Supply, rng: Generator) -> Bgr:
    """The window, with another square or table where it was not seen."""
    known = _gap(patch, rng) if patch.source in TABLES and rng.random() < 0.6 else patch.known
    if known.all():
        return patch.window
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
    return np.where(known[:, :, None], patch.window, shifted[0])


def _gap(patch: Patch, rng: Generator) -> Mask:
    """Where a piece of table is seen that is a gap in a kingdom: the square, and open sides."""
    side = len(patch.window)
    known = np.zeros((side, side), bool)
    reach = np.where(rng.random(4) < 0.35, side, side // 4 + rng.integers(-side // 24, side // 24 + 1, 4))
    top, left, bottom, right = (max(0, side // 2 - side // 4 - (r - side // 4)) for r in reach)
    known[top : side - bottom, left : side - right] = True
    return known


def _with_things(window: Bgr, patch: Patch, supply: Supply, rng: Generator) -> Bgr:
    """The window with a castle standing on the square, or leaning over from the next one, or a king."""
    chance = rng.random()
    if patch.kind == CASTLE and patch.sheet not in STANDING:
        if chance < 0.45:
            return _laid_over(window, _any(supply.castles, rng), (0, 0), rng)
        return _laid_over(window, _any(supply.kings, rng), (0, 0), rng) if chance < 0.5 else window
    if chance < 0.05:
        castle_tile = supply.patches[int(rng.choice(supply.castle_tiles))].crop
        offset = ((0, 1), (1, 0), (0, -1), (-1, 0))[rng.integers(4)]
        return _laid_over(_with_tile(window, castle_tile, offset), _any(supply.castles, rng), offset, rng)
    return _laid_over(window, _any(supply.kings, rng), (0, 0), rng) if chance < 0.06 else window


def _any(pictures: Sequence[Bgra], rng: Generator) -> Bgra:
    return pictures[int(rng.integers(len(pictures)))]


def _with_tile(window: Bgr, tile_crop: Bgr, offset: tuple[int, int]) -> Bgr:
    """The window with another tile beside the square, as much of it as the window shows."""
    side, margin = len(window) // 2, len(window) // 4
    canvas = cv2.copyMakeBorder(window, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    top, left = (offset[0] + 1) * side, (offset[1] + 1) * side
    canvas[top : top + side, left : left + side] = cv2.resize(tile_crop, (side, side))
    return np.asarray(canvas[margin:-margin, margin:-margin], np.uint8)


def _laid_over(window: Bgr, thing: Bgra, offset: tuple[int, int], rng: Generator) -> Bgr:
    """The window with a standing thing whose square lies at the offset (rows, columns) from the middle one."""
    thing = np.rot90(thing, int(rng.integers(4)))
    shift = np.array([[1, 0, offset[1] * SIDE_PX - SIDE_PX / 2], [0, 1, offset[0] * SIDE_PX - SIDE_PX / 2]], np.float64)
    shift *= len(window) / (CANVAS_PX - SIDE_PX)
    shift[:, 2] += rng.normal(0, 2.0, 2)
    sheet = cv2.warpAffine(np.ascontiguousarray(thing), shift, window.shape[1::-1])
    alpha = sheet[:, :, 3:].astype(np.float32) / 255.0
    colours = sheet[:, :, :3] * np.float32(rng.uniform(0.6, 1.4))
    return np.asarray(np.clip(window * (1 - alpha) + colours * alpha, 0, 255), np.uint8)


def _seen(window: Bgr, rng: Generator) -> Bgr:
    """The square cut out the way a fitted grid does: a little beside, askew, and turned to any side."""
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
    seen = cv2.warpPerspective(window, homography, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(seen, np.uint8)


def _reached_over(crop: Bgr, hand: Bgra, rng: Generator) -> Bgr:
    """A hand or its sleeve over an edge of the square: no more of it than leaves the square to be told."""
    angle = rng.uniform(0, 2 * np.pi)
    outward = np.array([np.cos(angle), np.sin(angle)])
    tip = CROP_PX * (0.5 + outward * rng.uniform(0.2, 0.45))
    along, across = rng.uniform(0.6, 6.0) * CROP_PX, (WIDE / 2 + rng.normal(0, 0.4)) * CROP_PX
    turn = np.array([[-outward[1], outward[0]], [outward[0], outward[1]]]).T * rng.uniform(0.8, 1.3)
    shift = np.column_stack([turn, tip - turn @ [across, along]])
    sheet = cv2.warpAffine(hand, shift, (CROP_PX, CROP_PX))
    y, x = np.mgrid[:CROP_PX, :CROP_PX] - tip[::-1, None, None]
    beyond = x * outward[0] + y * outward[1]
    alpha = sheet[:, :, 3:] / np.float32(255.0) * np.clip(beyond + 4.0, 0.0, 4.0)[:, :, None] / 4.0
    return np.asarray(crop * (1.0 - alpha) + sheet[:, :, :3] * alpha, np.uint8)


def _covered(crop: Bgr, rng: Generator) -> Bgr:
    """A card or a piece of wood over an edge of the square."""
    covered = crop.copy()
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.48)
    middle = CROP_PX * (0.5 + 0.62 * np.array([np.cos(angle), np.sin(angle)]))
    size = CROP_PX * reach * np.array([rng.uniform(0.25, 1.0), rng.uniform(0.25, 0.6)])
    points = np.rint([*middle] + rng.uniform(-1, 1, (int(rng.integers(3, 7)), 2)) * size).astype(np.int32)
    colour = rng.uniform(20, 240, 3) if rng.random() < 0.5 else rng.uniform(0.4, 1.0) * np.array([140, 170, 230])
    cv2.fillConvexPoly(covered, cv2.convexHull(points), colour.tolist(), cv2.LINE_AA)
    return covered


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
