"""Draw squares and dominoes in procedural art that differs with each seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import WHITE, Canvas, Colour, Spot, clouds, lump, mix, shade, vary
from models.training.art.terrains import EARTH, GROUND, boat, ground, heap, round_tree
from scoring.boxes import Domino
from scoring.terrain import Square, Terrain
from vision.photo.photo import Bgr

_SEAM_STEP = {Terrain.FOREST: 0.22, Terrain.LAKE: 0.2, Terrain.GRASSLAND: 0.04, Terrain.SWAMP: 0.3}  # of a side
PLAYERS: dict[str, Colour] = {
    "yellow": (70, 205, 225),
    "pink": (150, 90, 215),
    "green": (110, 165, 60),
    "blue": (215, 150, 60),
}
COBBLE: Colour = (150, 172, 184)
PLASTER: Colour = (195, 222, 232)
TIMBER: Colour = (50, 80, 120)
Build = Callable[[Canvas, Generator, int], None]  # draws on a canvas around (0, 0); the number of crowns


@dataclass(frozen=True)
class Print:
    """How one box of the game is printed: the inks of all its tiles."""

    inks: dict[Terrain, Colour]
    gold: Colour
    player: str  # of the castle tile: "yellow" | "pink" | "green" | "blue"


def draw_print(rng: Generator) -> Print:
    """Draw a print run with its own slight colour cast."""
    tint = rng.normal(1.0, 0.04, 3)
    inks = {}
    for terrain, colour in GROUND.items():
        blue, green, red = (float(c * f) for c, f in zip(vary(rng, colour, 0.05, 5.0), tint, strict=True))
        inks[terrain] = shade((blue, green, red), 1.0)
    gold = vary(rng, (40, 175, 225), 0.06, 6.0)
    return Print(inks, gold, str(rng.choice(list(PLAYERS))))


def tile(
    square: Square, rng: Generator, size_px: int = 96, *, printed: Print | None = None, left: bool | None = None
) -> Bgr:
    """Draw one upright square with its crowns along the top edge, from the left or right corner (default random).

    uint8 (size_px, size_px, 3). Raises ValueError for the empty square, which has no art.
    """
    if square.is_empty:
        raise ValueError("an empty square shows the table and has no tile")
    printed = printed or draw_print(rng)
    if square.terrain is None:
        return courtyard(rng, size_px, printed.player)
    colour = vary(rng, printed.inks[square.terrain], 0.03, 2.0)
    return _draw_square(
        square, square.terrain, rng, size_px, colour, printed, bool(rng.random() < 0.5) if left is None else left
    )


def _draw_square(
    square: Square, terrain: Terrain, rng: Generator, size_px: int, colour: Colour, printed: Print, left: bool
) -> Bgr:
    trodden = 0.84 if square.crowns and terrain is Terrain.SWAMP else 1.0
    image = ground(terrain, rng, shade(colour, trodden), size_px, busy=square.crowns > 0)
    if square.crowns:
        canvas = Canvas.of(image)
        building(canvas, terrain, square.crowns, rng)
        crowns_in_corner(canvas, square.crowns, left, printed.gold, rng)
    return image


def domino(piece: Domino, rng: Generator, size_px: int, *, printed: Print | None = None) -> Bgr:
    """Draw a domino, first square left: uint8 (size_px, 2 * size_px, 3), with a ragged seam between terrains."""
    printed = printed or draw_print(rng)
    first, second = piece.squares
    if first.terrain is not second.terrain or first.terrain in (None, Terrain.WHEAT):
        halves = [tile(half, rng, size_px, printed=printed, left=at == 0) for at, half in enumerate(piece.squares)]
        return _torn(halves[0], halves[1], rng)
    terrain = cast(Terrain, first.terrain)
    colour = vary(rng, printed.inks[terrain], 0.03, 2.0)
    joined = [
        _draw_square(half, terrain, rng, size_px, colour, printed, at == 0) for at, half in enumerate(piece.squares)
    ]
    return _blend_seam(np.concatenate(joined, axis=1), terrain, colour, rng)


def _blend_seam(image: Bgr, terrain: Terrain, colour: Colour, rng: Generator) -> Bgr:
    """Join two halves of one terrain, with what stands on their border drawn over it."""
    size = image.shape[0]
    reach = max(1, size // 40)
    seam = slice(size - reach, size + reach)
    joined = image.copy()
    joined[:, seam] = cv2.blur(image[:, seam], (reach, 1))
    border = Canvas(joined, (float(size), 0.0), (float(size), 0.0), (0.0, float(size)))
    for y in np.arange(0.06, 1.0, _SEAM_STEP[terrain]).tolist():
        spot = border.place((0.02 * float(rng.standard_normal()), y), 0.85 + 0.3 * float(rng.random()))
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
}


def _torn(left: Bgr, right: Bgr, rng: Generator) -> Bgr:
    """Join two halves with an earthen bank along an uneven line between them."""
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


def courtyard(rng: Generator, size_px: int, player: str) -> Bgr:
    """Draw the start tile: cobbles, a crown in the player's colour, a dashed border; uint8 (size_px, size_px, 3)."""
    ink = vary(rng, PLAYERS[player], 0.08)
    gaps, tones = _cobbles(rng, size_px)
    inlay = _inlay(size_px, rng)
    plain = np.array(vary(rng, COBBLE, 0.06), np.float32) * (0.72 + 0.4 * tones[..., None])
    tinted = np.array(mix(ink, (235, 240, 240), 0.55), np.float32) * (0.85 + 0.2 * tones[..., None])
    joints = np.where(inlay[..., None], np.array(ink, np.float32), np.array((62, 82, 98), np.float32))
    body = np.where(inlay[..., None], tinted, plain)
    image = np.clip(np.where(gaps[..., None], joints, body), 0, 255).astype(np.uint8)
    _edging(Canvas.of(image), ink, rng)
    return image


