"""Reading a photo of the Kingdoms board: straightened, cut into spaces, and guessed at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from scoring.kingdoms import COLUMNS, POSITIONS, ROWS, Board, Castle, Colour, Space
from scoring.message import Message, message
from ui.photos.pictures import jpeg, opened, photo
from ui.photos.reading import UNREADABLE, turn
from ui.photos.weak_cache import WeakCache
from ui.system.log import Event, timed
from ui.table.codec import FormatError
from ui.table.kingdoms import Epoch
from ui.table.source import Corners, KingdomsPhoto, KingdomsSource, Picture
from vision.errors import VisionError
from vision.kingdoms import (
    BrokenMemoryError,
    Memory,
    Seen,
    StraightBoard,
    guesses,
    look,
    straighten,
    worth_naming,
)
from vision.photo.photo import Photo, Points
from vision.pipeline.find import Progress


@dataclass(frozen=True, eq=False)
class KingdomsAttempt:
    """What an uploaded file gave: an epoch, or a message that says what to try next, with the photo if it opened.

    One with nothing in it stands for a photo that is wanted.
    """

    picture: Picture | None = None
    epoch: Epoch | None = None
    message: Message | None = None
    setting_corners: bool = False


@dataclass(frozen=True, eq=False)
class Known:
    """What is known before a photo is read: how pieces look, and whose castles may stand on the board.

    Without ``colours`` everybody may play.
    """

    pieces: Memory
    colours: frozenset[Colour] = frozenset(Colour)

    def may_be(self, space: Space, epoch: Epoch) -> bool:
        """Whether a piece may lie there: a castle only of a colour that plays, or was named on this board."""
        if not isinstance(space, Castle) or space.colour in self.colours:
            return True
        return any(isinstance(piece, Castle) and piece.colour is space.colour for piece in epoch.pieces_named.values())


@dataclass(frozen=True, eq=False)
class View:
    """A board from straight above as JPEG, and what is seen on its spaces; both as it lies now."""

    straight: bytes
    seen: Seen

    def turned(self) -> View:
        """The same from the other side of the table."""
        seen = Seen(self.seen.looks[list(reversed(range(len(POSITIONS))))], self.seen.numbers[::-1])
        return View(jpeg(cv2.rotate(_decoded(self.straight), cv2.ROTATE_180)), seen)


_views: WeakCache[KingdomsPhoto, View] = WeakCache()  # looking at a board takes a second
_turned_views: WeakCache[KingdomsPhoto, View] = WeakCache()


def view(source: KingdomsSource) -> View | None:
    """What the photo of a board shows, as the board lies now; None where its corners frame nothing any more."""
    try:
        upright = _views.get(source.photo, _view)
    except VisionError:
        return None
    return _turned_views.get(source.photo, lambda _: upright.turned()) if source.upside_down else upright


def read_board(
    upload: bytes, known: Known, *, show: Callable[[Picture], None], progress: Progress, sender: str = ""
) -> KingdomsAttempt:
    """The board of an uploaded photo; ``show`` gets the photo as soon as it is open, ``progress`` the steps."""
    picture: Picture | None = None
    try:
        with timed(Event.PHOTO_READ), turn(progress, sender):
            loaded, picture = opened(upload, show)
            return KingdomsAttempt(picture, epoch=_read(loaded, picture, None, known, progress))
    except UNREADABLE as nothing:
        return KingdomsAttempt(picture, message=nothing.message)


def read_board_at(
    picture: Picture, corners: Points, known: Known, *, progress: Progress, sender: str = ""
) -> KingdomsAttempt:
    """The board of a kept photo; ``corners`` (4, 2), from its top left clockwise, are in pixels of the picture."""
    try:
        with timed(Event.PHOTO_READ), turn(progress, sender):
            there = corners * np.float32(picture.scale)
            return KingdomsAttempt(picture, epoch=_read(photo(picture), picture, there, known, progress))
    except UNREADABLE as nothing:
        return KingdomsAttempt(picture, message=nothing.message)


def reread(epoch: Epoch, known: Known) -> Epoch:
    """The epoch with what was named by hand spread to its look-alikes; without a photo it stays as it is.

    A castle of a colour that nobody is known to play is doubtful, however much it looks like one.
    """
    shown = view(epoch.source) if epoch.source else None
    if shown is None:
        return epoch
    found = guesses(shown.seen, epoch.pieces_named, known.pieces)
    rows = tuple(tuple(found[row, column].space for column in range(COLUMNS)) for row in range(ROWS))
    wanting = frozenset(
        position
        for position, guess in found.items()
        if not (guess.known and guess.sure) or not known.may_be(guess.space, epoch)
    )
    first = [position for position in worth_naming(found) if position not in epoch.named]
    return replace(
        epoch,
        board=Board(rows),
        doubtful=wanting - epoch.named,
        asked=(*first, *sorted(wanting - epoch.named - frozenset(first))),
    )


def pieces_json(memory: Memory) -> dict[str, Any] | None:
    """What pieces look like as a JSON value for a file; None if nothing is known. ``pieces_in`` reads it back."""
    return memory.as_json() if memory.spaces else None


def pieces_in(held: dict[str, Any] | None) -> Memory:
    """What a file says of the pieces. Raises FormatError."""
    try:
        return Memory.empty() if held is None else Memory.from_json(held)
    except BrokenMemoryError:
        raise FormatError(message("what the file says of the pieces cannot be read")) from None


def _read(loaded: Photo, picture: Picture, corners: Points | None, known: Known, progress: Progress) -> Epoch:
    progress("finding")
    straight = straighten(loaded, corners)
    progress("reading")
    source = KingdomsSource(KingdomsPhoto(picture, _in_picture(straight, picture)))
    _views.put(source.photo, _view_of(straight))
    return reread(Epoch(source=source), known)


def _view(taken: KingdomsPhoto) -> View:
    corners = np.array(taken.corners, np.float32) * np.float32(taken.picture.scale)
    return _view_of(straighten(photo(taken.picture), corners))


def _view_of(straight: StraightBoard) -> View:
    return View(jpeg(straight.image), look(straight))


def _in_picture(straight: StraightBoard, picture: Picture) -> Corners:
    return tuple((float(x), float(y)) for x, y in straight.corners / np.float32(picture.scale))


def _decoded(straight: bytes) -> np.ndarray:
    return np.asarray(cv2.imdecode(np.frombuffer(straight, np.uint8), cv2.IMREAD_COLOR))
