"""What stands and grazes on grassland."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Colour, mix, shade
from models.training.art.painting.motif import Look
from models.training.art.painting.pen import Pen


def sheep(pen: Pen, look: Look, rng: Generator) -> None:
    """A sheep: a woolly body of one to five lumps, a head, perhaps legs."""
    wool: Colour = mix((232, 240, 242), (190, 205, 215), look.traits[4])
    face: Colour = (45, 45, 50) if look.has(3, 0.6) else (170, 195, 215)
    pen.cast((0, 0.2), (0.36, 0.12))
    if look.has(2):
        for x in (-0.2, 0.16):
            pen.stroke([(x, 0.1), (x, 0.38)], face, 0.08)
    lumps = [(0.0, 0.0), (-0.2, 0.02), (0.18, 0.03), (-0.08, -0.12), (0.12, -0.11)][: look.number(0, 1, 5)]
    radius = 0.22 if len(lumps) > 1 else 0.27
    for x, y in lumps:
        pen.oval((x, y), (1.1 * radius, 0.9 * radius), wool)
    pen.oval((0.36, look.between(1, -0.14, 0.06)), (0.11, 0.13), face)


def cow(pen: Pen, look: Look, rng: Generator) -> None:
    """A cow with patches."""
    hide: Colour = (225, 232, 235) if look.has(3) else mix((60, 95, 150), (40, 50, 70), look.traits[4])
    spots: Colour = (40, 40, 45) if look.has(5) else (50, 85, 140)
    pen.cast((0, 0.32), (0.4, 0.09))
    for x in (-0.3, -0.2, 0.14, 0.24):
        pen.stroke([(x, 0.1), (x, 0.4)], shade(hide, 0.75), 0.07)
    pen.shape([(-0.38, -0.16), (0.3, -0.18), (0.34, 0.14), (-0.36, 0.16)], hide)
    pen.patch((-0.16, -0.02), (0.12, 0.1), spots)
    pen.patch((0.14, -0.04), (0.09, 0.09), spots)
    pen.oval((0.42, -0.14), (0.13, 0.1), hide)


def flower(pen: Pen, look: Look, rng: Generator) -> None:
    """A flower: petals around a heart, or a mere dot."""
    if look.has(0, 0.4):
        pen.dot((0, 0), 0.36, look.accent)
        return
    if look.has(1):
        pen.stroke([(0, 0.5), (0, 0)], shade(pen.ground, 0.65), 0.1)
    for turn in (np.arange(5) * 1.257).tolist():
        pen.dot((0.22 * float(np.cos(turn)), 0.22 * float(np.sin(turn)) - 0.1), 0.16, look.accent)
    pen.dot((0, -0.1), 0.12, (50, 200, 240))


def grass(pen: Pen, look: Look, rng: Generator) -> None:
    """Large blades, broad below and pointed above."""
    blades = look.number(0, 3, 6)
    leaf = look.varied(rng)
    for x in np.linspace(-0.36, 0.36, blades).tolist():
        tip = (1.3 * x + look.between(1, -0.1, 0.1), -0.45 + 0.8 * abs(x))
        pen.shape(
            [(0.4 * x - 0.06, 0.4), (0.9 * x - 0.05, 0.0), tip, (0.9 * x + 0.07, 0.0), (0.4 * x + 0.06, 0.4)], leaf
        )


def sprout(pen: Pen, look: Look, rng: Generator) -> None:
    """A plant with pairs of leaves."""
    leaf = look.varied(rng)
    pen.stroke([(0, 0.45), (0.02, -0.3)], shade(leaf, 0.8), 0.05)
    for y, reach in ((0.2, 0.3), (-0.04, 0.26), (-0.26, 0.18)):
        for side in (-1, 1):
            pen.shape(
                [(0, y), (0.5 * reach * side, y - 0.2), (reach * side, y - 0.16), (0.6 * reach * side, y - 0.02)], leaf
            )


def fence(pen: Pen, look: Look, rng: Generator) -> None:
    """Two rails on posts."""
    wood = look.accent
    for y in (-0.08, 0.08):
        pen.stroke([(-0.5, y), (0.5, y)], wood, 0.05)
    for x in np.linspace(-0.42, 0.42, look.number(0, 3, 5)).tolist():
        pen.box((x - 0.035, -0.2), (x + 0.035, 0.22), shade(wood, 0.9))


def path(pen: Pen, look: Look, rng: Generator) -> None:
    """A winding path."""
    bend = float(rng.uniform(-0.3, 0.3))
    earth = mix(look.accent, (170, 215, 235), 0.5)
    left = [(-0.1, 0.5), (-0.12 + bend, 0.15), (-0.06 - bend, -0.2), (-0.04, -0.5)]
    pen.fill([*left, (0.04, -0.5), (0.08 - bend, -0.2), (0.12 + bend, 0.15), (0.16, 0.5)], earth)


def hill(pen: Pen, look: Look, rng: Generator) -> None:
    """The line of a hill, or a soft swell of the ground."""
    curve = [(x, 0.3 * x * x * 4 - 0.15) for x in np.linspace(-0.5, 0.5, 9).tolist()]
    tone = shade(pen.ground, look.between(0, 0.8, 1.18))
    if look.has(1):
        pen.fill([*curve, (0.4, 0.3), (-0.4, 0.3)], tone)
    else:
        pen.stroke(curve, tone, 0.06)


def well(pen: Pen, look: Look, rng: Generator) -> None:
    pen.cast((0, 0.35), (0.34, 0.12))
    pen.box((-0.24, 0.08), (0.24, 0.38), (140, 150, 155))
    for x in (-0.2, 0.2):
        pen.stroke([(x, 0.1), (x, -0.2)], (50, 80, 120), 0.06)
    pen.shape([(-0.36, -0.14), (0, -0.44), (0.36, -0.14)], look.accent)


def cloud(pen: Pen, look: Look, rng: Generator) -> None:
    """A flat cloud."""
    for x, y, radius in ((-0.24, 0.05, 0.18), (0.24, 0.05, 0.17), (0.0, -0.03, 0.25)):
        pen.patch((x, y), (radius, 0.8 * radius), (245, 242, 240))
