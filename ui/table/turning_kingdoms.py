"""Turning a board of Kingdoms, which has two ways up."""

from __future__ import annotations

from dataclasses import replace

from scoring.kingdoms import POSITIONS, Board
from ui.table.kingdoms import Epoch
from ui.table.orientation import Turns, with_turn

_OPPOSITE = dict(zip(POSITIONS, reversed(POSITIONS), strict=True))


def turned(epoch: Epoch) -> Epoch:
    """The epoch as it is seen from the other side of the table."""
    return replace(
        epoch,
        board=Board(tuple(row[::-1] for row in epoch.board.rows[::-1])),
        named=frozenset(_OPPOSITE[position] for position in epoch.named),
        doubtful=frozenset(_OPPOSITE[position] for position in epoch.doubtful),
        asked=tuple(_OPPOSITE[position] for position in epoch.asked),
        checked=False,
        source=epoch.source.turned() if epoch.source else None,
    )


def reoriented(epoch: Epoch) -> Epoch:
    """The epoch as it is seen from the other side of the table; it remembers the turn."""
    return replace(turned(epoch), turns=with_turn(epoch, None))


def turned_like(epoch: Epoch, other: Epoch, turns: Turns) -> Epoch:
    """The epoch after these turns, in the orientation of another; without the photo, which the other has."""
    if not turns:
        return replace(epoch, number=other.number, turns=other.turns)
    bare = replace(epoch, source=None)
    seen = turned(bare) if len(turns) % 2 else bare
    return replace(
        seen, checked=epoch.checked, number=other.number, turns=other.turns, revision=0, earlier=other.earlier
    )
