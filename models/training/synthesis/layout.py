"""Where kingdoms and loose dominoes lie on a made-up table, and how a camera sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.pictures.textures import TextureBank
from models.training.synthesis.camera import Camera, Places, Stance, look, outline, pose
from models.training.synthesis.flat_kingdom import FlatKingdom, lay_flat, stray_piece

FILLING = 0.15  # share of pictures that a kingdom fills to the edge
BESIDE = 0.5  # share of second kingdoms that lie on the first one's own lattice, or nearly
LINES = 0.2  # share of pictures with a line of undrafted dominoes
STRAYS = 0.3  # share with loose ones
CLOSE_BY = 0.5  # share of loose dominoes that lie near a kingdom
NO_KINGDOM = 0.1  # share of pictures without one
OVERLAPPING = 0.02  # share of a piece that may lie on another
TRIES = 4

Mask = NDArray[np.uint8]


@dataclass(frozen=True)
class Placed:
    """A flat kingdom and the camera that sees it, over its own squares."""

    flat: FlatKingdom
    camera: Camera
    loose: bool = False  # dominoes of no kingdom

    def seen(self) -> Mask:
        """Where the picture shows its tiles: 1 there, (height, width)."""
        to_cells = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])  # from centres of one pixel a square
        tiled, size = self.flat.tiled.astype(np.uint8), (self.camera.width, self.camera.height)
        return np.asarray(
            cv2.warpPerspective(tiled, self.camera.homography @ to_cells, size, flags=cv2.INTER_NEAREST), np.uint8
        )

    def corners(self) -> Places:
        """The corners of its grid (4, 2) in the picture, clockwise."""
        return self.camera.to_picture(outline(self.flat.shape))

    @property
    def step_px(self) -> float:
        """The side in pixels of a square in its middle."""
        return self.camera.step_px(outline(self.flat.shape).mean(0))

    def beside(self, flat: FlatKingdom, offset: tuple[float, float], turn: float = 0.0) -> Placed:
        """Another piece on the same table, ``offset`` squares (x, y) from this one and turned by radians."""
        return Placed(flat, self.camera.on(pose(offset, turn)))

    def as_loose(self) -> Placed:
        """The same, if it is no kingdom: a domino of a line or one that lies about."""
        return Placed(self.flat, self.camera, loose=True)


def random_camera(rng: Generator, size_px: int) -> Camera:
    """A camera at a table: mostly nearly above, sometimes tilted up to 66 degrees, near or far."""
    tilts = [rng.uniform(0, 15), rng.uniform(0, 35), rng.uniform(25, 55), rng.uniform(50, 66)]
    tilt = float(rng.choice(tilts, p=[0.38, 0.32, 0.18, 0.12]))
    return _camera(rng, size_px, float(np.exp(rng.uniform(np.log(11), np.log(52)))), tilt)


def _camera(rng: Generator, size_px: int, step_px: float, tilt: float) -> Camera:
    focal = rng.uniform(0.9, 1.7)
    stance = Stance(tilt, rng.uniform(0, 360), 0.0, focal)
    return look(np.zeros(2), focal * size_px / step_px, stance, size_px, size_px)


def put(rng: Generator, camera: Camera, flat: FlatKingdom, turn: float, reach: float) -> Placed:
    """A kingdom whose middle appears up to ``reach`` (a share of the picture) from the picture's middle."""
    spot = np.array([camera.width, camera.height]) * (0.5 + rng.uniform(-reach, reach, 2))
    return Placed(flat, camera.on(pose(camera.to_plane(spot[None])[0], turn, flat.shape)))


def random_turn(rng: Generator) -> float:
    """Radians: straight before the camera, nearly, or any way round."""
    return float(rng.choice([rng.normal(0, 0.08), rng.uniform(0, 2 * np.pi)], p=[0.4, 0.6]))


def laid_table(rng: Generator, bank: TextureBank, size_px: int) -> list[Placed]:
    """None, one or two kingdoms and sometimes loose dominoes, none over another by more than a little."""
    free = np.ones((size_px, size_px), np.uint8)
    placed: list[Placed] = []
    for tries in _wanted(rng, bank, size_px):
        for each in tries:
            seen = each.seen()
            if seen.any() and (free[seen > 0] == 0).mean() < OVERLAPPING:
                reach = 3 if each.loose else 5  # loose dominoes lie as near as they like
                free[cv2.dilate(seen, np.ones((reach, reach), np.uint8)) > 0] = 0
                placed.append(each)
                break
    return placed


