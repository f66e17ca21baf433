"""Tables for composed photos, seen in the perspective of the kingdoms that lie on them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.photo import Bgr
from vision.training.art.foreign_boards import foreign_board
from vision.training.art.grounds import GROUNDS, ground
from vision.training.art.table_tops import SURFACES, surface
from vision.training.pictures.patches import measured_outlines, read
from vision.training.synthesis.camera import Camera

FLAT_PX = 1280  # side of the table before a camera sees it
REAL, FOREIGN = "real", "foreign board"
TABLES = (REAL, FOREIGN, *SURFACES, *GROUNDS)
SHORTEST_PX = 400  # side of a real piece that is still worth it
CLEAR = 0.06  # of a photo's side: how far a real piece keeps from the kingdom


def real_tables(data: Path) -> list[Bgr]:
    """What lies beside the kingdoms of the whole photos, in the photos' own pixels."""
    pieces = []
    for file, outline in measured_outlines(data):
        if file.startswith("photos/"):
            photo = read(data / file)
            space = CLEAR * max(photo.shape)
            (left, top), (right, bottom) = outline.min(0) - space, outline.max(0) + space
            low, far = max(0, round(bottom)), max(0, round(right))
            strips = photo[: max(0, round(top))], photo[low:], photo[:, : max(0, round(left))], photo[:, far:]
            pieces += [strip for strip in strips if min(strip.shape[:2]) >= SHORTEST_PX]
    return pieces


def seen_table(rng: Generator, real: list[Bgr], kind: str | None, camera: Camera) -> Bgr:
    """A table of one of TABLES (any, if none is said) as the camera sees it."""
    chosen = kind or str(rng.choice(list(TABLES)))
    turn, px = rng.uniform(0, 2 * np.pi), camera.step * rng.uniform(0.6, 0.9)
    flat = _flat(rng, real, chosen, px)
    cos, sin = np.cos(turn) / px, np.sin(turn) / px
    middle = FLAT_PX / 2
    to_board = np.array([[cos, -sin, middle * (sin - cos)], [sin, cos, -middle * (sin + cos)], [0, 0, 1.0]])
    size = (camera.size_px, camera.size_px)
    seen = cv2.warpPerspective(flat, camera.homography @ to_board, size, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.uint8)


def _flat(rng: Generator, real: list[Bgr], kind: str, px: float) -> Bgr:
    """The table from straight above, ``px`` to a domino's square."""
    if kind == REAL and real:
        return _continued(rng, real[rng.integers(len(real))])
    if kind in GROUNDS:
        return ground(rng, FLAT_PX, square_px=px, kind=kind)
    if kind != FOREIGN:
        return surface(rng, FLAT_PX, square_px=px, kind=kind if kind in SURFACES else "wood")
    table = surface(rng, FLAT_PX, square_px=px).copy()
    side = int(min(FLAT_PX - 2, px * rng.uniform(5, 11)))
    top, left = rng.integers(0, FLAT_PX - side, 2)
    table[top : top + side, left : left + side] = foreign_board(rng, side)
    return table


def _continued(rng: Generator, piece: Bgr) -> Bgr:
    """A real piece mirrored at its edges until it covers the table."""
    high, wide = piece.shape[:2]
    zoom = rng.uniform(0.7, 1.2)
    move = np.array([[zoom, 0, (FLAT_PX - zoom * wide) / 2], [0, zoom, (FLAT_PX - zoom * high) / 2]])
    table: NDArray[np.uint8] = cv2.warpAffine(piece, move, (FLAT_PX, FLAT_PX), borderMode=cv2.BORDER_REFLECT)
    return table
