"""What the browsers of the editors are told and send; a message that is not as it should be is none."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from scoring import Position
from scoring.board_code import LONGEST
from ui.table.codec import FormatError, converted
from ui.table.json_fields import BoardText, Squares
from ui.table.kingdoms import Epoch

T = TypeVar("T")

MOST_AHEAD = 1_000  # revisions: how far a browser may count between two answers
LAST_REVISION = 900_000_000  # a table with larger numbers could not be read back

Revision = Annotated[int, Meta(ge=0, le=LAST_REVISION)]


class ChangedEpoch(Struct, frozen=True, kw_only=True):
    """A board of Kingdoms after a change, with the revision that its changes began with; then it is to be turned."""

    number: int
    revision: Revision
    code: BoardText
    doubts: Squares
    named: Squares = ()
    base: int = -1  # which no board has
    turn: bool = False


class ChangedPieces(Struct, frozen=True, kw_only=True):
    """The pieces on a board before and after a browser's changes up to that one, as in a board code behind that of the
    kingdom."""

    number: int
    change: Revision
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


def correction(epoch: Epoch, sent: ChangedEpoch, received: int) -> Epoch | None:
    """The epoch after what a browser sent; None for a revision received already, or another board.

    ``received`` is the last revision that came from this browser.
    """
    is_newer = received < sent.revision <= max(received, epoch.revision) + MOST_AHEAD
    is_inside = epoch.cells.keys() >= set(sent.named)
    if sent.number != epoch.number or not is_newer or not is_inside:
        return None
    doubtful = epoch.may_be_doubtful.intersection(sent.doubts)
    changed = epoch.with_rows(sent.code.value.rows).with_named(frozenset(sent.named))
    return replace(changed, doubtful=doubtful, revision=sent.revision, checked=False)
