"""Draw objects on and beside kingdoms, and hands that reach over them; no photo of the data shows these."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import WHITE, Bgra, Canvas, Colour, mix, shade, vary
from models.training.art.table_tops import draw_rough_surface
from models.training.art.tiles import PLAYERS

Drawn = tuple[NDArray[np.uint8], NDArray[np.uint8]]  # picture and mask

Points = NDArray[np.float64]
WIDE, LONG = 4, 8  # squares of 4 cm: width and length of the picture of a hand
SKINS = np.array([[170, 195, 235], [140, 170, 225], [95, 135, 200], [60, 95, 155], [40, 60, 100]], np.float64)  # BGR
FINGERS = ((-0.62, 1.5), (-0.22, 1.95), (0.2, 1.85), (0.58, 1.4))  # position on the hand and length, in squares
MARKER, COIN = (0.5, 0.95), (0.4, 0.65)  # squares across
COINS: tuple[Colour, ...] = ((70, 150, 195), (60, 105, 175), (165, 175, 180))  # BGR: brass, copper, nickel
KNUCKLES, WRIST, CUFF = 2.6, 4.4, 5.0  # squares from the tip of the hand


def thing(rng: Generator, square_px: int, kind: str | None = None) -> Bgra:
    """Draw one of THINGS from straight above, BGRA, at ``square_px`` pixels a square (4 cm)."""
    picture, mask = THINGS[kind or str(rng.choice(list(THINGS)))](rng, square_px)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, square_px / 60))
    return np.dstack([picture, np.asarray(soft, np.uint8)])


def _colour(rng: Generator) -> Colour:
    if rng.random() < 0.4:
        level = float(rng.uniform(15, 245))
        return (level, level, level)
    blue, green, red = rng.uniform(10, 245, 3).tolist()
    return (blue, green, red)


def _sheet(wide: float, high: float, square_px: int) -> Drawn:
    shape = max(4, round(high * square_px)), max(4, round(wide * square_px))
    return np.zeros((*shape, 3), np.uint8), np.zeros(shape, np.uint8)


def _draw_rounded_rectangle(picture: NDArray[np.uint8], rim: float, corner: float, colour: Colour) -> None:
    """Draw a rectangle with round corners, ``rim`` pixels inside the picture's edge."""
    height, width = picture.shape[:2]
    left, top = round(rim + corner), round(rim + corner)
    right, low = max(left, round(width - 1 - rim - corner)), max(top, round(height - 1 - rim - corner))
    box = np.array([(left, top), (right, top), (right, low), (left, low)], np.int32)
    cv2.fillConvexPoly(picture, box, colour, cv2.LINE_AA)
    cv2.polylines(picture, [box], True, colour, max(1, round(2 * corner)), cv2.LINE_AA)


def _cup(rng: Generator, square_px: int) -> Drawn:
    """Draw a cup or a glass: a rim, its content, sometimes a handle."""
    across = float(rng.uniform(1.4, 2.4))
    picture, mask = _sheet(across * 1.4, across * 1.1, square_px)
    canvas, cover = Canvas.of(picture), Canvas.of(mask)
    china, drink = _colour(rng), _colour(rng)
    radius, middle = 0.36, (0.42, 0.5)
    if rng.random() < 0.6:
        for each, colour in ((canvas, shade(china, 0.8)), (cover, WHITE)):
            each.line([(0.75, 0.38), (0.93, 0.5), (0.75, 0.62)], colour, 0.07)
    for each, colour in ((canvas, china), (cover, WHITE)):
        each.disc(middle, radius, colour)
    canvas.disc(middle, radius * 0.86, shade(china, 0.6))
    canvas.disc(middle, radius * float(rng.uniform(0.6, 0.84)), mix(drink, (30, 50, 80), 0.4))
    canvas.disc((0.34, 0.4), radius * 0.16, mix(drink, WHITE, 0.7))
    return picture, mask


def _phone(rng: Generator, square_px: int) -> Drawn:
    """Draw a phone on its back or on its face: a dark screen that reflects the lamp, or a case."""
    picture, mask = _sheet(float(rng.uniform(1.6, 2.0)), float(rng.uniform(3.4, 4.1)), square_px)
    case, corner = _colour(rng), 0.25 * square_px
    _draw_rounded_rectangle(picture, 0, corner, case)
    _draw_rounded_rectangle(mask, 0, corner, WHITE)
    if rng.random() < 0.7:
        dark = float(rng.uniform(5, 40))
        _draw_rounded_rectangle(picture, 0.07 * square_px, 0.18 * square_px, (dark * 1.2, dark, dark))
        shine = np.linspace(0, float(rng.uniform(0, 120)), picture.shape[0], dtype=np.float32)[:, None, None]
        picture[:] = np.clip(picture + shine * (rng.random() < 0.6), 0, 255).astype(np.uint8)
    return picture, mask


