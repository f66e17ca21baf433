"""A pinhole camera held over a table: what of the table's plane appears where in the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin, tan

import cv2
import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]  # shape (3, 3)
Places = NDArray[np.float64]  # shape (n, 2), each (x, y)

STEPS = 14  # of walking up to the table until everything is framed


@dataclass(frozen=True)
class Stance:
    """How the phone is held: angles in degrees, the focal length as a share of the picture's long side."""

    tilt: float = 15.0  # away from straight above
    heading: float = -90.0  # where on the table the camera looks past its foot point: -90 is up in the picture
    roll: float = 0.0
    focal: float = 0.85


@dataclass(frozen=True, eq=False)
class View:
    """A picture of ``width`` x ``height`` pixels; table points are in squares, z up."""

    width: int
    height: int
    homography: Matrix  # table points to picture points
    eye: tuple[float, float, float]

    def to_picture(self, places: Places) -> Places:
        """Table points (n, 2) as picture points (n, 2)."""
        return moved(self.homography, places)

    def to_table(self, places: Places) -> Places:
        """Picture points (n, 2) as table points (n, 2)."""
        return moved(np.asarray(np.linalg.inv(self.homography), np.float64), places)


def moved(matrix: Matrix, places: Places) -> Places:
    """Points (n, 2) taken through a homography."""
    there = np.asarray(cv2.perspectiveTransform(np.asarray(places, np.float64)[None], matrix), np.float64)
    return there.reshape(-1, 2)


def look(target: Places, distance: float, stance: Stance, width: int, height: int) -> View:
    """The view of a camera ``distance`` squares from a point of the table that lies in the picture's middle."""
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
    return View(width, height, homography, (float(eye[0]), float(eye[1]), float(eye[2])))


def framed(places: Places, stance: Stance, width: int, height: int, fill: float = 0.85) -> View:
    """The closest view in which the given table points take up no more than ``fill`` of the picture, centred."""
    target = (places.min(axis=0) + places.max(axis=0)) / 2
    distance = 3.0 * float(np.ptp(places, axis=0).max()) * (1 + tan(radians(stance.tilt)))
    view = look(target, distance, stance, width, height)
    for _ in range(STEPS):
        seen = view.to_picture(places)
        low, high = seen.min(axis=0), seen.max(axis=0)
        target = view.to_table(((low + high) / 2)[None])[0]
        distance *= float(((high - low) / (width * fill, height * fill)).max())
        view = look(target, distance, stance, width, height)
    return view
