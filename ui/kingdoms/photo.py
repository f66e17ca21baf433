"""A photo of the Kingdoms board on its way to an epoch: straightened, cut into spaces, and guessed at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from scoring.kingdoms import COLUMNS, ROWS, Board
from ui.events import Event, told
from ui.kingdoms.game import Epoch, Sight
from ui.kingdoms.sight import sight
from ui.pictures import Picture, jpeg, kept, photo
from ui.reading import turn
from vision.errors import VisionError
from vision.kingdoms import (
    POSITIONS,
    Memory,
    Seen,
    guesses,
    straighten,
    worth_naming,
)
from vision.photo.photo import Photo, Points, load
from vision.reading import Progress


@dataclass(frozen=True, eq=False)
class Sent:
    """What an uploaded file gave: an epoch, or a message that says what to try next, with the photo if it opened.

    One with nothing in it stands for a photo that is wanted.
    """

    picture: Picture | None = None
    epoch: Epoch | None = None
    message: str = ""
    setting_corners: bool = False


def read_board(upload: bytes, memory: Memory, *, show: Callable[[Picture], None], progress: Progress) -> Sent:
    """The board of an uploaded photo; ``show`` gets the photo as soon as it is open, ``progress`` the steps."""
    picture: Picture | None = None
    try:
        with told(Event.PHOTO_READ), turn(progress):
            opened = load(upload)
            picture = kept(opened)
            show(picture)
            return Sent(picture, epoch=_read(opened, picture, None, memory, progress))
    except VisionError as nothing:
        return Sent(picture, message=nothing.args[0])


def read_board_at(picture: Picture, corners: Points, memory: Memory, *, progress: Progress) -> Sent:
    """The board of a kept photo; ``corners`` (4, 2), from its top left clockwise, are in pixels of the picture."""
    try:
        with told(Event.PHOTO_READ), turn(progress):
            there = corners * np.float32(picture.scale)
            return Sent(picture, epoch=_read(photo(picture), picture, there, memory, progress))
    except VisionError as nothing:
        return Sent(picture, message=nothing.args[0])


def _read(opened: Photo, picture: Picture, corners: Points | None, memory: Memory, progress: Progress) -> Epoch:
    progress("finding")
    straight = straighten(opened, corners)
    progress("reading")
    return reread(Epoch(sight=sight(straight, picture)), memory)


def reread(epoch: Epoch, memory: Memory) -> Epoch:
    """The epoch with what was named by hand spread to its look-alikes; without a photo it stays as it is."""
    if epoch.sight is None:
        return epoch
    found = guesses(epoch.sight.seen, epoch.pieces_named, memory)
    rows = tuple(tuple(found[row, column].space for column in range(COLUMNS)) for row in range(ROWS))
    wanting = frozenset(position for position, guess in found.items() if not (guess.known and guess.sure))
    return replace(
        epoch,
        board=Board(rows),
        doubtful=wanting - epoch.named,
        asked=tuple(position for position in worth_naming(found) if position not in epoch.named),
    )


def turned(epoch: Epoch) -> Epoch:
    """The epoch as it is seen from the other side of the table."""
    board = Board(tuple(row[::-1] for row in epoch.board.rows[::-1]))
    opposite = dict(zip(POSITIONS, reversed(POSITIONS), strict=True))
    return replace(
        epoch,
        board=board,
        named=frozenset(opposite[position] for position in epoch.named),
        doubtful=frozenset(opposite[position] for position in epoch.doubtful),
        asked=tuple(opposite[position] for position in epoch.asked),
        checked=False,
        sight=None if epoch.sight is None else _turned_sight(epoch.sight),
    )


def _turned_sight(sight: Sight) -> Sight:
    straight = photo(Picture(sight.straight, 0, 0, 1.0)).image
    last_first = list(reversed(range(len(POSITIONS))))
    seen = Seen(sight.seen.looks[last_first], sight.seen.numbers[::-1])
    corners: Points = np.roll(sight.corners, 2, axis=0)
    return Sight(sight.picture, corners, jpeg(np.ascontiguousarray(straight[::-1, ::-1])), seen)
