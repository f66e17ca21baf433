"""Rock, ore and the tools of a mine."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Colour, lump, mix, shade
from models.training.art.painting.motif import Look
from models.training.art.painting.pen import Pen

BLACK: Colour = (14, 12, 14)


def boulder(pen: Pen, look: Look, rng: Generator) -> None:
    """A lump of rock with one lighter face."""
    stone = look.varied(rng)
    pen.cast((0, 0.16), (0.42, 0.26))
    form = lump(rng, (0, 0), 0.4, look.number(0, 6, 10), 0.12)
    pen.shape(form, stone)
    pen.facet([(0.5 * x - 0.08, 0.5 * y - 0.1) for x, y in form], shade(stone, 1.2))


def heap(pen: Pen, look: Look, rng: Generator) -> None:
    """A heap of boulders."""
    pen.cast((0, 0.28), (0.48, 0.2))
    stone = look.colour
    size = look.between(0, 0.15, 0.2)
    for y, half in ((-0.24, 0.08), (-0.08, 0.22), (0.1, 0.3), (0.26, 0.36)):
        for x in np.arange(-half, half + 0.02, 1.15 * size).tolist():
            tone = 1.05 + 0.16 * float(rng.standard_normal()) - 0.3 * y
            pen.shape(lump(rng, (x, y), size, 7, 0.1), shade(stone, tone))


def peak(pen: Pen, look: Look, rng: Generator) -> None:
    """A mountain, with or without snow."""
    stone = look.varied(rng)
    left, top = float(rng.uniform(-0.5, -0.4)), float(rng.uniform(-0.45, -0.34))
    pen.shape([(left, 0.4), (-0.2, 0.0), (0, top), (0.16, -0.08), (0.28, -0.02), (0.48, 0.4)], stone)
    pen.facet([(0, top), (0.16, -0.08), (0.28, -0.02), (0.48, 0.4), (0.12, 0.4), (0.04, 0.0)], shade(stone, 0.66))
    if look.has(0, 0.4):
        pen.fill([(0, top), (0.1, -0.18), (0.03, -0.14), (-0.04, -0.2), (-0.12, -0.13)], (240, 240, 240))


def nugget(pen: Pen, look: Look, rng: Generator) -> None:
    """A nugget of gold or another ore."""
    ore = look.accent
    pen.shape(lump(rng, (0, 0), 0.38, look.number(0, 5, 8), 0.14), ore)
    pen.fill(lump(rng, (-0.1, -0.12), 0.14, 5, 0.1), mix(ore, (235, 250, 255), 0.55))


def crystal(pen: Pen, look: Look, rng: Generator) -> None:
    """A crystal: one or three spikes."""
    for turn, size in ((-28, 0.7), (26, 0.75), (0, 1.0))[-look.number(0, 1, 3) :]:
        spike = pen.at((0, 0.3), size, turn)
        spike.shape([(-0.13, 0.0), (-0.16, -0.5), (0, -0.75), (0.16, -0.5), (0.13, 0.0)], look.accent)
        spike.facet([(0, -0.72), (0.15, -0.5), (0.12, 0.0), (0.03, 0.0)], shade(look.accent, 0.65))


def diamond(pen: Pen, look: Look, rng: Generator) -> None:
    """A cut stone."""
    stone = look.accent
    pen.shape([(-0.45, -0.1), (-0.26, -0.36), (0.26, -0.36), (0.45, -0.1), (0, 0.42)], stone)
    lines = pen.hand.ink or shade(stone, 0.55)
    pen.stroke([(-0.45, -0.1), (0.45, -0.1)], lines, 0.03)
    pen.stroke([(-0.26, -0.36), (-0.14, -0.1), (0, 0.42), (0.14, -0.1), (0.26, -0.36)], lines, 0.03)


def pick(pen: Pen, look: Look, rng: Generator) -> None:
    """A pickaxe."""
    pen.stroke([(0.3, 0.4), (-0.16, -0.24)], mix((60, 100, 150), (30, 40, 50), look.traits[3]), 0.09)
    head = [(-0.46, 0.04), (-0.34, -0.18), (-0.2, -0.32), (0.0, -0.4), (0.2, -0.36), (0.0, -0.28), (-0.22, -0.14)]
    pen.shape(head, mix((175, 175, 170), (90, 90, 90), look.traits[4]))


def rails(pen: Pen, look: Look, rng: Generator) -> None:
    """A track of rails."""
    for x in np.linspace(-0.46, 0.46, 7).tolist():
        pen.stroke([(x, -0.16), (x, 0.16)], (50, 75, 105), 0.06)
    for y in (-0.1, 0.1):
        pen.stroke([(-0.5, y), (0.5, y)], (150, 150, 150), 0.04)


def wagon(pen: Pen, look: Look, rng: Generator) -> None:
    """A mine cart full of ore."""
    pen.cast((0, 0.34), (0.4, 0.1))
    for x in (-0.18, 0.0, 0.18):
        pen.disc((x, -0.14), 0.14, look.accent)
    pen.shape([(-0.4, -0.1), (0.4, -0.1), (0.28, 0.26), (-0.28, 0.26)], (95, 85, 80))
    for x in (-0.2, 0.2):
        pen.disc((x, 0.3), 0.1, (60, 60, 62))


def entrance(pen: Pen, look: Look, rng: Generator) -> None:
    """The way into a mine: a dark mouth in rock, framed by beams."""
    rock, beam = look.colour, mix((50, 90, 150), (40, 60, 90), look.traits[3])
    pen.cast((0, 0.36), (0.5, 0.14))
    if look.has(0, 0.75):
        form = [(-0.5, 0.42), (-0.44, 0.0), (-0.28, -0.3), (0.0, -0.44), (0.26, -0.32), (0.45, -0.02), (0.5, 0.42)]
        pen.shape([(x + 0.02 * float(rng.standard_normal()), y) for x, y in form], rock)
        pen.facet(
            [(0.0, -0.44), (0.26, -0.32), (0.45, -0.02), (0.5, 0.42), (0.26, 0.42), (0.22, -0.1)], shade(rock, 0.65)
        )
    pen.fill([(-0.2, 0.42), (-0.2, 0.0), (-0.1, -0.12), (0.1, -0.12), (0.2, 0.0), (0.2, 0.42)], BLACK)
    if look.has(1, 0.45):
        pen.patch((0, 0.3), (0.13, 0.11), (40, 150, 245))
        pen.patch((0, 0.34), (0.06, 0.06), (140, 235, 255))
    for x in (-0.22, 0.22):
        pen.box((x - 0.045, -0.06), (x + 0.045, 0.42), beam)
    pen.box((-0.32, -0.16), (0.32, -0.05), shade(beam, 1.15))


def lantern(pen: Pen, look: Look, rng: Generator) -> None:
    """A lantern with its glow."""
    pen.patch((0, 0), (0.48, 0.48), mix(pen.ground, (60, 170, 240), 0.35))
    pen.box((-0.14, -0.2), (0.14, 0.22), (60, 200, 250))
    pen.stroke([(-0.14, -0.2), (0, -0.4), (0.14, -0.2)], (60, 60, 60), 0.06)


def spark(pen: Pen, look: Look, rng: Generator) -> None:
    """A star that glitters; it is no crown."""
    points = look.number(0, 4, 6)
    turns = np.arange(2 * points) * (np.pi / points) - np.pi / 2
    arms = np.where(np.arange(2 * points) % 2, look.between(1, 0.12, 0.22), 0.48)
    pen.fill(np.stack([arms * np.cos(turns), arms * np.sin(turns)], axis=1), mix(look.accent, (240, 250, 255), 0.5))


def seam(pen: Pen, look: Look, rng: Generator) -> None:
    """A vein of ore through the rock."""
    steps = np.linspace(-0.5, 0.5, 6)
    line = np.stack([steps, 0.1 * rng.standard_normal(6)], axis=1)
    pen.stroke(line, look.accent, look.between(0, 0.05, 0.12))
