"""Tables of every kind, seen in the perspective of the kingdoms that lie on them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.training.art.foreign_boards import foreign_board
from models.training.art.grounds import GROUNDS, ground
from models.training.art.table_tops import SURFACES, surface
from models.training.pictures.labels import measured_outlines, read
from models.training.synthesis.camera import Camera, outline, pose
from vision.photo.photo import Bgr

FLAT_PX = 1536  # side of the table before a camera sees it; beyond it the picture is mirrored
WIDEST = 24.0  # squares of table that picture covers at most
REAL, FOREIGN = "real", "foreign board"
TABLES = (REAL, FOREIGN, *SURFACES, *GROUNDS)
SHORTEST_PX = 400  # side of a real piece that is still worth it
CLEAR = 0.06  # of a photo's side: how far a real piece keeps from the kingdom


def real_tables(data: Path) -> list[Bgr]:
    """What lies beside the kingdoms of the whole photos, in the photos' own pixels."""
    pieces = []
    for file, corners in measured_outlines(data):
        if file.startswith("photos/"):
            photo = read(data / file)
            space = CLEAR * max(photo.shape)
            (left, top), (right, bottom) = corners.min(0) - space, corners.max(0) + space
            low, far = max(0, round(bottom)), max(0, round(right))
            strips = photo[: max(0, round(top))], photo[low:], photo[:, : max(0, round(left))], photo[:, far:]
            pieces += [strip for strip in strips if min(strip.shape[:2]) >= SHORTEST_PX]
    return pieces


def seen_table(rng: Generator, kind: str | None, camera: Camera, real: Sequence[Bgr] = ()) -> Bgr:
    """A table of one of TABLES (any, if none is said) as the camera sees it; REAL is one of the ``real`` pieces."""
    px = FLAT_PX / min(WIDEST, _breadth(camera))
    return spread_under(rng, _flat(rng, kind or str(rng.choice(list(TABLES))), px, real), px, camera)


def _breadth(camera: Camera) -> float:
    """How many squares of the table the camera sees along its longer side, and a little more."""
    return float(np.ptp(camera.to_plane(outline((camera.height, camera.width))), axis=0).max()) * 1.1


def spread_under(rng: Generator, flat: Bgr, px: float, camera: Camera) -> Bgr:
    """A square table top, drawn from straight above with ``px`` to a domino's square, as the camera sees it."""
    side = len(flat)
    seen = camera.to_plane(outline((camera.height, camera.width)))
    to_squares = np.diag([1 / px, 1 / px, 1.0]) @ np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    to_table = pose(seen.mean(axis=0), rng.uniform(-0.3, 0.3), (side / px, side / px))
    to_pixels = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    matrix = to_pixels @ camera.homography @ to_table @ to_squares
    size = (camera.width, camera.height)
    return np.asarray(cv2.warpPerspective(flat, matrix, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


def _flat(rng: Generator, kind: str, px: float, real: Sequence[Bgr]) -> Bgr:
    """The table from straight above, ``px`` to a domino's square."""
    if kind == REAL and len(real):
        return _continued(rng, real[int(rng.integers(len(real)))])
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
    return np.asarray(cv2.warpAffine(piece, move, (FLAT_PX, FLAT_PX), borderMode=cv2.BORDER_REFLECT), np.uint8)
