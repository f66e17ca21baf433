"""The lands of a style: what each terrain's ground looks like, what grows on it, and in what order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from models.training.art.canvas import Colour, Spot, mix, shade, vary
from models.training.art.painting import fields, marshes, meadows, rocks, textures, trees, waters
from models.training.art.painting.houses import HOUSES
from models.training.art.painting.motif import Draw, Motif, Stamp, cut_stamp, draw_look
from models.training.art.painting.palettes import Palette, hsv, lightness_and_tint
from models.training.art.painting.pen import Hand, Pen
from models.training.art.painting.textures import Texture, Weave
from scoring.terrain import Terrain
from vision.photo.photo import Bgr

_CLEARING: tuple[Spot, Spot] = ((0.5, 0.56), (0.34, 0.34))  # where a house stands: its middle and half its size
_STAMPS = 4  # different drawings of one motif on one square


@dataclass(frozen=True)
class Land:
    """How a style paints one terrain."""

    colour: Colour
    texture: Texture
    layout: str  # of the chief motif: "rows" | "scattered" | "emblem" | "bare"
    chief: Motif
    spacing: float  # between chief motifs, in their sizes
    others: tuple[tuple[Motif, int], ...]  # with the most there are of each
    guest: Motif  # which only some squares have
    guests: float  # how many squares
    sky: Colour | None  # above a horizon; None where one looks down
    horizon: float  # its height, in sides
    house: Motif
    houses: float  # how many of the crowned squares have one
    houses_anyway: float  # how many of the others

    def paint(self, rng: Generator, px: int, hand: Hand, crowned: bool) -> Bgr:
        """A square of this land without crowns: uint8 (px, px, 3)."""
        colour = vary(rng, self.colour, 0.025, 1.5)
        image = self.texture.paint(colour, rng, px)
        pen = Pen.over(image, hand, colour)
        if self.sky:
            self._open_sky(pen, rng)
        built = bool(rng.random() < (self.houses if crowned else self.houses_anyway))
        self._plant(pen, rng, built)
        if built:
            at = (float(rng.normal(_CLEARING[0][0], 0.02)), float(rng.normal(_CLEARING[0][1], 0.02)))
            self.house.paint(pen, at, rng)
        return image

    def _open_sky(self, pen: Pen, rng: Generator) -> None:
        sky = self.sky or (0.0, 0.0, 0.0)
        steps = np.linspace(0, 1, 9)
        swell = self.horizon + 0.04 * np.sin(steps * 4 + float(rng.uniform(0, 6)))
        line = [(x, y) for x, y in zip(steps.tolist(), swell.tolist(), strict=True)]
        pen.fill([(0, 0), *line, (1, 0)], sky)
        pen.stroke(line, shade(self.colour, 0.8), 0.015)
        if rng.random() < 0.5:
            pen.dot((float(rng.uniform(0.15, 0.85)), 0.4 * self.horizon), 0.06, (150, 235, 252))

    def _plant(self, pen: Pen, rng: Generator, built: bool) -> None:
        """Everything on the ground, what stands farther up first."""
        things = self._chiefs(rng, built)
        for motif, most in self.others:
            things += [(motif, self._somewhere(rng)) for _ in range(int(rng.integers(0, most + 1)))]
        if rng.random() < self.guests and not built:
            things.append((self.guest, (float(rng.uniform(0.25, 0.75)), float(rng.uniform(0.3, 0.75)))))
        stamps = self._stamps(pen, rng, [motif for motif, _ in things])
        for motif, at in sorted(things, key=lambda thing: thing[1][1]):
            if built and _in_clearing(at, 0.3 * motif.size):
                continue
            if id(motif) in stamps:
                stamp = stamps[id(motif)][int(rng.integers(_STAMPS))]
                stamp.press(pen.image, (at[0] * pen.side, at[1] * pen.side))
            else:
                motif.paint(pen, at, rng)

    @staticmethod
    def _stamps(pen: Pen, rng: Generator, motifs: list[Motif]) -> dict[int, list[Stamp]]:
        """Stamps of the motifs that come often, by the motif's identity: far cheaper than drawing each."""
        often = Counter(map(id, motifs))
        named = {id(motif): motif for motif in motifs if often[id(motif)] > 2 * _STAMPS + 2}
        return {name: [cut_stamp(motif, pen, rng) for _ in range(_STAMPS)] for name, motif in named.items()}

    def _somewhere(self, rng: Generator) -> Spot:
        top = self.horizon + 0.05 if self.sky else 0.06
        return float(rng.uniform(0.06, 0.94)), float(rng.uniform(top, 0.94))

    def _chiefs(self, rng: Generator, built: bool) -> list[tuple[Motif, Spot]]:
        if self.layout == "bare":
            return []
        if self.layout == "emblem":
            at = (float(rng.normal(0.5, 0.02)), float(rng.normal(0.54, 0.02)))
            return [] if built else [(self.chief, at)]
        step = self.spacing * self.chief.size
        top = self.horizon + 0.3 * step if self.sky else 0.3 * step
        loose = 0.1 if self.layout == "rows" else 0.34
        rows = np.arange(
            top - step * float(rng.uniform(0, 0.5)), 1.0 + 0.2 * step, step * (0.6 if self.layout == "rows" else 0.9)
        )
        spots = []
        for number, y in enumerate(rows.tolist()):
            shift = step * (0.5 * (number % 2) + float(rng.uniform(-0.15, 0.15)))
            columns = np.arange(shift - 0.2 * step, 1.0 + 0.3 * step, step)
            jitter = loose * step * rng.standard_normal((columns.size, 2))
            spots += [(x + dx, y + dy) for x, (dx, dy) in zip(columns.tolist(), jitter.tolist(), strict=True)]
        return [(self.chief, spot) for spot in spots]


