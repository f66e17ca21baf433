"""What the browsers of the editors are told and send; a message that is not as it should be is none."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from scoring.board_code import LONGEST
from ui.table.codec import FormatError, converted
from ui.table.json_fields import BoardText
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
    base: int = -1  # which no board has
    turn: bool = False


class ChangedPieces(Struct, frozen=True, kw_only=True):
    """The pieces on a board before and after a browser's changes up to that one, as in a board code behind that of the
    kingdom."""

    number: int
    change: Revision
    before: Annotated[str, Meta(max_length=LONGEST)]
    after: Annotated[str, Meta(max_length=LONGEST)]


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
    if sent.number != epoch.number or not is_newer:
        return None
    return replace(epoch, board=sent.code.value, revision=sent.revision, checked=False)