def _cobbles(rng: Generator, size: int) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Draw a random paving: whether a pixel is a joint, and the stone's tone 0 to 1, each (size, size)."""
    across = int(rng.integers(9, 15))
    step = size / across
    seeds = np.full((size, size), 255, np.uint8)
    grid = (
        np.stack(np.meshgrid(np.arange(across), np.arange(across)), -1) + rng.uniform(0.12, 0.88, (across, across, 2))
    ) * step
    spots = np.clip(grid.reshape(-1, 2), 0, size - 1).astype(int)
    seeds[spots[:, 1], spots[:, 0]] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)
    count = int(labels.max()) + 1
    tones = rng.random(count).astype(np.float32)[labels]
    numbers = labels.astype(np.float32)
    kernel = np.ones((2, 2) if size < 140 else (3, 3), np.uint8)
    gaps = cv2.morphologyEx(numbers, cv2.MORPH_GRADIENT, kernel) > 0
    return np.asarray(gaps), tones


def _inlay(size: int, rng: Generator) -> NDArray[np.bool_]:
    """Return the mask of the crown on the start tile."""
    sheet = np.zeros((size, size), np.uint8)
    high = float(rng.uniform(0.24, 0.3))
    spots = [(0.2, 0.72), (0.14, 0.34), (0.3, 0.48), (0.36, high), (0.5, 0.46)]
    spots += [(0.64, high), (0.7, 0.48), (0.86, 0.34), (0.8, 0.72)]
    Canvas.of(sheet).polygon(spots, WHITE)
    return sheet > 127


def _edging(canvas: Canvas, ink: Colour, rng: Generator) -> None:
    count = int(rng.integers(9, 13))
    for side in range(4):
        strip = canvas.place((0.5, 0.5), turn=90.0 * side).place((-0.5, -0.5))
        for brick in range(count):
            start, end = (brick + 0.08) / count, (brick + 0.92) / count
            tone = shade(ink, 0.75 + 0.35 * float(rng.random()))
            strip.polygon([(start, 0.0), (end, 0.0), (end, 0.045), (start, 0.045)], tone)


