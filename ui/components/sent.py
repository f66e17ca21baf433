"""What the browsers of the editors are told and send; a message that is not as it should be is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta, Struct

from scoring import Position
from scoring.board_code import LONGEST
from ui.table.codec import FormatError, Notation, converted
from ui.table.edited_board import B
from ui.table.json_fields import BoardText, KingdomCode, Squares

T = TypeVar("T")
Code = TypeVar("Code", bound=Notation[Any])

MOST_AHEAD = 1_000  # revisions: how far a browser may count between two answers
LAST_REVISION = 900_000_000  # a table with larger numbers could not be read back

Revision = Annotated[int, Meta(ge=0, le=LAST_REVISION)]


class ChangedBoard(Struct, Generic[Code], frozen=True, kw_only=True):
    """A board after a change, with the revision that its changes began with; then it is to be turned, or moved."""

    number: int
    revision: Revision
    code: Code
    doubts: Squares
    named: Squares = ()
    base: int = -1  # which no board has
    turn: bool = False
    move: Position | None = None


ChangedKingdom = ChangedBoard[KingdomCode]
ChangedEpoch = ChangedBoard[BoardText]


class ChangedPieces(Struct, frozen=True, kw_only=True):
    """The pieces on a board before and after a change, as in a board code behind that of the kingdom."""

    number: int
    before: Annotated[str, Meta(max_length=LONGEST)]
    after: Annotated[str, Meta(max_length=LONGEST)]


def choice(look: tuple[Position, int] | None) -> dict[str, Any] | None:
    """What a browser is told of a cell that it is to choose, with the number of that request."""
    return {"place": look[0], "asked": look[1]} if look else None


def sent_in(message: Any, kind: type[T]) -> T | None:
    """What a browser sent; None for nonsense."""
    try:
        read: T = converted(message, kind)
    except FormatError:
        return None
    return read


def correction(board: B, sent: ChangedBoard[Any], received: int) -> B | None:
    """The board after what a browser sent; None for a revision received already, or another board.

    ``received`` is the last revision that came from this browser.
    """
    changed = board.with_rows(sent.code.value.rows)
    is_newer = received < sent.revision <= max(received, board.revision) + MOST_AHEAD
    is_inside = board.cells.keys() >= set(sent.named)
    if sent.number != board.number or changed.size != board.size or not is_newer or not is_inside:
        return None
    doubtful = board.may_be_doubtful.intersection(sent.doubts)
    return replace(changed.with_named(frozenset(sent.named)), doubtful=doubtful, revision=sent.revision, checked=False)


def receive(
    message: Any,
    kind: type[ChangedBoard[Any]],
    board: B,
    received: int,
    *,
    on_correction: Callable[[B, int], None],
    on_turn: Callable[[B, int, Position | None], None],
) -> None:
    """Pass on what a browser sent of a board: each gets the board and the revision that its changes began with.

    ``on_turn`` is called where the board is then to be moved by a step in its frame, or turned without one.
    """
    sent = sent_in(message, kind)
    corrected = correction(board, sent, received) if sent else None
    if sent is None or corrected is None:
        return
    if sent.turn or sent.move:
        on_turn(corrected, sent.base, sent.move)
    else:
        on_correction(corrected, sent.base)
