"""Boards: the present state of a kingdom, its trust and doubts, rotation, and results of photos."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from typing import Self, TypeVar

from scoring import (
    CASTLE,
    EMPTY,
    NO_PIECES,
    Kingdom,
    Pieces,
    Position,
    Square,
    Title,
    crop_offset,
    default_grid_offset,
    grid_offsets,
)
from scoring.message import Message, message, plural
from ui.table.photo_reading import (
    DIRECTIONS,
    MAX_TRANSFORMS,
    PhotoReading,
    Picture,
    Transform,
    Transforms,
    place_in_frame,
)
from vision import Reading


class Trust(StrEnum):
    """How far a kingdom can be relied on; the value is the name in files."""

    UNREAD = "unread"
    """There is no board yet."""
    TO_CHECK = "to check"
    """There is a board, and no player has said that it looks right."""
    READ = "read"
    """There is a board that the reader found without a doubt, and no player has said that it looks right."""
    CONFIRMED = "checked"
    """A player has said that it looks right, and every doubt is answered."""
    ACCEPTED = "accepted"
    """A player has said that it looks right, and left doubts unanswered."""

    @property
    def is_final(self) -> bool:
        """True if the board needs no further check."""
        return self in {Trust.READ, Trust.CONFIRMED, Trust.ACCEPTED}


def derive_trust(*, confirmed: bool, doubts: int, seen_by_player: bool = True) -> Trust:
    """Return the state of a board with ``doubts`` open; unless ``seen_by_player`` only the reader confirmed it."""
    if not confirmed:
        return Trust.TO_CHECK
    if doubts:
        return Trust.ACCEPTED
    return Trust.CONFIRMED if seen_by_player else Trust.READ


@dataclass(frozen=True)
class State:
    """How far a kingdom can be relied on, and how many of its squares are doubtful and unanswered."""

    trust: Trust
    doubts: int


def describe_doubts(state: State) -> Message | None:
    """Return the note on a kingdom that is not confirmed or has open doubts; None for READ and CONFIRMED."""
    return None if state.trust in {Trust.READ, Trust.CONFIRMED} else trust_label(state.trust, state.doubts)


def trust_label(trust: Trust, doubts: int = 0) -> Message:
    """Label a state: ``no board yet``, ``3 squares to check``, ``confirmed``."""
    match trust:
        case Trust.UNREAD:
            return message("no board yet")
        case Trust.TO_CHECK if doubts:
            return plural(doubts, "{number} square to check", "{number} squares to check")
        case Trust.TO_CHECK:
            return message("needs a look")
        case Trust.CONFIRMED:
            return message("confirmed")
        case Trust.READ:
            return message("ready")
        case Trust.ACCEPTED:
            return plural(doubts, "confirmed, {number} unsure square", "confirmed, {number} unsure squares")


B = TypeVar("B", bound="EditedBoard")


@dataclass(frozen=True, kw_only=True)
class EditedBoard(ABC):
    """A board as it stands after reading and correcting.

    Attributes:
        doubtful: Squares with open doubts; those of a ``confirmed`` board were accepted.
        confirmed: Whether a player or, unless ``seen_by_player``, the reader alone confirmed the board.
        seen_by_player: False if only the reader has confirmed the board, now or as it was read.
        source: The photo and reading, while they are stored.
        number: Identifies the board at its table.
        transforms: The last rotations and moves of this board.
    """

    doubtful: frozenset[Position] = frozenset()
    confirmed: bool = False
    seen_by_player: bool = True
    source: PhotoReading | None = field(default=None, compare=False, repr=False)  # None: no photo
    number: int = 0
    transforms: Transforms = ()

    @property
    def doubts(self) -> int:
        """Number of doubtful squares without an answer."""
        return len(self.doubtful)

    @property
    def trust(self) -> Trust:
        """How far the board can be relied on."""
        return derive_trust(confirmed=self.confirmed, doubts=self.doubts, seen_by_player=self.seen_by_player)

    @property
    def state(self) -> State:
        return State(self.trust, self.doubts)

    def confirm(self) -> Self:
        """Confirm the board as a player saw it; doubts that were not answered stay."""
        return replace(self, confirmed=True, seen_by_player=True)

    # --- Orientation

    def transforms_since(self, number: int) -> Transforms | None:
        """Return the rotations and moves from the board with that number to this one; None if unrelated."""
        if self.number == number:
            return ()
        known = [transform.number for transform in self.transforms]
        return self.transforms[known.index(number) :] if number in known else None

    @abstractmethod
    def rotate(self) -> Self:
        """Rotate by the smallest possible angle, with the photo."""

    def move(self, direction: Position) -> Self:
        """Move one square in its frame; without a frame it stays unchanged."""
        return self


@dataclass(frozen=True)
class Board(EditedBoard):
    """One kingdom as it stands after reading and correcting.

    ``offset`` is the offset in the grid of a kingdom smaller than it; None centres the castle as far as possible.
    ``by_hand`` is True for a board that never had a photo.
    """

    kingdom: Kingdom
    _: KW_ONLY
    offset: Position | None = None
    by_hand: bool = False
    pieces: Pieces = NO_PIECES

    @property
    def size(self) -> tuple[int, int]:
        return self.kingdom.height, self.kingdom.width

    @property
    def may_be_doubtful(self) -> frozenset[Position]:
        """The squares that a correction can leave doubtful: also those that were when the photo was read."""
        return self.doubtful | (self.source.doubtful if self.source else frozenset())

    def rotate(self) -> Board:
        """Rotate a quarter turn clockwise, with the photo."""
        height, width = self.size
        rotated = {(row, column): (column, height - 1 - row) for (row, column), _ in self.kingdom.squares()}
        board = self._rearrange(rotated, width, height)
        return replace(
            board,
            source=self.source.rotate() if self.source else None,
            offset=None if self.offset is None else crop_offset(board.kingdom),
        )

    def move(self, direction: Position) -> Board:
        """Move one square in its frame and record that players chose the place."""
        moved = self.window(-direction[0], -direction[1], *self.size)
        return replace(moved, offset=crop_offset(moved.kingdom))

    def window(self, top: int, left: int, rows: int, columns: int) -> Board:
        """Cut out a part of the board, from a row and column on; positions outside the board are empty."""
        inside = {(row + top, column + left): (row, column) for row in range(rows) for column in range(columns)}
        source = self.source.window(top, left, rows, columns) if self.source else None
        return replace(self._rearrange(inside, rows, columns), source=source)

    def _rearrange(self, to: Mapping[Position, Position], height: int, width: int) -> Board:
        """Move every square with its pieces to the position that ``to`` gives, on a board of that size; drop others."""
        moved = {to[position]: square for position, square in self.kingdom.squares() if position in to}
        return replace(
            self,
            kingdom=Kingdom(tuple(tuple(moved.get((r, c), EMPTY) for c in range(width)) for r in range(height))),
            doubtful=frozenset(to[one] for one in self.doubtful if one in to),
            pieces=self.pieces.relocate(to),
        )

    @property
    def others(self) -> dict[Position, tuple[Square, ...]]:
        """The alternatives of each doubtful square: the one read and the runner-up; none without a photo."""
        if self.source is None:
            return dict.fromkeys(self.doubtful, ())
        read = {(row, column): self.source.squares[row][column] for row, column in self.doubtful}
        return {
            at: tuple(one for one in (seen.square, seen.alternative) if one not in (None, self.kingdom[at]))
            for at, seen in read.items()
        }


@dataclass(frozen=True)
class PhotoResult:
    """A photo that is not a board yet: none was taken, no kingdom was found, or several were.

    With both readings and a message, the message asks for confirmation that the readings are kingdoms.
    """

    picture: Picture | None = field(default=None, compare=False, repr=False)
    message: Message | None = None  # what went wrong and what to try, or is to be answered first
    readings: tuple[Reading, ...] = ()
    suspected: Title | None = None  # the box whose tiles seem to lie there, too
    setting_corners: bool = False


def board_trust_label(board: Board | None) -> Message:
    """Label the trust in a board for players; None is a board that is still missing."""
    return trust_label(board.trust, board.doubts) if board else trust_label(Trust.UNREAD)


def make_board(reading: Reading, picture: Picture) -> Board:
    """Build the board of a photo's reading, with its doubtful squares."""
    return Board(reading.kingdom, doubtful=reading.doubtful, source=PhotoReading.of(reading, picture))


