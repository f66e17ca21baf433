"""How boards came to lie as they do, so that what was meant for a board as it lay before finds its place.

A board that is turned, or moved in its frame, gets another number. On another phone somebody may be tapping the board
as it lay: each remembers what was done to it, and the taps go the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from scoring import Position
from scoring.sentence import said
from ui.table.json_fields import Json, RecordError, count, each

STEPS: tuple[Position, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left
MOST_LIES = 12  # that a board remembers; another phone sees each within seconds


@dataclass(frozen=True)
class Lie:
    """What was done to the board with that number: it was moved by a step in its frame, or turned, without one."""

    number: int
    step: Position | None = None


Lies = tuple[Lie, ...]


class Laid(Protocol):
    """A board with its number and what was done to lay it as it lies, the last thing last."""

    @property
    def number(self) -> int: ...

    @property
    def lies(self) -> Lies: ...


T = TypeVar("T", bound=Laid)
LayAs = Callable[[T, T, Lies], T]  # a board after what was done to it, as another lies now


def and_then(board: Laid, step: Position | None) -> Lies:
    """What has been done to a board once it is moved by that step, or turned."""
    return (*board.lies, Lie(board.number, step))[-MOST_LIES:]


def since(board: Laid, number: int) -> Lies | None:
    """What was done to the board with that number to make it this one; None if it is another board altogether."""
    if board.number == number:
        return ()
    known = [lie.number for lie in board.lies]
    return board.lies[known.index(number) :] if number in known else None


def laid_alike(base: T, mine: T, theirs: T, lay_as: LayAs[T]) -> tuple[T, T, T] | None:
    """All three as one lies that was laid anew on either phone, so that they can be merged place by place.

    None for different boards, or where they were laid in different ways. ``lay_as`` gets a board, the one to lie as,
    and what is to be done for it; a board laid so has revision 0.
    """
    own, others = since(mine, base.number), since(theirs, base.number)
    if own is None or others is None:
        return None
    if own and others and [lie.step for lie in own] != [lie.step for lie in others]:
        return None
    newest, done = (mine, own) if own and not others else (theirs, others)
    return (
        lay_as(base, newest, done),
        lay_as(mine, newest, () if own else done),
        lay_as(theirs, newest, () if others else done),
    )


def lies_json(lies: Lies) -> list[Any]:
    """What was done to a board as a JSON value; ``lies_in`` reads it back."""
    return [[lie.number, lie.step] for lie in lies]


def lies_in(held: Json) -> Lies:
    """What was done to the board in a JSON value; nothing where it does not say. Raises RecordError."""
    return each(held, "lies", _lie, MOST_LIES) if "lies" in held else ()


def _lie(held: Any) -> Lie:
    match held:
        case [number, None]:
            return Lie(count(number, "lies"))
        case [number, [row, column]] if (row, column) in STEPS:
            return Lie(count(number, "lies"), STEPS[STEPS.index((row, column))])
    raise RecordError(said("{field} holds something that is not of ours", field="lies"))
