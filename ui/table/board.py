"""One kingdom as it stands after reading and correcting, and the photo that has not become one yet."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring import CASTLE, Kingdom, Position
from scoring.message import Message
from ui.table.orientation import Turns
from ui.table.source import BoardReading, Picture, Source


@dataclass(frozen=True)
class Board:
    """One kingdom as it stands after reading and correcting.

    ``number`` tells one board of a table from the next, ``revision`` counts the corrections of this one. The photo in
    ``source`` is not kept for ever; ``by_hand`` says that there never was one.
    """

    kingdom: Kingdom
    doubtful: frozenset[Position] = frozenset()
    checked: bool = False
    source: Source | None = field(default=None, compare=False, repr=False)  # None without a photo at hand
    number: int = 0
    revision: int = 0
    place: Position | None = None  # where a kingdom smaller than the grid lies in it; None: as suits it best
    by_hand: bool = False
    turns: Turns = ()


@dataclass(frozen=True)
class Attempt:
    """A photo that has not become a board yet: nothing was found, several were, or its corners are being set."""

    picture: Picture | None = field(default=None, compare=False, repr=False)
    message: Message | None = None  # what went wrong and what to try
    readings: tuple[BoardReading, ...] = ()
    setting_corners: bool = False


def read_board(reading: BoardReading, picture: Picture) -> Board:
    """The board a photo gave, with the squares that want a second look."""
    return Board(reading.kingdom, reading.doubtful, source=Source.of(reading, picture))


def blank_board(grid: int) -> Board:
    """A board to enter by hand: ``grid`` squares a side, the castle in the centre."""
    return Board(Kingdom.empty(grid, grid).with_square(grid // 2, grid // 2, CASTLE), by_hand=True)
