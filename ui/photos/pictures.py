"""Photos as the app keeps and shows them: upright, without metadata, small enough to send to a phone."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from ui.photos.corners import board_corners
from ui.photos.weak_cache import WeakCache
from ui.table.source import Picture, Source
from vision.photo.photo import Bgr, Photo, load
from vision.rectify import rectify

LONG_SIDE = 2000  # pixels of a kept photo: a 7x7 kingdom filling it has squares of 200 or more
JPEG_QUALITY = 88
SQUARE_PX = 128  # side of one square seen from straight above: sharp at the size a screen shows it


def kept(photo: Photo) -> Picture:
    """The photo as the app keeps it: its long side at most LONG_SIDE, the pixels and nothing else."""
    height, width = photo.image.shape[:2]
    shrink = min(1.0, LONG_SIDE / max(height, width))
    size = (max(1, round(width * shrink)), max(1, round(height * shrink)))
    image = photo.image if shrink == 1.0 else cv2.resize(photo.image, size, interpolation=cv2.INTER_AREA)
    return Picture(jpeg(image), size[0], size[1], photo.scale * width / size[0])


def opened(upload: bytes, show: Callable[[Picture], None]) -> tuple[Photo, Picture]:
    """The photo of an uploaded file, and the picture that is kept of it, which ``show`` gets. Raises PhotoError."""
    loaded = load(upload)
    picture = kept(loaded)
    show(picture)
    return loaded, picture


def photo(picture: Picture) -> Photo:
    """The kept picture, decoded again."""
    image = cv2.imdecode(np.frombuffer(picture.jpeg, np.uint8), cv2.IMREAD_COLOR)
    return Photo(np.asarray(image, np.uint8), picture.scale)


def jpeg(image: Bgr) -> bytes:
    """The image as JPEG bytes."""
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return encoded.tobytes()


_straight: WeakCache[Source, bytes] = WeakCache()


def straight(source: Source) -> bytes:
    """The board seen from straight above as JPEG, as it lies now; SQUARE_PX to a square."""
    return _straight.get(source, _straightened)


def _straightened(source: Source) -> bytes:
    corners = board_corners(source) * np.float32(source.picture.scale)
    return jpeg(rectify(photo(source.picture), corners, source.rows, source.columns, square_px=SQUARE_PX))
