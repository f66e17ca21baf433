"""Boards as read from the sample photos, without reading them."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
from PIL import Image
from PIL.ExifTags import Base

from scoring import Kingdom, Position, Square, Terrain
from scoring.castle import Castle
from tests.sample_photos import KITCHEN, KITCHEN_CORNERS, SAMPLES, codes_of
from tests.ui.factories import reading_of
from ui.photos.pictures import shrink_photo
from ui.table.board import Board, make_board
from ui.table.photo_reading import Picture
from ui.table.table import Table
from vision import load
from vision.warning import ReadingWarning

TRUTH = Kingdom.parse(*codes_of(KITCHEN))
TOGETHER = SAMPLES / "whole-table.jpg"
CORNERS = {  # of the kingdoms in it
    Castle.BLUE: ((245.0, 172.0), (927.0, 129.0), (967.0, 783.0), (223.0, 821.0)),
    Castle.GREEN: ((1238.0, 111.0), (1924.0, 166.0), (1928.0, 820.0), (1190.0, 750.0)),
    Castle.PINK: ((216.0, 1029.0), (969.0, 1071.0), (913.0, 1890.0), (88.0, 1838.0)),
    Castle.YELLOW: ((1201.0, 1075.0), (1954.0, 996.0), (2110.0, 1797.0), (1294.0, 1887.0)),
}


def as_a_phone_takes_it() -> bytes:
    """Return the photo with a phone's 12 megapixels and a GPS position."""
    image = cv2.resize(load(KITCHEN).image, (4032, 3024), interpolation=cv2.INTER_CUBIC)
    stored = io.BytesIO()
    metadata = Image.Exif()
    metadata[Base.ImageDescription] = "taken at home"
    Image.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB)).save(stored, "JPEG", quality=92, exif=metadata)
    return stored.getvalue()


@cache
def take_picture(photo: Path) -> Picture:
    """Return a sample photo as the app keeps it."""
    return shrink_photo(load(photo))


def photo_board(*doubtful: Position, read: Kingdom = TRUTH, warnings: tuple[ReadingWarning, ...] = ()) -> Board:
    """Build a board with its photo; the doubtful squares may be swamp."""
    reading = reading_of(read, *doubtful, other=Square(Terrain.SWAMP), warnings=warnings)
    return make_board(replace(reading, corners=KITCHEN_CORNERS), take_picture(KITCHEN))


def photo_boards(*names: str) -> Table:
    """Four kingdoms in one photo, all of them looked at; players without a name are called by their castles."""
    picture = take_picture(TOGETHER)
    table = Table()
    for castle, name in zip(CORNERS, names or [""] * len(CORNERS), strict=True):
        table = table.with_player(name, castle)
    for seat, code in zip(table.seats, codes_of(TOGETHER), strict=True):
        reading = replace(reading_of(code), corners=CORNERS[seat.colour])
        table = table.with_new_board(seat.number, replace(make_board(reading, picture), confirmed=True))
    return table
