"""Drawn table tops: wood, cloth, carpet, printed and gridded mats, so that bare table is never taken for terrain."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.photo import Bgr


def drawn_surface(rng: Generator, side: int) -> Bgr:
    """A piece of some table top, uint8 (side, side, 3)."""
    pattern = int(rng.choice(len(PATTERNS), p=SHARES))
    first, second = _colour(rng, pattern), _colour(rng, pattern)
    if PATTERNS[pattern] is _mat and rng.random() < 0.7:
        first, second = rng.uniform(0.15, 0.6) * first, rng.uniform(180, 250, 3)
    relief = PATTERNS[pattern](rng, side)
    near = first + (second - first) * rng.uniform(*CONTRAST[pattern])
    image = first + (near - first) * relief[:, :, None]
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def surface_of_colour(rng: Generator, side: int, colour: NDArray[np.float64]) -> Bgr:
    """A plain top of about one colour (BGR), without checks or lines: cloth, felt or wood."""
    relief = PLAIN[int(rng.integers(len(PLAIN)))](rng, side)
    first = colour * rng.uniform(0.75, 1.2) * np.exp(rng.normal(0, 0.06, 3))
    depth = rng.uniform(0.0, 0.35) * (rng.random() < 0.8)
    image = first * (1 + depth * (relief - 0.5))[:, :, None]
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def _colour(rng: Generator, pattern: int) -> NDArray[np.float64]:
    """The browns of wood for wood and often elsewhere, or a grey, sometimes anything."""
    chance = rng.random() * (0.5 if PATTERNS[pattern] in (_wood, _beech) else 1.0)
    if chance < 0.45:
        hue = rng.uniform(5, 24)
        hsv = [hue, rng.uniform(40, 230 if hue < 22 else 160), rng.uniform(60, 245)]
    elif chance < 0.7:
        hsv = [rng.uniform(0, 180), rng.uniform(0, 40), rng.uniform(15, 255)]
    else:
        hsv = [rng.uniform(0, 180), rng.uniform(40, 230), rng.uniform(30, 230)]
    return np.asarray(cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def _grain(rng: Generator, side: int, stretch: tuple[float, float]) -> NDArray[np.float32]:
    """Smooth noise from 0 to 1, drawn out along the axes."""
    noise = rng.standard_normal((side, side), np.float32)
    noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), sigmaX=stretch[0], sigmaY=stretch[1]), np.float32)
    return np.asarray(np.clip(0.5 + (noise - noise.mean()) / (4 * noise.std() + 1e-6), 0, 1), np.float32)


def _wood(rng: Generator, side: int) -> NDArray[np.float32]:
    length, width = rng.uniform(20, 90), rng.uniform(0.6, 3.0)
    grain = 0.6 * _grain(rng, side, (length, width)) + 0.4 * _grain(rng, side, (length / 4, width * 4))
    if rng.random() < 0.3:  # the joint of two boards
        grain[int(rng.integers(side))] *= rng.uniform(-1.0, 0.5)
    return grain if rng.random() < 0.5 else grain.T


def _cloth(rng: Generator, side: int) -> NDArray[np.float32]:
    y, x = np.mgrid[:side, :side].astype(np.float32)
    period = rng.uniform(2.0, 6.0)
    weave = 0.5 + 0.25 * (np.sin(2 * np.pi * x / period) + np.sin(2 * np.pi * y / period))
    return np.asarray(0.5 * weave + 0.5 * _grain(rng, side, (rng.uniform(5, 40),) * 2), np.float32)


def _mottled(rng: Generator, side: int) -> NDArray[np.float32]:
    """Carpet, cork, stone."""
    fine, coarse = rng.uniform(0.6, 2.5), rng.uniform(4, 30)
    return np.asarray(0.7 * _grain(rng, side, (fine, fine)) + 0.3 * _grain(rng, side, (coarse, coarse)), np.float32)


def _checks(rng: Generator, side: int) -> NDArray[np.float32]:
    y, x = np.mgrid[:side, :side].astype(np.float32)
    angle, period, ratio = rng.uniform(0, np.pi), rng.uniform(12, 90), rng.uniform(0.2, 0.8)
    across = (x * np.cos(angle) + y * np.sin(angle)) / period % 1 < ratio
    along = (y * np.cos(angle) - x * np.sin(angle)) / period % 1 < ratio
    both = across.astype(np.float32) + along * (rng.random() < 0.6)
    return np.asarray(1.5 * both * rng.uniform(0.3, 1.0) + 0.2 * _grain(rng, side, (1.0, 1.0)), np.float32)


def _beech(rng: Generator, side: int) -> NDArray[np.float32]:
    """Smooth wood with short flecks along the grain."""
    wood = 0.3 * _grain(rng, side, (rng.uniform(15, 60), rng.uniform(1.0, 5.0)))
    for _ in range(int(rng.integers(60, 500))):
        x, y, length = int(rng.integers(side)), int(rng.integers(side)), int(rng.integers(2, 9))
        wood[y, x : x + length] += rng.uniform(0.1, 0.7)
    wood = np.asarray(cv2.GaussianBlur(wood, (0, 0), float(rng.uniform(0.4, 0.9))), np.float32)
    return wood if rng.random() < 0.5 else wood.T


def _mat(rng: Generator, side: int) -> NDArray[np.float32]:
    """A plain top with thin lines and figures: a cutting mat."""
    y, x = np.mgrid[:side, :side].astype(np.float32)
    angle, period = rng.uniform(0, np.pi), rng.uniform(14, 90, 2) if rng.random() < 0.3 else [rng.uniform(14, 90)] * 2
    lean, line = rng.uniform(-0.25, 0.25), rng.uniform(1.0, 4.5)
    across = (x * np.cos(angle) + y * np.sin(angle)) % period[0] < line
    along = (y * np.cos(angle + lean) - x * np.sin(angle + lean)) % period[1] < line
    lines = np.maximum(across, along).astype(np.uint8) * 255
    for _ in range(int(rng.integers(0, 4))):
        at = rng.integers(0, side, 2).tolist()
        cv2.putText(lines, str(rng.integers(100)), at, cv2.FONT_HERSHEY_SIMPLEX, float(rng.uniform(0.4, 2.0)), 255, 2)
        cv2.circle(lines, at[::-1], int(rng.integers(8, 60)), 255, int(rng.integers(1, 4)))
    return np.asarray(lines / 255.0 * rng.uniform(0.8, 1.5) + 0.1 * _grain(rng, side, (2.0, 2.0)), np.float32)


PATTERNS = (_wood, _beech, _cloth, _mottled, _checks, _mat)
SHARES = (0.22, 0.2, 0.1, 0.13, 0.1, 0.25)
CONTRAST = ((0.05, 0.6), (0.05, 0.6), (0.05, 0.6), (0.05, 0.6), (0.1, 1.0), (0.3, 1.0))
PLAIN = (_wood, _beech, _cloth, _mottled, _mottled)
