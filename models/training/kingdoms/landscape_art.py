"""What the tiles of Kingdoms show, drawn on a unit square: one picture for every value and every special tile."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from models.training.art.canvas import Canvas, Colour, Spot, shade
from scoring.kingdoms import Kind, Tile

Picture = Callable[[Canvas], None]

WALL: Colour = (170, 196, 214)
ROOF: Colour = (52, 70, 168)
WOOD: Colour = (52, 92, 138)
STONE: Colour = (150, 152, 150)
STEEL: Colour = (196, 190, 184)
DARK: Colour = (38, 34, 40)
GOLD: Colour = (48, 178, 226)
BLOOD: Colour = (40, 36, 170)


def _house(canvas: Canvas, at: Spot, size: float, roof: Colour = ROOF) -> None:
    x, y = at
    canvas.polygon([(x - size, y), (x + size, y), (x + size, y + size), (x - size, y + size)], WALL)
    canvas.polygon([(x - 1.25 * size, y), (x + 1.25 * size, y), (x, y - 1.1 * size)], roof)
    canvas.polygon(
        [(x - 0.2 * size, y + 0.4 * size), (x + 0.2 * size, y + 0.4 * size), (x + 0.2 * size, y + size),
         (x - 0.2 * size, y + size)], DARK
    )  # fmt: skip


def _village(canvas: Canvas) -> None:
    _house(canvas, (0.36, 0.5), 0.13)
    _house(canvas, (0.66, 0.66), 0.11)


def _farm(canvas: Canvas) -> None:
    for row in range(6):
        y = 0.52 + 0.075 * row
        canvas.line([(0.1, y), (0.9, y - 0.06)], (48, 152, 206) if row % 2 else (44, 110, 160), 0.035)
    _house(canvas, (0.62, 0.34), 0.14, (40, 48, 120))


def _town(canvas: Canvas) -> None:
    for x in (0.22, 0.42, 0.62, 0.8):
        _house(canvas, (x, 0.42), 0.1, shade(ROOF, 0.8))
    canvas.polygon([(0.08, 0.6), (0.92, 0.6), (0.92, 0.84), (0.08, 0.84)], STONE)
    for x in range(6):
        left = 0.08 + 0.15 * x
        canvas.polygon([(left, 0.53), (left + 0.09, 0.53), (left + 0.09, 0.61), (left, 0.61)], STONE)


def _windmill(canvas: Canvas) -> None:
    canvas.polygon([(0.4, 0.86), (0.62, 0.86), (0.57, 0.44), (0.45, 0.44)], WALL)
    canvas.polygon([(0.42, 0.45), (0.6, 0.45), (0.51, 0.32)], ROOF)
    for turn in range(4):
        vane = canvas.placed((0.51, 0.44), turn=25 + 90 * turn)
        vane.polygon([(0.0, -0.02), (0.36, -0.09), (0.36, 0.05), (0.0, 0.03)], (226, 232, 236))
        vane.line([(0.0, 0.0), (0.37, 0.0)], WOOD, 0.02)


def _knight(canvas: Canvas) -> None:
    canvas.polygon(
        [(0.26, 0.3), (0.74, 0.3), (0.74, 0.56), (0.66, 0.74), (0.5, 0.86), (0.34, 0.74), (0.26, 0.56)], STEEL
    )
    canvas.polygon([(0.46, 0.3), (0.54, 0.3), (0.54, 0.84), (0.46, 0.84)], BLOOD)
    canvas.polygon([(0.26, 0.46), (0.74, 0.46), (0.74, 0.54), (0.26, 0.54)], BLOOD)
    canvas.line([(0.16, 0.86), (0.86, 0.22)], STEEL, 0.03)


def _cathedral(canvas: Canvas) -> None:
    canvas.polygon([(0.3, 0.86), (0.88, 0.86), (0.88, 0.52), (0.3, 0.52)], WALL)
    canvas.polygon([(0.26, 0.53), (0.92, 0.53), (0.84, 0.38), (0.34, 0.38)], (140, 108, 60))
    canvas.polygon([(0.3, 0.86), (0.5, 0.86), (0.5, 0.34), (0.3, 0.34)], shade(WALL, 1.12))
    canvas.polygon([(0.27, 0.35), (0.53, 0.35), (0.4, 0.08)], (140, 108, 60))
    for x in (0.6, 0.72, 0.82):
        canvas.oval((x, 0.68), (0.03, 0.07), GOLD)


def _rats(canvas: Canvas) -> None:
    for x, y in ((0.34, 0.46), (0.64, 0.6), (0.38, 0.78)):
        canvas.oval((x, y), (0.13, 0.07), (86, 92, 104))
        canvas.disc((x + 0.13, y - 0.02), 0.05, (100, 106, 120))
        canvas.line([(x - 0.12, y), (x - 0.24, y + 0.06)], (120, 130, 190), 0.02)


def _bog(canvas: Canvas) -> None:
    for x, y, wide in ((0.4, 0.46, 0.26), (0.62, 0.62, 0.28), (0.36, 0.78, 0.22)):
        canvas.oval((x, y), (wide, 0.08), (66, 92, 62))
        canvas.oval((x, y), (wide * 0.7, 0.045), (96, 128, 84))
    for x in (0.22, 0.5, 0.78):
        canvas.line([(x, 0.8), (x + 0.03, 0.4)], (50, 110, 120), 0.02)


def _wolves(canvas: Canvas) -> None:
    canvas.polygon([(0.22, 0.28), (0.4, 0.42), (0.6, 0.42), (0.78, 0.28), (0.74, 0.6), (0.5, 0.88), (0.26, 0.6)],
                   (120, 114, 108))  # fmt: skip
    canvas.polygon([(0.4, 0.62), (0.6, 0.62), (0.5, 0.86)], (206, 204, 200))
    for x in (0.4, 0.6):
        canvas.oval((x, 0.54), (0.05, 0.03), (60, 210, 240))
    canvas.disc((0.5, 0.82), 0.04, DARK)


def _storm(canvas: Canvas) -> None:
    for x, y, r in ((0.3, 0.42, 0.15), (0.5, 0.36, 0.19), (0.7, 0.43, 0.15)):
        canvas.disc((x, y), r, (140, 130, 126))
    canvas.polygon([(0.5, 0.48), (0.62, 0.48), (0.54, 0.64), (0.64, 0.64), (0.42, 0.9), (0.48, 0.7), (0.38, 0.7)],
                   (70, 224, 250))  # fmt: skip


def _raiders(canvas: Canvas) -> None:
    for flip in (False, True):
        axe = canvas.placed((0.5, 0.56), turn=-38 if flip else 38, flip=flip)
        axe.line([(0.0, 0.36), (0.0, -0.36)], WOOD, 0.04)
        axe.polygon([(0.0, -0.34), (0.2, -0.4), (0.24, -0.12), (0.0, -0.18)], STEEL)


def _troll(canvas: Canvas) -> None:
    canvas.oval((0.5, 0.54), (0.27, 0.32), (84, 142, 96))
    for x in (0.4, 0.6):
        canvas.disc((x, 0.46), 0.055, (220, 230, 230))
        canvas.disc((x, 0.47), 0.028, BLOOD)
    canvas.oval((0.5, 0.58), (0.06, 0.08), (60, 112, 70))
    canvas.polygon([(0.34, 0.7), (0.66, 0.7), (0.6, 0.78), (0.4, 0.78)], DARK)
    for x in (0.38, 0.58):
        canvas.polygon([(x, 0.74), (x + 0.05, 0.74), (x + 0.025, 0.62)], (226, 232, 232))


def _mountain(canvas: Canvas) -> None:
    for x, high, wide in ((0.34, 0.3, 0.3), (0.66, 0.18, 0.34)):
        canvas.polygon([(x - wide, 0.88), (x + wide, 0.88), (x, high)], (108, 112, 122))
        canvas.polygon([(x, high), (x + wide, 0.88), (x + 0.06, 0.88)], (78, 82, 92))
        top = high + 0.18
        canvas.polygon([(x, high), (x + wide * 0.26, top), (x, top - 0.05), (x - wide * 0.26, top)], (236, 240, 240))


def _dragon(canvas: Canvas) -> None:
    canvas.polygon([(0.1, 0.3), (0.46, 0.5), (0.36, 0.74)], (34, 40, 140))
    canvas.polygon([(0.9, 0.24), (0.5, 0.5), (0.66, 0.74)], (34, 40, 140))
    neck = [(0.5 + 0.14 * sin(step / 2), 0.9 - 0.062 * step) for step in range(11)]
    canvas.line(neck, (44, 56, 196), 0.11)
    canvas.polygon([(0.42, 0.3), (0.74, 0.22), (0.7, 0.36), (0.5, 0.42)], (44, 56, 196))
    canvas.polygon([(0.72, 0.24), (0.96, 0.12), (0.94, 0.4)], (40, 150, 250))
    canvas.disc((0.54, 0.29), 0.025, (80, 240, 250))


def _gold_mine(canvas: Canvas) -> None:
    canvas.polygon([(0.06, 0.88), (0.94, 0.88), (0.78, 0.34), (0.5, 0.2), (0.2, 0.38)], (74, 96, 120))
    canvas.oval((0.5, 0.72), (0.2, 0.24), DARK)
    canvas.line([(0.3, 0.88), (0.3, 0.52), (0.7, 0.52), (0.7, 0.88)], WOOD, 0.05)
    for x, y in ((0.42, 0.8), (0.52, 0.76), (0.6, 0.82), (0.5, 0.84), (0.24, 0.56), (0.76, 0.6)):
        canvas.disc((x, y), 0.045, GOLD)


def _wizard(canvas: Canvas) -> None:
    canvas.polygon([(0.28, 0.62), (0.72, 0.62), (0.56, 0.1)], (150, 60, 96))
    canvas.oval((0.5, 0.62), (0.32, 0.07), (170, 74, 112))
    canvas.polygon([(0.36, 0.64), (0.64, 0.64), (0.5, 0.94)], (226, 228, 228))
    for x, y in ((0.46, 0.46), (0.56, 0.32), (0.2, 0.34), (0.8, 0.4)):
        _star(canvas, (x, y), 0.06)


def _star(canvas: Canvas, at: Spot, radius: float) -> None:
    spots = [
        (at[0] + r * sin(step * pi / 5), at[1] - r * cos(step * pi / 5))
        for step in range(10)
        for r in [radius if step % 2 == 0 else radius * 0.42]
    ]
    canvas.polygon(spots, GOLD)


_RESOURCES: tuple[tuple[Colour, Picture], ...] = (
    ((92, 168, 132), _village),
    ((88, 190, 206), _farm),
    ((120, 176, 186), _town),
    ((206, 190, 150), _windmill),
    ((176, 150, 112), _knight),
    ((196, 176, 196), _cathedral),
)
_HAZARDS: tuple[tuple[Colour, Picture], ...] = (
    ((96, 120, 150), _rats),
    ((64, 84, 72), _bog),
    ((112, 86, 66), _wolves),
    ((104, 76, 84), _storm),
    ((58, 72, 128), _raiders),
    ((70, 66, 74), _troll),
)
_SPECIAL: dict[Kind, tuple[Colour, Picture]] = {
    Kind.MOUNTAIN: ((204, 184, 160), _mountain),
    Kind.DRAGON: ((120, 160, 196), _dragon),
    Kind.GOLD_MINE: ((130, 170, 150), _gold_mine),
    Kind.WIZARD: ((170, 130, 150), _wizard),
}


def landscape(tile: Tile) -> tuple[Colour, Picture]:
    """The ground colour of a tile, and what draws its picture."""
    if tile.kind is Kind.RESOURCE:
        return _RESOURCES[tile.value - 1]
    if tile.kind is Kind.HAZARD:
        return _HAZARDS[tile.value - 1]
    return _SPECIAL[tile.kind]
