"""Training squares: real ones in ever new surroundings, light and focus, some with a castle standing over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.photo import Bgr
from vision.squares.classify import CROP_PX, KINDS
from vision.training.art.castles import castle_standee, draw_eye, king_pawn
from vision.training.art.hands import WIDE, reaching_hand
from vision.training.art.surfaces import drawn_surface, surface_of_colour
from vision.training.art.things import thing
from vision.training.art.tiles import tile
from vision.training.pictures.castle_cutouts import SIDE_PX, STANDING, Bgra, cut_castles
from vision.training.pictures.patches import KIND_OF, SQUARE_PX, Mask, Patch
from vision.training.synthesis.light import photographed
from vision.training.synthesis.lights import of_square

RENDERED_SEED = 20_000  # the sample photos are drawn from other seeds
JUNK = -1  # of no kind: the network shall be unsure of it
DRAWN = "drawn table"  # the source of table tops that no camera saw
ALIKE = "drawn table like tiles"  # the source of those in the colours of tiles
GAPS = 5.0  # how much oftener than other table a real gap in a kingdom is taken
TABLES = (DRAWN, ALIKE, "background")  # shown as gaps between other squares, too
RECOLOURED = 0.25  # share of pieces of table that take the colour of a tile
HIDDEN = 0.75  # share of a square that is covered from which nobody can tell its kind
STEEPEST = 68.0  # degrees: the tilt of cameras for which tall castles lean over their neighbours
COVERED = 0.14  # share of squares with a hand or a thing over them
SOLID = 0.7  # opacity from which a thing hides what is under it: a shadow has less
CASTLE, EMPTY = KIND_OF["castle"], KIND_OF["empty"]
ALL_KINDS = tuple(range(len(KINDS)))

Cover = NDArray[np.float32]  # (height, width): how far each pixel is covered, 0 to 1


@dataclass(frozen=True)
class Mix:
    """What the training squares are made of; shares are of all squares."""

    rendered: float = 0.08
    empty: float = 0.06  # real tables and other places
    drawn_empty: float = 0.04
    empty_alike: float = 0.05  # plain table in the colours of tiles
    castle: float = 0.07
    junk: float = 0.02
    badly_saved: float = 0.04  # with the white line at the top and left that some crops of data/squares carry
    rendered_tiles: int = 40  # drawn of each kind
    drawn_surfaces: int = 800
    surfaces_alike: int = 800
    drawn_castles: int = 300
    leaning_castles: int = 150
    things: int = 150


@dataclass(frozen=True, eq=False)
class Supply:
    """Everything training squares are drawn from, and how often each patch is taken."""

    patches: tuple[Patch, ...]
    odds: NDArray[np.float64]  # cumulative, of the patches
    near: dict[str, NDArray[np.int64]]  # indices of the patches under the same light
    castle_tiles: NDArray[np.int64]  # indices of the patches of castles
    castles: tuple[Bgra, ...]
    kings: tuple[Bgra, ...]
    leaning: tuple[Bgra, ...]  # castles seen from the side: sheets of five squares a side
    hands: tuple[Bgra, ...]
    things: tuple[Bgra, ...]
    mix: Mix


def make_supply(
    patches: Sequence[Patch], data: Path, mix: Mix, rng: Generator, drawn_kinds: Sequence[int] = ALL_KINDS
) -> Supply:
    """The supply of a training on these patches, and tiles drawn of some kinds.

    Castles are cut only from kingdoms among the patches.
    """
    rendered = _rendered(mix, np.random.default_rng(RENDERED_SEED), drawn_kinds)
    surfaces = [_as_patch(drawn_surface(rng, 2 * SQUARE_PX), EMPTY, DRAWN) for _ in range(mix.drawn_surfaces)]
    colours = [_colour_of_tile(patches, rng) for _ in range(mix.surfaces_alike)]
    alike = [_as_patch(surface_of_colour(rng, 2 * SQUARE_PX, each), EMPTY, ALIKE) for each in colours]
    everything = (*patches, *rendered, *surfaces, *alike)
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
        tuple(_leaning_castle(rng) for _ in range(mix.leaning_castles)),
        tuple(reaching_hand(rng, CROP_PX) for _ in range(60)),
        tuple(thing(rng, CROP_PX) for _ in range(mix.things)),
        mix,
    )


def light_of(patch: Patch) -> str:
    """The camera and lamp a patch was seen with, as far as known: boards by game, single squares by family."""
    return f"{patch.source} {patch.group.split('-')[0] if patch.source == 'boards' else patch.group}"


def _leaning_castle(rng: Generator) -> Bgra:
    return castle_standee(rng, SIDE_PX, eye=draw_eye(rng, steepest=STEEPEST), reach=2)


def _colour_of_tile(patches: Sequence[Patch], rng: Generator) -> NDArray[np.float64]:
    """The usual colour (BGR) of some tile, or of any."""
    tiles = [patch for patch in patches if patch.kind not in (CASTLE, EMPTY)]
    if not tiles:
        return rng.uniform(0, 255, 3)
    return np.asarray(np.median(tiles[int(rng.integers(len(tiles)))].crop, axis=(0, 1)), np.float64)


def _as_patch(window: Bgr, kind: int, source: str) -> Patch:
    return Patch(window, np.ones(window.shape[:2], bool), kind, source, source, source, -1)


def _rendered(mix: Mix, rng: Generator, kinds: Sequence[int]) -> list[Patch]:
    margin = SQUARE_PX // 2
    known = np.zeros((2 * SQUARE_PX, 2 * SQUARE_PX), bool)
    known[margin:-margin, margin:-margin] = True
    patches = []
    for kind in kinds:
        for _ in range(0 if KINDS[kind].is_empty else mix.rendered_tiles):
            art = cv2.copyMakeBorder(
                tile(KINDS[kind], rng, SQUARE_PX), margin, margin, margin, margin, cv2.BORDER_CONSTANT
            )
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
    drawn, alike = (np.array([patch.source == source for patch in patches]) for source in (DRAWN, ALIKE))
    empty, castle = (kinds == EMPTY) & ~drawn & ~alike, (kinds == CASTLE) & ~rendered
    shares = (
        (mix.rendered, rendered),
        (mix.empty, empty),
        (mix.drawn_empty, drawn),
        (mix.empty_alike, alike),
        (mix.castle, castle),
    )
    rest = (1.0 - sum(share for share, _ in shares), ~(rendered | empty | drawn | alike | castle))
    for share, chosen in (*shares, rest):
        odds[chosen] *= share / max(odds[chosen].sum(), 1e-9)
    return np.asarray(odds / odds.sum(), np.float64)


def draw_batch(supply: Supply, size: int, rng: Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """New training squares: crops (size, 64, 64, 3), and their truth (size, 2).

    The truth is the kind, ``JUNK`` for what is of no kind or hidden, and the share of the square that is covered.
    """
    drawn = [draw_square(supply, rng) for _ in range(size)]
    truth = [(JUNK if each.covered > HIDDEN else each.kind, each.covered) for each in drawn]
    return np.stack([each.crop for each in drawn]), np.array(truth, np.float32)


class Drawn(NamedTuple):
    """A training square: what it shows, its kind, and how much of it (0 to 1) other things cover."""

    crop: Bgr
    kind: int
    covered: float


def draw_square(supply: Supply, rng: Generator) -> Drawn:
    """One new training square."""
    if rng.random() < supply.mix.junk:
        return Drawn(_junk(rng), JUNK, 0.0)
    patch = supply.patches[int(np.searchsorted(supply.odds, rng.random() * supply.odds[-1]))]
    window = _surrounded(patch, supply, rng)
    window, cover = _with_things(window, patch, supply, rng)
    crop, cover = _seen(window, cover, rng)
    if rng.random() < COVERED:
        crop, over = _with_cover(crop, supply, rng)
        cover = np.maximum(cover, over)
    reflection = supply.patches[int(rng.integers(len(supply.patches)))].crop
    crop = photographed(crop, of_square(rng), rng, reflection=reflection)
    if rng.random() < supply.mix.badly_saved:
        crop[0], crop[:, 0] = 255, 255
    return Drawn(crop, patch.kind, float(cover.mean()))


def _with_cover(crop: Bgr, supply: Supply, rng: Generator) -> tuple[Bgr, Cover]:
    """The square with a hand, a card or another thing over it, and where that covers it."""
    chance = rng.random()
    if chance < 0.4:
        return _reached_over(crop, _any(supply.hands, rng), rng)
    return _covered(crop, rng) if chance < 0.6 else _under_thing(crop, _any(supply.things, rng), rng)


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


def _with_things(window: Bgr, patch: Patch, supply: Supply, rng: Generator) -> tuple[Bgr, Cover]:
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