def _in_clearing(at: Spot, reach: float) -> bool:
    (x, y), (wide, high) = _CLEARING
    return abs(at[0] - x) < wide + reach and -high - reach < at[1] - y < 0.24


@dataclass(frozen=True)
class _Choice:
    """A motif that a terrain may have, how often, how large, and in which of ``_tints``."""

    draw: Draw
    weight: float
    sizes: tuple[float, float]
    colour: str
    accent: str = "wood"


_CHIEFS: dict[Terrain, list[_Choice]] = {
    Terrain.WHEAT: [
        _Choice(fields.stalk, 3, (0.06, 0.14), "near"),
        _Choice(fields.ear, 3, (0.16, 0.4), "contrast"),
        _Choice(fields.tuft, 2, (0.09, 0.2), "near"),
        _Choice(fields.row, 1.5, (0.25, 0.5), "contrast"),
        _Choice(fields.sheaf, 1, (0.2, 0.36), "contrast", "wood"),
        _Choice(fields.haystack, 1, (0.2, 0.34), "contrast"),
        _Choice(fields.bale, 1, (0.2, 0.34), "contrast"),
    ],
    Terrain.FOREST: [
        _Choice(trees.fir, 5, (0.22, 0.5), "leaf"),
        _Choice(trees.cone, 1.5, (0.22, 0.42), "leaf"),
        _Choice(trees.round_tree, 3, (0.22, 0.46), "leaf"),
        _Choice(trees.crown_from_above, 3, (0.16, 0.34), "leaf"),
        _Choice(trees.fir_from_above, 1.5, (0.18, 0.34), "leaf"),
        _Choice(trees.poplar, 0.8, (0.26, 0.44), "leaf"),
        _Choice(trees.palm, 0.7, (0.3, 0.5), "leaf"),
        _Choice(trees.bush, 0.4, (0.2, 0.32), "leaf"),
    ],
    Terrain.LAKE: [
        _Choice(waters.wave, 4, (0.16, 0.4), "near"),
        _Choice(waters.ripple, 3, (0.1, 0.24), "near"),
        _Choice(waters.foam, 1, (0.2, 0.4), "pale"),
    ],
    Terrain.GRASSLAND: [
        _Choice(meadows.sheep, 4, (0.1, 0.24), "white"),
        _Choice(fields.tuft, 2.5, (0.07, 0.16), "near"),
        _Choice(meadows.flower, 1.5, (0.04, 0.1), "white", "bloom"),
        _Choice(meadows.grass, 1, (0.12, 0.3), "contrast"),
        _Choice(meadows.cow, 0.8, (0.2, 0.34), "white"),
        _Choice(meadows.hill, 0.8, (0.3, 0.6), "near"),
    ],
    Terrain.SWAMP: [
        _Choice(marshes.puddle, 3, (0.2, 0.46), "murk"),
        _Choice(marshes.reeds, 3, (0.18, 0.36), "reed"),
        _Choice(marshes.root, 2, (0.22, 0.42), "bark"),
        _Choice(fields.tuft, 1.5, (0.08, 0.18), "reed"),
        _Choice(marshes.crack, 1, (0.2, 0.4), "near"),
        _Choice(marshes.bubbles, 1, (0.1, 0.22), "near"),
        _Choice(trees.dead_tree, 0.8, (0.3, 0.5), "bark"),
    ],
    Terrain.MINE: [
        _Choice(rocks.boulder, 3, (0.18, 0.4), "stone"),
        _Choice(rocks.nugget, 2, (0.06, 0.16), "stone", "ore"),
        _Choice(rocks.crystal, 1, (0.2, 0.4), "stone", "gem"),
        _Choice(rocks.peak, 1.5, (0.3, 0.55), "stone"),
        _Choice(rocks.seam, 0.8, (0.3, 0.6), "stone", "ore"),
        _Choice(waters.rock, 1, (0.16, 0.3), "stone"),
    ],
}
_EMBLEMS: dict[Terrain, list[_Choice]] = {
    Terrain.WHEAT: [
        _Choice(fields.ears, 4, (0.55, 0.85), "contrast"),
        _Choice(fields.ear, 2, (0.6, 0.85), "contrast"),
        _Choice(fields.sheaf, 2, (0.5, 0.75), "contrast"),
        _Choice(fields.haystack, 1, (0.5, 0.75), "contrast"),
        _Choice(fields.crop_circle, 0.5, (0.5, 0.8), "contrast"),
    ],
    Terrain.FOREST: [
        _Choice(trees.three_firs, 4, (0.55, 0.85), "leaf"),
        _Choice(trees.fir, 1.5, (0.6, 0.85), "leaf"),
        _Choice(trees.round_tree, 1.5, (0.6, 0.85), "leaf"),
        _Choice(trees.palm, 0.4, (0.6, 0.85), "leaf"),
    ],
    Terrain.LAKE: [
        _Choice(waters.three_waves, 4, (0.5, 0.85), "contrast"),
        _Choice(waters.breaker, 1.5, (0.5, 0.8), "contrast", "pale"),
        _Choice(waters.fish, 1, (0.4, 0.7), "contrast", "stone"),
        _Choice(waters.boat, 1, (0.4, 0.65), "contrast"),
    ],
    Terrain.GRASSLAND: [
        _Choice(meadows.sheep, 3, (0.35, 0.65), "white"),
        _Choice(meadows.grass, 2, (0.5, 0.85), "contrast"),
        _Choice(meadows.sprout, 1, (0.5, 0.8), "contrast"),
        _Choice(meadows.cow, 1, (0.45, 0.7), "white"),
        _Choice(meadows.flower, 1, (0.35, 0.6), "white", "bloom"),
    ],
    Terrain.SWAMP: [
        _Choice(marshes.emblem, 4, (0.55, 0.85), "reed", "bark"),
        _Choice(marshes.whirl, 1, (0.5, 0.8), "near"),
        _Choice(marshes.root, 1, (0.55, 0.8), "bark"),
        _Choice(trees.dead_tree, 1.5, (0.6, 0.85), "bark"),
        _Choice(marshes.canoe, 0.8, (0.5, 0.75), "bark"),
        _Choice(marshes.creature, 0.8, (0.4, 0.6), "reed"),
        _Choice(marshes.mushrooms, 0.8, (0.5, 0.8), "bark", "bloom"),
    ],
    Terrain.MINE: [
        _Choice(rocks.heap, 3, (0.5, 0.8), "stone"),
        _Choice(rocks.entrance, 2, (0.5, 0.85), "stone"),
        _Choice(rocks.diamond, 1, (0.45, 0.75), "stone", "gem"),
        _Choice(rocks.pick, 1, (0.5, 0.8), "stone"),
        _Choice(rocks.peak, 1.5, (0.6, 0.9), "stone"),
        _Choice(rocks.nugget, 0.6, (0.35, 0.55), "stone", "ore"),
        _Choice(rocks.wagon, 0.6, (0.4, 0.65), "stone", "ore"),
        _Choice(rocks.crystal, 0.8, (0.5, 0.8), "stone", "gem"),
    ],
}
_BESIDE: dict[Terrain, list[_Choice]] = {
    Terrain.WHEAT: [
        _Choice(waters.gull, 3, (0.05, 0.11), "dark"),
        _Choice(fields.stalk, 1, (0.05, 0.1), "near"),
        _Choice(fields.bale, 0.5, (0.14, 0.2), "contrast"),
        _Choice(meadows.flower, 0.5, (0.03, 0.06), "white", "bloom"),
        _Choice(fields.tuft, 1, (0.06, 0.12), "near"),
    ],
    Terrain.FOREST: [
        _Choice(trees.fir, 1.5, (0.16, 0.34), "beside"),
        _Choice(trees.round_tree, 1.5, (0.16, 0.32), "beside"),
        _Choice(trees.bush, 1, (0.1, 0.18), "beside"),
        _Choice(trees.log, 0.5, (0.14, 0.22), "leaf"),
        _Choice(trees.toadstool, 0.5, (0.06, 0.1), "leaf", "bloom"),
        _Choice(waters.rock, 0.5, (0.08, 0.16), "stone"),
        _Choice(fields.tuft, 0.6, (0.06, 0.1), "near"),
    ],
    Terrain.LAKE: [
        _Choice(waters.ripple, 2, (0.08, 0.2), "pale"),
        _Choice(waters.foam, 1, (0.15, 0.3), "pale"),
        _Choice(waters.gull, 1, (0.06, 0.12), "white"),
        _Choice(waters.fish, 0.7, (0.1, 0.2), "contrast", "stone"),
        _Choice(waters.lily, 0.6, (0.12, 0.2), "leaf", "leaf"),
        _Choice(waters.rock, 0.6, (0.12, 0.24), "stone"),
        _Choice(rocks.spark, 0.4, (0.06, 0.16), "stone", "pale"),
    ],
    Terrain.GRASSLAND: [
        _Choice(meadows.flower, 3, (0.03, 0.07), "white", "bloom"),
        _Choice(fields.tuft, 3, (0.06, 0.12), "near"),
        _Choice(meadows.sheep, 2, (0.1, 0.2), "white"),
        _Choice(waters.rock, 0.8, (0.08, 0.14), "stone"),
        _Choice(trees.bush, 0.6, (0.12, 0.2), "leaf"),
        _Choice(meadows.fence, 0.5, (0.2, 0.35), "leaf"),
    ],
    Terrain.SWAMP: [
        _Choice(marshes.puddle, 2, (0.14, 0.3), "murk"),
        _Choice(marshes.reeds, 2, (0.14, 0.26), "reed"),
        _Choice(marshes.root, 1.5, (0.16, 0.3), "bark"),
        _Choice(fields.tuft, 1.5, (0.06, 0.14), "reed"),
        _Choice(marshes.bubbles, 1, (0.08, 0.16), "near"),
        _Choice(marshes.bone, 0.8, (0.1, 0.22), "white"),
        _Choice(marshes.mushrooms, 0.8, (0.1, 0.2), "bark", "bloom"),
        _Choice(marshes.stump, 0.7, (0.12, 0.22), "bark"),
        _Choice(waters.rock, 0.6, (0.1, 0.2), "stone"),
        _Choice(marshes.crack, 0.7, (0.15, 0.3), "near"),
    ],
    Terrain.MINE: [
        _Choice(rocks.nugget, 3, (0.04, 0.11), "stone", "ore"),
        _Choice(rocks.boulder, 2, (0.08, 0.2), "stone"),
        _Choice(rocks.crystal, 0.8, (0.1, 0.2), "stone", "gem"),
        _Choice(rocks.pick, 0.7, (0.14, 0.24), "stone"),
        _Choice(rocks.rails, 0.7, (0.3, 0.5), "stone"),
        _Choice(rocks.lantern, 0.6, (0.08, 0.14), "stone"),
        _Choice(rocks.spark, 0.5, (0.08, 0.2), "stone", "ore"),
        _Choice(rocks.seam, 0.6, (0.2, 0.4), "stone", "ore"),
    ],
}
_GUESTS: dict[Terrain, list[_Choice]] = {
    Terrain.WHEAT: [
        _Choice(fields.scarecrow, 1, (0.22, 0.34), "contrast", "cloth"),
        _Choice(fields.balloon, 1, (0.35, 0.55), "contrast", "cloth"),
        _Choice(fields.crop_circle, 1, (0.35, 0.6), "contrast"),
        _Choice(fields.cart, 1, (0.25, 0.4), "contrast"),
        _Choice(fields.haystack, 1, (0.2, 0.34), "contrast"),
    ],
    Terrain.FOREST: [
        _Choice(trees.beast, 2, (0.16, 0.28), "wood"),
        _Choice(trees.log, 1, (0.18, 0.28), "leaf"),
        _Choice(meadows.path, 1, (0.6, 1.0), "leaf"),
    ],
    Terrain.LAKE: [
        _Choice(waters.boat, 3, (0.2, 0.34), "contrast"),
        _Choice(waters.serpent, 1, (0.35, 0.55), "contrast", "leaf"),
        _Choice(waters.fish, 1.5, (0.35, 0.6), "contrast", "stone"),
        _Choice(waters.island, 0.7, (0.25, 0.4), "leaf"),
        _Choice(waters.pier, 1, (0.25, 0.4), "contrast"),
        _Choice(waters.rock, 1, (0.2, 0.34), "stone"),
    ],
    Terrain.GRASSLAND: [
        _Choice(meadows.cow, 2, (0.2, 0.3), "white"),
        _Choice(trees.beast, 1, (0.18, 0.28), "wood"),
        _Choice(trees.round_tree, 1, (0.26, 0.4), "leaf"),
        _Choice(meadows.well, 1, (0.2, 0.3), "stone", "cloth"),
        _Choice(meadows.path, 1, (0.6, 1.0), "leaf"),
        _Choice(trees.dead_tree, 0.5, (0.3, 0.4), "wood"),
    ],
    Terrain.SWAMP: [
        _Choice(trees.dead_tree, 2, (0.3, 0.5), "bark"),
        _Choice(marshes.creature, 1, (0.16, 0.28), "reed"),
        _Choice(marshes.canoe, 1, (0.22, 0.36), "bark"),
        _Choice(marshes.bone, 1, (0.25, 0.4), "white"),
    ],
    Terrain.MINE: [
        _Choice(rocks.heap, 2, (0.4, 0.65), "stone"),
        _Choice(rocks.wagon, 1, (0.2, 0.32), "stone", "ore"),
        _Choice(rocks.entrance, 1.5, (0.35, 0.6), "stone"),
        _Choice(rocks.pick, 1, (0.25, 0.4), "stone"),
    ],
}
_WEAVES: list[tuple[Weave, float]] = [
    (textures.plain, 3),
    (textures.cloudy, 4),
    (textures.rough, 2.5),
    (textures.grainy, 2),
    (textures.patchy, 1),
    (textures.streaky, 1),
    (textures.brushed, 2),
    (textures.hatched, 0.5),
    (textures.dotted, 0.3),
]
_OWN_WEAVES: dict[Terrain, list[tuple[Weave, float]]] = {
    Terrain.WHEAT: [(textures.furrowed, 2), (textures.streaky, 2), (textures.brushed, 2), (textures.dotted, 0.6)],
    Terrain.FOREST: [(textures.rough, 2), (textures.patchy, 1)],
    Terrain.LAKE: [(textures.netted, 4), (textures.streaky, 1.5), (textures.furrowed, 1), (textures.cloudy, 1)],
    Terrain.GRASSLAND: [(textures.grainy, 2), (textures.brushed, 2), (textures.patchy, 0.5)],
    Terrain.SWAMP: [(textures.patchy, 3), (textures.cracked, 1.2), (textures.rough, 2), (textures.cloudy, 1)],
    Terrain.MINE: [(textures.cracked, 2), (textures.rough, 2), (textures.patchy, 0.7), (textures.brushed, 0.7)],
}
_BLOOMS: list[Colour] = [
    (60, 225, 250),
    (235, 240, 245),
    (60, 60, 225),
    (200, 120, 240),
    (230, 130, 160),
    (60, 150, 250),
]
_CLOTHS: list[Colour] = [(60, 60, 200), (170, 110, 60), (150, 110, 210), (90, 150, 80), (70, 180, 230), (200, 205, 210)]
_ORES: list[Colour] = [(50, 195, 245), (80, 180, 220), (60, 150, 235), (120, 205, 240)]
_GEMS: list[Colour] = [(235, 210, 110), (200, 90, 190), (225, 150, 70), (70, 70, 220), (60, 190, 240), (235, 235, 230)]