def _pawn(rng: Generator, square_px: int) -> Drawn:
    """Draw a wooden figure from above: a round foot and a head."""
    across = float(rng.uniform(0.35, 0.7))
    picture, mask = _sheet(across, across, square_px)
    colour = _colour(rng)
    canvas = Canvas.of(picture)
    Canvas.of(mask).disc((0.5, 0.5), 0.46, WHITE)
    canvas.disc((0.5, 0.5), 0.46, shade(colour, 0.7))
    canvas.disc((0.5 + float(rng.normal(0, 0.06)), 0.5 + float(rng.normal(0, 0.06))), 0.28, colour)
    return picture, mask


def _marker(rng: Generator, square_px: int) -> Drawn:
    """Draw a flat disc in the colour of a player."""
    return _disc(rng, square_px, float(rng.uniform(*MARKER)), PLAYERS[str(rng.choice(list(PLAYERS)))])


def _coin(rng: Generator, square_px: int) -> Drawn:
    """Draw a coin: a rim and a worn relief in metal."""
    metal = COINS[int(rng.integers(len(COINS)))]
    picture, mask = _disc(rng, square_px, float(rng.uniform(*COIN)), metal)
    canvas = Canvas.of(picture)
    canvas.disc((0.5, 0.5), 0.4, shade(metal, float(rng.uniform(0.85, 1.1))))
    for _ in range(int(rng.integers(3, 9))):
        ends = rng.uniform(0.3, 0.7, (2, 2)).tolist()
        canvas.line([(x, y) for x, y in ends], shade(metal, float(rng.uniform(0.6, 1.3))), 0.04)
    return picture, mask


def _disc(rng: Generator, square_px: int, across: float, colour: Colour) -> Drawn:
    """Draw a disc near this colour, brighter towards the lamp, with a darker rim."""
    picture, mask = _sheet(across, across, square_px)
    ink = vary(rng, colour, 0.12, 10.0)
    canvas = Canvas.of(picture)
    Canvas.of(mask).disc((0.5, 0.5), 0.49, WHITE)
    canvas.disc((0.5, 0.5), 0.49, shade(ink, float(rng.uniform(0.6, 1.0))))
    canvas.disc((0.5, 0.5), float(rng.uniform(0.43, 0.49)), ink)
    ramp = np.linspace(-1, 1, picture.shape[0], dtype=np.float32) * float(rng.uniform(-0.15, 0.15))
    picture[:] = (picture * (1 + ramp[:, None, None])).clip(0, 255).astype(np.uint8)
    return picture, mask


def _die(rng: Generator, square_px: int) -> Drawn:
    side = float(rng.uniform(0.35, 0.5))
    picture, mask = _sheet(side, side, square_px)
    face = _colour(rng)
    pip: Colour = (20, 20, 20) if sum(face) > 380 else (235, 235, 235)
    _draw_rounded_rectangle(picture, 0, 0.08 * square_px, face)
    _draw_rounded_rectangle(mask, 0, 0.08 * square_px, WHITE)
    for x, y in ((0.25, 0.25), (0.75, 0.75), (0.5, 0.5), (0.25, 0.75), (0.75, 0.25))[: int(rng.integers(1, 6))]:
        Canvas.of(picture).disc((x, y), 0.09, pip)
    return picture, mask


def _card(rng: Generator, square_px: int) -> Drawn:
    """Draw a card, a score pad or a box: a frame and lines of print."""
    picture, mask = _sheet(float(rng.uniform(1.2, 3.0)), float(rng.uniform(1.5, 3.5)), square_px)
    paper, ink = _colour(rng), _colour(rng)
    _draw_rounded_rectangle(picture, 0, 0.06 * square_px, paper)
    _draw_rounded_rectangle(mask, 0, 0.06 * square_px, WHITE)
    canvas = Canvas.of(picture)
    for row in np.arange(0.12, 0.9, float(rng.uniform(0.08, 0.3))).tolist():
        canvas.line([(0.1, row), (float(rng.uniform(0.4, 0.9)), row)], ink, 0.02)
    return picture, mask


THINGS: dict[str, Callable[[Generator, int], Drawn]] = {
    "cup": _cup,
    "phone": _phone,
    "pawn": _pawn,
    "die": _die,
    "card": _card,
    "marker": _marker,
    "coin": _coin,
}


