"""Styles: whole editions of our own, each drawn at random, so that a reader learns what terrains and crowns mean.

A style is one box's art: palette, line, texture, perspective, buildings, crowns and start tiles. Two pictures of one
style differ in detail alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Colour, lump, shade
from models.training.art.courtyards import INKS
from models.training.art.painting.crowns import Crowns, draw_crowns
from models.training.art.painting.finishes import Finish, draw_finish
from models.training.art.painting.lands import Land, draw_land
from models.training.art.painting.palettes import Palette, draw_palette
from models.training.art.painting.pen import Hand, Pen, draw_hand
from models.training.art.painting.start_tiles import StartTile, draw_start_tile
from scoring.dominoes import DOMINOES
from scoring.terrain import Square, Terrain
from vision.photo.photo import Bgr


@dataclass(frozen=True)
class Style:
    """One edition: every random decision that its pictures share."""

    hand: Hand
    lands: dict[Terrain, Land]
    crowns: Crowns
    start: StartTile
    finish: Finish
    seam: str  # between the halves of a domino: "none" | "line" | "stones"
    seam_colour: Colour
    edging: float  # width of a frame around every square, in sides
    captions: dict[Terrain, str]  # written on every square of a terrain, empty in most styles
    caption_ink: Colour

    def square(self, square: Square, rng: Generator, px: int) -> Bgr:
        """One square upright, as either half of a domino or with any player's start tile: uint8 (px, px, 3).

        Raises ValueError for the empty square, which has no art, and KeyError for a town, which no style has.
        """
        if square.is_empty:
            raise ValueError("an empty square shows the table and has no picture")
        if square.is_castle:
            return self.start_tile(rng, px, str(rng.choice(list(INKS))))
        left = bool(rng.random() < 0.5)
        image = self._half(square, rng, px, left)
        if rng.random() < 0.5:
            self._part(image, px if left else 0, rng)
        return self.finish.print(image)

    def domino(self, rng: Generator, px: int, number: int) -> Bgr:
        """A domino of the base game by its number, its first square left: uint8 (px, 2 * px, 3)."""
        first, second = DOMINOES[number - 1].squares
        image = np.concatenate([self._half(first, rng, px, True), self._half(second, rng, px, False)], axis=1)
        self._part(image, px, rng)
        return self.finish.print(image)

    def start_tile(self, rng: Generator, px: int, player: str) -> Bgr:
        """A start tile without the castle that stands on it; ``courtyards.INKS`` names the players."""
        image = self.finish.on(self.start.paint(rng, px, player, self.hand), rng)
        return self.finish.print(image)

    def _half(self, square: Square, rng: Generator, px: int, left: bool) -> Bgr:
        land = self.lands[Terrain(square.terrain)]
        image = land.paint(rng, px, self.hand, square.crowns > 0)
        if self.edging:
            edge = self.edging
            Pen.over(image, self.hand, land.colour).stroke(
                [(0, 0), (1, 0), (1, 1), (0, 1)], shade(land.colour, 0.5), edge, True
            )
        self._caption(image, Terrain(square.terrain))
        if not self.finish.spares_crowns:
            self.crowns.paint(image, square.crowns, left, rng) if square.crowns else None
            return self.finish.on(image, rng).copy()
        image = self.finish.on(image, rng).copy()
        if square.crowns:
            self.crowns.paint(image, square.crowns, left, rng)
        return image

    def _caption(self, image: Bgr, terrain: Terrain) -> None:
        """Write the terrain's name in the style's own language along the lower edge."""
        if word := self.captions.get(terrain):
            px = image.shape[0]
            size = 0.04 * px / len(word)
            at = (round(0.1 * px), round(0.95 * px))
            cv2.putText(image, word, at, cv2.FONT_HERSHEY_SIMPLEX, size, self.caption_ink, 1, cv2.LINE_AA)

    def _part(self, image: Bgr, at_px: int, rng: Generator) -> None:
        """Draw what parts two halves along a column of the picture, which changes."""
        if self.seam == "none":
            return
        pen = Pen.over(image, self.hand, self.seam_colour)
        steps = np.linspace(0, 1, 13)
        sway = at_px / pen.side + 0.014 * rng.standard_normal(13)
        if self.seam == "line":
            pen.stroke(np.stack([sway, steps], axis=1), self.seam_colour, 0.035)
            return
        for x, y in zip(sway.tolist(), steps.tolist(), strict=True):
            pen.shape(lump(rng, (x, y), 0.045, 6), shade(self.seam_colour, float(rng.uniform(0.8, 1.2))))


def draw_style(rng: Generator) -> Style:
    """A style that nobody has seen before."""
    palette = draw_palette(rng)
    manner = str(rng.choice(["painted", "emblems", "bare", "views"], p=[0.74, 0.14, 0.06, 0.06]))
    seam = str(rng.choice(["none", "line", "stones"], p=[0.45, 0.3, 0.25]))
    return Style(
        draw_hand(rng),
        _lands(rng, palette, manner),
        draw_crowns(rng, palette),
        draw_start_tile(rng),
        draw_finish(rng),
        seam,
        palette.wood if rng.random() < 0.5 else palette.stone,
        float(rng.choice([0.0, rng.uniform(0.02, 0.08)], p=[0.88, 0.12])),
        {terrain: _word(rng) for terrain in palette.grounds} if rng.random() < 0.05 else {},
        (20.0, 20.0, 20.0) if rng.random() < 0.5 else (240.0, 240.0, 240.0),
    )


def _word(rng: Generator) -> str:
    """A word of four to seven letters in no language."""
    return "".join(rng.choice(list("ABCDEGILMNOPRSTU"), int(rng.integers(4, 8))).tolist())


def _lands(rng: Generator, palette: Palette, manner: str) -> dict[Terrain, Land]:
    return {terrain: draw_land(rng, terrain, palette, manner) for terrain in palette.grounds}
