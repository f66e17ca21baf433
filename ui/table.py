"""Who plays at a table and the kingdom each has laid: frozen values, where every change is a new table."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from enum import Enum

from scoring import CASTLE, USUAL_RULES, Kingdom, Position, Rules, ScoreSheet, Standing, rank, score, usual_grid
from ui.pictures import Picture, Source, source
from vision.reading import Reading

LONGEST_NAME = 40  # characters
DOUBTFUL_BELOW = 0.9  # confidence: above it 99.9 % of squares were read right
_BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f]")  # they would turn the text around a name


class TableError(ValueError):
    """The table cannot be changed so; the message says why and what to do."""


class Colour(Enum):
    """The castles in the box; the value is the name on the screen."""

    BLUE = "blue"
    GREEN = "green"
    PINK = "pink"
    YELLOW = "yellow"


@dataclass(frozen=True)
class Board:
    """One kingdom as it stands after reading and correcting.

    ``number`` tells one board of a table from the next, ``revision`` counts the corrections of this one.
    """

    kingdom: Kingdom
    doubtful: frozenset[Position] = frozenset()
    checked: bool = False
    source: Source | None = field(default=None, compare=False, repr=False)  # None for a board entered by hand
    number: int = 0
    revision: int = 0


def read_board(reading: Reading, picture: Picture) -> Board:
    """The board a photo gave, with the squares that want a second look."""
    return Board(reading.kingdom, doubts(reading), source=source(reading, picture))


def doubts(reading: Reading) -> frozenset[Position]:
    """The squares the reader is not sure of."""
    return frozenset(
        (row, column)
        for row, squares in enumerate(reading.squares)
        for column, square in enumerate(squares)
        if square.confidence < DOUBTFUL_BELOW
    )


def blank_board(grid: int) -> Board:
    """A board to enter by hand: ``grid`` squares a side, the castle in the centre."""
    return Board(Kingdom.empty(grid, grid).with_square(grid // 2, grid // 2, CASTLE))


@dataclass(frozen=True)
class Attempt:
    """A photo that has not become a board yet: nothing was found, several were, or its corners are being set."""

    picture: Picture | None = field(default=None, compare=False, repr=False)
    message: str = ""  # what went wrong and what to try
    readings: tuple[Reading, ...] = ()
    setting_corners: bool = False


@dataclass(frozen=True)
class Seat:
    """One player: name, castle colour, and the board or the photo on the way to one."""

    number: int
    name: str
    colour: Colour
    board: Board | None = None
    attempt: Attempt | None = None
    earlier: Board | None = None  # what the present board replaced


@dataclass(frozen=True)
class Table:
    """The players round one table and their rules.

    ``solo`` is the table of one photo without players. ``before`` is the table before the last step that took
    boards or players away, so that one tap brings them back.
    """

    seats: tuple[Seat, ...] = ()
    rules: Rules = USUAL_RULES
    solo: bool = False
    numbered: int = 0  # seats, boards and attempts so far; numbers are never used twice
    before: Table | None = field(default=None, compare=False, repr=False)

    def seat(self, number: int) -> Seat | None:
        """The seat with that number, None if it has left."""
        return next((seat for seat in self.seats if seat.number == number), None)

    @property
    def free_colours(self) -> tuple[Colour, ...]:
        """The castles nobody has taken."""
        taken = {seat.colour for seat in self.seats}
        return tuple(colour for colour in Colour if colour not in taken)

    def with_player(self, name: str, colour: Colour) -> Table:
        """The table with one more player; an empty name becomes the colour's. Raises TableError."""
        if not self.free_colours:
            raise TableError(f"The table is full: {len(Colour)} castles, {len(Colour)} players.")
        if colour not in self.free_colours:
            raise TableError(f"The {colour.value} castle is taken. Choose another colour.")
        name = plain_name(name) or colour.value.capitalize()
        if name.casefold() in {seat.name.casefold() for seat in self.seats}:
            raise TableError(f"{name} is already at the table. Choose another name.")
        seat = Seat(self.numbered + 1, name, colour)
        return replace(self, seats=(*self.seats, seat), numbered=seat.number)

    def without_player(self, number: int) -> Table:
        """The table after one player has left."""
        seats = tuple(seat for seat in self.seats if seat.number != number)
        return replace(self, seats=seats, before=self._settled())

    def with_rules(self, rules: Rules) -> Table:
        """The table under other rules; boards stay as they are."""
        return replace(self, rules=rules)

    def with_attempt(self, number: int, attempt: Attempt | None) -> Table:
        """The table with a photo under way for one player; the board they have stays."""
        return replace(self._with_seat(number, attempt=attempt), numbered=self.numbered + 1)

    def with_new_board(self, number: int, board: Board) -> Table:
        """The table with a board from a photo or by hand; the one it replaces is kept as ``earlier``."""
        numbered = self.numbered + 1
        board = replace(board, number=numbered, revision=0)
        seat = self.seat(number)
        earlier = seat.board if seat else None
        table = self._with_seat(number, board=board, attempt=None, earlier=earlier)
        return replace(table, numbered=numbered)

    def with_board(self, number: int, board: Board) -> Table:
        """The table with one player's board corrected or checked."""
        return self._with_seat(number, board=board)

    def again(self) -> Table:
        """The same players and rules, all boards still to come."""
        seats = tuple(replace(seat, board=None, attempt=None, earlier=None) for seat in self.seats)
        return replace(self, seats=seats, before=self._settled())

    def cleared(self) -> Table:
        """An empty table under the same rules."""
        return replace(self, seats=(), before=self._settled() if self.seats else self.before)

    def restored(self) -> Table:
        """The table before players or boards were taken away; this one if none were."""
        return replace(self.before, numbered=self.numbered) if self.before else self

    def _settled(self) -> Table:
        return replace(self, before=None)

    def _with_seat(self, number: int, **change: object) -> Table:
        seats = tuple(replace(seat, **change) if seat.number == number else seat for seat in self.seats)  # type: ignore[arg-type]
        return replace(self, seats=seats)


def solo_table() -> Table:
    """The table of one photo: a single kingdom, no players."""
    return Table(solo=True, seats=(Seat(1, "Your kingdom", Colour.YELLOW),), numbered=1)


def plain_name(typed: str) -> str:
    """A typed name as it is shown: one line without control characters, at most LONGEST_NAME characters."""
    kept = "".join(" " if unicodedata.category(character) in ("Cc", "Zl", "Zp") else character for character in typed)
    return " ".join(_BIDI_CONTROLS.sub("", kept).split())[:LONGEST_NAME].strip()


def rules_for(table: Table, kingdom: Kingdom) -> Rules:
    """The rules a kingdom is scored by; without players the kingdom's own size says which grid was played."""
    return replace(table.rules, grid=usual_grid(kingdom)) if table.solo else table.rules


def sheet(table: Table, board: Board) -> ScoreSheet:
    """What a board of the table scores."""
    return score(board.kingdom, rules_for(table, board.kingdom))


def standings(table: Table) -> tuple[Standing, ...]:
    """The places of everybody who has a board, best first; empty if nobody has."""
    return rank({seat.name: sheet(table, seat.board) for seat in table.seats if seat.board}, table.rules)
