"""Photos: in this server's memory while people play, in the database where the table asks for it."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from threading import Lock
from typing import Any

import numpy as np

from scoring import Kingdom, Square
from ui.photos.kingdoms_sight import sight_at
from ui.photos.pictures import Picture, Source, source
from ui.store.rows import PhotoRow
from ui.table.kingdoms import Sight
from vision.reading import Reading
from vision.squares.classify import SquareReading

HOURS = 12
Photographed = Source | Sight
"""What a board was read from, at a table of Kingdomino or of Kingdoms."""
MOST_BYTES = 100_000_000  # in memory: about 100 boards


class Darkroom:
    """What boards were read from, by table and board number; what was longest unused makes room."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[int, int], tuple[float, Photographed]] = OrderedDict()
        self._lock = Lock()

    def keep(self, table: int, board: int, held: Photographed) -> None:
        """Keep what a board was read from for some hours."""
        with self._lock:
            self._held[table, board] = (time.monotonic(), held)
            self._held.move_to_end((table, board))
            while sum(_size(one) for _, one in self._held.values()) > MOST_BYTES:
                self._held.popitem(last=False)

    def find(self, table: int, board: int) -> Photographed | None:
        """What a board was read from; None if it is not in this memory any more."""
        now = time.monotonic()
        with self._lock:
            for old in [key for key, (kept, _) in self._held.items() if kept < now - HOURS * 3600]:
                del self._held[old]
            if (table, board) not in self._held:
                return None
            self._held.move_to_end((table, board))
            return self._held[table, board][1]

    def forget(self, table: int) -> None:
        """Drop every photo of a table."""
        with self._lock:
            for key in [key for key in self._held if key[0] == table]:
                del self._held[key]


def _size(held: Photographed) -> int:
    looks = held.seen.looks if isinstance(held, Sight) else None
    return len(held.picture.jpeg) + len(held.straight) + (looks.painted.nbytes + looks.shaped.nbytes if looks else 0)


def photo_row(table: int, board: int, held: Photographed) -> PhotoRow:
    """A photo and what was read in it as the database keeps them."""
    picture = held.picture
    return PhotoRow(
        table=table,
        board=board,
        jpeg=picture.jpeg,
        width=picture.width,
        height=picture.height,
        scale=picture.scale,
        reading=_reading_text(held),
    )


def photographed_in(row: PhotoRow) -> Photographed | None:
    """What the database kept; None for a photo whose board cannot be found again."""
    held: dict[str, Any] = json.loads(row.reading)
    picture = Picture(row.jpeg, row.width, row.height, row.scale)
    if "squares" in held:
        return source(_reading_in(held), picture)
    return sight_at(picture, np.asarray(held["corners"], np.float32))


def _reading_text(held: Photographed) -> str:
    if isinstance(held, Sight):
        return json.dumps({"corners": held.corners.tolist()})
    reading = held.reading
    return json.dumps(
        {
            "code": str(reading.kingdom),
            "squares": [
                [[str(one.square), round(float(one.confidence), 4), _code(one.alternative)] for one in row]
                for row in reading.squares
            ],
            "corners": [[float(x), float(y)] for x, y in reading.corners],
            "legal": bool(reading.legal),
            "sure": bool(reading.sure),
            "warnings": list(reading.warnings),
        }
    )


def _reading_in(held: dict[str, Any]) -> Reading:
    return Reading(
        kingdom=Kingdom.parse(held["code"]),
        squares=tuple(
            tuple(SquareReading(_square(code), confidence, _square(other)) for code, confidence, other in row)
            for row in held["squares"]
        ),
        corners=tuple((x, y) for x, y in held["corners"]),
        legal=held["legal"],
        sure=held["sure"],
        warnings=tuple(held["warnings"]),
        seconds=0.0,
        timings={},
    )


def _code(square: Square | None) -> str | None:
    return None if square is None else str(square)


def _square(code: Any) -> Any:
    return None if code is None else Kingdom.parse(code)[0, 0]