def crown(canvas: Canvas, gold: Colour, spread: float) -> None:
    """Draw a crown around (0, 0), 1 wide and about 0.75 high: gold on a light sticker with a dark rim, fur below.

    ``spread`` stretches its five points upwards.
    """
    tips: list[Spot] = [(x, -0.34 * spread + 0.42 * abs(x)) for x in (-0.44, -0.22, 0.0, 0.22, 0.44)]
    outline: list[Spot] = [(-0.36, 0.34)]
    for tip, following in pairwise([*tips, tips[-1]]):
        outline.append(tip)
        if following != tip:
            outline.append(((tip[0] + following[0]) / 2, 0.02))
    outline.append((0.36, 0.34))
    for ink, width, ball in (((45.0, 45.0, 48.0), 0.22, 0.16), ((228.0, 238.0, 242.0), 0.15, 0.125)):
        canvas.line(outline, ink, width, closed=True)
        for tip in tips:
            canvas.disc(tip, ball, ink)
    canvas.polygon(outline, gold)
    canvas.line(outline, shade(gold, 0.5), 0.03, closed=True)
    canvas.polygon([(-0.3, 0.18), (-0.22, 0.0), (-0.05, 0.18)], shade(gold, 1.25))
    canvas.polygon([(0.02, 0.18), (0.1, 0.02), (0.2, 0.18)], shade(gold, 1.25))
    for tip in tips:
        canvas.disc(tip, 0.055, shade(gold, 1.15))
    canvas.line([(-0.33, 0.27), (0.33, 0.27)], (226, 234, 238), 0.16)
    canvas.line([(-0.33, 0.37), (0.33, 0.37)], (150, 160, 168), 0.04)


def _mill(canvas: Canvas, rng: Generator, crowns: int) -> None:
    wall = vary(rng, (70, 110, 150), 0.12)
    canvas.polygon([(0, 0.2), (0.34, 0.1), (0.26, 0.26)], (20, 130, 170))
    canvas.polygon([(-0.13, 0.22), (-0.08, -0.12), (0.09, -0.12), (0.14, 0.22)], wall)
    canvas.polygon([(0.02, 0.22), (0.03, -0.12), (0.09, -0.12), (0.14, 0.22)], shade(wall, 0.7))
    canvas.polygon([(-0.12, -0.1), (0.0, -0.27), (0.13, -0.1)], vary(rng, (60, 165, 205), 0.1))
    canvas.polygon([(-0.04, 0.22), (-0.04, 0.11), (0.03, 0.11), (0.03, 0.22)], shade(wall, 0.4))
    cloth = vary(rng, (190, 210, 225))
    frame = vary(rng, (50, 65, 165) if rng.random() < 0.7 else (70, 100, 140))
    first = float(rng.uniform(20, 70))
    for turn in np.arange(4) * 90 + first:
        blade = canvas.place((0, -0.08), turn=float(turn))
        blade.polygon([(-0.012, -0.06), (0.055, -0.06), (0.055, -0.29), (-0.012, -0.29)], frame)
        for step in np.arange(-0.28, -0.07, 0.05).tolist():
            blade.polygon([(0.002, step), (0.018, step), (0.018, step + 0.03), (0.002, step + 0.03)], cloth)
            blade.polygon([(0.027, step), (0.044, step), (0.044, step + 0.03), (0.027, step + 0.03)], cloth)
        blade.line([(0, 0), (0, -0.29)], shade(frame, 0.5), 0.018)
    canvas.disc((0, -0.08), 0.025, shade(frame, 0.5))


def _cottage(canvas: Canvas, roof: Colour, wall: Colour, rng: Generator) -> None:
    """Draw a timbered house around (0, 0), about 0.5 wide, its roof towards the viewer."""
    canvas.polygon([(-0.2, 0.2), (0.28, 0.12), (0.34, 0.22), (-0.1, 0.28)], shade(roof, 0.3))
    canvas.polygon([(-0.22, 0.02), (0.1, 0.06), (0.1, 0.22), (-0.22, 0.16)], wall)
    canvas.polygon([(0.1, 0.06), (0.19, -0.14), (0.27, 0.02), (0.27, 0.16), (0.1, 0.22)], shade(wall, 0.88))
    canvas.polygon([(-0.27, 0.04), (-0.16, -0.2), (0.19, -0.16), (0.09, 0.09)], roof)
    canvas.polygon([(0.19, -0.17), (0.16, -0.16), (0.25, 0.05), (0.29, 0.03)], shade(roof, 0.6))
    canvas.line([(-0.16, -0.2), (0.19, -0.16)], shade(roof, 1.25), 0.014)
    for step in np.linspace(0.12, 0.88, 6).tolist():
        top, low = (-0.16 + 0.35 * step, -0.2 + 0.04 * step), (-0.27 + 0.36 * step, 0.04 + 0.05 * step)
        canvas.line([top, low], shade(roof, 0.72 + 0.1 * float(rng.random())), 0.01)
    for x in (-0.2, -0.12, -0.04, 0.04):
        canvas.line([(x, 0.05), (x + 0.05, 0.18)], TIMBER, 0.012)
    for x, y in ((0.14, 0.02), (0.22, -0.02), (0.26, 0.08)):
        canvas.line([(x, y), (x, 0.19)], TIMBER, 0.012)
    canvas.line([(0.1, 0.09), (0.27, 0.03)], TIMBER, 0.012)


