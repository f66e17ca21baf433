"""What a standing castle hides: it leans away from the camera over the squares behind it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.boxes import Printing
from scoring.kingdom import Position
from scoring.terrain import CASTLE
from vision.locate.locate import Location
from vision.occlusion.shares import SLIGHT, Shares
from vision.photo.photo import Bgr
from vision.squares.castles import NO_COLOUR, PLAIN, colour_probabilities
from vision.squares.classify import KINDS, Logs

TALL, HALF = 1.0, 0.36  # squares: the height of a castle's walls, and half their length
FOCAL = 0.75  # of the photo's long side: the main camera of a phone
LYING = 0.8  # probability of a colour from which the tile is in plain view: of 36 lying ones 35, of 32 standing ones 5
FLATTEST = 1.5  # squares above the table below which a camera is no camera: the perspective was not measured well
FINE = 16  # pixels a square in which the shares are counted


def hidden_by_castle(image: Bgr, location: Location, crops: NDArray[np.uint8], logs: Logs) -> Shares:
    """How much of each square of a grid its castle hides if it stands; nothing where its tile is in plain view.

    ``crops`` (rows * columns, 64, 64, 3) are the squares in normalised light, ``logs`` (rows, columns, 18) what they
    look like.
    """
    chances = logs[..., KINDS.index(CASTLE)]
    place = int(chances.argmax())
    row, column = divmod(place, location.columns)
    nothing = np.zeros((location.rows, location.columns), np.float32)
    if chances[row, column] < np.log(PLAIN):
        return nothing
    hidden = hidden_behind(image, location, (row, column))
    hidden = np.where(hidden > SLIGHT, hidden, nothing)
    if hidden.any() and _lies_plain(crops[place]):
        return nothing
    return hidden


def _lies_plain(crop: Bgr) -> bool:
    """Whether the start tile of some printing is in plain view."""
    return any(colour_probabilities(crop, printing)[:NO_COLOUR].max() >= LYING for printing in Printing)


def hidden_behind(image: Bgr, location: Location, castle: Position) -> Shares:
    """How much of each square (rows, columns) a castle hides that stands on one of them, but for its own."""
    rows, columns = location.rows, location.columns
    camera = _camera(image, location.homography)
    if camera is None:
        return np.zeros((rows, columns), np.float32)
    foot = np.array([castle[1] + 0.5, castle[0] + 0.5]) + HALF * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    top = foot + (foot - camera[:2]) * TALL / (camera[2] - TALL)  # where the rays past its top meet the table
    outline = cv2.convexHull(np.concatenate([foot, top]).astype(np.float32)) * FINE
    mask = np.zeros((rows * FINE, columns * FINE), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    shares: Shares = mask.reshape(rows, FINE, columns, FINE).mean((1, 3), dtype=np.float32)
    shares[castle] = 0.0
    return shares


def _camera(image: Bgr, homography: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Where the camera is: x and y on the board and its height above it, in squares.

    From the homography of the board, for a camera of usual focal length that looks at the middle of the picture; None
    where that is no place for a camera.
    """
    height, width = image.shape[:2]
    focal = FOCAL * max(height, width)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    right, down, place = (np.linalg.inv(lens) @ homography).T
    scale = (np.linalg.norm(right) + np.linalg.norm(down)) / 2 * np.sign(place[2])
    right, down, place = right / scale, down / scale, place / scale
    turn = np.stack([right, down, np.cross(right, down)], 1)
    x, y, below = -np.linalg.lstsq(turn, place, rcond=None)[0]
    return None if -below < FLATTEST else np.array([x, y, -below])
