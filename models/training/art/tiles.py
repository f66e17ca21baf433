"""Own art for squares and dominoes, for training and sample photos; no two seeds draw alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.buildings import building, crowns_in_corner
from models.training.art.canvas import Canvas, Colour, clouds, lump, mix, shade, vary
from models.training.art.courtyards import PLAYERS, courtyard
from models.training.art.terrains import BRICK, GROUND, ground, round_tree
from scoring.boxes import Domino
from scoring.terrain import Square, Terrain
from vision.photo.photo import Bgr


@dataclass(frozen=True)
class Print:
    """How one box of the game is printed: its inks, the same for all its tiles."""

    inks: dict[Terrain, Colour]
    gold: Colour
    player: str  # of the castle tile: "yellow" | "pink" | "green" | "blue"


def draw_print(rng: Generator) -> Print:
    """A print run with its own slight cast."""
    tint = rng.normal(1.0, 0.04, 3)
    inks = {}
    for terrain, colour in GROUND.items():
        blue, green, red = (float(c * f) for c, f in zip(vary(rng, colour, 0.05, 5.0), tint, strict=True))
        inks[terrain] = shade((blue, green, red), 1.0)
    inks[Terrain.TOWN] = BRICK
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
    return _drawn(
        square, square.terrain, rng, size_px, colour, printed, bool(rng.random() < 0.5) if left is None else left
    )


def _drawn(
    square: Square, terrain: Terrain, rng: Generator, size_px: int, colour: Colour, printed: Print, left: bool
) -> Bgr:
    trodden = 0.84 if square.crowns and terrain is Terrain.SWAMP else 1.0
    image = ground(terrain, rng, shade(colour, trodden), size_px, busy=square.crowns > 0)
    if square.crowns:
        canvas = Canvas.of(image)
        building(canvas, terrain, square.crowns, rng)
        crowns_in_corner(canvas, square.crowns, left, printed.gold, rng)
    return image


def domino(piece: Domino, rng: Generator, size_px: int = 96, *, printed: Print | None = None) -> Bgr:
    """A whole domino, its first square left: uint8 (size_px, 2 * size_px, 3), with a ragged seam between terrains."""
    printed = printed or draw_print(rng)
    first, second = piece.squares
    if first.terrain is not second.terrain or first.terrain in (None, Terrain.WHEAT):
        halves = [tile(half, rng, size_px, printed=printed, left=at == 0) for at, half in enumerate(piece.squares)]
        return _torn(halves[0], halves[1], rng)
    terrain = cast(Terrain, first.terrain)
    colour = vary(rng, printed.inks[terrain], 0.03, 2.0)
    joined = [_drawn(half, terrain, rng, size_px, colour, printed, at == 0) for at, half in enumerate(piece.squares)]
    return _grown_together(np.concatenate(joined, axis=1), terrain, colour, rng)


def _grown_together(image: Bgr, terrain: Terrain, colour: Colour, rng: Generator) -> Bgr:
    """Two halves of one terrain with what stands on their border drawn over it."""
    size = image.shape[0]
    reach = max(1, size // 40)
    seam = slice(size - reach, size + reach)
    joined = image.copy()
    joined[:, seam] = cv2.blur(image[:, seam], (reach, 1))
    border = Canvas(joined, (float(size), 0.0), (float(size), 0.0), (0.0, float(size)))
    for y in np.arange(0.06, 1.0, _SEAM_STEP[terrain]).tolist():
        spot = border.placed((0.02 * float(rng.standard_normal()), y), 0.85 + 0.3 * float(rng.random()))
        _SEAMS[terrain](spot, rng, colour)
    return joined


def _post(canvas: Canvas, rng: Generator, colour: Colour) -> None:
    wood = vary(rng, (60, 100, 150), 0.15)
    canvas.oval((0.01, 0.015), (0.03, 0.012), shade(colour, 0.75))
    canvas.line([(0, 0.01), (0, -0.03)], wood, 0.02)


def _wall_stone(canvas: Canvas, rng: Generator, colour: Colour) -> None:
    stone = vary(rng, (150, 165, 175), 0.15)
    canvas.disc((0.008, 0.01), 0.026, shade(colour, 0.55))
    canvas.polygon(lump(rng, (0, 0), 0.023, 6), stone)


def _pool(canvas: Canvas, rng: Generator, colour: Colour) -> None:
    canvas.oval((0, 0), (0.1, 0.035), shade(colour, 0.78))


_SEAMS: dict[Terrain, Callable[[Canvas, Generator, Colour], None]] = {
    Terrain.FOREST: round_tree,
    Terrain.LAKE: _post,
    Terrain.GRASSLAND: _wall_stone,
    Terrain.SWAMP: _pool,
    Terrain.TOWN: _wall_stone,
}
_SEAM_STEP = {
    Terrain.FOREST: 0.22,
    Terrain.LAKE: 0.2,
    Terrain.GRASSLAND: 0.04,
    Terrain.SWAMP: 0.3,
    Terrain.TOWN: 0.06,
}  # of a side


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
