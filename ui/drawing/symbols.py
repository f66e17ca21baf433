"""Squares of a kingdom drawn with lines and shapes, each terrain with a symbol besides its colour."""

from __future__ import annotations

from PIL import ImageDraw

from scoring import Square, Terrain
from ui.drawing.svg_path import Point, outline
from ui.drawing.tiles import CROWN, Tile

FIELD = 24

LINES: dict[Terrain | None, tuple[tuple[Point, ...], ...]] = {
    Terrain.WHEAT: (
        ((12, 22), (12, 3)),
        *(((12, y + 4), (12 + side * 5, y)) for y in (5, 10, 15) for side in (-1, 1)),
    ),
    Terrain.LAKE: tuple(((3, y), (6, y - 2), (9, y), (12, y + 2), (15, y), (18, y - 2), (21, y)) for y in (7, 12, 17)),
    Terrain.GRASSLAND: (((12, 21), (12, 6)), ((12, 21), (5, 9)), ((12, 21), (19, 9)), ((4, 21), (20, 21))),
    Terrain.SWAMP: (((7, 21), (7, 8)), ((12.5, 21), (12.5, 3)), ((18, 21), (18, 10)), ((3, 21), (21, 21))),
}
"""Symbols made of strokes."""

_REED_HEADS = ((7, 7), (12.5, 2), (18, 9))
_BATTLEMENTS = ((5, 3), (8, 3), (8, 5.5), (10.5, 5.5), (10.5, 3), (13.5, 3), (13.5, 5.5), (16, 5.5), (16, 3), (19, 3))

SHAPES: dict[Terrain | None, tuple[tuple[Point, ...], ...]] = {
    Terrain.FOREST: (((12, 2), (19, 15), (5, 15)), ((10.5, 15), (13.5, 15), (13.5, 22), (10.5, 22))),
    Terrain.SWAMP: tuple(((x - 1.6, y), (x + 1.6, y), (x + 1.6, y + 6), (x - 1.6, y + 6)) for x, y in _REED_HEADS),
    Terrain.MINE: (((8.5, 4.5), (15, 3.5), (20, 9), (18.5, 17), (12, 20.5), (5, 18), (3, 10.5)),),
    Terrain.TOWN: (((3, 22), (3, 12), (7, 8), (11, 12), (11, 22)), ((13, 22), (13, 9), (17, 4), (21, 9), (21, 22))),
    None: ((*_BATTLEMENTS, (19, 9), (17, 11), (17, 22), (7, 22), (7, 11), (5, 9)),),
}
"""Symbols made of filled shapes; None is the castle."""

BADGE, RIM, GOLD, EDGE = "#FFF6DC", "#4A3505", "#C8931A", "#9A9181"


def draw_square(draw: ImageDraw.ImageDraw, square: Square, look: Tile, corner: tuple[int, int], side: int) -> None:
    """One square at a corner, ``side`` pixels wide: its colour, its symbol and its crowns."""
    left, top = corner
    box = (left + 2, top + 2, left + side - 3, top + side - 3)
    if square.is_empty:
        draw.rounded_rectangle(box, side // 8, outline=EDGE, width=2)
        return
    draw.rounded_rectangle(box, side // 8, look.fill)
    scale = side * 0.55 / FIELD
    lower = 0.34 if square.crowns else 0.225
    at = (left + side * 0.225, top + side * lower)
    for shape in SHAPES.get(square.terrain, ()):
        draw.polygon([(at[0] + x * scale, at[1] + y * scale) for x, y in shape], look.ink)
    for line in LINES.get(square.terrain, ()):
        points = [(at[0] + x * scale, at[1] + y * scale) for x, y in line]
        draw.line(points, look.ink, max(2, round(1.8 * scale)), joint="curve")
    for number in range(square.crowns):
        middle = left + side * (0.5 + 0.27 * (number - (square.crowns - 1) / 2))
        _draw_crown(draw, (middle, top + side * 0.2), side * 0.13)


def _draw_crown(draw: ImageDraw.ImageDraw, middle: Point, radius: float) -> None:
    """A gold crown on a cream badge."""
    x, y = middle
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), BADGE, RIM, max(1, round(radius / 9)))
    scale = radius * 1.2 / FIELD
    corners = [(x + (px - 12) * scale, y + (py - 11.5) * scale) for px, py in outline(CROWN)]
    draw.polygon(corners, GOLD, RIM)