def make_blank_board(grid: int) -> Board:
    """Build a board for manual entry: ``grid`` squares a side, the castle in the centre."""
    return Board(Kingdom.empty(grid, grid).with_square(grid // 2, grid // 2, CASTLE), by_hand=True)


def pad_board(board: Board, grid: int) -> Board:
    """Pad the board to its frame with empty squares, so that missed squares can be entered.

    A board that fills the frame, or is larger, stays unchanged.
    """
    kingdom = board.kingdom
    if max(kingdom.height, kingdom.width) > grid or (kingdom.height, kingdom.width) == (grid, grid):
        return board
    if not grid_offsets(kingdom, grid):
        return board
    wanted, now = default_grid_offset(kingdom, grid), crop_offset(kingdom)
    top = min(max(wanted[0] - now[0], 0), grid - kingdom.height)
    left = min(max(wanted[1] - now[1], 0), grid - kingdom.width)
    return board.window(-top, -left, grid, grid)


def refit_board(board: Board, grid: int) -> Board:
    """Fit the board into a frame of another size; a larger board stays unchanged."""
    top, left = crop_offset(board.kingdom)
    bare = board.kingdom.crop()
    if max(bare.height, bare.width) > grid or (board.kingdom.height, board.kingdom.width) == (grid, grid):
        return board
    return pad_board(board.window(top, left, bare.height, bare.width), grid)


def find_moves(kingdom: Kingdom, grid: int) -> tuple[Position, ...]:
    """List the directions in which a kingdom smaller than its frame can be moved in it."""
    if (kingdom.height, kingdom.width) != (grid, grid) or all(square.is_empty for _, square in kingdom.squares()):
        return ()
    row, column = crop_offset(kingdom)
    possible = grid_offsets(kingdom, grid)
    return tuple((down, right) for down, right in DIRECTIONS if (row + down, column + right) in possible)


def reorient(board: B, direction: Position | None = None) -> B:
    """Move the board one square in a direction, or rotate it without one, and record the transform."""
    transforms = (*board.transforms, Transform(board.number, direction))[-MAX_TRANSFORMS:]
    return replace(board.rotate() if direction is None else board.move(direction), transforms=transforms)


def crop_kingdom(kingdom: Kingdom, top: int, left: int, rows: int, columns: int) -> Kingdom:
    """Cut out a part of a kingdom, from a row and column on; positions outside it are empty."""
    return Kingdom(place_in_frame(kingdom.rows, (-top, -left), rows, columns, EMPTY))