def _wanted(rng: Generator, bank: TextureBank, size_px: int) -> Iterator[list[Placed]]:
    """Piece after piece, the places where each may lie."""
    kingdoms = int(rng.choice([0, 1, 2], p=[NO_KINGDOM, 0.92 - 0.26, 0.26 + 0.08 - NO_KINGDOM]))
    camera, turn = random_camera(rng, size_px), random_turn(rng)  # all lie on one table
    first = lay_flat(rng, bank)
    if rng.random() < FILLING:
        camera, turn = _filled(rng, size_px, first), float(rng.choice([0.0, 0.5 * np.pi]) + rng.normal(0, 0.03))
        root = put(rng, camera, first, turn, 0.03)
    else:
        root = put(rng, camera, first, turn, 0.22)
    if kingdoms:
        yield [root]
    if kingdoms > 1:
        second = lay_flat(rng, bank)
        if rng.random() < BESIDE:
            yield [_near(rng, root, second) for _ in range(TRIES)]
        else:
            yield _anywhere(rng, camera, turn, second)
    for tries in _loose(rng, bank, root, camera, turn, alone=not kingdoms):
        yield [each.as_loose() for each in tries]


def _loose(
    rng: Generator, bank: TextureBank, root: Placed, camera: Camera, turn: float, *, alone: bool
) -> Iterator[list[Placed]]:
    """Lines of undrafted dominoes and single ones, near a kingdom and anywhere; oftener where there is no kingdom."""
    often = 2.5 if alone else 1.0
    if rng.random() < LINES * often:
        yield from _line(rng, bank, root)
    if rng.random() < STRAYS * often:
        for _ in range(int(rng.integers(1, 4))):
            if rng.random() < CLOSE_BY:
                yield [_close_by(rng, bank, root) for _ in range(TRIES)]
            else:
                yield _anywhere(rng, camera, turn, _stray(rng, bank))


def _close_by(rng: Generator, bank: TextureBank, root: Placed) -> Placed:
    """A domino 0.2 to 1 square away from some tile, in line with it or not; the place may be taken by another tile."""
    tiled = np.argwhere(root.flat.tiled)
    row, column = tiled[rng.integers(len(tiled))].tolist()
    side, upright = int(rng.integers(4)), bool(rng.random() < 0.5)
    wide, high = (1, 2) if upright else (2, 1)
    apart = float(rng.uniform(0.2, 1.0))
    slide = float(rng.choice([rng.uniform(-1, 1), rng.normal(0, 0.05)]))
    x = (column + 1 + apart, column - wide - apart, column + slide, column + slide)[side]
    y = (row + slide, row + slide, row + 1 + apart, row - high - apart)[side]
    turn = float(rng.normal(0, 0.03) if rng.random() < 0.6 else rng.normal(0, 0.3))
    return root.beside(_stray(rng, bank, upright=upright), (x, y), turn)


def _stray(rng: Generator, bank: TextureBank, *, upright: bool = False) -> FlatKingdom:
    domino = bank.dominoes[rng.integers(len(bank.dominoes))]
    return stray_piece(np.ascontiguousarray(np.rot90(domino)) if upright else domino)


def _anywhere(rng: Generator, camera: Camera, turn: float, flat: FlatKingdom) -> list[Placed]:
    turns = [float(rng.choice([turn, rng.uniform(0, 2 * np.pi)])) for _ in range(TRIES)]
    return [put(rng, camera, flat, each, 0.5) for each in turns]


def _filled(rng: Generator, size_px: int, flat: FlatKingdom) -> Camera:
    """A camera held so close that the kingdom reaches the edge of the picture."""
    return _camera(rng, size_px, size_px * float(rng.uniform(0.75, 1.1)) / max(flat.shape), float(rng.uniform(0, 14)))


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
    apart, gap = rng.uniform(0.25, 2.5), rng.choice([rng.uniform(0.0, 0.1), rng.uniform(0.1, 0.6)])
    left = columns + apart if rng.random() < 0.5 else -2 - apart
    top = rng.uniform(-1, max(0, rows - 3))
    for index in range(int(rng.integers(3, 5))):
        spot = (float(left + rng.normal(0, 0.08)), float(top + index * (1 + gap)))
        yield [root.beside(_stray(rng, bank), spot, float(rng.normal(0, 0.02)))]
