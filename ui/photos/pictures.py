"""Pictures that the app stores and shows: upright, without metadata, small; and rectified boards."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2b
from threading import Lock

import cv2
import numpy as np

from ui.table.photo_reading import PhotoReading, Picture
from vision.photo.photo import Bgr, Photo, Points
from vision.rectify import compute_homography, project_grid_points, rectify

LONG_SIDE = 2000  # pixels of a kept photo: a 7x7 kingdom filling it has squares of 200 or more
JPEG_QUALITY = 88
SQUARE_PX = 128  # side of one square seen from straight above: sharp at the size a screen shows it
MOST_BYTES = 64_000_000  # of pictures that pages show: 150 photos; pages fetch theirs as soon as they are drawn
MAX_CACHED_BOARDS = 16  # rectified; each holds its photo of 0.5 MB
PICTURES = "/api/pictures"


def board_corners(source: PhotoReading) -> Points:
    """Return the corners of the board (4, 2) in its current orientation, clockwise, in pixels of the stored picture."""
    return window_corners(source, 0, 0, source.rows, source.columns)


def window_corners(source: PhotoReading, top: int, left: int, rows: int, columns: int) -> Points:
    """Return the corners (4, 2) of a part of the board, which may reach beyond the reading."""
    down, right = source.orientation.offset
    top, left = top - down, left - right
    read = np.roll(np.array(source.reading.corners, np.float32), source.orientation.quarter_turns, axis=0)
    ends = [[left, top], [left + columns, top], [left + columns, top + rows], [left, top + rows]]
    corners = cv2.perspectiveTransform(np.array([ends], np.float64), compute_homography(read, *source.read_size))[0]
    return (corners / source.picture.scale).astype(np.float32)


def board_grid_points(source: PhotoReading) -> Points:
    """Return the grid points of the board: (rows + 1, columns + 1, 2)."""
    return project_grid_points(board_corners(source), source.rows, source.columns)


def shrink_photo(photo: Photo) -> Picture:
    """Shrink a photo to a long side of at most LONG_SIDE, without metadata."""
    height, width = photo.image.shape[:2]
    shrink = min(1.0, LONG_SIDE / max(height, width))
    size = (max(1, round(width * shrink)), max(1, round(height * shrink)))
    image = photo.image if shrink == 1.0 else cv2.resize(photo.image, size, interpolation=cv2.INTER_AREA)
    return Picture(encode_jpeg(image), size[0], size[1], photo.scale * width / size[0])


def decode_picture(picture: Picture) -> Photo:
    """Decode a stored picture."""
    image = cv2.imdecode(np.frombuffer(picture.jpeg, np.uint8), cv2.IMREAD_COLOR)
    return Photo(np.asarray(image, np.uint8), picture.scale)


def encode_jpeg(image: Bgr) -> bytes:
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return encoded.tobytes()


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def rectify_board(source: PhotoReading) -> bytes:
    """Rectify the board in its current orientation as JPEG; SQUARE_PX to a square."""
    corners = board_corners(source) * np.float32(source.picture.scale)
    return encode_jpeg(
        rectify(decode_picture(source.picture), corners, source.rows, source.columns, square_px=SQUARE_PX)
    )


# --- Pictures that pages show and that no table has: a photo under way, one of a past game, one that was drawn upon


class ShownPictures:
    """JPEG bytes by names that cannot be guessed; beyond ``most`` bytes what was shown longest ago makes room."""

    def __init__(self, most: int) -> None:
        self._most, self._bytes = most, 0
        self._held: OrderedDict[str, bytes] = OrderedDict()
        self._secret = secrets.token_bytes(32)
        self._lock = Lock()

    def show(self, jpeg: bytes) -> str:
        """Register a picture and return its name; the same picture has the same name."""
        name = blake2b(jpeg, key=self._secret, digest_size=16).hexdigest()
        with self._lock:
            self._bytes += len(jpeg) - len(self._held.pop(name, b""))
            self._held[name] = jpeg
            while self._bytes > self._most:
                self._bytes -= len(self._held.popitem(last=False)[1])
        return name

    def find(self, name: str) -> bytes | None:
        with self._lock:
            return self._held.get(name)


SHOWN = ShownPictures(MOST_BYTES)


def get_picture_address(jpeg: bytes) -> str:
    """Return the address of JPEG bytes on this server, until many others have been shown."""
    return f"{PICTURES}/{SHOWN.show(jpeg)}.jpg"
