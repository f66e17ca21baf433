"""Fields that texts of several kinds have: numbers within their limits, names, times, codes, places and turns."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, Self

from msgspec import Meta

from scoring import Kingdom, Pieces, Square, parse_board
from scoring.board_code import LONGEST
from scoring.kingdom import MAX_SIDE
from scoring.kingdoms import Board, Space, piece_of
from scoring.kingdoms.board import FREE
from scoring.message import message
from scoring.rules import GRIDS, grid_words
from ui.table.codec import A_TEXT, UNEXPECTED, Form, FormatError, Notation, in_short
from ui.table.names import LONGEST_NAME, plain_name
from ui.table.orientation import MOST_TURNS, STEPS, Turn
from ui.table.source import ReadSquare

FIRST_YEAR, LAST_YEAR = 2000, 3000  # of games: calendars end where the years do
LONGEST_CODE = 1_000  # characters of a kingdom: 13 x 13 squares with crowns, and blanks between them
LONGEST_BOARD = 400  # characters of a board of Kingdoms; a real one has 120
REMEMBERED = 1_024  # kingdoms: that which is saved is read again, mostly as it was before

Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Side = Annotated[int, Meta(ge=0, lt=MAX_SIDE)]
Offset = Annotated[int, Meta(ge=-MAX_SIDE, le=MAX_SIDE)]  # of what was read in its board, by rows or columns
At = tuple[Side, Side]  # a square: row and column from 0
Squares = Annotated[tuple[At, ...], Meta(max_length=MAX_SIDE * MAX_SIDE)]


class KingdomCode(Notation[Kingdom]):
    """A kingdom as its code."""

    @staticmethod
    def read(found: Any) -> Kingdom:
        return _kingdom(_text(found, LONGEST_CODE))


class Grid(Notation[int]):
    """The side of the grid."""

    @staticmethod
    def read(found: Any) -> int:
        if type(found) is not int or found not in GRIDS:
            raise FormatError(message("expected {what}, not {found}", what=grid_words(), found=in_short(found)))
        return found

    def written(self) -> int:
        return self.value


class SquareCode(Notation[Square]):
    """One square as its code."""

    @staticmethod
    def read(found: Any) -> Square:
        kingdom = _kingdom(_text(found, LONGEST_CODE))
        if (kingdom.height, kingdom.width) != (1, 1):
            raise FormatError(UNEXPECTED)
        return kingdom[0, 0]


class BoardText(Notation[Board]):
    """A board of Kingdoms as its text."""

    @staticmethod
    def read(found: Any) -> Board:
        return Board.parse(_text(found, LONGEST_BOARD))


class PiecesCode(Notation[Pieces]):
    """Pieces as they stand behind the kingdom in the code of a board."""

    @staticmethod
    def read(found: Any) -> Pieces:
        typed = _text(found, LONGEST)
        if typed and not typed.startswith(","):
            raise FormatError(UNEXPECTED)
        return parse_board(f"{Kingdom.empty(MAX_SIDE, MAX_SIDE)}{typed}")[1]


class SpaceToken(Notation[Space]):
    """What lies on one space of such a board as its token."""

    @staticmethod
    def read(found: Any) -> Space:
        typed = _text(found, LONGEST_CODE)
        try:
            return None if typed == FREE else piece_of(typed)
        except KeyError:
            raise FormatError(UNEXPECTED) from None


class PlayerName(Notation[str]):
    """The name of a player, made plain."""

    @staticmethod
    def read(found: Any) -> str:
        name = plain_name(_text(found)[: LONGEST_NAME * 2])
        if not name:
            raise FormatError(message("a player has no name"))
        return name


class Time(Notation[datetime]):
    """A time with its time zone."""

    @staticmethod
    def read(found: Any) -> datetime:
        try:
            time = datetime.fromisoformat(_text(found))
        except ValueError:
            time = None
        if time is None or time.tzinfo is None or not FIRST_YEAR <= time.year < LAST_YEAR:
            raise FormatError(message("the time of a game looks like {time}", time="2026-11-21T20:30:00+00:00"))
        return time

    def written(self) -> str:
        return self.value.isoformat()


class TurnJson(Form[Turn], array_like=True, frozen=True):
    """What was done to the board with that number: moved by a step, or turned."""

    number: Count
    step: tuple[int, int] | None

    def __post_init__(self) -> None:
        if self.step is not None and self.step not in STEPS:
            raise FormatError(UNEXPECTED)


TurnsJson = Annotated[tuple[TurnJson, ...], Meta(max_length=MOST_TURNS)]


class ReadSquareJson(Form[ReadSquare], array_like=True, frozen=True):
    """What was read on a square, how surely, and the runner-up."""

    square: SquareCode
    confidence: Annotated[float, Meta(ge=0, le=1)]
    alternative: SquareCode | None

    @classmethod
    def of(cls, read: ReadSquare, /, **beside: Any) -> Self:
        """What is written of a square, with as many decimals as anybody asks for."""
        return super().of(read, confidence=round(float(read.confidence), 4), **beside)


ReadSquaresJson = Annotated[
    tuple[Annotated[tuple[ReadSquareJson, ...], Meta(max_length=MAX_SIDE)], ...],
    Meta(min_length=1, max_length=MAX_SIDE),
]


def _text(found: Any, longest: int | None = None) -> str:
    if not isinstance(found, str):
        raise FormatError(message("expected {what}, not {found}", what=A_TEXT, found=in_short(found)))
    if longest is not None and len(found) > longest:
        raise FormatError(message("expected a text of at most {most} characters", most=longest))
    return found


@lru_cache(maxsize=REMEMBERED)
def _kingdom(code: str) -> Kingdom:
    return Kingdom.parse(code)
