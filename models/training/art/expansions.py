"""Own art for what other boxes bring: printed giants and footprints, and the pieces that lie on squares."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Canvas, Colour, lump, shade, vary
from models.training.art.terrains import CARD, GROUND
from models.training.art.tiles import crown
from scoring.pieces import Building, Character
from scoring.terrain import Terrain
from vision.photo.photo import Bgr

SKIN: Colour = (120, 160, 200)
GOLD: Colour = (40, 175, 225)
INK: Colour = (38, 36, 40)

Sheet = NDArray[np.uint8]  # (height, width, 4), see-through


def giant(canvas: Canvas, rng: Generator) -> None:
    """A giant around (0, 0) with a club, about half a square high."""
    skin, coat = vary(rng, SKIN), vary(rng, (60, 92, 120), 0.1)
    canvas.oval((0.02, 0.25), (0.18, 0.04), shade(coat, 0.4))
    canvas.polygon(
        [(-0.12, 0.02), (0.12, 0.02), (0.14, 0.24), (0.04, 0.24), (0.0, 0.12), (-0.04, 0.24), (-0.14, 0.24)], coat
    )
    canvas.polygon([(-0.15, -0.12), (0.15, -0.12), (0.13, 0.06), (-0.13, 0.06)], shade(coat, 1.3))
    canvas.line([(0.14, -0.1), (0.24, 0.04)], skin, 0.06)
    canvas.line([(0.24, 0.06), (0.3, -0.2)], vary(rng, (48, 76, 110)), 0.05)
    canvas.line([(-0.14, -0.1), (-0.2, 0.06)], skin, 0.06)
    canvas.disc((0.0, -0.19), 0.095, skin)
    canvas.polygon([(-0.1, -0.18), (0.1, -0.18), (0.05, -0.06), (-0.05, -0.06)], shade(coat, 0.55))
    canvas.disc((-0.035, -0.22), 0.014, INK)
    canvas.disc((0.035, -0.22), 0.014, INK)


def footprints(canvas: Canvas, rng: Generator) -> None:
    """The steps of a giant that goes away, around (0, 0)."""
    for x, y, flip in ((-0.1, 0.08, False), (0.1, -0.06, True)):
        foot = canvas.placed((x, y), turn=float(rng.normal(20, 6)), flip=flip)
        foot.oval((0, 0.02), (0.055, 0.09), shade(INK, 1.4))
        for toe in range(4):
            foot.disc((-0.045 + 0.03 * toe, -0.095), 0.018, shade(INK, 1.4))


def with_mark(domino: Bgr, mark: Callable[[Canvas, Generator], None], rng: Generator) -> Bgr:
    """A domino (size, 2 * size, 3) with a giant or footprints printed below the middle of its second half."""
    image = domino.copy()
    size = float(image.shape[0])
    half = Canvas(image, (size, 0.0), (size, 0.0), (0.0, size))
    mark(half.placed((0.74, 0.7), 0.75 + 0.1 * float(rng.random())), rng)
    return image


def giant_piece(rng: Generator, size_px: int) -> Sheet:
    """A wooden giant that lies on a crown: (size_px, size_px, 4)."""
    return _piece(size_px, lambda canvas: _meeple(canvas, rng), rng)


def token_piece(rng: Generator, size_px: int, terrain: Terrain) -> Sheet:
    """A round token of The Court with what its terrain yields."""
    ink = vary(rng, GROUND[terrain], 0.05)

    def draw(canvas: Canvas) -> None:
        canvas.disc((0.5, 0.62), 0.17, shade(CARD, 0.55))
        canvas.disc((0.5, 0.6), 0.165, CARD)
        canvas.disc((0.5, 0.6), 0.125, ink)
        canvas.polygon(lump(rng, (0.5, 0.6), 0.06, 7), shade(ink, 1.5))

    return _piece(size_px, draw, rng)


def tile_piece(rng: Generator, size_px: int, shown: Building | Character) -> Sheet:
    """A building or a character of another box: a small square tile with its crowns, its points or its figure."""
    return _piece(size_px, lambda canvas: _small_tile(canvas, rng, shown), rng)


def _small_tile(canvas: Canvas, rng: Generator, shown: Building | Character) -> None:
    person = isinstance(shown, Character)
    ground = vary(rng, (150, 96, 120) if person else (190, 205, 214), 0.05)
    canvas.polygon([(0.2, 0.23), (0.82, 0.23), (0.82, 0.85), (0.2, 0.85)], shade(ground, 0.4))
    canvas.polygon([(0.18, 0.2), (0.8, 0.2), (0.8, 0.82), (0.18, 0.82)], CARD)
    canvas.polygon([(0.22, 0.24), (0.76, 0.24), (0.76, 0.78), (0.22, 0.78)], ground)
    if isinstance(shown, Character):
        canvas.disc((0.49, 0.42), 0.09, SKIN)
        canvas.polygon([(0.35, 0.74), (0.4, 0.52), (0.58, 0.52), (0.63, 0.74)], vary(rng, (70, 60, 150), 0.2))
        return
    roof = vary(rng, (52, 60, 180), 0.1)
    canvas.polygon([(0.32, 0.56), (0.66, 0.56), (0.66, 0.74), (0.32, 0.74)], shade(CARD, 0.8))
    canvas.polygon([(0.28, 0.57), (0.49, 0.38), (0.7, 0.57)], roof)
    for number in range(shown.crowns):
        crown(canvas.placed((0.34 + 0.24 * number, 0.3), 0.2), GOLD)
    if not shown.crowns:
        canvas.disc((0.66, 0.34), 0.09, (70, 190, 235))
        canvas.disc((0.66, 0.34), 0.05, INK)


def _meeple(canvas: Canvas, rng: Generator) -> None:
    wood = vary(rng, (66, 70, 92), 0.08)
    for shift, colour in ((0.03, shade(wood, 0.45)), (0.0, wood)):
        body = canvas.placed((0.5 + shift, 0.52 + shift))
        body.disc((0.0, -0.21), 0.1, colour)
        body.polygon(
            [(-0.3, -0.1), (0.3, -0.1), (0.28, 0.02), (0.13, 0.02), (0.2, 0.28), (0.05, 0.28), (0.0, 0.16)], colour
        )
        body.polygon(
            [(-0.3, -0.1), (0.0, -0.14), (0.0, 0.16), (-0.05, 0.28), (-0.2, 0.28), (-0.13, 0.02), (-0.28, 0.02)], colour
        )


def _piece(size_px: int, draw: Callable[[Canvas], None], rng: Generator) -> Sheet:
    """What is drawn on nothing, a little turned: (size_px, size_px, 4)."""
    on_black, on_white = (np.full((size_px, size_px, 3), ground, np.uint8) for ground in (0, 255))
    state = rng.bit_generator.state
    draw(Canvas.of(on_black))
    rng.bit_generator.state = state  # the same again
    draw(Canvas.of(on_white))
    alpha = 255 - (on_white.astype(np.int16) - on_black).max(2).clip(0, 255)
    colours = on_black * (255 / np.maximum(alpha, 1))[..., None]
    sheet = np.dstack([colours.clip(0, 255), alpha]).astype(np.uint8)
    turn = cv2.getRotationMatrix2D((size_px / 2, size_px / 2), float(rng.normal(0, 9)), 1.0)
    return np.asarray(cv2.warpAffine(sheet, turn, (size_px, size_px)), np.uint8)
