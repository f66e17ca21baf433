"""Crowns: their form, ink, size and place, the same on every tile of a style."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Colour, Spot, shade
from models.training.art.painting.palettes import Palette, lightness_and_tint, within
from models.training.art.painting.pen import Hand, Pen
from vision.photo.photo import Bgr

_PLACES = {
    "outer corner": 7.0,  # along the top edge, from the outer corner inwards
    "outer lower corner": 1.5,
    "top left": 2.0,
    "top right": 1.0,
    "top middle": 1.0,
    "bottom middle": 1.5,
    "bottom left": 1.0,
    "middle": 2.5,
    "triangle": 2.0,
    "column right": 1.0,
    "column left": 1.0,
    "diagonal": 0.6,
}
_METALS = {  # hue in degrees, saturation, value
    "gold": ((42, 56), (0.55, 1.0), (0.8, 1.0)),
    "orange": ((28, 42), (0.75, 1.0), (0.85, 1.0)),
    "white": ((30, 50), (0.0, 0.06), (0.88, 1.0)),
    "black": ((0, 360), (0.0, 0.3), (0.02, 0.12)),
    "other": ((0, 360), (0.6, 0.9), (0.6, 0.95)),
}
_IN_A_ROW = 0.31  # of a side: three larger ones do not stand beside each other
_ACROSS = 0.96  # of a side: what three crowns in a row may take
_WHITE: Colour = (235.0, 240.0, 240.0)
_DARK = 30.0  # lightness in CIE Lab below which a crown counts as black
_LEAST_CONTRAST = 34.0  # between a crown and any ground, in CIE Lab


@dataclass(frozen=True)
class Crowns:
    """How a style draws its crowns and where."""

    place: str
    size: float  # width of one, in sides of a square
    pitch: float  # from one to the next, in widths
    points: int
    tall: float  # of the points, in widths
    flare: float  # how much wider above than below, in widths
    balls: bool
    gems: bool
    band: bool
    bowl: float  # how far the lower edge hangs down
    cushion: bool  # of cloth, behind the points
    arches: bool  # over the points, as on an emperor's crown
    metal: Colour
    jewel: Colour
    rim: Colour | None  # a wide outline, as of a sticker
    rim_width: float
    line: Colour | None  # a thin outline
    case: str  # what they stand in: "none" | "box" | "disc" | "ribbon"
    case_colour: Colour
    case_line: Colour
    shadow: bool

    def paint(self, image: Bgr, count: int, left: bool, rng: Generator) -> None:
        """Draw so many on a square picture, which changes; ``left`` says whether it is a domino's left half."""
        hand = Hand(0.0, None, True, 0.0, (0.0, -1.0), 0.0)
        pen = Pen.over(image, hand, (0.0, 0.0, 0.0))
        spots = self._spots(count, left)
        shift = 0.008 * rng.standard_normal(2)
        spots = [(x + float(shift[0]), y + float(shift[1])) for x, y in spots]
        self._encase(pen, spots)
        for spot in spots:
            self._crown(pen.at(spot, self.size, float(rng.normal(0, 1.2))))

    def _spots(self, count: int, left: bool) -> list[Spot]:
        """The middles of the crowns, in sides of the square."""
        step, half = self.size * self.pitch, 0.5 * self.size + 0.035
        along = step * np.arange(count)
        middle = (along - along.mean()).tolist()
        if self.place == "triangle":
            return _scattered(count, self.size)
        if self.place == "diagonal":
            return [(half + x, half + x) for x in along.tolist()]
        if self.place.startswith("column"):
            x = half if self.place == "column left" else 1 - half
            return [(x, half + y) for y in along.tolist()]
        y = 1 - half if ("bottom" in self.place or "lower" in self.place) else half
        if self.place.endswith("middle"):
            return [(0.5 + x, 0.5 if self.place == "middle" else y) for x in middle]
        from_left = left if "outer" in self.place else self.place.endswith("left")
        return [((half + x) if from_left else (1 - half - x), y) for x in along.tolist()]

    def _encase(self, pen: Pen, spots: list[Spot]) -> None:
        if self.case == "none":
            return
        across, down = np.array(spots).T
        reach = 0.62 * self.size
        if self.case == "disc":
            for x, y in spots:
                pen.patch((x, y), (reach, reach), self.case_line)
                pen.patch((x, y), (0.88 * reach, 0.88 * reach), self.case_colour)
            return
        left, right, top, low = across.min() - reach, across.max() + reach, down.min() - reach, down.max() + reach
        if self.case == "ribbon":
            left, right = (-0.1, right) if left < 1 - right else (left, 1.1)
        for inset, colour in ((0.0, self.case_line), (0.08 * self.size, self.case_colour)):
            a, b, c, d = left + inset, right - inset, top + inset, low - inset
            pen.fill([(a, c), (b, c), (b, d), (a, d)], colour)

    def _outline(self) -> list[Spot]:
        """A crown around (0, 0), 1 wide."""
        half, foot, valley = 0.5 - self.flare, 0.5 * self.tall + 0.1, 0.1
        tips = np.linspace(-0.5, 0.5, self.points)
        rise = -self.tall * (1 - 0.35 * np.abs(tips) * (self.flare > 0.06)) + 0.5 * self.tall - 0.1
        outline: list[Spot] = [(-half, foot), (0.0, foot + self.bowl), (half, foot)]
        for number in range(self.points - 1, -1, -1):
            outline.append((float(tips[number]), float(rise[number])))
            if number:
                outline.append((float(tips[number - 1 : number + 1].mean()) * 0.92, valley * self.tall))
        return outline

    def _crown(self, pen: Pen) -> None:
        outline = self._outline()
        if self.shadow:
            pen.fill([(x + 0.06, y + 0.09) for x, y in outline], (25, 25, 30))
        self._surround(pen, outline)
        if self.cushion:
            pen.patch((0, 0.02), (0.36, 0.42 * self.tall), self.jewel)
        if self.arches:
            self._arch(pen, outline)
        pen.fill(outline, self.metal)
        (foot_x, foot), sag = outline[0], self.bowl
        if self.band:
            lower = [(foot_x, foot - 0.05), (0, foot + sag - 0.05), (-foot_x, foot - 0.05)]
            pen.stroke(lower, shade(self.metal, 0.75), 0.08)
        if self.line:
            pen.stroke(outline, self.line, 0.05, closed=True)
        for tip in outline[3::2] if self.balls else []:
            pen.dot(tip, 0.085, self.jewel if self.gems else self.metal)
        for x in (-0.22, 0.0, 0.22) if self.gems else ():
            pen.dot((x, foot - 0.16 + sag * (1 - 2 * abs(x))), 0.055, self.jewel)

    def _arch(self, pen: Pen, outline: list[Spot]) -> None:
        """Two bows from the outer points to a ball in the middle."""
        right, left = outline[3], outline[-1]
        top = min(y for _, y in outline) - 0.12
        for tip in (left, right):
            pen.stroke([tip, (0.7 * tip[0], top + 0.06), (0.0, top)], self.metal, 0.09)
        pen.dot((0.0, top), 0.1, self.metal)

    def _surround(self, pen: Pen, outline: list[Spot]) -> None:
        """The wide outline, with a thin one around it."""
        if not self.rim:
            return
        for colour, width in ((self.line, 2 * self.rim_width + 0.1), (self.rim, 2 * self.rim_width)):
            if colour:
                pen.stroke(outline, colour, width, closed=True)
                for tip in outline[3::2] if self.balls else []:
                    pen.dot(tip, 0.09 + 0.5 * width, colour)


