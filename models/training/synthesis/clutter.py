"""Table tops with things lying about, and what lies or reaches over a kingdom."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.art.hands import WIDE
from models.training.pictures.textures import HAND_PX, Bgra, TextureBank
from models.training.synthesis.camera import Places
from vision.photo.photo import Bgr

FOREIGN = 0.12  # share of tables with the board of another game
ALIKE = 0.16  # share of tables in the colours of tiles
REAL = 0.6  # share of real or finely drawn ones; the rest are drawn roughly


def cluttered_table(rng: Generator, bank: TextureBank, size: int) -> Bgr:
    """A table top of size x size pixels, real or drawn, with things lying about."""
    chance = rng.random()
    kinds = bank.alike if chance < ALIKE else bank.surfaces
    table = _real(rng, kinds, size) if chance < ALIKE + REAL else _drawn(rng, size)
    if rng.random() < FOREIGN:
        table = with_board(rng, table, bank.foreign[int(rng.integers(len(bank.foreign)))])
    for _ in range(int(rng.integers(0, 7)) if rng.random() < 0.6 else 0):
        table = _with_thing(rng, table)
    return table


def _real(rng: Generator, surfaces: Sequence[Bgr], size: int) -> Bgr:
    surface = surfaces[int(rng.integers(len(surfaces)))]
    zoom = rng.uniform(1.0, 1.8) * size / surface.shape[0]
    move = cv2.getRotationMatrix2D((surface.shape[1] / 2, surface.shape[0] / 2), rng.uniform(0, 360), zoom)
    move[:, 2] += size / 2 - surface.shape[0] / 2 + rng.uniform(-0.1, 0.1, 2) * size
    return cv2.warpAffine(surface, move, (size, size), borderMode=cv2.BORDER_REFLECT)


def _drawn(rng: Generator, size: int) -> Bgr:
    """Plain cloth, planks, a cutting mat or a check, with grain."""
    base = _colour(rng)
    table = np.ones((size, size, 3), np.float32) * base
    kind = rng.choice(["plain", "stripes", "mat", "checks", "blobs"])
    y, x = np.mgrid[:size, :size].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    along, across = x * np.cos(angle) + y * np.sin(angle), -x * np.sin(angle) + y * np.cos(angle)
    period = rng.uniform(5, 60)
    other = _colour(rng) if rng.random() < 0.5 else base + rng.uniform(-50, 50)
    if kind == "stripes":
        table[(across % period) < period * rng.uniform(0.05, 0.5)] = other
    elif kind == "mat":
        width = max(0.8, period * rng.uniform(0.03, 0.12))
        table[((across % period) < width) | ((along % period) < width)] = other
    elif kind == "checks":
        table[((across // period) + (along // period)) % 2 > 0] = other
    elif kind == "blobs":
        noise = cv2.resize(rng.normal(0, 1, (12, 12)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
        table = np.where((noise > 0.4)[..., None], other, table).astype(np.float32)
    grain = rng.uniform(0, 14) * rng.standard_normal((size, size), np.float32)
    smear = (int(rng.integers(1, 14)), 1) if rng.random() < 0.5 else (1, 1)
    grain = cv2.blur(grain, smear)[..., None] * smear[0] ** 0.5
    return (table + grain).clip(0, 255).astype(np.uint8)


def _colour(rng: Generator) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    if rng.random() < 0.5:  # wood, linen, skin of things: warm and dull
        light = rng.uniform(30, 235)
        return np.array([light * rng.uniform(0.35, 1.0), light * rng.uniform(0.65, 1.0), light], np.float32)
    return rng.uniform(0, 255, 3).astype(np.float32)


def with_board(rng: Generator, table: Bgr, board: Bgr) -> Bgr:
    """The table with the board of another game on it, under the kingdoms or beside them, seen from anywhere."""
    size = table.shape[0]
    side = size * rng.uniform(0.35, 1.2)
    flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * board.shape[0]
    turned = cv2.boxPoints(((0.0, 0.0), (side, side), rng.uniform(0, 90))) + rng.uniform(0.1, 0.9, 2) * size
    seen = (turned + rng.normal(0, 0.05 * side, (4, 2))).astype(np.float32)
    transform = cv2.getPerspectiveTransform(flat, seen)
    laid = cv2.warpPerspective(board, transform, (size, size), flags=cv2.INTER_AREA)
    covered = cv2.warpPerspective(np.full(board.shape[:2], 255, np.uint8), transform, (size, size)) > 127
    return np.where(covered[..., None], laid, table)


def reached_over(rng: Generator, image: Bgr, hand: Bgra, tip: NDArray[np.float64], step: float) -> Bgr:
    """The picture with an arm from outside whose fingers end about ``tip``; ``step`` pixels are one square."""
    size = np.array(image.shape[1::-1])
    zoom = step / (hand.shape[1] / WIDE) * rng.uniform(0.8, 1.5)
    away = tip - size / 2 + rng.normal(0, 0.25 * size, 2)  # the arm comes from there
    turn = float(np.arctan2(-away[0], away[1]))
    move = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0]]) * zoom
    at = np.array([hand.shape[1] / 2, rng.uniform(0.2, 2.5) * hand.shape[1] / WIDE])
    move[:, 2] = tip - move[:, :2] @ at
    over = cv2.warpAffine(hand, move, size.tolist(), flags=cv2.INTER_LINEAR).astype(np.float32)
    cover = over[..., 3:] / 255
    shadow = cv2.GaussianBlur(over[..., 3] / 255, (0, 0), max(0.5, 0.15 * step))[..., None]
    ground = image * (1 - rng.uniform(0.1, 0.5) * np.clip(shadow - cover, 0, 1))
    return np.asarray((ground * (1 - cover) + over[..., :3] * cover).clip(0, 255), np.uint8)


def under_things(rng: Generator, image: Bgr, things: Sequence[Bgra], step: float, near: Places) -> Bgr:
    """The picture with cups, phones, pawns or cards about the given picture points; ``step`` pixels are one square."""
    for _ in range(int(rng.integers(1, 4))):
        sheet = things[int(rng.integers(len(things)))]
        at = near[int(rng.integers(len(near)))] + rng.normal(0, 0.7 * step, 2)
        image = _put_down(rng, image, sheet, at, step)
    return image


def _put_down(rng: Generator, image: Bgr, sheet: Bgra, at: NDArray[np.float64], step: float) -> Bgr:
    """The picture with a thing, and its shadow, whose middle lies at a point."""
    zoom = step / HAND_PX * rng.uniform(0.8, 1.25)
    high, wide = sheet.shape[:2]
    move = cv2.getRotationMatrix2D((wide / 2, high / 2), rng.uniform(0, 360), zoom)
    move[:, 2] += at - [wide / 2, high / 2]
    laid = cv2.warpAffine(sheet, move, image.shape[1::-1]).astype(np.float32)
    alpha = laid[..., 3:] / 255
    cast = np.array([[1, 0, rng.normal(0, 0.12 * step)], [0, 1, rng.normal(0, 0.12 * step)]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(alpha, cast, image.shape[1::-1]), (0, 0), max(0.5, 0.08 * step))[..., None]
    ground = image * (1 - rng.uniform(0, 0.5) * np.clip(shadow - alpha, 0, 1))
    return np.asarray((ground * (1 - alpha) + laid[..., :3] * alpha).clip(0, 255), np.uint8)


def _with_thing(rng: Generator, image: Bgr) -> Bgr:
    """The picture with a card, a coin, a cup or a line of print on it."""
    size = image.shape[0]
    drawn = image.copy()
    colour = tuple(int(v) for v in rng.integers(0, 256, 3))
    x, y = (int(v) for v in rng.integers(0, size, 2))
    kind = rng.choice(["card", "coin", "line", "print"], p=[0.5, 0.2, 0.15, 0.15])
    if kind == "card":
        box = ((x, y), tuple(float(v) for v in rng.uniform(10, 130, 2)), rng.uniform(0, 180))
        corners = cv2.boxPoints(box).astype(np.int32)
        cv2.fillConvexPoly(drawn, corners, colour, cv2.LINE_AA)
        cv2.polylines(drawn, [corners], True, tuple(int(v) for v in rng.integers(0, 256, 3)), 1, cv2.LINE_AA)
    elif kind == "coin":
        cv2.ellipse(drawn, ((x, y), tuple(float(v) for v in rng.uniform(5, 50, 2)), 0.0), colour, -1, cv2.LINE_AA)
    elif kind == "line":
        end = tuple(int(v) for v in rng.integers(0, size, 2))
        cv2.line(drawn, (x, y), end, colour, int(rng.integers(1, 5)), cv2.LINE_AA)
    else:
        for row in range(int(rng.integers(1, 7))):
            cv2.putText(
                drawn, "kingdom of words", (x, y + 9 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.3, colour, 1, cv2.LINE_AA
            )
    return drawn


def occluded(rng: Generator, image: Bgr) -> Bgr:
    """The picture with something over it: fingers or a sleeve from the edge, a pawn, a standing block."""
    size = image.shape[0]
    drawn = image.copy()
    if rng.random() < 0.4:
        start = rng.uniform(0, size, 2)
        start[rng.integers(2)] = rng.choice([0, size])
        end = start + (size / 2 - start) * rng.uniform(0.2, 0.7) + rng.normal(0, 15, 2)
        tone = rng.uniform(60, 230) * np.array([rng.uniform(0.5, 0.8), rng.uniform(0.65, 0.85), 1.0])
        if rng.random() < 0.4:
            tone = rng.uniform(10, 240, 3)
        first, last = (tuple(int(v) for v in point) for point in (start, end))
        cv2.line(drawn, first, last, tuple(float(v) for v in tone), int(rng.integers(8, 40)), cv2.LINE_AA)
        return cv2.addWeighted(drawn, 1.0, cv2.GaussianBlur(drawn, (0, 0), 3), 0.0, 0)
    for _ in range(int(rng.integers(1, 3))):
        middle = rng.uniform(0.25, 0.75, 2) * size
        box = (tuple(float(v) for v in middle), tuple(float(v) for v in rng.uniform(5, 26, 2)), rng.uniform(0, 180))
        colour = tuple(int(v) for v in rng.integers(10, 250, 3))
        corners = cv2.boxPoints(box).astype(np.int32)
        cv2.fillConvexPoly(drawn, corners, colour, cv2.LINE_AA)
        inner = ((corners - corners.mean(0)) * 0.6 + corners.mean(0)).astype(np.int32)
        cv2.fillConvexPoly(drawn, inner, tuple(int(v) for v in rng.integers(10, 250, 3)), cv2.LINE_AA)
    return drawn