def draw_land(rng: Generator, terrain: Terrain, palette: Palette, manner: str) -> Land:
    """A land in a manner: "painted" fields, single "emblems", "bare" colours, or "views" with a horizon."""
    colour = palette.grounds[terrain]
    tints = _tints(rng, terrain, palette)
    layout = _layout(rng, terrain, manner)
    chief = _pick(rng, (_EMBLEMS if layout == "emblem" else _CHIEFS)[terrain], tints)
    others = tuple(
        (_pick(rng, _BESIDE[terrain], tints), int(rng.integers(1, 9)))
        for _ in range(_kinds_beside(rng, layout, manner))
    )
    if terrain is Terrain.FOREST and layout != "emblem" and rng.random() < 0.5:
        others += ((_twin(chief, tints["beside"]), int(rng.integers(6, 16))),)
    sky = None
    if manner == "views":
        sky = mix(hsv(float(rng.uniform(190, 215)), 0.35, 0.95), (245, 248, 250), float(rng.random()))
    return Land(
        colour,
        _texture(rng, terrain, colour),
        layout,
        chief,
        _spacing(rng, terrain, chief),
        others,
        _pick(rng, _GUESTS[terrain], tints),
        0.0 if manner == "bare" else float(rng.uniform(0.15, 0.6)),
        sky,
        float(rng.uniform(0.28, 0.46)),
        _house(rng, terrain, palette),
        _share(rng, manner),
        float(rng.choice([0.0, 0.3], p=[0.88, 0.12])) if manner != "bare" else 0.0,
    )