def _boathouse(canvas: Canvas, rng: Generator, crowns: int) -> None:
    deck = vary(rng, (40, 85, 190), 0.08)
    canvas.polygon([(-0.3, 0.14), (0.22, 0.06), (0.38, 0.16), (-0.12, 0.3)], shade(deck, 0.5))
    canvas.polygon([(-0.3, 0.12), (0.22, 0.03), (0.38, 0.13), (-0.12, 0.27)], deck)
    canvas.line([(-0.2, 0.17), (0.3, 0.08)], shade(deck, 0.7), 0.012)
    canvas.line([(-0.15, 0.22), (0.34, 0.12)], shade(deck, 0.7), 0.012)
    roof = vary(rng, (55, 190, 225), 0.08)
    _cottage(canvas.place((-0.02, -0.03), 0.9, turn=float(rng.normal(0, 5))), roof, PLASTER, rng)
    if rng.random() < 0.5:
        canvas.polygon(lump(rng, (-0.05, -0.1), 0.06, 7), (45, 75, 110))
    boat(canvas.place((-0.02, 0.34), 1.1, turn=float(rng.normal(0, 15))), rng)


def _lodge(canvas: Canvas, rng: Generator, crowns: int) -> None:
    canvas.polygon(lump(rng, (-0.06, 0.17), 0.2, 8, 0.12), vary(rng, (200, 215, 222)))
    roof = vary(rng, (52, 74, 104), 0.1)
    _cottage(canvas.place((0, -0.04), 0.95, turn=float(rng.normal(0, 8))), roof, shade(TIMBER, 1.2), rng)
    canvas.polygon([(0.17, 0.1), (0.3, 0.05), (0.34, 0.15), (0.21, 0.2)], vary(rng, (90, 150, 175)))
    for x in (-0.2, -0.14, -0.08):
        canvas.disc((x + 0.02 * float(rng.standard_normal()), 0.28), 0.025, vary(rng, (110, 160, 195)))


def _farm(canvas: Canvas, rng: Generator, crowns: int) -> None:
    roof = vary(rng, (48, 58, 190), 0.08)
    if crowns > 1:
        _cottage(canvas.place((-0.14, 0.06), 0.75, flip=True), shade(roof, 0.92), PLASTER, rng)
    _cottage(canvas.place((0.06, 0.0), turn=float(rng.normal(0, 6))), roof, PLASTER, rng)
    canvas.polygon([(0.02, -0.27), (0.09, -0.27), (0.09, -0.15), (0.02, -0.16)], (170, 195, 205))
    coat = vary(rng, (190, 200, 225) if crowns > 1 else (50, 75, 115), 0.1)  # pigs in the yard, or hens
    for _ in range(int(rng.integers(6, 13) if crowns > 1 else rng.integers(2, 5))):
        x, y = float(rng.uniform(-0.36, 0.36)), float(rng.uniform(0.26, 0.38))
        canvas.oval((x, y), (0.03, 0.018), coat)
    canvas.line([(0.26, 0.12), (0.4, 0.06)], TIMBER, 0.016)
    canvas.line([(0.26, 0.18), (0.4, 0.12)], TIMBER, 0.016)


