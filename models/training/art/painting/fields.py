"""What grows, lies and flies over wheat."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import mix, shade
from models.training.art.painting.motif import Look
from models.training.art.painting.pen import Pen


def stalk(pen: Pen, look: Look, rng: Generator) -> None:
    """A bare stroke of straw."""
    lean = float(rng.normal(0, 0.12))
    pen.stroke([(0, 0.5), (0.4 * lean, 0.0), (lean, -0.5)], look.varied(rng, 0.08), look.between(0, 0.06, 0.14))


def ear(pen: Pen, look: Look, rng: Generator) -> None:
    """An ear of wheat with grains on both sides."""
    grain, pairs, lean = look.varied(rng), look.number(0, 3, 5), look.between(1, -0.1, 0.1)
    pen.stroke([(0, 0.5), (lean, -0.3)], shade(look.colour, 0.75), 0.05)
    size = 0.55 / pairs
    for pair in range(pairs):
        y = -0.28 + pair * 0.8 * size
        pen.oval((lean - 0.1, y), (0.45 * size, 0.9 * size), grain, -28)
        pen.oval((lean + 0.1, y), (0.45 * size, 0.9 * size), grain, 28)
    pen.oval((lean, -0.42), (0.4 * size, 0.8 * size), grain)


def ears(pen: Pen, look: Look, rng: Generator) -> None:
    """An emblem of a field: ears side by side."""
    count = look.number(5, 2, 4)
    for x in np.linspace(-0.36, 0.36, count).tolist():
        ear(pen.at((x, 0.1 * abs(x)), 0.9), look, rng)


def tuft(pen: Pen, look: Look, rng: Generator) -> None:
    """Blades or stubble growing out of one spot."""
    blades, spread = look.number(0, 3, 6), look.between(1, 0.25, 0.5)
    colour = look.varied(rng)
    for x in np.linspace(-spread, spread, blades).tolist():
        pen.stroke([(0.4 * x, 0.4), (0.7 * x, 0.0), (x, -0.4 + 0.5 * abs(x))], colour, look.between(2, 0.06, 0.13))


def bale(pen: Pen, look: Look, rng: Generator) -> None:
    """A round bale of hay."""
    hay = look.varied(rng)
    pen.cast((0.0, 0.25), (0.42, 0.15))
    pen.shape([(-0.34, -0.26), (0.16, -0.28), (0.16, 0.3), (-0.34, 0.3)], shade(hay, 0.9))
    pen.oval((0.16, 0.01), (0.22, 0.29), hay)
    pen.stroke([(0.1, -0.08), (0.22, -0.08), (0.24, 0.1), (0.12, 0.12)], shade(hay, 0.7), 0.04)


def sheaf(pen: Pen, look: Look, rng: Generator) -> None:
    """A bound sheaf."""
    hay = look.varied(rng)
    pen.cast((0.0, 0.42), (0.3, 0.1))
    pen.shape([(-0.3, -0.45), (0.3, -0.45), (0.08, 0.02), (0.26, 0.45), (-0.26, 0.45), (-0.08, 0.02)], hay)
    for x in (-0.18, 0.0, 0.18):
        pen.stroke([(x, -0.42), (0.3 * x, 0.02), (x, 0.42)], shade(hay, 0.72), 0.03)
    pen.stroke([(-0.1, 0.02), (0.1, 0.02)], look.accent, 0.08)


def haystack(pen: Pen, look: Look, rng: Generator) -> None:
    hay = look.varied(rng)
    pen.cast((0.0, 0.36), (0.42, 0.12))
    pen.shape([(-0.4, 0.4), (-0.34, 0.05), (-0.12, -0.34), (0.12, -0.34), (0.34, 0.05), (0.4, 0.4)], hay)
    for x in (-0.2, 0.0, 0.2):
        pen.stroke([(x, 0.3), (0.5 * x, -0.1)], shade(hay, 0.75), 0.04)


def scarecrow(pen: Pen, look: Look, rng: Generator) -> None:
    pen.cast((0.1, 0.48), (0.2, 0.06))
    pen.stroke([(0, 0.5), (0, -0.2)], (50, 80, 110), 0.06)
    pen.shape(
        [
            (-0.36, -0.12),
            (0.36, -0.12),
            (0.36, -0.02),
            (0.14, 0.02),
            (0.16, 0.3),
            (-0.16, 0.3),
            (-0.14, 0.02),
            (-0.36, -0.02),
        ],
        look.accent,
    )
    pen.disc((0, -0.26), 0.12, (150, 190, 220))
    pen.shape([(-0.22, -0.32), (0.22, -0.32), (0.08, -0.38), (0, -0.5), (-0.08, -0.38)], shade(look.accent, 0.6))


def balloon(pen: Pen, look: Look, rng: Generator) -> None:
    """A hot-air balloon."""
    pen.disc((0, -0.14), 0.34, look.accent)
    pen.facet([(-0.08, -0.46), (0.08, -0.46), (0.05, 0.18), (-0.05, 0.18)], mix(look.accent, (235, 235, 235), 0.4))
    pen.stroke([(-0.16, 0.16), (-0.07, 0.36)], (50, 70, 90), 0.025)
    pen.stroke([(0.16, 0.16), (0.07, 0.36)], (50, 70, 90), 0.025)
    pen.box((-0.09, 0.34), (0.09, 0.48), (50, 90, 140))


def crop_circle(pen: Pen, look: Look, rng: Generator) -> None:
    """Rings trodden into the field."""
    turns = np.linspace(0, 2 * np.pi, 22)
    for radius in (0.46, 0.28, 0.12)[: look.number(0, 1, 3)]:
        ring = np.stack([radius * np.cos(turns), look.between(1, 0.5, 1.0) * radius * np.sin(turns)], axis=1)
        pen.stroke(ring, shade(pen.ground, 0.86), 0.05)


def row(pen: Pen, look: Look, rng: Generator) -> None:
    """A row of standing wheat."""
    hay = look.varied(rng)
    for x in np.linspace(-0.46, 0.46, 9).tolist():
        top = -0.2 - float(rng.uniform(0, 0.16))
        pen.shape([(x - 0.055, 0.3), (x - 0.03, top), (x + 0.03, top), (x + 0.055, 0.3)], hay)


def cart(pen: Pen, look: Look, rng: Generator) -> None:
    """A cart full of hay."""
    pen.cast((0, 0.36), (0.45, 0.1))
    pen.oval((0, -0.1), (0.36, 0.24), look.colour)
    pen.shape([(-0.42, -0.06), (0.42, -0.06), (0.34, 0.2), (-0.34, 0.2)], look.accent)
    for x in (-0.22, 0.22):
        pen.disc((x, 0.24), 0.14, shade(look.accent, 0.6))
