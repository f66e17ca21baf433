"""Drawn hands and sleeves reaching over a kingdom: no photo of the data shows one."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.table_tops import drawn_surface

Bgra = NDArray[np.uint8]
Points = NDArray[np.float64]

WIDE, LONG = 4, 8  # squares of 4 cm: what the picture of a hand measures
SKINS = np.array([[170, 195, 235], [140, 170, 225], [95, 135, 200], [60, 95, 155], [40, 60, 100]], np.float64)  # BGR
FINGERS = ((-0.62, 1.5), (-0.22, 1.95), (0.2, 1.85), (0.58, 1.4))  # where on the hand, how long: squares
KNUCKLES, WRIST, CUFF = 2.6, 4.4, 5.0  # squares from the top


def reaching_hand(rng: Generator, square_px: int) -> Bgra:
    """A hand coming from below, its fingers near the top: BGRA, ``LONG`` squares high and ``WIDE`` wide."""
    size = (LONG * square_px, WIDE * square_px)
    skin = _between(SKINS, rng) * rng.uniform(0.75, 1.15)
    hand = np.zeros(size, np.uint8)
    for finger in _fingers(rng):
        _stroke(hand, finger, rng.uniform(0.2, 0.26), square_px)
    _stroke(hand, np.array([[-0.35, KNUCKLES + 0.2], [-0.25, WRIST - 0.5]]), 0.55, square_px)
    _stroke(hand, np.array([[0.35, KNUCKLES + 0.2], [0.25, WRIST - 0.5]]), 0.55, square_px)
    _stroke(hand, np.array([[0.0, WRIST - 0.5], [rng.normal(0, 0.2), LONG]]), 0.62, square_px)
    picture = np.dstack([_rounded(hand, skin, square_px), hand])
    if rng.random() < 0.7:
        picture = _sleeved(picture, rng, square_px)
    picture[:, :, 3] = cv2.GaussianBlur(picture[:, :, 3], (0, 0), max(0.6, square_px / 60))
    return picture


def _between(colours: Points, rng: Generator) -> NDArray[np.float64]:
    at = rng.uniform(0, len(colours) - 1)
    low = min(int(at), len(colours) - 2)
    return np.asarray(colours[low] + (colours[low + 1] - colours[low]) * (at - low), np.float64)


def _fingers(rng: Generator) -> list[Points]:
    """The fingers' middle lines, some bent away, and the thumb: x from the hand's middle, y from the top, squares."""
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


def _rounded(mask: NDArray[np.uint8], colour: NDArray[np.float64], square_px: int) -> NDArray[np.uint8]:
    """The colour, darker towards the edges of the mask, where a round thing turns away from the light."""
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3) / (0.3 * square_px)
    shade = 0.6 + 0.4 * np.clip(depth, 0.0, 1.0) ** 0.5
    return np.asarray(np.clip(shade[:, :, None] * colour, 0, 255), np.uint8)


def _sleeved(picture: Bgra, rng: Generator, square_px: int) -> Bgra:
    """The hand with a sleeve of some cloth over the arm."""
    sleeve = np.zeros(picture.shape[:2], np.uint8)
    arm = np.array([[rng.normal(0, 0.1), CUFF], [rng.normal(0, 0.4), LONG + 1.0]])
    _stroke(sleeve, arm, rng.uniform(0.85, 1.3), square_px)
    cloth = cv2.resize(drawn_surface(rng, 128), sleeve.shape[::-1], interpolation=cv2.INTER_LINEAR)
    folds = _rounded(sleeve, np.full(3, 255.0), 3 * square_px).astype(np.float32) / 255.0
    covers = sleeve[:, :, None] > 127
    colours = np.where(covers, cloth * folds, picture[:, :, :3])
    return np.dstack([colours.astype(np.uint8), np.maximum(sleeve, picture[:, :, 3])])
