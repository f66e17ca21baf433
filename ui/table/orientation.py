"""Orientation of a board: the quarter turns and shifts since it was read.

A board that is turned, or moved in its frame, gets another number. On another phone somebody may be tapping the board
as it was before: each board remembers its last turns, and the taps are turned in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from scoring import Position

STEPS: tuple[Position, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left
MOST_TURNS = 12  # that a board remembers; another phone sees each within seconds


@dataclass(frozen=True)
class Orientation:
    """How squares that were read lie on a board: turned clockwise by quarters, then ``shift`` rows and columns in."""

    quarter_turns: int = 0  # 0 to 3
    shift: Position = (0, 0)

    def turned(self, board_rows: int, read_rows: int) -> Orientation:
        """After one more quarter turn of a board with so many rows, on which what was read has so many."""
        down, right = self.shift
        return Orientation((self.quarter_turns + 1) % 4, (right, board_rows - down - read_rows))

    def shifted(self, down: int, right: int) -> Orientation:
        """After a move by that many rows and columns."""
        return replace(self, shift=(self.shift[0] + down, self.shift[1] + right))


AS_READ = Orientation()


@dataclass(frozen=True)
class Turn:
    """What was done to the board with that number: moved by a step in its frame, or, without one, turned."""

    number: int
    step: Position | None = None


Turns = tuple[Turn, ...]


class Oriented(Protocol):
    """A board with its number and its last turns, the latest last."""

    @property
    def number(self) -> int: ...

    @property
    def turns(self) -> Turns: ...


def with_turn(board: Oriented, step: Position | None) -> Turns:
    """The turns of a board once it is moved by that step, or turned."""
    return (*board.turns, Turn(board.number, step))[-MOST_TURNS:]


def turns_since(board: Oriented, number: int) -> Turns | None:
    """The turns that made the board with that number this one; None if it is another board altogether."""
    if board.number == number:
        return ()
    known = [turn.number for turn in board.turns]
    return board.turns[known.index(number) :] if number in known else None


def place_after(place: Position, turns: Turns, rows: int, columns: int) -> Position:
    """The place, after those turns, of a square of a board of that size; perhaps outside of its frame."""
    row, column = place
    for turn in turns:
        if turn.step is None:
            row, column, rows, columns = column, rows - 1 - row, columns, rows
        else:
            row, column = row + turn.step[0], column + turn.step[1]
    return row, column
