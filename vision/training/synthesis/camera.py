"""A pinhole camera over a flat board: where board points appear in the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Camera:
    """How a table is seen, and the homography from board points (in squares) to picture points (in pixels)."""

    size_px: int
    focal_px: float
    tilt: float  # radians away from straight above
    heading: float  # radians: where the tilt goes
    turn: float  # radians: of the board on the table
    step: float  # pixels a square, where the picture's middle meets the table
    homography: Matrix

    def to_picture(self, board: Matrix) -> Matrix:
        """Board points (n, 2) as picture points."""
        return _applied(self.homography, board)

    def to_board(self, picture: Matrix) -> Matrix:
        """Picture points (n, 2) as board points."""
        return _applied(np.asarray(np.linalg.inv(self.homography), np.float64), picture)

    def steps(self, board: Matrix) -> tuple[Matrix, Matrix]:
        """The picture vectors (n, 2) of one square to the right and one down at board points."""
        h = self.homography
        w = board @ h[2, :2] + h[2, 2]
        at = self.to_picture(board)
        right = (h[:2, 0][None] - at * h[2, 0]) / w[:, None]
        down = (h[:2, 1][None] - at * h[2, 1]) / w[:, None]
        return right, down

    def step_px(self, shape: tuple[int, int]) -> float:
        """The side in pixels of a square in the middle of a board of (rows, columns)."""
        right, down = self.steps(np.array([[shape[1], shape[0]]], np.float64) / 2)
        return float(np.sqrt(abs(right[0, 0] * down[0, 1] - right[0, 1] * down[0, 0])))

    def moved(self, rng: Generator, shape: tuple[int, int], *, centred: bool) -> Camera:
        """The same camera over the same table with a board of (rows, columns) somewhere else on it."""
        reach = self.size_px * (0.22 if centred else 0.5)
        offset = rng.uniform(-reach, reach, 2)
        turn = self.turn if centred else rng.choice([self.turn, rng.uniform(0, 2 * np.pi)])
        return replace(self, turn=turn).over(shape, offset)

    def over(self, shape: tuple[int, int], offset: Matrix) -> Camera:
        """The same camera over a board of (rows, columns) whose middle appears ``offset`` pixels from the picture's."""
        return replace(self, homography=_homography(self, shape, offset))


def random_camera(rng: Generator, size_px: int) -> Camera:
    """A camera at a table: mostly nearly above, sometimes tilted up to 55 degrees, any way round, near or far."""
    tilt = np.radians(rng.choice([rng.uniform(0, 15), rng.uniform(0, 35), rng.uniform(25, 55)], p=[0.45, 0.35, 0.2]))
    turn = rng.choice([rng.normal(0, 0.08), rng.uniform(0, 2 * np.pi)], p=[0.4, 0.6])
    step = float(np.exp(rng.uniform(np.log(11), np.log(52))))
    return Camera(
        size_px, size_px * rng.uniform(0.9, 1.7), float(tilt), rng.uniform(0, 2 * np.pi), float(turn), step, np.eye(3)
    )


def _homography(camera: Camera, shape: tuple[int, int], offset: Matrix) -> Matrix:
    """Board points, the board's middle appearing ``offset`` pixels from the picture's, to picture points."""
    rows, columns = shape
    distance = camera.focal_px / camera.step
    rotation = _rotation_z(-camera.heading) @ _rotation_x(camera.tilt) @ _rotation_z(camera.heading)
    intrinsic = np.array(
        [[camera.focal_px, 0, camera.size_px / 2], [0, camera.focal_px, camera.size_px / 2], [0, 0, 1.0]]
    )
    table = intrinsic @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]])
    place = _applied(np.linalg.inv(table), (offset + camera.size_px / 2)[None])[0]
    cos, sin = np.cos(camera.turn), np.sin(camera.turn)
    board = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]]) @ np.array(
        [[1, 0, -columns / 2], [0, 1, -rows / 2], [0, 0, 1.0]]
    )
    board = np.array([[1, 0, place[0]], [0, 1, place[1]], [0, 0, 1.0]]) @ board
    result: Matrix = table @ board
    return result


def _rotation_x(angle: float) -> Matrix:
    return np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])


def _rotation_z(angle: float) -> Matrix:
    return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])


def _applied(homography: Matrix, points: Matrix) -> Matrix:
    projected = np.column_stack([points, np.ones(len(points))]) @ homography.T
    result: Matrix = projected[:, :2] / projected[:, 2:]
    return result