def reaching_hand(rng: Generator, square_px: int) -> Bgra:
    """Draw a hand coming from below, its fingers near the top: BGRA, ``LONG`` squares high and ``WIDE`` wide."""
    size = (LONG * square_px, WIDE * square_px)
    skin = _between(SKINS, rng) * rng.uniform(0.75, 1.15)
    hand = np.zeros(size, np.uint8)
    for finger in _fingers(rng):
        _stroke(hand, finger, rng.uniform(0.2, 0.26), square_px)
    _stroke(hand, np.array([[-0.35, KNUCKLES + 0.2], [-0.25, WRIST - 0.5]]), 0.55, square_px)
    _stroke(hand, np.array([[0.35, KNUCKLES + 0.2], [0.25, WRIST - 0.5]]), 0.55, square_px)
    _stroke(hand, np.array([[0.0, WRIST - 0.5], [rng.normal(0, 0.2), LONG]]), 0.62, square_px)
    picture = np.dstack([_shade_edges(hand, skin, square_px), hand])
    if rng.random() < 0.7:
        picture = _add_sleeve(picture, rng, square_px)
    picture[:, :, 3] = cv2.GaussianBlur(picture[:, :, 3], (0, 0), max(0.6, square_px / 60))
    return picture


def _between(colours: Points, rng: Generator) -> NDArray[np.float64]:
    at = rng.uniform(0, len(colours) - 1)
    low = min(int(at), len(colours) - 2)
    return np.asarray(colours[low] + (colours[low + 1] - colours[low]) * (at - low), np.float64)


def _fingers(rng: Generator) -> list[Points]:
    """Draw the middle lines of the fingers and the thumb: x from the hand's middle, y from the top, in squares."""
    lines = []
    for x, length in FINGERS:
        reach = length * (1.0 if rng.random() < 0.7 else rng.uniform(0.3, 0.7))
        tip = np.array([x * rng.uniform(0.9, 1.5), KNUCKLES - reach])
        knee = np.array([x * 1.1 + rng.normal(0, 0.08), KNUCKLES - reach / 2])
        lines.append(np.stack([np.array([x, KNUCKLES + 0.2]), knee, tip]))
    side = rng.choice([-1.0, 1.0])
    bend = rng.uniform(0, 0.5)
    thumb = np.array([[0.6, WRIST - 0.6], [1.15, KNUCKLES + 0.9], [rng.uniform(0.9, 1.45), KNUCKLES + bend]])
    return [*lines, thumb * [side, 1.0]]


def _stroke(mask: NDArray[np.uint8], line: Points, radius: float, square_px: int) -> None:
    points = np.rint((line + np.array([WIDE / 2, 0.0])) * square_px).astype(np.int32)
    cv2.polylines(mask, [points.reshape(-1, 1, 2)], False, 255, max(1, round(2 * radius * square_px)), cv2.LINE_AA)
    for x, y in points.tolist():
        cv2.circle(mask, (x, y), max(1, round(radius * square_px)), 255, -1, cv2.LINE_AA)


def _shade_edges(mask: NDArray[np.uint8], colour: NDArray[np.float64], square_px: int) -> NDArray[np.uint8]:
    """Darken the colour towards the edges of the mask, where a round object turns away from the light."""
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3) / (0.3 * square_px)
    shade = 0.6 + 0.4 * np.clip(depth, 0.0, 1.0) ** 0.5
    return np.asarray(np.clip(shade[:, :, None] * colour, 0, 255), np.uint8)


def _add_sleeve(picture: Bgra, rng: Generator, square_px: int) -> Bgra:
    """Add a sleeve of some cloth over the arm."""
    sleeve = np.zeros(picture.shape[:2], np.uint8)
    arm = np.array([[rng.normal(0, 0.1), CUFF], [rng.normal(0, 0.4), LONG + 1.0]])
    _stroke(sleeve, arm, rng.uniform(0.85, 1.3), square_px)
    cloth = cv2.resize(draw_rough_surface(rng, 128), sleeve.shape[::-1], interpolation=cv2.INTER_LINEAR)
    folds = _shade_edges(sleeve, np.full(3, 255.0), 3 * square_px).astype(np.float32) / 255.0
    covers = sleeve[:, :, None] > 127
    colours = np.where(covers, cloth * folds, picture[:, :, :3])
    return np.dstack([colours.astype(np.uint8), np.maximum(sleeve, picture[:, :, 3])])
