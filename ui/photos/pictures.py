"""Photos as the app keeps and shows them: upright, without metadata, small enough to send to a phone."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from streamlit import runtime

from vision.overlay import lattice
from vision.photo.photo import Bgr, Photo, Points
from vision.reading import Reading
from vision.rectify import rectify

LONG_SIDE = 2000  # pixels of a kept photo: a 7x7 kingdom filling it has squares of 200 or more
JPEG_QUALITY = 88
SQUARE_PX = 128  # side of one square seen from straight above: sharp at the size a screen shows it


@dataclass(frozen=True, eq=False)
class Picture:
    """A photo as JPEG; ``scale`` turns its pixels into those of the original upright photo."""

    jpeg: bytes
    width: int
    height: int
    scale: float


@dataclass(frozen=True, eq=False)
class Source:
    """What a board was read from: the reading, its photo, and the kingdom in it from straight above as JPEG."""

    reading: Reading
    picture: Picture
    straight: bytes

    @property
    def corners(self) -> Points:
        """The corners of the grid (4, 2) in pixels of the picture."""
        return np.asarray(self.reading.corners, np.float32) / np.float32(self.picture.scale)

    @property
    def crossings(self) -> Points:
        """Where the lines of the grid cross (rows + 1, columns + 1, 2) in pixels of the picture."""
        return lattice(self.corners, self.reading.kingdom.height, self.reading.kingdom.width)


def source(reading: Reading, picture: Picture) -> Source:
    """The source of a board: a reading and the kept photo it came from."""
    rows, columns = reading.kingdom.height, reading.kingdom.width
    corners = np.asarray(reading.corners, np.float32)
    return Source(reading, picture, jpeg(rectify(photo(picture), corners, rows, columns, square_px=SQUARE_PX)))


def kept(photo: Photo) -> Picture:
    """The photo as the app keeps it: its long side at most LONG_SIDE, the pixels and nothing else."""
    height, width = photo.image.shape[:2]
    shrink = min(1.0, LONG_SIDE / max(height, width))
    size = (max(1, round(width * shrink)), max(1, round(height * shrink)))
    image = photo.image if shrink == 1.0 else cv2.resize(photo.image, size, interpolation=cv2.INTER_AREA)
    return Picture(jpeg(image), size[0], size[1], photo.scale * width / size[0])


def photo(picture: Picture) -> Photo:
    """The kept picture, decoded again."""
    image = cv2.imdecode(np.frombuffer(picture.jpeg, np.uint8), cv2.IMREAD_COLOR)
    return Photo(np.asarray(image, np.uint8), picture.scale)


def jpeg(image: Bgr) -> bytes:
    """The image as JPEG bytes."""
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return encoded.tobytes()


def address(picture: bytes, place: str) -> str:
    """Where this browser tab can fetch JPEG bytes; ``place`` names the spot on the screen that shows them.

    A component that redraws on every tap then carries a short address instead of the whole picture.
    """
    return runtime.get_instance().media_file_mgr.add(picture, "image/jpeg", place)