def _twin(motif: Motif, colour: Colour) -> Motif:
    """The same thing in another colour, to stand among the first."""
    return replace(motif, look=replace(motif.look, colour=colour))


def _kinds_beside(rng: Generator, layout: str, manner: str) -> int:
    """How many kinds of things there are besides the chief; ground alone tells little, so it has most."""
    if manner == "bare":
        return 0
    if layout == "emblem":
        return int(rng.integers(0, 2))
    return int(rng.integers(1, 5)) if layout == "bare" and rng.random() < 0.85 else int(rng.integers(0, 4))


def _share(rng: Generator, manner: str) -> float:
    """How many of the crowned squares have a house."""
    often = {"painted": 0.75, "views": 0.5, "emblems": 0.3, "bare": 0.0}[manner]
    return float(rng.choice([0.0, rng.uniform(0.7, 1.0)], p=[1 - often, often]))


def _layout(rng: Generator, terrain: Terrain, manner: str) -> str:
    if manner in ("bare", "emblems"):
        return "bare" if manner == "bare" else "emblem"
    if terrain is Terrain.FOREST:
        return str(rng.choice(["rows", "scattered"], p=[0.65, 0.35]))
    if terrain is Terrain.MINE:
        return str(rng.choice(["scattered", "emblem", "rows", "bare"], p=[0.35, 0.45, 0.1, 0.1]))
    return str(rng.choice(["scattered", "rows", "bare"], p=[0.55, 0.15, 0.3]))