def _scattered(count: int, size: float) -> list[Spot]:
    """One in the middle, two side by side, or three in a triangle."""
    reach = min(0.56 * size + 0.02, 0.5 - 0.5 * size)
    if count == 1:
        return [(0.5, 0.5)]
    if count == 2:
        return [(0.5 - reach, 0.5), (0.5 + reach, 0.5)]
    return [(0.5 - reach, 0.5 - 0.8 * reach), (0.5 + reach, 0.5 - 0.8 * reach), (0.5, 0.5 + 0.8 * reach)]


def draw_crowns(rng: Generator, palette: Palette) -> Crowns:
    """Crowns that stand out from every ground of a palette."""
    place, size = _place_and_size(rng)
    kind, metal = _metal(rng)
    case = str(rng.choice(["none", "box", "disc", "ribbon"], p=[0.8, 0.1, 0.05, 0.05]))
    case_colour = _far_from(rng, metal)
    clear = case != "none" or min(_apart(metal, ground) for ground in palette.grounds.values()) > _LEAST_CONTRAST
    rim, line = _rim_and_line(rng, metal, clear and kind != "other")
    widest = _ACROSS / (3 * size) if place != "triangle" else 1.3
    return Crowns(
        place,
        size,
        pitch=min(float(rng.uniform(0.95, 1.3)) + (0.12 if rim else 0.0), widest),
        points=int(rng.choice([3, 4, 5], p=[0.5, 0.08, 0.42])),
        tall=float(rng.uniform(0.42, 0.78)),
        flare=float(rng.choice([rng.uniform(0.0, 0.05), rng.uniform(0.07, 0.17)])),
        balls=bool(rng.random() < 0.55),
        gems=bool(rng.random() < 0.4),
        band=bool(rng.random() < 0.5),
        bowl=float(rng.choice([0.0, rng.uniform(0.04, 0.12)])),
        cushion=bool(rng.random() < 0.15),
        arches=bool(rng.random() < 0.08),
        metal=metal,
        jewel=within(rng, (0, 360), (0.7, 1.0), (0.6, 0.95)),
        rim=rim,
        rim_width=float(rng.uniform(0.05, 0.12)),
        line=line,
        case=case,
        case_colour=case_colour,
        case_line=_far_from(rng, case_colour),
        shadow=bool(rng.random() < 0.3),
    )


