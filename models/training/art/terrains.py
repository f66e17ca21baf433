"""Draw the ground of each terrain and its details from straight above."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Canvas, Colour, Spot, clouds, lump, mix, shade, vary
from scoring.terrain import Terrain
from vision.photo.photo import Bgr

# Printed colours under neutral light.
GROUND: dict[Terrain, Colour] = {
    Terrain.WHEAT: (20, 192, 238),
    Terrain.FOREST: (42, 96, 82),
    Terrain.LAKE: (205, 118, 22),
    Terrain.GRASSLAND: (38, 186, 128),
    Terrain.SWAMP: (122, 158, 182),
    Terrain.MINE: (46, 40, 40),
}
SHEEP: Colour = (225, 235, 238)
EARTH: Colour = (58, 84, 112)


def ground(terrain: Terrain, rng: Generator, colour: Colour, size_px: int, busy: bool) -> Bgr:
    """Draw a square of bare terrain; ``busy`` leaves its middle free for a building."""
    cells = int(rng.integers(2, 6))
    light = clouds(rng, size_px, cells) * 0.055 + clouds(rng, size_px, 4 * cells) * 0.025 + 1.0
    image = np.clip(light[..., None] * np.array(colour, np.float32), 0, 255).astype(np.uint8)
    _LIFE[terrain](Canvas.of(image), rng, colour, busy)
    return image


def somewhere(rng: Generator, margin: float = 0.06) -> Spot:
    """Draw a random spot at least ``margin`` from the edge."""
    x, y = margin + (1 - 2 * margin) * rng.random(2)
    return float(x), float(y)


def _wheat(canvas: Canvas, rng: Generator, colour: Colour, busy: bool) -> None:
    strokes = int(rng.integers(14, 44))
    slope = float(rng.normal(0, 0.25))
    for x, y in rng.random((strokes, 2)).tolist():
        length = 0.02 + 0.03 * float(rng.random())
        canvas.line([(x, y), (x + slope * length, y - length)], shade(colour, 0.86 + 0.08 * float(rng.random())))
    if busy:
        return
    for _ in range(int(rng.integers(0, 4))):
        _bird(canvas.place(somewhere(rng, 0.15), turn=float(rng.random()) * 360), rng)
    if rng.random() < 0.15:
        _hay_cart(canvas.place((float(rng.choice([0.3, 0.7])), 0.82)), rng)


def _bird(canvas: Canvas, rng: Generator) -> None:
    colour: Colour = (40, 45, 60) if rng.random() < 0.75 else (40, 60, 190)
    span = 0.025 + 0.02 * float(rng.random())
    canvas.polygon([(-span, -0.01), (0, 0.004), (span, -0.016), (0.2 * span, 0.02)], colour)


def _hay_cart(canvas: Canvas, rng: Generator) -> None:
    canvas.polygon([(-0.22, -0.06), (0.02, -0.1), (0.02, 0.08), (-0.2, 0.08)], vary(rng, (70, 130, 170)))
    canvas.oval((0.1, 0.0), (0.09, 0.08), vary(rng, (40, 200, 235)))
    canvas.disc((0.1, 0.08), 0.04, vary(rng, (40, 80, 120)))
    canvas.oval((-0.12, 0.06), (0.06, 0.03), (215, 220, 225))


def _forest(canvas: Canvas, rng: Generator, colour: Colour, busy: bool) -> None:
    for _ in range(5):
        canvas.polygon(lump(rng, somewhere(rng, 0.0), 0.1), shade(colour, 0.8 + 0.5 * float(rng.random())))
    fir_share = float(rng.choice([0.1, 0.3, 0.6]))
    step = 0.19 + 0.04 * float(rng.random())
    spots = [(x, y) for y in np.arange(0.1, 0.98, step).tolist() for x in np.arange(0.1, 0.98, step).tolist()]
    for x, y in spots:
        x, y = x + 0.05 * float(rng.standard_normal()), y + 0.04 * float(rng.standard_normal())
        if rng.random() < 0.08 or (busy and abs(x - 0.5) < 0.3 and abs(y - 0.55) < 0.27):
            continue
        draw = fir if rng.random() < fir_share else round_tree
        draw(canvas.place((x, y), 0.85 + 0.4 * float(rng.random())), rng, colour)
    for x, y in rng.random((6, 2)).tolist():
        canvas.disc((x, y), 0.008, (170, 190, 185))


def round_tree(canvas: Canvas, rng: Generator, ground_colour: Colour) -> None:
    """Draw a leafy tree around (0, 0), about 0.2 wide, lit from the top left."""
    leaf = vary(rng, mix(ground_colour, (38, 104, 38), 0.8), 0.16)
    canvas.disc((0.03, 0.04), 0.1, shade(ground_colour, 0.4))
    canvas.disc((0, 0), 0.098, shade(leaf, 0.5))
    canvas.disc((-0.01, -0.012), 0.084, shade(leaf, 0.78))
    canvas.disc((-0.022, -0.028), 0.06, leaf)
    canvas.disc((-0.032, -0.04), 0.03, shade(leaf, 1.25))


def fir(canvas: Canvas, rng: Generator, ground_colour: Colour) -> None:
    """Draw a fir tree around (0, 0), about 0.25 high."""
    needle = vary(rng, mix(ground_colour, (44, 84, 28), 0.8), 0.14)
    canvas.disc((0.03, 0.06), 0.07, shade(ground_colour, 0.42))
    for top, half, tone in ((0.0, 0.085, 0.55), (-0.06, 0.07, 0.72), (-0.12, 0.05, 0.95)):
        canvas.polygon([(-half, top + 0.1), (0.0, top - 0.04), (half, top + 0.1)], shade(needle, tone))
        canvas.polygon([(-half, top + 0.1), (0.0, top - 0.04), (-0.1 * half, top + 0.1)], shade(needle, tone * 1.3))


def _lake(canvas: Canvas, rng: Generator, colour: Colour, busy: bool) -> None:
    for _ in range(int(rng.integers(3, 12))):
        x, y = somewhere(rng)
        w = 0.03 + 0.05 * float(rng.random())
        tone = shade(colour, 1.1 + 0.12 * float(rng.random()))
        canvas.line([(x - w, y), (x - 0.5 * w, y - 0.015), (x, y), (x + 0.5 * w, y - 0.015), (x + w, y)], tone)
    for _ in range(int(rng.integers(0, 4))):
        canvas.oval(somewhere(rng), (0.022, 0.014), vary(rng, (60, 150, 120)))
    if rng.random() < 0.12 and not busy:
        _deep_shadow(canvas, rng, colour)
    if rng.random() < 0.35 and not busy:
        boat(canvas.place(somewhere(rng, 0.2), turn=float(rng.normal(0, 25))), rng)


def _deep_shadow(canvas: Canvas, rng: Generator, colour: Colour) -> None:
    """Draw a large fish under the surface."""
    dark = shade(colour, 0.72)
    body = canvas.place(somewhere(rng, 0.35), turn=float(rng.random()) * 360)
    body.oval((0, 0), (0.2, 0.08), dark)
    body.polygon([(-0.15, 0), (-0.32, -0.1), (-0.28, 0.02), (-0.34, 0.1)], dark)


def boat(canvas: Canvas, rng: Generator) -> None:
    """Draw a rowing boat around (0, 0), 0.2 long."""
    wood = vary(rng, (60, 120, 180))
    canvas.polygon([(-0.1, -0.02), (0.1, -0.02), (0.06, 0.04), (-0.06, 0.04)], shade(wood, 0.6))
    canvas.polygon([(-0.1, -0.02), (0, -0.035), (0.1, -0.02), (0, 0.0)], wood)
    canvas.line([(-0.02, -0.03), (-0.06, 0.05)], shade(wood, 1.3))


def _grassland(canvas: Canvas, rng: Generator, colour: Colour, busy: bool) -> None:
    for _ in range(5):
        canvas.polygon(lump(rng, somewhere(rng, 0.0), 0.13), shade(colour, 0.94 + 0.12 * float(rng.random())))
    for x, y in rng.random((int(rng.integers(6, 16)), 2)).tolist():
        canvas.line([(x - 0.012, y - 0.025), (x, y), (x + 0.014, y - 0.022)], shade(colour, 0.78))
    for x, y in rng.random((int(rng.integers(4, 16)), 2)).tolist():
        canvas.disc((x, y), 0.009, (60, 225, 240) if rng.random() < 0.7 else (220, 230, 230))
    for _ in range(int(rng.integers(1, 4) if busy else rng.integers(3, 12))):
        _sheep(canvas.place(somewhere(rng)), rng)


def _sheep(canvas: Canvas, rng: Generator) -> None:
    coat = SHEEP if rng.random() < 0.85 else vary(rng, (140, 170, 190))
    canvas.oval((0.012, 0.014), (0.032, 0.022), (40, 110, 75))
    canvas.oval((0, 0), (0.03, 0.023), coat)
    canvas.disc((0.028 * float(rng.choice([-1, 1])), -0.004), 0.01, shade(coat, 0.5))


def _swamp(canvas: Canvas, rng: Generator, colour: Colour, busy: bool) -> None:
    for _ in range(int(rng.integers(4, 8))):
        x, y = somewhere(rng, 0.0)
        tone = shade(colour, 0.72 + 0.2 * float(rng.random()))
        for step in (-0.08, 0.0, 0.09):
            radii = (0.09 + 0.06 * float(rng.random()), 0.035 + 0.03 * float(rng.random()))
            canvas.oval((x + step, y + 0.03 * float(rng.standard_normal())), radii, tone)
    for _ in range(int(rng.integers(1, 4) if busy else rng.integers(3, 7))):
        _root(canvas.place(somewhere(rng, 0.12), 0.7 + 0.9 * float(rng.random())), rng)
    for x, y in rng.random((int(rng.integers(4, 10)), 2)).tolist():
        canvas.line([(x, y), (x + 0.01, y - 0.05)], shade(EARTH, 0.8))
        canvas.line([(x + 0.02, y), (x + 0.03, y - 0.035)], shade(EARTH, 0.9))


def _root(canvas: Canvas, rng: Generator) -> None:
    dark = vary(rng, EARTH, 0.15)
    bend = float(rng.normal(0, 0.03))
    canvas.oval((0, 0.02), (0.11, 0.03), mix(dark, (122, 158, 182), 0.45))
    canvas.line([(-0.09, 0.02), (-0.04, -0.02 + bend), (0.02, -0.01), (0.09, 0.02 - bend)], dark, 0.024)
    canvas.line([(-0.02, -0.01), (0.0, -0.07)], dark, 0.015)
    canvas.line([(0.03, -0.01), (0.07, -0.05 + bend)], shade(dark, 0.8), 0.012)


def _mine(canvas: Canvas, rng: Generator, colour: Colour, busy: bool) -> None:
    for _ in range(5):
        canvas.polygon(lump(rng, somewhere(rng, 0.0), 0.12), shade(colour, 0.8 + 0.5 * float(rng.random())))
    for _ in range(int(rng.integers(6, 14))):
        nugget = vary(rng, (110, 180, 220), 0.12)
        at, radius = somewhere(rng), 0.012 + 0.026 * float(rng.random())
        canvas.polygon(lump(rng, (at[0] + 0.008, at[1] + 0.01), radius, 6), shade(nugget, 0.5))
        canvas.polygon(lump(rng, at, radius, 6), nugget)
    if not busy:
        heap(canvas.place((0.52, 0.52), 0.9 + 0.25 * float(rng.random())), rng)


def heap(canvas: Canvas, rng: Generator) -> None:
    """Draw a heap of golden boulders around (0, 0), about 0.6 wide."""
    stone = vary(rng, (128, 186, 215), 0.06)
    canvas.polygon(lump(rng, (0.03, 0.05), 0.29, 10, 0.08), (18, 16, 16))
    for row, half in ((-0.16, 0.1), (-0.05, 0.18), (0.07, 0.25), (0.17, 0.22)):
        for x in np.arange(-half, half + 0.01, 0.11).tolist():
            tone = 0.8 - 0.3 * x + 0.1 * float(rng.standard_normal()) - 0.5 * row
            at = (x + 0.02 * float(rng.standard_normal()), row + 0.02 * float(rng.standard_normal()))
            canvas.polygon(lump(rng, (at[0] + 0.012, at[1] + 0.015), 0.082, 7, 0.1), shade(stone, 0.45))
            canvas.polygon(lump(rng, at, 0.075, 7, 0.1), shade(stone, tone))


_LIFE: dict[Terrain, Callable[[Canvas, Generator, Colour, bool], None]] = {
    Terrain.WHEAT: _wheat,
    Terrain.FOREST: _forest,
    Terrain.LAKE: _lake,
    Terrain.GRASSLAND: _grassland,
    Terrain.SWAMP: _swamp,
    Terrain.MINE: _mine,
}