def _spacing(rng: Generator, terrain: Terrain, chief: Motif) -> float:
    """Woods stand close; elsewhere small things stand in some number and none by the hundred."""
    if terrain is Terrain.FOREST:
        return float(rng.uniform(0.6, 1.0))
    return max(float(rng.uniform(0.9, 2.2)), 0.15 / chief.size)


def _pick(rng: Generator, choices: list[_Choice], tints: dict[str, Colour]) -> Motif:
    weights = np.array([choice.weight for choice in choices])
    choice = choices[int(rng.choice(len(choices), p=weights / weights.sum()))]
    look = draw_look(rng, tints[choice.colour], tints[choice.accent])
    return Motif(choice.draw, look, float(rng.uniform(*choice.sizes)), float(rng.choice([0.0, 4.0])))


def _house(rng: Generator, terrain: Terrain, palette: Palette) -> Motif:
    kinds: list[Callable[..., None]] = HOUSES[terrain.value]
    wall = palette.stone if terrain is Terrain.MINE else palette.wall
    colour = palette.stone if terrain is Terrain.MINE else palette.roofs[terrain]
    look = draw_look(rng, colour, wall)
    return Motif(kinds[int(rng.integers(len(kinds)))], look, float(rng.uniform(0.5, 0.82)))


def _texture(rng: Generator, terrain: Terrain, colour: Colour) -> Texture:
    choices = _OWN_WEAVES[terrain] if rng.random() < 0.5 else _WEAVES
    weights = np.array([weight for _, weight in choices])
    weave = choices[int(rng.choice(len(choices), p=weights / weights.sum()))][0]
    other = vary(rng, shade(colour, float(rng.choice([rng.uniform(0.65, 0.88), rng.uniform(1.12, 1.3)]))), 0.02, 8.0)
    amount, drift = float(rng.uniform(0.3, 1.0)), 0.0
    if weave is textures.netted:
        other = mix(colour, (250, 248, 240), float(rng.uniform(0.3, 0.75)))
    if rng.random() < 0.3:
        drift = float(rng.uniform(-0.16, 0.16))
    return Texture(weave, int(rng.integers(2, 9)), float(rng.uniform(0, 3.14)), amount, other, drift)


