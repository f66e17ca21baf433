"""Project the plane of a table into a picture by a pinhole camera."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]  # shape (3, 3)
Places = NDArray[np.float64]  # shape (n, 2), each (x, y)

STEPS = 14  # of moving the camera until everything is in the frame


@dataclass(frozen=True)
class Stance:
    """How the phone is held; angles in degrees, the focal length as a share of the picture's long side."""

    tilt: float = 15.0  # away from straight above
    heading: float = -90.0  # where on the table the camera looks past its foot point: -90 is up in the picture
    roll: float = 0.0
    focal: float = 0.85


@dataclass(frozen=True, eq=False)
class Camera:
    """A picture of ``width`` x ``height`` pixels of a plane, the table's or a board's own, measured in squares."""

    width: int
    height: int
    homography: Matrix  # points of the plane to picture points
    eye: tuple[float, float, float]  # x and y on the plane, height above it

    def to_picture(self, places: Places) -> Places:
        """Project points of the plane (n, 2) to picture points (n, 2)."""
        return project(self.homography, places)

    def to_plane(self, places: Places) -> Places:
        """Project picture points (n, 2) to points of the plane (n, 2)."""
        return project(np.asarray(np.linalg.inv(self.homography), np.float64), places)

    def steps(self, places: Places) -> tuple[Places, Places]:
        """Return the picture vectors (n, 2) of one square to the right and one down at points of the plane."""
        h = self.homography
        w = places @ h[2, :2] + h[2, 2]
        at = self.to_picture(places)
        right = (h[:2, 0][None] - at * h[2, 0]) / w[:, None]
        down = (h[:2, 1][None] - at * h[2, 1]) / w[:, None]
        return right, down

    def step_px(self, place: Places) -> float:
        """Return the side in pixels of a square at a point (2,) of the plane."""
        right, down = self.steps(place[None])
        return float(np.sqrt(abs(right[0, 0] * down[0, 1] - right[0, 1] * down[0, 0])))

    def on(self, pose: Matrix) -> Camera:
        """Return the same camera over a board; ``pose`` maps the board's points to this plane."""
        foot = project(np.asarray(np.linalg.inv(pose), np.float64), np.array([self.eye[:2]]))[0]
        eye = (float(foot[0]), float(foot[1]), self.eye[2])
        return Camera(self.width, self.height, np.asarray(self.homography @ pose, np.float64), eye)


def pose(middle: tuple[float, float] | Places, turn: float, shape: tuple[float, float] = (0, 0)) -> Matrix:
    """Return the map (3, 3) from a board of (rows, columns) to the table, moved and turned by radians."""
    c, s = cos(turn), sin(turn)
    turned = np.array([[c, -s, float(middle[0])], [s, c, float(middle[1])], [0, 0, 1.0]])
    return np.asarray(turned @ np.array([[1, 0, -shape[1] / 2], [0, 1, -shape[0] / 2], [0, 0, 1.0]]))


def outline(shape: tuple[int, int]) -> Places:
    """Return the corners (4, 2) of a board of (rows, columns) in its own squares, clockwise from the top left."""
    rows, columns = shape
    return np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float64)


def project(matrix: Matrix, places: Places) -> Places:
    """Apply a homography to points (n, 2)."""
    there = np.column_stack([places, np.ones(len(places))]) @ matrix.T
    return np.asarray(there[:, :2] / there[:, 2:], np.float64)


def look(target: Places, distance: float, stance: Stance, width: int, height: int) -> Camera:
    """Return a camera ``distance`` squares from a point of the table that is in the picture's middle."""
    tilt, heading, roll = radians(stance.tilt), radians(stance.heading), radians(stance.roll)
    ahead = np.array([cos(heading), sin(heading), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    forward = sin(tilt) * ahead - cos(tilt) * up
    risen = cos(tilt) * ahead + sin(tilt) * up  # what ``ahead`` becomes when the camera tips towards it
    aside = np.array([-sin(heading), cos(heading), 0.0])
    right = cos(heading) * risen - sin(heading) * aside
    down = sin(heading) * risen + cos(heading) * aside
    right, down = cos(roll) * right + sin(roll) * down, cos(roll) * down - sin(roll) * right
    eye = np.array([float(target[0]), float(target[1]), 0.0]) - distance * forward
    focal = stance.focal * max(width, height)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    axes = np.stack([right, down, forward])
    homography = lens @ np.column_stack([axes[:, 0], axes[:, 1], -axes @ eye])
    return Camera(width, height, homography, (float(eye[0]), float(eye[1]), float(eye[2])))


def frame(places: Places, stance: Stance, width: int, height: int, fill: float = 0.85) -> Camera:
    """Return the closest centred view in which the table points fill at most ``fill`` of the picture."""
    target = (places.min(axis=0) + places.max(axis=0)) / 2
    distance = 3.0 * float(np.ptp(places, axis=0).max()) * (1 + tan(radians(stance.tilt)))
    camera = look(target, distance, stance, width, height)
    for _ in range(STEPS):
        seen = camera.to_picture(places)
        low, high = seen.min(axis=0), seen.max(axis=0)
        target = camera.to_plane(((low + high) / 2)[None])[0]
        distance *= float(((high - low) / (width * fill, height * fill)).max())
        camera = look(target, distance, stance, width, height)
    return camera
