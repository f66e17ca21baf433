"""What lies and grows in a swamp."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import lump, mix, shade
from models.training.art.painting.motif import Look
from models.training.art.painting.pen import Pen


def puddle(pen: Pen, look: Look, rng: Generator) -> None:
    """A dull pool, its rim darker or lighter."""
    water = look.varied(rng, 0.05)
    form = lump(rng, (0, 0), 0.42, 10, 0.12)
    flat = [(x, look.between(0, 0.35, 0.65) * y) for x, y in form]
    pen.fill([(1.15 * x, 1.2 * y) for x, y in flat], shade(pen.ground, look.between(1, 0.75, 1.15)))
    pen.fill(flat, water)
    if look.has(2, 0.6):
        pen.stroke([(-0.18, -0.04), (0.02, -0.07), (0.16, -0.03)], mix(water, (235, 235, 230), 0.45), 0.03)


def reeds(pen: Pen, look: Look, rng: Generator) -> None:
    """Reeds, some with brown heads."""
    leaf, count = look.varied(rng), look.number(0, 3, 6)
    for x in np.linspace(-0.28, 0.28, count).tolist():
        top = -0.46 + float(rng.uniform(0, 0.3))
        pen.stroke([(0.6 * x, 0.46), (0.8 * x, 0.1), (x, top)], leaf, look.between(1, 0.035, 0.07))
        if look.has(2, 0.65):
            pen.oval((x, top + 0.08), (0.05, 0.13), look.accent)


def root(pen: Pen, look: Look, rng: Generator) -> None:
    """A root that arches out of the mud."""
    wood, high = look.varied(rng), look.between(0, 0.1, 0.3)
    pen.cast((0, 0.14), (0.42, 0.08))
    pen.stroke([(-0.45, 0.12), (-0.24, -high), (0.04, -0.2 * high), (0.24, -0.7 * high), (0.45, 0.14)], wood, 0.1)
    pen.stroke([(-0.24, -high), (-0.32, -high - 0.22)], wood, 0.055)
    pen.stroke([(0.12, -0.4 * high), (0.2, -high - 0.2)], wood, 0.055)


def bone(pen: Pen, look: Look, rng: Generator) -> None:
    """A bone, or ribs out of the ground."""
    white = mix((215, 228, 232), pen.ground, look.between(0, 0.0, 0.35))
    if look.has(1):
        pen.stroke([(-0.3, 0), (0.3, 0)], white, 0.12)
        for x in (-0.32, 0.32):
            pen.dot((x, -0.07), 0.1, white)
            pen.dot((x, 0.07), 0.1, white)
        return
    for x in (-0.3, -0.1, 0.1, 0.3):
        pen.stroke([(x, 0.3), (x - 0.08, 0.0), (x + 0.06, -0.3)], white, 0.06)


def mushrooms(pen: Pen, look: Look, rng: Generator) -> None:
    """Toadstools in a group."""
    for x, y, size in ((-0.2, 0.08, 0.7), (0.2, 0.12, 0.6), (0.02, -0.08, 0.9)):
        place = pen.at((x, y), size)
        place.box((-0.07, -0.05), (0.07, 0.3), (190, 208, 215))
        place.shape([(-0.3, 0.0), (-0.18, -0.2), (0, -0.26), (0.18, -0.2), (0.3, 0.0)], look.accent)


def stump(pen: Pen, look: Look, rng: Generator) -> None:
    wood = look.varied(rng)
    pen.cast((0, 0.25), (0.36, 0.12))
    pen.shape([(-0.22, -0.2), (0.22, -0.2), (0.26, 0.2), (0.4, 0.3), (0.05, 0.26), (-0.4, 0.32), (-0.26, 0.2)], wood)
    pen.oval((0, -0.2), (0.22, 0.09), mix(wood, (170, 205, 225), 0.5))


def creature(pen: Pen, look: Look, rng: Generator) -> None:
    """A frog or a lizard."""
    skin = mix((60, 140, 90), look.colour, look.between(0, 0.1, 0.7))
    pen.oval((0, 0), (0.3, 0.16), skin)
    pen.oval((0.32, -0.06), (0.14, 0.1), skin)
    if look.has(1):
        pen.stroke([(-0.26, 0), (-0.42, 0.06), (-0.5, -0.04)], skin, 0.07)
    for x in (-0.16, 0.18):
        pen.stroke([(x, 0.1), (x - 0.06, 0.26)], shade(skin, 0.8), 0.07)
        pen.stroke([(x, -0.1), (x - 0.06, -0.24)], shade(skin, 0.8), 0.07)


def canoe(pen: Pen, look: Look, rng: Generator) -> None:
    """A canoe lying about, with its paddle."""
    hull = [(-0.5, -0.1), (-0.3, 0.0), (0.3, 0.0), (0.5, -0.1), (0.36, 0.14), (0.2, 0.2), (-0.2, 0.2), (-0.36, 0.14)]
    pen.shape(hull, look.accent)
    pen.stroke([(-0.1, -0.3), (0.14, 0.3)], shade(look.accent, 1.3), 0.05)


def bubbles(pen: Pen, look: Look, rng: Generator) -> None:
    """Round bubbles or pale stones in the mud."""
    tone = mix(pen.ground, (215, 230, 235), look.between(0, 0.25, 0.7))
    for x, y in ((-0.2, 0.1), (0.18, 0.12), (0.02, -0.12)):
        pen.disc((x, y), float(rng.uniform(0.1, 0.2)), tone)


def whirl(pen: Pen, look: Look, rng: Generator) -> None:
    """A spiral in the mud."""
    turns = np.linspace(0, 2 * np.pi * look.between(0, 1.6, 3.2), 34)
    radius = 0.48 * turns / turns[-1]
    line = np.stack([radius * np.cos(turns), look.between(1, 0.4, 0.8) * radius * np.sin(turns)], axis=1)
    pen.stroke(line, shade(pen.ground, 0.6), look.between(2, 0.05, 0.09))


def crack(pen: Pen, look: Look, rng: Generator) -> None:
    """A crack in dry mud."""
    steps = np.linspace(-0.5, 0.5, 7)
    line = np.stack([steps, 0.12 * rng.standard_normal(7)], axis=1)
    pen.stroke(line, shade(pen.ground, 0.62), 0.04)
    pen.stroke([line[3], (line[3, 0] + 0.1, line[3, 1] + 0.3)], shade(pen.ground, 0.62), 0.03)


def emblem(pen: Pen, look: Look, rng: Generator) -> None:
    """An emblem of a swamp: reeds over a pool."""
    puddle(pen.at((0, 0.26), 0.95), look, rng)
    reeds(pen.at((-0.1, -0.06), 0.85), look, rng)
    if look.has(5):
        reeds(pen.at((0.22, 0.02), 0.6), look, rng)