def _tints(rng: Generator, terrain: Terrain, palette: Palette) -> dict[str, Colour]:
    """The colours in which this terrain's motifs come."""
    ground = palette.grounds[terrain]
    light = bool(lightness_and_tint(ground)[0] > 55)
    darker, lighter = (
        shade(ground, float(rng.uniform(0.6, 0.84))),
        mix(ground, (245, 250, 250), float(rng.uniform(0.2, 0.5))),
    )
    contrast = (
        shade(ground, float(rng.uniform(0.45, 0.7)))
        if light and rng.random() < 0.6
        else mix(ground, (235, 250, 255), 0.5)
    )
    chosen = {
        "near": darker if rng.random() < 0.55 else lighter,
        "contrast": contrast,
        "pale": mix(ground, (252, 250, 245), float(rng.uniform(0.5, 0.95))),
        "white": (238.0, 242.0, 244.0),
        "dark": (35.0, 38.0, 45.0),
        "leaf": _clear_of(palette.leaf, ground),
        "beside": _clear_of(palette.leaf_beside, ground),
        "stone": _clear_of(palette.stone, ground, 26.0),
        "wood": palette.wood,
        "bark": _clear_of(shade(palette.wood, 0.7), ground, 22.0),
        "reed": _clear_of(mix(palette.leaf, (70, 130, 150), float(rng.random())), ground, 18.0),
        "murk": _murk(rng, ground),
    }
    for name, colours in (("bloom", _BLOOMS), ("cloth", _CLOTHS), ("ore", _ORES), ("gem", _GEMS)):
        chosen[name] = colours[int(rng.integers(len(colours)))]
    return chosen


def _murk(rng: Generator, ground: Colour) -> Colour:
    """The water of a swamp: never blue."""
    if rng.random() < 0.5:
        return shade(ground, float(rng.uniform(0.6, 0.85)))
    return mix(ground, hsv(float(rng.uniform(50, 150)), 0.25, float(rng.uniform(0.3, 0.7))), 0.6)


def _clear_of(colour: Colour, ground: Colour, least: float = 12.0) -> Colour:
    """A colour, made lighter or darker until it stands out from the ground."""
    up = lightness_and_tint(ground)[0] < 50
    for _ in range(6):
        if float(np.linalg.norm(lightness_and_tint(colour) - lightness_and_tint(ground))) >= least:
            break
        colour = mix(colour, (225, 235, 235), 0.16) if up else shade(colour, 0.8)
    return colour
