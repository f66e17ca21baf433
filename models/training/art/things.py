"""Drawn things that stand or lie on kingdoms and beside them of an evening: cups, phones, pawns, dice and cards."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.canvas import Canvas, Colour, mix, shade

Bgra = NDArray[np.uint8]

Drawn = tuple[NDArray[np.uint8], NDArray[np.uint8]]  # picture and mask


def thing(rng: Generator, square_px: int, kind: str | None = None) -> Bgra:
    """One of THINGS seen from above, BGRA, ``square_px`` pixels to a domino's square (4 cm)."""
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


def _rounded(picture: NDArray[np.uint8], rim: float, corner: float, colour: Colour) -> None:
    """A rectangle with round corners, ``rim`` pixels inside the picture's edge."""
    height, width = picture.shape[:2]
    left, top = round(rim + corner), round(rim + corner)
    right, low = max(left, round(width - 1 - rim - corner)), max(top, round(height - 1 - rim - corner))
    box = np.array([(left, top), (right, top), (right, low), (left, low)], np.int32)
    cv2.fillConvexPoly(picture, box, colour, cv2.LINE_AA)
    cv2.polylines(picture, [box], True, colour, max(1, round(2 * corner)), cv2.LINE_AA)


def _round_mask(mask: NDArray[np.uint8], rim: float, corner: float) -> None:
    drawn = np.dstack([mask] * 3)
    _rounded(drawn, rim, corner, (255.0, 255.0, 255.0))
    mask[:] = drawn[..., 0]


def _cup(rng: Generator, square_px: int) -> Drawn:
    """A cup or a glass: a rim, what it holds, sometimes a handle."""
    across = float(rng.uniform(1.4, 2.4))
    picture, mask = _sheet(across * 1.4, across * 1.1, square_px)
    canvas, cover = Canvas.of(picture), Canvas.of(stencil := np.zeros_like(picture))
    china, drink = _colour(rng), _colour(rng)
    radius, middle, white = 0.36, (0.42, 0.5), (255.0, 255.0, 255.0)
    if rng.random() < 0.6:
        for each, colour in ((canvas, shade(china, 0.8)), (cover, white)):
            each.line([(0.75, 0.38), (0.93, 0.5), (0.75, 0.62)], colour, 0.07)
    for each, colour in ((canvas, china), (cover, white)):
        each.disc(middle, radius, colour)
    canvas.disc(middle, radius * 0.86, shade(china, 0.6))
    canvas.disc(middle, radius * float(rng.uniform(0.6, 0.84)), mix(drink, (30, 50, 80), 0.4))
    canvas.disc((0.34, 0.4), radius * 0.16, mix(drink, white, 0.7))
    mask[:] = stencil[..., 0]
    return picture, mask


def _phone(rng: Generator, square_px: int) -> Drawn:
    """A phone on its back or on its face: a dark screen with the lamp in it, or a case."""
    picture, mask = _sheet(float(rng.uniform(1.6, 2.0)), float(rng.uniform(3.4, 4.1)), square_px)
    case, corner = _colour(rng), 0.25 * square_px
    _rounded(picture, 0, corner, case)
    _round_mask(mask, 0, corner)
    if rng.random() < 0.7:
        dark = float(rng.uniform(5, 40))
        _rounded(picture, 0.07 * square_px, 0.18 * square_px, (dark * 1.2, dark, dark))
        shine = np.linspace(0, float(rng.uniform(0, 120)), picture.shape[0], dtype=np.float32)[:, None, None]
        picture[:] = np.clip(picture + shine * (rng.random() < 0.6), 0, 255).astype(np.uint8)
    return picture, mask


def _pawn(rng: Generator, square_px: int) -> Drawn:
    """A wooden figure from above: a round foot and a head."""
    across = float(rng.uniform(0.35, 0.7))
    picture, mask = _sheet(across, across, square_px)
    colour = _colour(rng)
    canvas, cover = Canvas.of(picture), Canvas.of(stencil := np.zeros_like(picture))
    cover.disc((0.5, 0.5), 0.46, (255.0, 255.0, 255.0))
    canvas.disc((0.5, 0.5), 0.46, shade(colour, 0.7))
    canvas.disc((0.5 + float(rng.normal(0, 0.06)), 0.5 + float(rng.normal(0, 0.06))), 0.28, colour)
    mask[:] = stencil[..., 0]
    return picture, mask


def _die(rng: Generator, square_px: int) -> Drawn:
    side = float(rng.uniform(0.35, 0.5))
    picture, mask = _sheet(side, side, square_px)
    face = _colour(rng)
    pip: Colour = (20, 20, 20) if sum(face) > 380 else (235, 235, 235)
    _rounded(picture, 0, 0.08 * square_px, face)
    _round_mask(mask, 0, 0.08 * square_px)
    for x, y in ((0.25, 0.25), (0.75, 0.75), (0.5, 0.5), (0.25, 0.75), (0.75, 0.25))[: int(rng.integers(1, 6))]:
        Canvas.of(picture).disc((x, y), 0.09, pip)
    return picture, mask


def _card(rng: Generator, square_px: int) -> Drawn:
    """A card, a score pad or a box: a frame, lines of print."""
    picture, mask = _sheet(float(rng.uniform(1.2, 3.0)), float(rng.uniform(1.5, 3.5)), square_px)
    paper, ink = _colour(rng), _colour(rng)
    _rounded(picture, 0, 0.06 * square_px, paper)
    _round_mask(mask, 0, 0.06 * square_px)
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
}
