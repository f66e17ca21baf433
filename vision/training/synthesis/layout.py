"""Where kingdoms and loose dominoes lie on a made-up table, and how a camera sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.pictures.textures import TextureBank
from vision.training.synthesis.camera import Camera, random_camera
from vision.training.synthesis.flat_kingdom import FlatKingdom, lay_flat, stray_piece

FILLING = 0.15  # share of pictures that a kingdom fills to the edge
BESIDE = 0.5  # share of second kingdoms that lie on the first one's own lattice, or nearly
LINES = 0.12  # share of pictures with a line of undrafted dominoes
STRAYS = 0.25  # share with loose ones
OVERLAPPING = 0.02  # share of a piece that may lie on another
TRIES = 4

Mask = NDArray[np.uint8]


@dataclass(frozen=True)
class Placed:
    """A flat kingdom and the camera that sees it."""

    flat: FlatKingdom
    camera: Camera

    def outline(self) -> Mask:
        """Where the picture shows its tiles: 1 there, (size_px, size_px)."""
        to_cells = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])  # from centres of one pixel a square
        size = (self.camera.size_px, self.camera.size_px)
        tiled = self.flat.tiled.astype(np.uint8)
        seen = cv2.warpPerspective(tiled, self.camera.homography @ to_cells, size, flags=cv2.INTER_NEAREST)
        return np.asarray(seen, np.uint8)

    def corners(self) -> NDArray[np.float64]:
        """The corners of its grid (4, 2) in the picture, clockwise."""
        rows, columns = self.flat.shape
        return self.camera.to_picture(np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float64))

    def beside(self, flat: FlatKingdom, offset: tuple[float, float], turn: float = 0.0) -> Placed:
        """Another piece on the same table, ``offset`` squares (x, y) from this one and turned by radians."""
        cos, sin = np.cos(turn), np.sin(turn)
        move = np.array([[cos, -sin, offset[0]], [sin, cos, offset[1]], [0, 0, 1.0]])
        return Placed(flat, replace(self.camera, homography=self.camera.homography @ move))


def laid_table(rng: Generator, bank: TextureBank, size_px: int) -> list[Placed]:
    """None, one or two kingdoms and sometimes loose dominoes, none over another by more than a little."""
    free = np.ones((size_px, size_px), np.uint8)
    placed: list[Placed] = []
    for tries in _wanted(rng, bank, size_px):
        for each in tries:
            outline = each.outline()
            if outline.any() and (free[outline > 0] == 0).mean() < OVERLAPPING:
                free[cv2.dilate(outline, np.ones((5, 5), np.uint8)) > 0] = 0
                placed.append(each)
                break
    return placed


def _wanted(rng: Generator, bank: TextureBank, size_px: int) -> Iterator[list[Placed]]:
    """Piece after piece, the places where each may lie."""
    kingdoms = int(rng.choice([0, 1, 2], p=[0.08, 0.66, 0.26]))
    camera = random_camera(rng, size_px)  # all lie on one table
    first = lay_flat(rng, bank)
    filling = rng.random() < FILLING
    root = Placed(first, _filling(rng, camera, first) if filling else camera.moved(rng, first.shape, centred=True))
    if kingdoms:
        yield [root]
    if kingdoms > 1:
        second = lay_flat(rng, bank)
        if rng.random() < BESIDE:
            yield [_near(rng, root, second) for _ in range(TRIES)]
        else:
            yield _anywhere(rng, camera, second)
    if rng.random() < LINES:
        yield from _line(rng, bank, root)
    if rng.random() < STRAYS:
        for _ in range(int(rng.integers(1, 4))):
            yield _anywhere(rng, camera, _stray(rng, bank))


def _stray(rng: Generator, bank: TextureBank) -> FlatKingdom:
    return stray_piece(bank.dominoes[rng.integers(len(bank.dominoes))])


def _anywhere(rng: Generator, camera: Camera, flat: FlatKingdom) -> list[Placed]:
    return [Placed(flat, camera.moved(rng, flat.shape, centred=False)) for _ in range(TRIES)]


def _filling(rng: Generator, camera: Camera, flat: FlatKingdom) -> Camera:
    """A camera held so close that the kingdom reaches the edge of the picture."""
    step = camera.size_px * rng.uniform(0.75, 1.1) / max(flat.shape)
    turn = rng.choice([0.0, 0.5 * np.pi]) + rng.normal(0, 0.03)
    close = replace(camera, step=float(step), turn=float(turn), tilt=float(np.radians(rng.uniform(0, 14))))
    return close.over(flat.shape, rng.normal(0, 0.02 * camera.size_px, 2))


def _near(rng: Generator, root: Placed, flat: FlatKingdom) -> Placed:
    """A kingdom one square or a little more from another, often in line with it."""
    gap = rng.choice([1.0, 1.0, rng.uniform(0.7, 2.2)]) + rng.normal(0, 0.03)
    slide = rng.choice([0.0, float(rng.integers(-2, 3)), rng.uniform(-2, 2)]) + rng.normal(0, 0.03)
    (rows, columns), (high, wide) = root.flat.shape, flat.shape
    offset = [(columns + gap, slide), (-wide - gap, slide), (slide, rows + gap), (slide, -high - gap)][rng.integers(4)]
    return root.beside(flat, (float(offset[0]), float(offset[1])), float(rng.normal(0, 0.01)))


def _line(rng: Generator, bank: TextureBank, root: Placed) -> Iterator[list[Placed]]:
    """Three or four dominoes under each other beside the kingdom, as they wait to be chosen."""
    rows, columns = root.flat.shape
    apart, gap = rng.uniform(0.4, 2.5), rng.choice([rng.uniform(0.0, 0.1), rng.uniform(0.1, 0.6)])
    left = columns + apart if rng.random() < 0.5 else -2 - apart
    top = rng.uniform(-1, max(0, rows - 3))
    for index in range(int(rng.integers(3, 5))):
        spot = (float(left + rng.normal(0, 0.08)), float(top + index * (1 + gap)))
        yield [root.beside(_stray(rng, bank), spot, float(rng.normal(0, 0.02)))]
