"""The start tile: paving or wall, a frame in the player's colour, with or without a castle printed on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Colour, mix, shade, vary
from models.training.art.courtyards import INKS
from models.training.art.painting.palettes import within
from models.training.art.painting.pen import Hand, Pen
from models.training.art.painting.textures import Texture, cloudy, cracked, grainy, patchy, plain
from vision.photo.photo import Bgr

_FLOORS = ("cobbles", "bricks", "flags", "plain", "meadow", "sky")
_FRAMES = ("none", "band", "bricks", "arch", "corners")
_CASTLES = ("none", "front", "above", "icon", "inlay")


@dataclass(frozen=True)
class StartTile:
    """How a style draws its start tiles."""

    floor: str
    floor_colour: Colour
    floor_in_ink: float  # how far the floor takes the player's colour, 0 to 1
    texture: Texture
    bricks: int  # along a side
    frame: str
    frame_width: float  # in sides
    castle: str
    castle_size: float
    wall: Colour
    roof_in_ink: bool
    roof: Colour
    towers: int
    spires: bool
    deepness: float  # of the players' colours

    def paint(self, rng: Generator, px: int, player: str, hand: Hand) -> Bgr:
        """The start tile of a player, ``courtyards.INKS`` names them: uint8 (px, px, 3)."""
        ink = shade(vary(rng, INKS[player], 0.04, 3.0), self.deepness)
        floor = mix(self.floor_colour, ink, self.floor_in_ink)
        image = self.texture.paint(floor, rng, px)
        pen = Pen.over(image, replace(hand, filled=True), floor)  # the player's colour is never a bare line
        if self.floor in ("bricks", "flags"):
            self._lay(pen, rng, floor, 0.0, 1.0)
        self._frame(pen, rng, ink)
        if self.castle == "inlay":
            pen.shape(_INLAY, mix(ink, (235, 240, 240), 0.25))
            pen.stroke(_INLAY, ink, 0.02, closed=True)
        elif self.castle != "none":
            roof = ink if self.roof_in_ink else self.roof
            draw = {"front": self._front, "above": self._above, "icon": self._icon}[self.castle]
            draw(pen.at((0.5, 0.54), self.castle_size), roof, ink)
        return image

    def _lay(self, pen: Pen, rng: Generator, colour: Colour, top: float, low: float) -> None:
        """Courses of bricks or flags over the whole width."""
        high = 1.0 / self.bricks
        wide = high * (1.9 if self.floor == "bricks" or self.frame == "arch" else 1.0)
        gap = 0.07 * high
        for course, y in enumerate(np.arange(top, low, high).tolist()):
            for x in np.arange(-0.5 * wide * (course % 2), 1.0, wide).tolist():
                tone = shade(colour, 0.9 + 0.2 * float(rng.random()))
                pen.shape(
                    [
                        (x + gap, y + gap),
                        (x + wide - gap, y + gap),
                        (x + wide - gap, y + high - gap),
                        (x + gap, y + high - gap),
                    ],
                    tone,
                )

    def _frame(self, pen: Pen, rng: Generator, ink: Colour) -> None:
        width = self.frame_width
        if self.frame == "band":
            for box in ((0, 0, 1, width), (0, 1 - width, 1, 1), (0, 0, width, 1), (1 - width, 0, 1, 1)):
                pen.fill([(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])], ink)
        elif self.frame == "corners":
            for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
                pen.patch((x, y), (2.2 * width, 2.2 * width), ink)
        elif self.frame == "bricks":
            self._border(pen, rng, ink)
        elif self.frame == "arch":
            self._lay(pen, rng, ink, 0.0, 1.0)
            turns = np.linspace(np.pi, 2 * np.pi, 12)
            arch = [(0.5 + 0.42 * float(np.cos(t)), 0.46 + 0.4 * float(np.sin(t))) for t in turns]
            pen.fill([(0.08, 1.0), *arch, (0.92, 1.0)], (235, 190, 110))

    def _border(self, pen: Pen, rng: Generator, ink: Colour) -> None:
        """A row of bricks along each edge."""
        for side in range(4):
            strip = pen.at((0.5, 0.5), 1.0, 90.0 * side).at((-0.5, -0.5))
            for brick in range(self.bricks):
                start, end = (brick + 0.07) / self.bricks, (brick + 0.93) / self.bricks
                strip.box((start, 0.01), (end, self.frame_width), shade(ink, 0.8 + 0.35 * float(rng.random())))

    def _front(self, pen: Pen, roof: Colour, ink: Colour) -> None:
        """A castle from the front: wall, gate, towers with battlements or spires."""
        wall = self.wall
        pen.cast((0, 0.42), (0.5, 0.1))
        spots = np.linspace(-0.38, 0.38, self.towers)
        tall = [-0.12 - 0.3 * (1 - abs(float(x)) / 0.38) * (self.towers > 2) for x in spots]
        pen.box((-0.38, 0.02), (0.38, 0.44), wall)
        for x in np.linspace(-0.33, 0.33, 6).tolist():
            pen.box((x - 0.04, -0.05), (x + 0.04, 0.03), wall)
        for x, top in sorted(zip(spots.tolist(), tall, strict=True), key=lambda tower: tower[1]):
            pen.box((x - 0.11, top), (x + 0.11, 0.44), shade(wall, 0.94))
            if self.spires:
                pen.shape([(x - 0.15, top + 0.01), (x, top - 0.28), (x + 0.15, top + 0.01)], roof)
            else:
                for step in (-0.09, 0.0, 0.09):
                    pen.box((x + step - 0.028, top - 0.07), (x + step + 0.028, top + 0.01), wall)
                pen.stroke([(x, top + 0.06), (x, top + 0.24)], ink, 0.1)
            pen.box((x - 0.03, top + 0.1), (x + 0.03, top + 0.2), shade(wall, 0.35))
        pen.fill([(-0.1, 0.44), (-0.1, 0.22), (-0.05, 0.14), (0.05, 0.14), (0.1, 0.22), (0.1, 0.44)], shade(wall, 0.3))

    def _above(self, pen: Pen, roof: Colour, ink: Colour) -> None:
        """A castle from straight above: a square of walls, round towers at its corners, a keep."""
        wall = self.wall
        pen.cast((0, 0), (0.5, 0.5))
        pen.box((-0.38, -0.38), (0.38, 0.38), wall)
        pen.box((-0.26, -0.26), (0.26, 0.26), shade(wall, 0.7))
        pen.box((-0.13, -0.13), (0.13, 0.13), roof)
        for x, y in ((-0.38, -0.38), (0.38, -0.38), (0.38, 0.38), (-0.38, 0.38)):
            pen.disc((x, y), 0.14, shade(wall, 1.05))
            pen.disc((x, y), 0.09, roof)

    def _icon(self, pen: Pen, roof: Colour, ink: Colour) -> None:
        """A castle's outline in one colour, with a flag."""
        tooth = 0.76 / 9
        line = [(-0.38, 0.42), (-0.38, -0.1)]
        for number in range(9):
            x, y = -0.38 + number * tooth, (-0.2 if number % 2 == 0 else -0.1)
            line += [(x, y), (x + tooth, y)]
        pen.shape([*line, (0.38, -0.1), (0.38, 0.42)], roof)
        pen.box((-0.13, -0.36), (0.13, -0.12), roof)
        pen.stroke([(0, -0.34), (0, -0.5)], shade(roof, 0.5), 0.03)
        pen.fill([(0.0, -0.5), (0.16, -0.45), (0.0, -0.4)], ink)
        pen.fill([(-0.09, 0.42), (-0.09, 0.2), (0, 0.12), (0.09, 0.2), (0.09, 0.42)], shade(roof, 0.35))


