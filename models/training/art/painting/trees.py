"""Trees and what else grows in woods."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import lump, mix, shade
from models.training.art.painting.motif import Look
from models.training.art.painting.pen import Pen


def fir(pen: Pen, look: Look, rng: Generator) -> None:
    """A fir from the side: tiers one above the other, the side away from the light darker."""
    tiers, half = look.number(0, 2, 5), look.between(1, 0.24, 0.42)
    leaf = look.varied(rng, 0.1)
    pen.cast((0.0, 0.46), (0.9 * half, 0.12))
    if look.has(2, 0.7):
        pen.box((-0.05, 0.3), (0.05, 0.5), look.accent)
    step = 0.86 / (tiers + 0.7)
    sag = look.between(3, -0.02, 0.09)
    for tier in range(tiers):
        low, width = 0.4 - tier * step, half * (1 - 0.78 * tier / tiers)
        top = low - 1.7 * step
        tone = shade(leaf, 0.82 + 0.36 * tier / tiers)
        pen.shape([(-width, low), (0, top), (width, low), (0.5 * width, low + sag), (-0.5 * width, low + sag)], tone)
        pen.facet([(0, top), (width, low), (0.5 * width, low + sag), (0.1 * width, low)], shade(tone, 0.62))


def cone(pen: Pen, look: Look, rng: Generator) -> None:
    """A smooth conical tree."""
    half, low = look.between(0, 0.2, 0.34), look.between(1, 0.3, 0.46)
    leaf = look.varied(rng, 0.1)
    pen.cast((0.0, 0.46), (half, 0.12))
    pen.box((-0.04, low - 0.02), (0.04, 0.5), look.accent)
    pen.shape([(-half, low), (0, -0.5), (half, low), (0, low + 0.06)], leaf)
    pen.facet([(0, -0.5), (half, low), (0.1 * half, low + 0.05)], shade(leaf, 0.6))


def round_tree(pen: Pen, look: Look, rng: Generator) -> None:
    """A leafy tree from the side: a trunk, and a crown of one to four balls."""
    leaf, balls = look.varied(rng, 0.1), look.number(0, 1, 4)
    pen.cast((0.0, 0.46), (0.28, 0.1))
    pen.box((-0.055, 0.05), (0.055, 0.48), look.accent)
    radius = look.between(1, 0.26, 0.34) if balls == 1 else look.between(1, 0.2, 0.26)
    spots = [(0.0, -0.16)] if balls == 1 else [(-0.18, -0.02), (0.18, -0.02), (0.0, -0.22), (0.02, 0.0)][:balls]
    for x, y in spots:
        pen.disc((x, y), radius, shade(leaf, 1 - 0.5 * y))


def crown_from_above(pen: Pen, look: Look, rng: Generator) -> None:
    """A leafy tree seen from straight above."""
    leaf, rough = look.varied(rng, 0.12), look.between(0, 0.03, 0.14)
    pen.cast((0, 0), (0.46, 0.46))
    pen.shape(lump(rng, (0, 0), 0.46, look.number(1, 9, 14), rough), shade(leaf, 0.85))
    if look.has(2, 0.7):
        at = (0.1 * pen.hand.light[0], 0.1 * pen.hand.light[1])
        pen.fill(lump(rng, at, 0.28, 8, rough), shade(leaf, 1.12))
        pen.fill(lump(rng, (1.5 * at[0], 1.5 * at[1]), 0.13, 7, rough), shade(leaf, 1.35))


def fir_from_above(pen: Pen, look: Look, rng: Generator) -> None:
    """A fir seen from straight above: stars laid on stars."""
    leaf, points = look.varied(rng, 0.12), look.number(0, 6, 10)
    start = float(rng.uniform(0, 6.28))
    pen.cast((0, 0), (0.42, 0.42))
    for radius, tone in ((0.5, 0.7), (0.34, 1.0), (0.17, 1.35)):
        turns = start + radius + np.arange(2 * points) * (np.pi / points)
        arms = radius * np.where(np.arange(2 * points) % 2, look.between(1, 0.5, 0.75), 1.0)
        pen.shape(np.stack([arms * np.cos(turns), arms * np.sin(turns)], axis=1), shade(leaf, tone))


def poplar(pen: Pen, look: Look, rng: Generator) -> None:
    """A slim tree like a flame."""
    leaf = look.varied(rng, 0.1)
    pen.cast((0.0, 0.46), (0.16, 0.07))
    pen.box((-0.04, 0.3), (0.04, 0.5), look.accent)
    half = look.between(0, 0.14, 0.22)
    flame = [
        (0.0, -0.5),
        (half, -0.05),
        (half, 0.2),
        (0.5 * half, 0.38),
        (-0.5 * half, 0.38),
        (-half, 0.2),
        (-half, -0.05),
    ]
    pen.shape(flame, leaf)


def palm(pen: Pen, look: Look, rng: Generator) -> None:
    """A palm: a bent trunk and hanging leaves."""
    leaf, bend = look.varied(rng, 0.1), look.between(0, 0.02, 0.18)
    pen.cast((0.0, 0.46), (0.26, 0.09))
    pen.stroke([(0, 0.48), (0.5 * bend, 0.2), (bend, -0.2)], look.accent, 0.08)
    for turn in np.linspace(-2.9, -0.25, look.number(1, 5, 7)).tolist():
        x, y = 0.36 * float(np.cos(turn)), 0.3 * float(np.sin(turn))
        pen.shape(
            [(bend, -0.2), (bend + 0.7 * x, -0.28 + y), (bend + 1.2 * x, 0.02 + y), (bend + 0.6 * x, -0.14 + y)], leaf
        )


def three_firs(pen: Pen, look: Look, rng: Generator) -> None:
    """An emblem of a wood: firs or leafy trees side by side."""
    tree = fir if look.has(5, 0.6) else round_tree
    for x, y, size in ((-0.3, 0.06, 0.72), (0.3, 0.08, 0.72), (0.0, 0.0, 1.0)):
        tree(pen.at((x, y), size), look, rng)


def bush(pen: Pen, look: Look, rng: Generator) -> None:
    leaf = look.varied(rng)
    pen.cast((0, 0.2), (0.45, 0.16))
    for x, y, radius in ((-0.24, 0.08, 0.22), (0.24, 0.08, 0.2), (0.0, -0.04, 0.28)):
        pen.disc((x, y), radius, leaf)


def log(pen: Pen, look: Look, rng: Generator) -> None:
    """A felled trunk with its cut end."""
    pen.cast((0, 0.1), (0.45, 0.12))
    pen.shape([(-0.45, -0.1), (0.4, -0.1), (0.4, 0.12), (-0.45, 0.12)], look.accent)
    pen.oval((0.4, 0.01), (0.07, 0.11), mix(look.accent, (170, 210, 235), 0.6))


def dead_tree(pen: Pen, look: Look, rng: Generator) -> None:
    """A bare tree."""
    wood, lean = look.varied(rng), look.between(0, -0.12, 0.12)
    pen.cast((0.05, 0.46), (0.25, 0.07))
    pen.stroke([(0, 0.5), (0.4 * lean, 0.1), (lean, -0.2)], wood, 0.1)
    for side, height in ((-1, 0.05), (1, -0.05), (-1, -0.18), (1, -0.2)):
        reach = float(rng.uniform(0.16, 0.34)) * side
        pen.stroke([(0.5 * lean, height + 0.1), (reach, height - 0.12), (1.1 * reach, height - 0.26)], wood, 0.05)


def toadstool(pen: Pen, look: Look, rng: Generator) -> None:
    pen.box((-0.1, -0.05), (0.1, 0.4), (205, 220, 228))
    pen.shape([(-0.42, 0.02), (-0.3, -0.25), (0, -0.36), (0.3, -0.25), (0.42, 0.02)], look.accent)


def beast(pen: Pen, look: Look, rng: Generator) -> None:
    """A brown animal from the side: bear, boar, deer or horse by its build."""
    coat, legs = look.varied(rng), look.between(0, 0.16, 0.4)
    pen.cast((0, 0.34), (0.42, 0.08))
    for x in (-0.28, -0.18, 0.16, 0.26):
        pen.stroke([(x, 0.1), (x, 0.1 + legs)], shade(coat, 0.7), 0.08)
    pen.oval((0, 0), (0.36, look.between(1, 0.16, 0.26)), coat)
    up = look.between(2, 0.0, 0.26)
    pen.stroke([(0.26, -0.02), (0.38, -0.06 - up)], coat, 0.14)
    pen.oval((0.44, -0.08 - up), (0.13, 0.09), coat)
    if look.has(3, 0.35):
        pen.stroke([(0.4, -0.14 - up), (0.3, -0.36 - up), (0.44, -0.28 - up), (0.5, -0.4 - up)], look.accent, 0.04)
