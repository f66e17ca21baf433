"""Grounds of our own that are no table: lawns, tiled floors, paving, parquet, gravel."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Colour, clouds, mix, shade, vary
from models.training.art.table_tops import lit, surface
from vision.photo.photo import Bgr

LAWN: tuple[Colour, ...] = ((48, 110, 72), (40, 130, 100), (60, 150, 120), (52, 92, 60), (90, 150, 150))
STONES: tuple[Colour, ...] = ((205, 208, 210), (120, 130, 140), (90, 90, 92), (150, 170, 190), (70, 90, 140))


def ground(rng: Generator, size: int = 768, *, square_px: float = 64.0, kind: str | None = None) -> Bgr:
    """A ground, uint8 (size, size, 3), on which a domino's square would be ``square_px`` wide.

    ``kind`` is one of GROUNDS, random if not said.
    """
    chosen = kind or str(rng.choice(list(GROUNDS)))
    return GROUNDS[chosen](rng, size, square_px)


def _pick(rng: Generator, colours: tuple[Colour, ...]) -> Colour:
    return vary(rng, colours[int(rng.integers(len(colours)))], 0.12, 8.0)


def _grass(rng: Generator, size: int, square_px: float) -> Bgr:
    """Blades of grass over each other, lighter above; here and there a leaf or a daisy."""
    green = _pick(rng, LAWN)
    lawn = lit(shade(green, 0.45), 0.1 * rng.standard_normal((size, size), dtype=np.float32))
    blade = square_px * float(rng.uniform(0.25, 0.8))
    count = min(9000, round(5.0 * size**2 / (blade * max(1.5, square_px / 24))))
    roots = rng.uniform(-0.05, 1.05, (count, 2)) * size
    leans = rng.normal(0, 1, (count, 2)) * blade * 0.5
    thick = max(1, round(square_px * float(rng.uniform(0.02, 0.05))))
    light = np.sort(rng.uniform(0.45, 1.35, count))
    ends = np.rint(np.stack([roots, roots + leans], 1)).astype(np.int32)
    for level, line in zip(light.tolist(), ends, strict=True):
        cv2.polylines(lawn, [line], False, shade(green, level), thick, cv2.LINE_AA)
    for x, y in (rng.uniform(0, size, (int(rng.integers(0, 8)), 2))).astype(int).tolist():
        speck = mix((230, 235, 240), (40, 110, 160), float(rng.integers(2)))
        cv2.circle(lawn, (x, y), max(1, round(0.08 * square_px)), speck, -1, cv2.LINE_AA)
    return lit(lawn, 0.12 * clouds(rng, size, 4))


def _floor_tiles(rng: Generator, size: int, square_px: float) -> Bgr:
    """Square tiles of stone with grout between them: another lattice, as wide as a domino or much wider."""
    side = square_px * float(rng.choice([rng.uniform(0.6, 1.6), rng.uniform(2, 6)]))
    first, second = _pick(rng, STONES), _pick(rng, STONES)
    chequered, spread = rng.random() < 0.3, float(rng.uniform(0, 0.08))
    cells = int(size / side) + 2
    light = 1 + spread * rng.standard_normal((cells, cells)).astype(np.float32)
    odd = np.add.outer(np.arange(cells), np.arange(cells)) % 2 == 1
    tones = np.where((odd & chequered)[..., None], second, first) * light[..., None]
    at = ((np.arange(size) + rng.uniform(0, side)) / side).astype(int)
    floor = tones[at][:, at].clip(0, 255).astype(np.uint8)
    floor = lit(floor, 0.03 * rng.standard_normal((size, size), dtype=np.float32) + 0.07 * clouds(rng, size, 9))
    joint = np.flatnonzero(np.diff(at))
    wide = max(1, round(square_px * float(rng.uniform(0.02, 0.08))))
    grout = shade(first, float(rng.choice([0.55, 1.3])))
    for line in joint.tolist():
        floor[line : line + wide] = grout
        floor[:, line : line + wide] = grout
    return floor


def _paving(rng: Generator, size: int, square_px: float) -> Bgr:
    """Bricks or slabs in courses, every other one shifted."""
    high = square_px * float(rng.uniform(0.5, 2.0))
    wide = high * float(rng.uniform(1.6, 2.6))
    colour, joint = _pick(rng, STONES), max(1, round(0.06 * square_px))
    paving = lit(shade(colour, 0.6), 0.1 * rng.standard_normal((size, size), dtype=np.float32))
    for row, top in enumerate(np.arange(-high, size, high).tolist()):
        for left in np.arange(-wide * (1 + 0.5 * (row % 2)), size, wide).tolist():
            low, far = (round(top + high) - joint, round(left + wide) - joint)
            cv2.rectangle(paving, (round(left), round(top)), (far, low), vary(rng, colour, 0.08), -1)
    return lit(paving, 0.06 * rng.standard_normal((size, size), dtype=np.float32) + 0.08 * clouds(rng, size, 7))


def _parquet(rng: Generator, size: int, square_px: float) -> Bgr:
    """Small squares of staves laid alternately along and across."""
    side = max(8, round(square_px * float(rng.uniform(1.0, 3.0))))
    wood = surface(rng, size, square_px=square_px, kind="wood")
    staves = int(rng.integers(3, 7))
    parquet = wood.copy()
    for row, top in enumerate(range(0, size, side)):
        for column, left in enumerate(range(0, size, side)):
            block = parquet[top : top + side, left : left + side]
            source = np.ascontiguousarray(np.rot90(block) if (row + column) % 2 else block)
            source = cv2.resize(source, (block.shape[1], block.shape[0]))
            source = lit(source, _staves(rng, block.shape[0], block.shape[1], staves, along=(row + column) % 2 == 0))
            parquet[top : top + side, left : left + side] = source
    return parquet


def _staves(rng: Generator, high: int, wide: int, staves: int, *, along: bool) -> NDArray[np.float32]:
    """How much lighter or darker each of the staves of one block is, with a dark joint between them."""
    length = high if along else wide
    at = (np.arange(length) * staves / max(length, 1)).astype(int)
    tone = (0.07 * rng.standard_normal(staves + 1)).astype(np.float32)[at]
    tone[np.flatnonzero(np.diff(at, prepend=-1))] -= 0.25
    field = np.broadcast_to(tone[:, None] if along else tone[None, :], (high, wide))
    return np.asarray(field, np.float32)


def _gravel(rng: Generator, size: int, square_px: float) -> Bgr:
    """Pebbles of many greys."""
    colour = _pick(rng, STONES)
    gravel = lit(shade(colour, 0.4), 0.1 * rng.standard_normal((size, size), dtype=np.float32))
    radius = square_px * float(rng.uniform(0.06, 0.25))
    count = min(6000, round(1.4 * (size / radius) ** 2))
    spots = rng.uniform(0, size, (count, 2))
    radii = radius * rng.uniform(0.5, 1.3, (count, 2))
    for (x, y), (a, b), turn in zip(spots.tolist(), radii.tolist(), rng.uniform(0, 180, count).tolist(), strict=True):
        cv2.ellipse(gravel, ((x, y), (2 * a, 2 * b), turn), vary(rng, colour, 0.25, 10.0), -1, cv2.LINE_AA)
    return gravel


GROUNDS: dict[str, Callable[[Generator, int, float], Bgr]] = {
    "grass": _grass,
    "floor tiles": _floor_tiles,
    "paving": _paving,
    "parquet": _parquet,
    "gravel": _gravel,
}
