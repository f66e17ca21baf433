"""What people built on the squares that crowns are on; none of it counts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Colour, lump, mix, shade
from models.training.art.painting import fields, meadows, rocks, trees, waters
from models.training.art.painting.motif import Look
from models.training.art.painting.pen import Pen

DARK: Colour = (35, 40, 50)


def _front(pen: Pen, look: Look, rng: Generator) -> None:
    """A house from the front: wall, gable, door, windows."""
    wall, half, eaves = look.accent, look.between(0, 0.24, 0.36), look.between(1, -0.12, 0.06)
    pen.cast((0, 0.4), (half + 0.1, 0.1))
    if look.has(3):
        pen.box((0.5 * half, eaves - 0.34), (0.5 * half + 0.09, eaves), shade(wall, 0.7))
    pen.box((-half, eaves), (half, 0.4), wall)
    roof = [(-half - 0.08, eaves + 0.02), (0, eaves - look.between(2, 0.25, 0.42)), (half + 0.08, eaves + 0.02)]
    if look.has(4, 0.4):
        roof = [roof[0], (-0.55 * half, roof[1][1]), (0.55 * half, roof[1][1]), roof[2]]
    pen.shape(roof, look.colour)
    pen.box((-0.07, 0.16), (0.07, 0.4), shade(wall, 0.4))
    for x in (-0.62 * half, 0.62 * half):
        pen.box((x - 0.05, eaves + 0.1), (x + 0.05, eaves + 0.2), DARK if look.has(5) else (90, 200, 235))


def _oblique(pen: Pen, look: Look, rng: Generator) -> None:
    """A house from above at a slant: the long side of the roof, one gable, two walls."""
    wall, roof = look.accent, look.colour
    deep, high, tall = look.between(0, 0.18, 0.3), look.between(1, 0.16, 0.28), look.between(2, 0.14, 0.28)
    left, front, right = (-0.36, 0.12), (0.08, 0.34), (0.08 + 1.2 * deep, 0.34 - 0.9 * deep)
    up = np.array([0, -tall])
    top = (np.array(front) + right) / 2 + up + [0, -high]
    far = top + np.array(left) - front
    pen.cast((0.06, 0.22), (0.46, 0.24))
    pen.shape([left, front, np.array(front) + up, np.array(left) + up], wall)
    pen.shape([front, right, np.array(right) + up, top, np.array(front) + up], shade(wall, 0.78))
    if look.has(3, 0.6):
        _timber(pen, left, front, tall, shade(wall, 0.35))
    pen.fill([(0.15, 0.3), (0.22, 0.26), (0.22, 0.1), (0.15, 0.14)], DARK)
    eave = np.array([0.0, 0.05])
    pen.shape([np.array(left) + up + eave - [0.04, 0], np.array(front) + up + eave, top, far - [0.04, 0]], roof)
    pen.shape(
        [top, np.array(right) + up + eave, np.array(right) + up + eave * 0.4, top + np.array([0.02, -0.03])],
        shade(roof, 0.6),
    )
    for part in (0.25, 0.5, 0.75):
        one, other = np.array(left) + up, np.array(front) + up
        pen.stroke([far + part * (top - far), one + part * (other - one)], shade(roof, 0.75), 0.014)
    if look.has(4):
        x, y = far + 0.35 * (top - far)
        pen.box((x - 0.04, y - 0.14), (x + 0.05, y + 0.05), (120, 130, 140))


def _timber(pen: Pen, left: tuple[float, float], front: tuple[float, float], tall: float, colour: Colour) -> None:
    """Beams in the long wall."""
    for part in np.linspace(0.08, 0.92, 4).tolist():
        x = left[0] + part * (front[0] - left[0])
        y = left[1] + part * (front[1] - left[1])
        pen.stroke([(x, y), (x, y - tall)], colour, 0.022)


def _above(pen: Pen, look: Look, rng: Generator) -> None:
    """A roof from straight above: two slopes and a ridge."""
    wide, deep = look.between(0, 0.3, 0.44), look.between(1, 0.2, 0.32)
    house = pen.at((0, 0), 1.0, look.between(2, -40, 40))
    house.cast((0, 0), (wide, deep))
    house.shape([(-wide, -deep), (wide, -deep), (wide, 0), (-wide, 0)], look.colour)
    house.shape([(-wide, 0), (wide, 0), (wide, deep), (-wide, deep)], shade(look.colour, 0.68))
    if look.has(3):
        house.box((0.4 * wide, -0.5 * deep), (0.4 * wide + 0.09, -0.5 * deep + 0.09), (120, 130, 140))


def house(pen: Pen, look: Look, rng: Generator) -> None:
    """A house as this look sees it: from the front, from above at a slant, or from straight above."""
    (_front, _oblique, _above)[0 if look.traits[5] < 0.35 else 1 if look.traits[5] < 0.82 else 2](pen, look, rng)


def windmill(pen: Pen, look: Look, rng: Generator) -> None:
    """A mill with four sails."""
    wall = look.accent
    pen.cast((0.05, 0.44), (0.3, 0.1))
    pen.shape([(-0.22, 0.46), (-0.13, -0.16), (0.13, -0.16), (0.22, 0.46)], wall)
    pen.facet([(0.03, 0.46), (0.03, -0.16), (0.13, -0.16), (0.22, 0.46)], shade(wall, 0.7))
    pen.shape([(-0.17, -0.14), (0, -0.38), (0.17, -0.14)], look.colour)
    pen.box((-0.06, 0.26), (0.06, 0.46), shade(wall, 0.4))
    cloth: Colour = (225, 232, 235) if look.has(0, 0.6) else mix(look.colour, (60, 90, 140), 0.5)
    first = look.between(1, 10, 80)
    for turn in (0, 90, 180, 270):
        sail = pen.at((0, -0.14), 1.0, first + turn)
        if look.has(2, 0.75):
            sail.shape([(0.0, -0.08), (0.1, -0.1), (0.1, -0.46), (0.0, -0.46)], cloth)
        sail.stroke([(0, 0), (0, -0.48)], shade(look.accent, 0.45), 0.035)


def barn(pen: Pen, look: Look, rng: Generator) -> None:
    """A house with hay and a fence beside it."""
    fields.bale(pen.at((0.34, 0.3), 0.34), Look((60, 190, 225), look.accent, look.traits), rng)
    house(pen.at((-0.04, -0.02), 0.9), look, rng)
    if look.has(0, 0.6):
        meadows.fence(pen.at((-0.1, 0.44), 0.6), Look(look.colour, (70, 110, 150), look.traits), rng)


def lighthouse(pen: Pen, look: Look, rng: Generator) -> None:
    """A tower with a lamp on a rock."""
    pen.shape(lump(rng, (0, 0.36), 0.26, 8, 0.1), (120, 125, 130))
    pen.shape([(-0.14, 0.36), (-0.09, -0.24), (0.09, -0.24), (0.14, 0.36)], (225, 230, 235))
    for low in (0.16, -0.1):
        pen.fill([(-0.12, low), (0.12, low), (0.11, low - 0.12), (-0.11, low - 0.12)], look.colour)
    pen.box((-0.08, -0.36), (0.08, -0.24), (120, 225, 250))
    pen.shape([(-0.12, -0.35), (0, -0.48), (0.12, -0.35)], look.colour)


def stilt_house(pen: Pen, look: Look, rng: Generator) -> None:
    """A house on a deck above water or mud, often with a boat."""
    deck = mix((50, 95, 150), look.accent, 0.25)
    for x in (-0.34, -0.12, 0.12, 0.34):
        pen.stroke([(x, 0.2), (x, 0.46)], shade(deck, 0.5), 0.05)
    pen.shape([(-0.44, 0.18), (0.3, 0.12), (0.46, 0.24), (-0.3, 0.34)], deck)
    house(pen.at((0, -0.1), 0.82), look, rng)
    if look.has(0):
        waters.boat(pen.at((-0.24, 0.44), 0.34), look, rng)


def hut(pen: Pen, look: Look, rng: Generator) -> None:
    """A hut of logs with a wood pile."""
    house(pen, look, rng)
    if look.has(0, 0.6):
        trees.log(pen.at((-0.3, 0.42), 0.34), Look(look.colour, (60, 100, 150), look.traits), rng)


def tent(pen: Pen, look: Look, rng: Generator) -> None:
    pen.cast((0, 0.3), (0.44, 0.12))
    pen.shape([(-0.42, 0.34), (-0.04, -0.3), (0.2, 0.38)], look.colour)
    pen.shape([(-0.04, -0.3), (0.2, 0.38), (0.44, 0.26)], shade(look.colour, 0.7))
    pen.fill([(-0.06, -0.08), (-0.16, 0.36), (0.04, 0.37)], DARK)


def tower(pen: Pen, look: Look, rng: Generator) -> None:
    """A crooked tower with a pointed roof, as of a witch."""
    lean = look.between(0, -0.1, 0.1)
    pen.cast((0, 0.44), (0.24, 0.08))
    pen.shape([(-0.16, 0.46), (-0.13 + lean, -0.1), (0.13 + lean, -0.1), (0.16, 0.46)], look.accent)
    pen.shape([(-0.22 + lean, -0.08), (1.6 * lean, -0.5), (0.22 + lean, -0.08)], look.colour)
    pen.disc((0.5 * lean, 0.1), 0.06, (90, 205, 240) if look.has(1) else DARK)
    if look.has(2, 0.4):
        house(pen.at((0.24, 0.2), 0.5), look, rng)


def ship(pen: Pen, look: Look, rng: Generator) -> None:
    """A ship under sail."""
    hull = mix((50, 90, 140), look.accent, 0.3)
    pen.shape([(-0.46, 0.1), (0.46, 0.06), (0.34, 0.36), (-0.32, 0.36)], hull)
    for x, high in ((-0.16, 0.34), (0.14, 0.44)):
        pen.stroke([(x, 0.1), (x, -high)], shade(hull, 0.6), 0.035)
        pen.shape(
            [(x - 0.16, -high + 0.04), (x + 0.16, -high + 0.04), (x + 0.2, 0.0), (x - 0.12, 0.0)], (220, 232, 236)
        )


def mine(pen: Pen, look: Look, rng: Generator) -> None:
    """The way into a mine, with a cart or a fire beside it."""
    rocks.entrance(pen, look, rng)
    if look.has(2, 0.6):
        rocks.wagon(pen.at((0.3, 0.4), 0.3), look, rng)


HOUSES: dict[str, list[Callable[[Pen, Look, Generator], None]]] = {
    "wheat": [windmill, windmill, windmill, barn],
    "forest": [hut, hut, house, tent],
    "lake": [stilt_house, stilt_house, lighthouse, ship, house],
    "grassland": [house, barn, house],
    "swamp": [stilt_house, tower, tent, hut],
    "mine": [mine, mine, mine, house],
}
"""What may stand on the crowned squares of a terrain."""
