"""What is said beside a board: what quests and pieces earn, and remarks on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import Pieces, Position, ScoreSheet
from ui.i18n.translate import _, translated

NEARLY_FULL = 4  # gaps up to which a board entered by hand is taken for finished
MOST_REMARKS = 4  # the next ones come up as these are put right

Places = tuple[Position, ...]


@dataclass(frozen=True)
class Earning:
    """What a quest or pieces earn, with the squares and lines counted."""

    text: str
    squares: Places
    lines: tuple[Places, ...]


@dataclass(frozen=True)
class Remark:
    """What to look at before the board is trusted, and where."""

    text: str
    squares: Places = ()


def earnings(sheet: ScoreSheet | None, pieces: Pieces) -> tuple[Earning, ...]:
    """The earnings of quests and pieces; none while the score stays hidden. The last is the total without giants."""
    if sheet is None:
        return ()
    giants = tuple(position for position, _number in pieces.giants)
    return (
        *(Earning(translated(one.line), tuple(one.squares), tuple(one.lines)) for one in sheet.earnings),
        *(Earning(translated(line), giants, ()) for line in sheet.giants_line),
    )


def first_remarks(found: Sequence[Remark]) -> tuple[Remark, ...]:
    """The first remarks, and how many more there are."""
    left = len(found) - MOST_REMARKS
    more = [Remark(_("And {number} more.", number=left))] if left > 0 else []
    return (*found[:MOST_REMARKS], *more)
