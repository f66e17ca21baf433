"""What stands on squares with crowns, and the crowns themselves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Canvas, Colour, Spot, lump, mix, shade, vary
from models.training.art.terrains import EARTH, boat, heap
from scoring.terrain import Terrain

PLASTER: Colour = (195, 222, 232)
TIMBER: Colour = (50, 80, 120)

Draw = Callable[[Canvas, Generator, int], None]  # canvas around (0, 0), how many crowns


def crown(canvas: Canvas, gold: Colour, spread: float = 1.0) -> None:
    """A crown around (0, 0), 1 wide and about 0.75 high: gold on a light sticker with a dark rim, fur below.

    ``spread`` stretches its five points upwards.
    """
    tips: list[Spot] = [(x, -0.34 * spread + 0.42 * abs(x)) for x in (-0.44, -0.22, 0.0, 0.22, 0.44)]
    outline: list[Spot] = [(-0.36, 0.34)]
    for tip, following in pairwise([*tips, tips[-1]]):
        outline.append(tip)
        if following != tip:
            outline.append(((tip[0] + following[0]) / 2, 0.02))
    outline.append((0.36, 0.34))
    for ink, width, ball in (((45.0, 45.0, 48.0), 0.22, 0.16), ((228.0, 238.0, 242.0), 0.15, 0.125)):
        canvas.line(outline, ink, width, closed=True)
        for tip in tips:
            canvas.disc(tip, ball, ink)
    canvas.polygon(outline, gold)
    canvas.line(outline, shade(gold, 0.5), 0.03, closed=True)
    canvas.polygon([(-0.3, 0.18), (-0.22, 0.0), (-0.05, 0.18)], shade(gold, 1.25))
    canvas.polygon([(0.02, 0.18), (0.1, 0.02), (0.2, 0.18)], shade(gold, 1.25))
    for tip in tips:
        canvas.disc(tip, 0.055, shade(gold, 1.15))
    canvas.line([(-0.33, 0.27), (0.33, 0.27)], (226, 234, 238), 0.16)
    canvas.line([(-0.33, 0.37), (0.33, 0.37)], (150, 160, 168), 0.04)


def _mill(canvas: Canvas, rng: Generator, crowns: int) -> None:
    wall = vary(rng, (70, 110, 150), 0.12)
    canvas.polygon([(0, 0.2), (0.34, 0.1), (0.26, 0.26)], (20, 130, 170))
    canvas.polygon([(-0.13, 0.22), (-0.08, -0.12), (0.09, -0.12), (0.14, 0.22)], wall)
    canvas.polygon([(0.02, 0.22), (0.03, -0.12), (0.09, -0.12), (0.14, 0.22)], shade(wall, 0.7))
    canvas.polygon([(-0.12, -0.1), (0.0, -0.27), (0.13, -0.1)], vary(rng, (60, 165, 205), 0.1))
    canvas.polygon([(-0.04, 0.22), (-0.04, 0.11), (0.03, 0.11), (0.03, 0.22)], shade(wall, 0.4))
    cloth = vary(rng, (190, 210, 225))
    frame = vary(rng, (50, 65, 165) if rng.random() < 0.7 else (70, 100, 140))
    first = float(rng.uniform(20, 70))
    for turn in np.arange(4) * 90 + first:
        blade = canvas.placed((0, -0.08), turn=float(turn))
        blade.polygon([(-0.012, -0.06), (0.055, -0.06), (0.055, -0.29), (-0.012, -0.29)], frame)
        for step in np.arange(-0.28, -0.07, 0.05).tolist():
            blade.polygon([(0.002, step), (0.018, step), (0.018, step + 0.03), (0.002, step + 0.03)], cloth)
            blade.polygon([(0.027, step), (0.044, step), (0.044, step + 0.03), (0.027, step + 0.03)], cloth)
        blade.line([(0, 0), (0, -0.29)], shade(frame, 0.5), 0.018)
    canvas.disc((0, -0.08), 0.025, shade(frame, 0.5))


def _cottage(canvas: Canvas, roof: Colour, wall: Colour, rng: Generator) -> None:
    """A timbered house around (0, 0), about 0.5 wide, roof towards the viewer."""
    canvas.polygon([(-0.2, 0.2), (0.28, 0.12), (0.34, 0.22), (-0.1, 0.28)], shade(roof, 0.3))
    canvas.polygon([(-0.22, 0.02), (0.1, 0.06), (0.1, 0.22), (-0.22, 0.16)], wall)
    canvas.polygon([(0.1, 0.06), (0.19, -0.14), (0.27, 0.02), (0.27, 0.16), (0.1, 0.22)], shade(wall, 0.88))
    canvas.polygon([(-0.27, 0.04), (-0.16, -0.2), (0.19, -0.16), (0.09, 0.09)], roof)
    canvas.polygon([(0.19, -0.17), (0.16, -0.16), (0.25, 0.05), (0.29, 0.03)], shade(roof, 0.6))
    canvas.line([(-0.16, -0.2), (0.19, -0.16)], shade(roof, 1.25), 0.014)
    for step in np.linspace(0.12, 0.88, 6).tolist():
        top, low = (-0.16 + 0.35 * step, -0.2 + 0.04 * step), (-0.27 + 0.36 * step, 0.04 + 0.05 * step)
        canvas.line([top, low], shade(roof, 0.72 + 0.1 * float(rng.random())), 0.01)
    for x in (-0.2, -0.12, -0.04, 0.04):
        canvas.line([(x, 0.05), (x + 0.05, 0.18)], TIMBER, 0.012)
    for x, y in ((0.14, 0.02), (0.22, -0.02), (0.26, 0.08)):
        canvas.line([(x, y), (x, 0.19)], TIMBER, 0.012)
    canvas.line([(0.1, 0.09), (0.27, 0.03)], TIMBER, 0.012)


def _boathouse(canvas: Canvas, rng: Generator, crowns: int) -> None:
    deck = vary(rng, (40, 85, 190), 0.08)
    canvas.polygon([(-0.3, 0.14), (0.22, 0.06), (0.38, 0.16), (-0.12, 0.3)], shade(deck, 0.5))
    canvas.polygon([(-0.3, 0.12), (0.22, 0.03), (0.38, 0.13), (-0.12, 0.27)], deck)
    canvas.line([(-0.2, 0.17), (0.3, 0.08)], shade(deck, 0.7), 0.012)
    canvas.line([(-0.15, 0.22), (0.34, 0.12)], shade(deck, 0.7), 0.012)
    roof = vary(rng, (55, 190, 225), 0.08)
    _cottage(canvas.placed((-0.02, -0.03), 0.9, turn=float(rng.normal(0, 5))), roof, PLASTER, rng)
    if rng.random() < 0.5:
        canvas.polygon(lump(rng, (-0.05, -0.1), 0.06, 7), (45, 75, 110))
    boat(canvas.placed((-0.02, 0.34), 1.1, turn=float(rng.normal(0, 15))), rng)


def _lodge(canvas: Canvas, rng: Generator, crowns: int) -> None:
    canvas.polygon(lump(rng, (-0.06, 0.17), 0.2, 8, 0.12), vary(rng, (200, 215, 222)))
    roof = vary(rng, (52, 74, 104), 0.1)
    _cottage(canvas.placed((0, -0.04), 0.95, turn=float(rng.normal(0, 8))), roof, shade(TIMBER, 1.2), rng)
    canvas.polygon([(0.17, 0.1), (0.3, 0.05), (0.34, 0.15), (0.21, 0.2)], vary(rng, (90, 150, 175)))
    for x in (-0.2, -0.14, -0.08):
        canvas.disc((x + 0.02 * float(rng.standard_normal()), 0.28), 0.025, vary(rng, (110, 160, 195)))


def _farm(canvas: Canvas, rng: Generator, crowns: int) -> None:
    roof = vary(rng, (48, 58, 190), 0.08)
    if crowns > 1:
        _cottage(canvas.placed((-0.14, 0.06), 0.75, flip=True), shade(roof, 0.92), PLASTER, rng)
    _cottage(canvas.placed((0.06, 0.0), turn=float(rng.normal(0, 6))), roof, PLASTER, rng)
    canvas.polygon([(0.02, -0.27), (0.09, -0.27), (0.09, -0.15), (0.02, -0.16)], (170, 195, 205))
    coat = vary(rng, (190, 200, 225) if crowns > 1 else (50, 75, 115), 0.1)  # pigs in the yard, or hens
    for _ in range(int(rng.integers(6, 13) if crowns > 1 else rng.integers(2, 5))):
        x, y = float(rng.uniform(-0.36, 0.36)), float(rng.uniform(0.26, 0.38))
        canvas.oval((x, y), (0.03, 0.018), coat)
    canvas.line([(0.26, 0.12), (0.4, 0.06)], TIMBER, 0.016)
    canvas.line([(0.26, 0.18), (0.4, 0.12)], TIMBER, 0.016)


def _swamp_camp(canvas: Canvas, rng: Generator, crowns: int) -> None:
    wood = vary(rng, (50, 85, 150), 0.1)
    canvas.oval((0, 0.16), (0.34, 0.15), (70, 95, 125))
    canvas.oval((0, 0.1), (0.31, 0.12), shade(wood, 0.6))
    canvas.oval((0, 0.08), (0.3, 0.11), wood)
    cloth = vary(rng, (80, 120, 150), 0.1)
    canvas.polygon([(-0.16, 0.08), (0.0, -0.26), (0.26, 0.06)], shade(cloth, 0.75))
    canvas.polygon([(-0.16, 0.08), (0.0, -0.26), (0.08, 0.07)], cloth)
    canvas.line([(0, -0.3), (0, 0.08)], shade(EARTH, 0.7), 0.016)
    wares: list[Colour] = [(60, 150, 110), (50, 60, 180), (70, 130, 90), (70, 180, 200)]
    if crowns > 1:
        wares = [(190, 130, 80), (210, 220, 225), (60, 150, 110)]
    for x in np.linspace(-0.22, 0.22, 7).tolist():
        at = (x, 0.08 + 0.03 * float(rng.standard_normal()))
        canvas.disc(at, 0.028, vary(rng, wares[int(rng.integers(len(wares)))], 0.1))
    if crowns > 1:  # the second crown's camp has a kettle that steams
        for _ in range(10):
            at = (-0.18 + 0.05 * float(rng.standard_normal()), -0.1 + 0.08 * float(rng.standard_normal()))
            canvas.disc(at, 0.042, vary(rng, (205, 212, 215), 0.04))
        canvas.disc((-0.18, 0.06), 0.055, (140, 145, 150))


def _pit(canvas: Canvas, rng: Generator, crowns: int) -> None:
    heap(canvas.placed((0, -0.02), 1.0 + 0.06 * crowns), rng)
    red = vary(rng, (42, 44, 140), 0.1)
    gates = {1: [(0.06, 0.06)], 2: [(-0.07, 0.02), (0.08, 0.09)], 3: [(-0.17, -0.03), (-0.02, 0.05), (0.13, 0.11)]}
    for x, y in gates[crowns]:
        gate = canvas.placed((x, y))
        gate.polygon([(-0.06, 0.15), (-0.06, 0.0), (0.1, 0.0), (0.1, 0.15)], (16, 14, 22))
        gate.line([(-0.06, 0.16), (-0.06, 0.0), (0.1, 0.0), (0.1, 0.16)], shade(red, 0.7), 0.028)
        gate.polygon([(-0.13, 0.02), (-0.06, -0.09), (0.15, -0.06), (0.1, 0.06)], red)
        gate.line([(-0.06, -0.09), (0.15, -0.06)], shade(red, 1.3), 0.014)
    for _ in range(crowns):
        at = (float(rng.uniform(-0.25, 0.2)), float(rng.uniform(0.2, 0.32)))
        canvas.disc(at, 0.028, (60, 190, 215))
        canvas.disc((at[0], at[1] - 0.03), 0.018, (150, 180, 215))


_STANDS: dict[Terrain, Draw] = {
    Terrain.WHEAT: _mill,
    Terrain.FOREST: _lodge,
    Terrain.LAKE: _boathouse,
    Terrain.GRASSLAND: _farm,
    Terrain.SWAMP: _swamp_camp,
    Terrain.MINE: _pit,
}


def building(canvas: Canvas, terrain: Terrain, crowns: int, rng: Generator) -> None:
    """The building of a terrain in the middle of a square, a little off and of its own size every time."""
    at = (0.5 + 0.03 * float(rng.standard_normal()), 0.57 + 0.02 * float(rng.standard_normal()))
    _STANDS[terrain](canvas.placed(at, 1.0 + 0.05 * float(rng.standard_normal())), rng, crowns)


def crowns_in_corner(canvas: Canvas, count: int, left: bool, gold: Colour, rng: Generator) -> None:
    """One to three crowns along the top edge, from the left or the right corner inwards."""
    spread = float(rng.uniform(0.85, 1.15))
    for place in range(count):
        x = 0.185 + 0.29 * place
        at = (x if left else 1 - x, 0.155 + 0.004 * float(rng.standard_normal()))
        canvas.oval((at[0] + 0.01, at[1] + 0.03), (0.14, 0.09), mix((40, 40, 40), gold, 0.15))
        crown(canvas.placed(at, 0.235), gold, spread)