_INLAY = [
    (0.22, 0.72),
    (0.14, 0.36),
    (0.32, 0.5),
    (0.38, 0.27),
    (0.5, 0.48),
    (0.62, 0.27),
    (0.68, 0.5),
    (0.86, 0.36),
    (0.78, 0.72),
]


def draw_start_tile(rng: Generator) -> StartTile:
    """A start tile of a random make."""
    floor = str(rng.choice(_FLOORS, p=[0.28, 0.2, 0.16, 0.2, 0.08, 0.08]))
    castle = str(rng.choice(_CASTLES, p=[0.3, 0.36, 0.12, 0.1, 0.12]))
    frame = str(rng.choice(_FRAMES, p=[0.2, 0.3, 0.26, 0.12, 0.12]))
    if castle == "none" and frame == "none":
        frame = "bricks"
    if frame == "arch" or floor in ("meadow", "sky"):
        castle = str(rng.choice(["front", "icon"], p=[0.8, 0.2]))
    colour = _floor_colour(rng, floor)
    weave = {"cobbles": cracked, "bricks": plain, "flags": plain, "plain": cloudy, "meadow": grainy, "sky": patchy}[
        floor
    ]
    other = shade(colour, 0.5) if floor == "cobbles" else shade(colour, 0.85)
    texture = Texture(
        weave, int(rng.integers(6, 13)), float(rng.uniform(0, 3)), float(rng.uniform(0.6, 1.0)), other, 0.0
    )
    if floor == "sky":
        texture = Texture(patchy, 3, 0.0, 1.0, (250, 245, 240), 0.0)
    return StartTile(
        floor,
        colour,
        float(rng.choice([0.0, rng.uniform(0.2, 0.9)], p=[0.6, 0.4])) if floor in ("bricks", "plain", "flags") else 0.0,
        texture,
        int(rng.integers(5, 11)),
        frame,
        float(rng.uniform(0.04, 0.12)),
        castle,
        float(rng.uniform(0.7, 0.98)),
        within(rng, (20, 50), (0.05, 0.45), (0.55, 0.95)),
        bool(rng.random() < 0.7) or frame == "none",  # something has the player's colour
        within(rng, (0, 360), (0.4, 0.8), (0.4, 0.8)),
        int(rng.integers(2, 5)),
        bool(rng.random() < 0.6),
        float(rng.uniform(0.75, 1.15)),
    )


def _floor_colour(rng: Generator, floor: str) -> Colour:
    if floor == "meadow":
        return within(rng, (80, 120), (0.4, 0.8), (0.5, 0.85))
    if floor == "sky":
        return within(rng, (195, 215), (0.3, 0.6), (0.8, 1.0))
    return within(rng, (15, 50), (0.04, 0.3), (0.45, 0.92))