def _swamp_camp(canvas: Canvas, rng: Generator, crowns: int) -> None:
    wood = vary(rng, (50, 85, 150), 0.1)
    canvas.oval((0, 0.16), (0.34, 0.15), (70, 95, 125))
    canvas.oval((0, 0.1), (0.31, 0.12), shade(wood, 0.6))
    canvas.oval((0, 0.08), (0.3, 0.11), wood)
    cloth = vary(rng, (80, 120, 150), 0.1)
    canvas.polygon([(-0.16, 0.08), (0.0, -0.26), (0.26, 0.06)], shade(cloth, 0.75))
    canvas.polygon([(-0.16, 0.08), (0.0, -0.26), (0.08, 0.07)], cloth)
    canvas.line([(0, -0.3), (0, 0.08)], shade(EARTH, 0.7), 0.016)
    wares: list[Colour] = [(60, 150, 110), (50, 60, 180), (70, 130, 90), (70, 180, 200)]
    if crowns > 1:
        wares = [(190, 130, 80), (210, 220, 225), (60, 150, 110)]
    for x in np.linspace(-0.22, 0.22, 7).tolist():
        at = (x, 0.08 + 0.03 * float(rng.standard_normal()))
        canvas.disc(at, 0.028, vary(rng, wares[int(rng.integers(len(wares)))], 0.1))
    if crowns > 1:  # the second crown's camp has a kettle that steams
        for _ in range(10):
            at = (-0.18 + 0.05 * float(rng.standard_normal()), -0.1 + 0.08 * float(rng.standard_normal()))
            canvas.disc(at, 0.042, vary(rng, (205, 212, 215), 0.04))
        canvas.disc((-0.18, 0.06), 0.055, (140, 145, 150))


def _pit(canvas: Canvas, rng: Generator, crowns: int) -> None:
    heap(canvas.place((0, -0.02), 1.0 + 0.06 * crowns), rng)
    red = vary(rng, (42, 44, 140), 0.1)
    gates = {1: [(0.06, 0.06)], 2: [(-0.07, 0.02), (0.08, 0.09)], 3: [(-0.17, -0.03), (-0.02, 0.05), (0.13, 0.11)]}
    for x, y in gates[crowns]:
        gate = canvas.place((x, y))
        gate.polygon([(-0.06, 0.15), (-0.06, 0.0), (0.1, 0.0), (0.1, 0.15)], (16, 14, 22))
        gate.line([(-0.06, 0.16), (-0.06, 0.0), (0.1, 0.0), (0.1, 0.16)], shade(red, 0.7), 0.028)
        gate.polygon([(-0.13, 0.02), (-0.06, -0.09), (0.15, -0.06), (0.1, 0.06)], red)
        gate.line([(-0.06, -0.09), (0.15, -0.06)], shade(red, 1.3), 0.014)
    for _ in range(crowns):
        at = (float(rng.uniform(-0.25, 0.2)), float(rng.uniform(0.2, 0.32)))
        canvas.disc(at, 0.028, (60, 190, 215))
        canvas.disc((at[0], at[1] - 0.03), 0.018, (150, 180, 215))


_STANDS: dict[Terrain, Build] = {
    Terrain.WHEAT: _mill,
    Terrain.FOREST: _lodge,
    Terrain.LAKE: _boathouse,
    Terrain.GRASSLAND: _farm,
    Terrain.SWAMP: _swamp_camp,
    Terrain.MINE: _pit,
}


def building(canvas: Canvas, terrain: Terrain, crowns: int, rng: Generator) -> None:
    """Draw the building of a terrain near the middle of a square, in a random size."""
    at = (0.5 + 0.03 * float(rng.standard_normal()), 0.57 + 0.02 * float(rng.standard_normal()))
    _STANDS[terrain](canvas.place(at, 1.0 + 0.05 * float(rng.standard_normal())), rng, crowns)


def crowns_in_corner(canvas: Canvas, count: int, left: bool, gold: Colour, rng: Generator) -> None:
    """Draw one to three crowns along the top edge, from the left or the right corner inwards."""
    spread = float(rng.uniform(0.85, 1.15))
    for place in range(count):
        x = 0.185 + 0.29 * place
        at = (x if left else 1 - x, 0.155 + 0.004 * float(rng.standard_normal()))
        canvas.oval((at[0] + 0.01, at[1] + 0.03), (0.14, 0.09), mix((40, 40, 40), gold, 0.15))
        crown(canvas.place(at, 0.235), gold, spread)
