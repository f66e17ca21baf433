"""One kingdom as it stands after reading and correcting, and the photo that has not become one yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scoring import CASTLE, NO_PIECES, USUAL_RULES, Kingdom, Pieces, Position, Rules, Square
from scoring.message import Message
from scoring.stakes import in_order_of_stakes
from ui.table.orientation import Turns
from ui.table.source import BoardReading, Picture, Source
from ui.table.trust import State, trust_in, trust_words
from ui.table.trust import Trust as Trust


@dataclass(frozen=True)
class Board:
    """One kingdom as it stands after reading and correcting.

    ``doubtful`` are the squares that want a look and have not been answered; of a ``checked`` board they were accepted
    unanswered. ``number`` tells one board of a table from the next, ``revision`` counts its corrections. The photo in
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
    pieces: Pieces = NO_PIECES

    @property
    def doubts(self) -> int:
        """How many doubtful squares nobody has answered."""
        return len(self.doubtful)

    def doubts_in_order(self, rules: Rules = USUAL_RULES, leads: Sequence[int] = ()) -> tuple[Position, ...]:
        """The doubtful squares nobody has answered, in the order in which they are asked about.

        First are those that may change who is ahead, then the one that may change most points, if it is the other
        square that was seen there. ``leads`` are the points by which this kingdom is ahead of each other (below 0:
        behind).
        """
        others = {position: self._others(position) for position in self.doubtful}
        return in_order_of_stakes(self.kingdom, others, rules, leads)

    def _others(self, position: Position) -> tuple[Square, ...]:
        """What a square may be instead: what it was read as, and the runner-up; nothing without a photo."""
        if self.source is None:
            return ()
        row, column = position
        read = self.source.squares[row][column]
        seen = (read.square, read.alternative)
        return tuple(square for square in seen if square not in (None, self.kingdom[position]))

    @property
    def trust(self) -> Trust:
        """How far the board can be relied on."""
        return trust_in(checked=self.checked, doubts=self.doubts)

    @property
    def state(self) -> State:
        """The same with the number of doubts."""
        return State(self.trust, self.doubts)

    def accepted(self) -> Board:
        """The board once a player has said that it looks right; doubts that were not answered stay."""
        return replace(self, checked=True)


@dataclass(frozen=True)
class Attempt:
    """A photo that has not become a board yet: none was taken, nothing was found, or several kingdoms were."""

    picture: Picture | None = field(default=None, compare=False, repr=False)
    message: Message | None = None  # what went wrong and what to try
    readings: tuple[BoardReading, ...] = ()
    setting_corners: bool = False
    second_look: bool = False  # another photo of the board that is there is asked for


def trust_in_words(board: Board | None) -> Message:
    """How far a kingdom can be relied on, as a player reads it; None for one that is still to come."""
    return trust_words(board.trust, board.doubts) if board else trust_words(Trust.UNREAD)


def read_board(reading: BoardReading, picture: Picture) -> Board:
    """The board a photo gave, with the squares that want a second look."""
    return Board(reading.kingdom, reading.doubtful, source=Source.of(reading, picture))


def blank_board(grid: int) -> Board:
    """A board to enter by hand: ``grid`` squares a side, the castle in the centre."""
    return Board(Kingdom.empty(grid, grid).with_square(grid // 2, grid // 2, CASTLE), by_hand=True)
