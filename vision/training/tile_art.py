"""Own art for squares and dominoes, for training and sample photos; no two seeds draw alike."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.dominoes import Domino
from scoring.terrain import Square, Terrain
from vision.photo import Bgr
from vision.training.building_art import building, crowns_in_corner
from vision.training.canvas import Canvas, Colour, clouds, mix, shade, vary
from vision.training.courtyard_art import PLAYERS, courtyard
from vision.training.terrain_art import GROUND, ground

TABLE_GREY: Colour = (120, 120, 120)  # where an empty square shows the table: the caller draws that


@dataclass(frozen=True)
class Print:
    """How one box of the game is printed: its inks, the same for all its tiles."""

    inks: dict[Terrain, Colour]
    gold: Colour
    player: str  # of the castle tile: "yellow" | "pink" | "green" | "blue"


def draw_print(rng: Generator) -> Print:
    """A print run with its own slight cast."""
    cast = rng.normal(1.0, 0.04, 3)
    inks = {}
    for terrain, colour in GROUND.items():
        blue, green, red = (float(c * f) for c, f in zip(vary(rng, colour, 0.05, 5.0), cast, strict=True))
        inks[terrain] = shade((blue, green, red), 1.0)
    gold = vary(rng, (40, 175, 225), 0.06, 6.0)
    return Print(inks, gold, str(rng.choice(list(PLAYERS))))


def tile(
    square: Square, rng: Generator, size_px: int = 96, *, printed: Print | None = None, left: bool | None = None
) -> Bgr:
    """One square upright: crowns along its top edge, in the left or right corner (random if not said).

    uint8 (size_px, size_px, 3). Raises ValueError for the empty square, which has no art.
    """
    if square.is_empty:
        raise ValueError("an empty square shows the table and has no tile")
    printed = printed or draw_print(rng)
    if square.terrain is None:
        return courtyard(rng, size_px, printed.player)
    colour = vary(rng, printed.inks[square.terrain], 0.03, 2.0)
    image = ground(square.terrain, rng, colour, size_px, busy=square.crowns > 0)
    if square.crowns:
        canvas = Canvas.of(image)
        building(canvas, square.terrain, square.crowns, rng)
        crowns_in_corner(canvas, square.crowns, bool(rng.random() < 0.5) if left is None else left, printed.gold, rng)
    return image


def domino(piece: Domino, rng: Generator, size_px: int = 96, *, printed: Print | None = None) -> Bgr:
    """A whole domino, its first square left: uint8 (size_px, 2 * size_px, 3), with a ragged seam between terrains."""
    printed = printed or draw_print(rng)
    one, other = piece.squares
    halves = [tile(half, rng, size_px, printed=printed, left=at == 0) for at, half in enumerate((one, other))]
    if one.terrain is other.terrain and one.terrain is not Terrain.WHEAT:
        return _blended(halves[0], halves[1])
    return _torn(halves[0], halves[1], rng)


def _blended(left: Bgr, right: Bgr) -> Bgr:
    """Two halves of one terrain, the light running through."""
    size = left.shape[0]
    image = np.concatenate([left, right], axis=1)
    reach = max(2, size // 16)
    seam = slice(size - reach, size + reach)
    image[:, seam] = cv2.blur(image[:, seam], (reach, 1))
    return image


def _torn(left: Bgr, right: Bgr, rng: Generator) -> Bgr:
    """Two halves with an earthen bank along an uneven line between them."""
    size = left.shape[0]
    bank = mix((40, 110, 175), (50, 70, 100), float(rng.random()))
    image = np.concatenate([left, right], axis=1)
    sway = _sway(rng, size) * 0.018 * size
    steps = np.linspace(0, size, sway.size)
    middle = np.stack([size + sway, steps], axis=1)
    width = max(2, round(0.045 * size))
    points = np.round(middle * 16).astype(np.int32)
    cv2.polylines(image, [points], False, bank, width, cv2.LINE_AA, 4)
    edge = points - np.array([[width * 8, 0]], np.int32)
    cv2.polylines(image, [edge], False, shade(bank, 0.45), max(1, width // 3), cv2.LINE_AA, 4)
    return image


def _sway(rng: Generator, size: int) -> NDArray[np.float32]:
    count = max(12, size // 4)
    slow: NDArray[np.float32] = clouds(rng, count, 6)[0]
    return slow + 0.5 * rng.standard_normal(count, dtype=np.float32)
