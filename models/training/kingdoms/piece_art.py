"""Own art for the pieces of Kingdoms: square tiles with a number, and castles with as many towers as their rank."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from models.training.art import canvas as sheet
from models.training.art.canvas import Canvas, clouds, shade, vary
from models.training.kingdoms.landscape_art import landscape
from scoring.kingdoms import Castle, Colour, Kind, Piece, Tile
from vision.photo.photo import Bgr

PAINT: dict[Colour, sheet.Colour] = {
    Colour.RED: (44, 40, 196),
    Colour.BLUE: (176, 92, 36),
    Colour.YELLOW: (52, 200, 240),
    Colour.GREEN: (72, 140, 48),
}
TOWERS: dict[int, tuple[sheet.Spot, ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.36, 0.5), (0.64, 0.5)),
    3: ((0.5, 0.34), (0.34, 0.62), (0.66, 0.62)),
    4: ((0.35, 0.35), (0.65, 0.35), (0.35, 0.65), (0.65, 0.65)),
}  # where the towers of each rank stand
NUMBER_HIGH = 0.24  # of a tile: the size of the type in which its number is set

Bgra = NDArray[np.uint8]  # shape (height, width, 4)


def piece_face(piece: Piece, rng: Generator, size_px: int) -> Bgra:
    """A piece upright from straight above, uint8 (size_px, size_px, 4): a tile fills it, a castle stands in it.

    ``rng`` decides grain and shading only: two of a kind from one box differ in nothing else.
    """
    return _tile(piece, rng, size_px) if isinstance(piece, Tile) else _castle(piece, rng, size_px)


def _tile(tile: Tile, rng: Generator, size_px: int) -> Bgra:
    ground, picture = landscape(tile)
    grain = 1 + 0.05 * clouds(rng, size_px, 6)[..., None]
    image: Bgr = np.clip(np.array(ground, np.float32) * grain, 0, 255).astype(np.uint8)
    canvas = Canvas.of(image)
    picture(canvas)
    if tile.value:
        _number(canvas, tile)
    rim = shade(ground, 0.45) if tile.kind is Kind.HAZARD else shade(ground, 1.25)
    canvas.line([(0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)], rim, 0.05, closed=True)
    return np.dstack([image, np.full((size_px, size_px), 255, np.uint8)])


def _number(canvas: Canvas, tile: Tile) -> None:
    """The value with its sign on a shield in the top left corner."""
    paint: sheet.Colour = (236, 240, 240) if tile.kind is Kind.RESOURCE else (44, 38, 150)
    ink: sheet.Colour = (40, 40, 40) if tile.kind is Kind.RESOURCE else (236, 240, 240)
    canvas.polygon([(0.05, 0.05), (0.46, 0.05), (0.46, 0.3), (0.255, 0.4), (0.05, 0.3)], paint)
    size = canvas.image.shape[0]
    sheet_of_paper = Image.fromarray(canvas.image)
    font = ImageFont.load_default(size * NUMBER_HIGH)
    pen = ImageDraw.Draw(sheet_of_paper)
    blue, green, red = (round(channel) for channel in ink)
    stroke = size / 160
    pen.text((0.325 * size, 0.19 * size), str(tile.value), (blue, green, red), font, anchor="mm", stroke_width=stroke)
    reach, thick = 0.05 * size, 0.016 * size
    x, y = 0.145 * size, 0.2 * size
    pen.rectangle((x - reach, y - thick, x + reach, y + thick), (blue, green, red))
    if tile.kind is Kind.RESOURCE:
        pen.rectangle((x - thick, y - reach, x + thick, y + reach), (blue, green, red))
    canvas.image[:] = np.asarray(sheet_of_paper)


def _castle(castle: Castle, rng: Generator, size_px: int) -> Bgra:
    """A moulded piece in the player's colour: a wall round its towers, seen from above."""
    image = np.zeros((size_px, size_px, 3), np.uint8)
    cover = np.zeros((size_px, size_px, 3), np.uint8)
    paint = vary(rng, PAINT[castle.colour], 0.03, 2.0)
    walls = [(0.16, 0.3), (0.3, 0.16), (0.7, 0.16), (0.84, 0.3), (0.84, 0.7), (0.7, 0.84), (0.3, 0.84), (0.16, 0.7)]
    Canvas.of(cover).polygon(walls, (255, 255, 255))
    canvas = Canvas.of(image)
    canvas.polygon(walls, shade(paint, 0.7))
    canvas.line(walls, shade(paint, 1.05), 0.035, closed=True)
    for x, y in TOWERS[castle.rank]:
        canvas.disc((x + 0.015, y + 0.02), 0.135, shade(paint, 0.35))
        canvas.disc((x, y), 0.125, shade(paint, 1.15))
        canvas.disc((x, y), 0.075, shade(paint, 0.5))
        canvas.disc((x - 0.01, y - 0.01), 0.05, shade(paint, 0.8))
    return np.dstack([image, cover[..., 0]])
