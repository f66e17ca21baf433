"""Standing castles cut from the boards that were photographed both with and without them.

A castle is a BGRA picture of three squares a side; its tile lies in the middle.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.pictures.labels import board_labels, read
from vision.photo.photo import Bgr

SIDE_PX = 64  # of a square
CANVAS_PX = 3 * SIDE_PX

# Boards of data/boards where the castle stands; the other boards of the same kingdom show its tile bare.
STANDING = frozenset(
    str(board)
    for first, last in ((5, 8), (13, 16), (21, 24), (29, 32), (44, 47), (52, 55), (68, 74))
    for board in range(first, last + 1)
)
PLAYERS_HUES = (100, 60, 28, 165)  # blue, green, yellow, pink: OpenCV's hue, 0 to 179

Bgra = NDArray[np.uint8]
Place = tuple[int, int]


def cut_castles(data: Path, kingdoms: Collection[str]) -> list[Bgra]:
    """The standing castles of those kingdoms' boards, each in the colours of the four players."""
    labels = board_labels(data)
    cut = []
    for board in sorted(STANDING & labels.keys(), key=int):
        kingdom, names = labels[board]
        bare = next((b for b in labels if labels[b][0] == kingdom and b not in STANDING), None)
        if kingdom in kingdoms and bare is not None:
            place = next(place for place, name in names.items() if name == "castle")
            pictures = [read(data / "boards" / f"{each}.jpg") for each in (board, bare)]
            cut.append(cut_castle(pictures[0], pictures[1], place))
    return [recoloured(castle, hue) for castle in cut for hue in PLAYERS_HUES]


def cut_castle(standing: Bgr, bare: Bgr, place: Place) -> Bgra:
    """The castle of a rectified 5 x 5 board: what differs from the same board without it, near its tile."""
    standing, bare = (_around(board, place) for board in (standing, bare))
    bare = _aligned(bare, standing)
    near = cv2.GaussianBlur(standing, (0, 0), 1.5).astype(np.float32)
    far = cv2.GaussianBlur(bare, (0, 0), 1.5).astype(np.float32)
    gain = np.median(near.reshape(-1, 3), 0) / np.maximum(np.median(far.reshape(-1, 3), 0), 1)
    difference = np.abs(near - far * gain).max(2)
    seeds = np.full((CANVAS_PX, CANVAS_PX), cv2.GC_BGD, np.uint8)
    middle = np.s_[SIDE_PX - 26 : 2 * SIDE_PX + 26]
    seeds[middle, middle] = np.where(difference[middle, middle] > 28, cv2.GC_PR_FGD, cv2.GC_PR_BGD)
    tile = np.s_[SIDE_PX + 2 : 2 * SIDE_PX - 2]
    seeds[tile, tile] = cv2.GC_FGD
    seeds[~_inside(place)] = cv2.GC_BGD
    cv2.setRNGSeed(0)
    cv2.grabCut(standing, seeds, None, np.zeros((1, 65)), np.zeros((1, 65)), 3, cv2.GC_INIT_WITH_MASK)
    return np.dstack([standing, _one_piece((seeds & 1).astype(np.uint8))])


def _around(board: Bgr, place: Place) -> Bgr:
    board = cv2.resize(board, (5 * SIDE_PX, 5 * SIDE_PX), interpolation=cv2.INTER_AREA)
    board = cv2.copyMakeBorder(board, SIDE_PX, SIDE_PX, SIDE_PX, SIDE_PX, cv2.BORDER_REPLICATE)
    y, x = place[0] * SIDE_PX, place[1] * SIDE_PX
    return np.ascontiguousarray(board[y : y + CANVAS_PX, x : x + CANVAS_PX])


def _inside(place: Place) -> NDArray[np.bool_]:
    """Where the three squares around the place lie on the board."""
    inside = np.zeros((7 * SIDE_PX, 7 * SIDE_PX), bool)
    inside[SIDE_PX:-SIDE_PX, SIDE_PX:-SIDE_PX] = True
    y, x = place[0] * SIDE_PX, place[1] * SIDE_PX
    return inside[y : y + CANVAS_PX, x : x + CANVAS_PX]


def _aligned(bare: Bgr, standing: Bgr) -> Bgr:
    """The bare surroundings shifted onto those with the castle; rectified boards differ by some pixels."""
    shifts = [(dy, dx) for dy in range(-6, 7, 2) for dx in range(-6, 7, 2)]
    small = standing.astype(np.int16)

    def misfit(shift: tuple[int, int]) -> float:
        return float(np.median(np.abs(np.roll(bare, shift, (0, 1)).astype(np.int16) - small)))

    return np.roll(bare, min(shifts, key=misfit), (0, 1))


def _one_piece(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    _, labels, facts, _ = cv2.connectedComponentsWithStats(mask)
    largest = 1 + int(np.argmax(facts[1:, cv2.CC_STAT_AREA])) if len(facts) > 1 else 1
    return np.asarray(cv2.GaussianBlur((labels == largest).astype(np.uint8) * 255, (0, 0), 0.8), np.uint8)


def recoloured(castle: Bgra, hue: int) -> Bgra:
    """The castle with its painted blue in another player's colour."""
    hsv = cv2.cvtColor(castle[:, :, :3], cv2.COLOR_BGR2HSV)
    blue = (np.abs(hsv[:, :, 0].astype(np.int16) - PLAYERS_HUES[0]) < 20) & (hsv[:, :, 1] > 50)
    hsv[:, :, 0] = np.where(blue, hue, hsv[:, :, 0])
    return np.dstack([cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), castle[:, :, 3]])
