"""What the browsers of the editors send, read by the codec; a message that is not as it should be is none."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from scoring import Position
from scoring.board_code import LONGEST
from ui.table.codec import FormatError, converted
from ui.table.json_fields import BoardText, KingdomCode, Spaces, Squares

T = TypeVar("T")

MOST_AHEAD = 1_000  # revisions: how far a browser may count between two answers
LAST_REVISION = 900_000_000  # a table with larger numbers could not be read back

Revision = Annotated[int, Meta(ge=0, le=LAST_REVISION)]


class ChangedBoard(Struct, frozen=True, kw_only=True):
    """A kingdom after a change, with the revision that its changes began with; then it is to be turned, or moved."""

    number: int
    revision: Revision
    code: KingdomCode
    doubts: Squares
    base: int = -1  # which no board has
    turn: bool = False
    move: Position | None = None


class ChangedEpoch(Struct, frozen=True, kw_only=True):
    """A board of Kingdoms after a change, likewise."""

    number: int
    revision: Revision
    code: BoardText
    named: Spaces
    doubts: Spaces
    base: int = -1
    turn: bool = False


class ChangedPieces(Struct, frozen=True, kw_only=True):
    """The pieces on a board before and after a change, as in a board code behind that of the kingdom."""

    number: int
    before: Annotated[str, Meta(max_length=LONGEST)]
    after: Annotated[str, Meta(max_length=LONGEST)]


def sent_in(message: Any, kind: type[T]) -> T | None:
    """What a browser sent; None for nonsense."""
    try:
        read: T = converted(message, kind)
    except FormatError:
        return None
    return read


def is_newer(revision: int, received: int, own: int) -> bool:
    """Whether what a browser calls a revision follows the last one received, by no more than it can have counted.

    ``own`` is the revision of the board as the server has it.
    """
    return received < revision <= max(received, own) + MOST_AHEAD
