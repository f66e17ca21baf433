"""What is seen on and under water."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import lump, mix, shade
from models.training.art.painting.motif import Look
from models.training.art.painting.pen import Pen


def wave(pen: Pen, look: Look, rng: Generator) -> None:
    """A line of waves: arcs, zigzag or a soft swing."""
    crests = look.number(0, 2, 4)
    steps = np.linspace(0, crests, 6 * crests + 1)
    arcs, zigzag = np.abs(np.sin(np.pi * steps)), 2 * np.abs(steps - np.round(steps))
    form = (arcs, 1 - arcs, zigzag, 0.5 + 0.5 * np.sin(2 * np.pi * steps))[look.number(1, 0, 3)]
    height = look.between(2, 0.14, 0.3)
    line = np.stack([steps / crests - 0.5, -height * form + 0.5 * height], axis=1)
    pen.stroke(line, look.varied(rng, 0.04), look.between(3, 0.05, 0.12))


def ripple(pen: Pen, look: Look, rng: Generator) -> None:
    """A short glint on the water."""
    half = float(rng.uniform(0.25, 0.5))
    pen.stroke([(-half, 0.0), (-0.3 * half, -0.05), (0.4 * half, 0.03), (half, 0.0)], look.varied(rng, 0.04), 0.07)


def breaker(pen: Pen, look: Look, rng: Generator) -> None:
    """A large curling wave with foam."""
    crest = [
        (-0.5, 0.3),
        (-0.4, 0.05),
        (-0.2, -0.2),
        (0.08, -0.3),
        (0.3, -0.2),
        (0.38, -0.02),
        (0.24, -0.1),
        (0.08, -0.08),
    ]
    crest += [(0.04, 0.08), (0.16, 0.22), (0.45, 0.3)]
    pen.shape(crest, look.colour)
    pen.stroke(crest[1:7], look.accent, 0.06)
    pen.stroke([(-0.5, 0.4), (-0.25, 0.34), (0, 0.4), (0.25, 0.34), (0.5, 0.4)], look.accent, 0.05)


def three_waves(pen: Pen, look: Look, rng: Generator) -> None:
    """An emblem of water: lines of waves one below the other."""
    for y in np.linspace(-0.3, 0.3, look.number(4, 2, 4)).tolist():
        wave(pen.at((0, y), 1.0), look, rng)


def boat(pen: Pen, look: Look, rng: Generator) -> None:
    """A rowing boat or a sailing boat."""
    pen.patch((0.05, 0.2), (0.46, 0.1), shade(pen.ground, 0.72))
    pen.shape([(-0.45, 0.0), (0.45, 0.0), (0.3, 0.2), (-0.3, 0.2)], look.accent)
    pen.fill([(-0.4, 0.0), (0, -0.06), (0.4, 0.0), (0, 0.05)], shade(look.accent, 0.6))
    if look.has(0, 0.45):
        pen.stroke([(0.02, 0.0), (0.02, -0.5)], shade(look.accent, 0.6), 0.04)
        sail = (225.0, 238.0, 242.0) if look.has(1, 0.6) else (60.0, 70.0, 200.0)
        pen.shape([(0.06, -0.48), (0.36, -0.1), (0.06, -0.06)], sail)
        pen.shape([(-0.02, -0.42), (-0.24, -0.1), (-0.02, -0.06)], shade(sail, 0.9))
    else:
        pen.stroke([(-0.1, -0.1), (-0.28, 0.26)], shade(look.accent, 1.3), 0.04)


def fish(pen: Pen, look: Look, rng: Generator) -> None:
    """A fish, or a large shadow of one."""
    body = shade(pen.ground, 0.68) if look.has(0, 0.5) else look.accent
    pen.fill([(-0.28, 0.0), (-0.5, -0.16), (-0.44, 0.0), (-0.5, 0.16)], body)
    pen.oval((0, 0), (0.32, look.between(1, 0.1, 0.17)), body)


def serpent(pen: Pen, look: Look, rng: Generator) -> None:
    """A sea monster: humps and a neck above the water."""
    skin = look.accent
    for x, radius in ((-0.36, 0.11), (-0.1, 0.15)):
        pen.shape(
            [(x + radius * float(np.cos(t)), 0.1 - 1.2 * radius * float(np.sin(t))) for t in np.linspace(0, 3.14, 8)],
            skin,
        )
    pen.stroke([(0.2, 0.1), (0.26, -0.14), (0.3, -0.26)], skin, 0.12)
    pen.oval((0.36, -0.28), (0.13, 0.08), skin)


def rock(pen: Pen, look: Look, rng: Generator) -> None:
    """A rock or two out of the water or the ground."""
    stone = look.varied(rng)
    pen.cast((0, 0.14), (0.42, 0.2))
    pen.shape(lump(rng, (-0.06, 0), 0.32, 7, 0.14), stone)
    if look.has(0):
        pen.shape(lump(rng, (0.28, 0.14), 0.18, 6, 0.14), shade(stone, 0.85))


def island(pen: Pen, look: Look, rng: Generator) -> None:
    pen.patch((0, 0.1), (0.5, 0.3), mix(pen.ground, (235, 240, 235), 0.4))
    pen.oval((0, 0.08), (0.42, 0.22), (150, 205, 228))
    pen.oval((0, 0.0), (0.26, 0.14), look.colour)


def lily(pen: Pen, look: Look, rng: Generator) -> None:
    """Leaves that float, one with a flower."""
    for x, y in ((-0.2, 0.1), (0.22, 0.05), (0.0, -0.18)):
        pen.oval((x, y), (0.2, 0.13), look.accent)
    pen.dot((0.02, -0.2), 0.08, (200, 190, 240))


def gull(pen: Pen, look: Look, rng: Generator) -> None:
    """A bird in flight."""
    span, lift = look.between(0, 0.36, 0.5), look.between(1, 0.08, 0.26)
    wings = [(-span, -lift), (-0.2, -0.5 * lift - 0.06), (0, 0.04), (0.2, -0.5 * lift - 0.06), (span, -lift), (0, 0.18)]
    if look.has(2, 0.7):
        pen.shape(wings, look.colour)
    else:
        pen.stroke(wings[:5], look.colour, 0.07)


def pier(pen: Pen, look: Look, rng: Generator) -> None:
    """Planks over the water."""
    pen.cast((0.0, 0.12), (0.5, 0.14))
    pen.box((-0.5, -0.1), (0.5, 0.12), look.accent)
    for x in np.linspace(-0.4, 0.4, 6).tolist():
        pen.stroke([(x, -0.1), (x, 0.12)], shade(look.accent, 0.6), 0.025)


def foam(pen: Pen, look: Look, rng: Generator) -> None:
    """Specks of foam."""
    for x, y in rng.uniform(-0.5, 0.5, (7, 2)).tolist():
        pen.dot((x, 0.5 * y), float(rng.uniform(0.03, 0.08)), look.colour)