def _place_and_size(rng: Generator) -> tuple[str, float]:
    weights = np.array(list(_PLACES.values()))
    place = str(rng.choice(list(_PLACES), p=weights / weights.sum()))
    size = float(np.clip(rng.lognormal(np.log(0.235), 0.22), 0.15, 0.44))
    return place, size if place == "triangle" else min(size, _IN_A_ROW)


def _rim_and_line(rng: Generator, metal: Colour, clear: bool) -> tuple[Colour | None, Colour | None]:
    """A wide and a thin outline; one of them at least where the metal alone is not clear of every ground."""
    rim = _far_from(rng, metal) if rng.random() < (0.35 if clear else 0.75) else None
    if lightness_and_tint(metal)[0] < _DARK:  # no thin line shows on black, only a light rim
        return rim or (None if clear else _WHITE), None
    thin = rng.random() < 0.6 or not (clear or rim)
    return rim, shade(metal, float(rng.uniform(0.0, 0.4))) if thin else None


def _metal(rng: Generator) -> tuple[str, Colour]:
    kind = str(rng.choice(list(_METALS), p=[0.7, 0.12, 0.07, 0.07, 0.04]))
    return kind, within(rng, *_METALS[kind])


def _far_from(rng: Generator, colour: Colour) -> Colour:
    """A colour to set another off: white, black, dark brown or red, whichever chance and contrast allow."""
    choices: list[Colour] = [
        (245, 248, 248),
        (245, 248, 248),
        (15, 15, 15),
        (35, 60, 95),
        (40, 30, 150),
        (190, 220, 235),
    ]
    clear = [choice for choice in choices if _apart(choice, colour) > 45]
    return clear[int(rng.integers(len(clear)))]


def _apart(one: Colour, other: Colour) -> float:
    return float(np.linalg.norm(lightness_and_tint(one) - lightness_and_tint(other)))
