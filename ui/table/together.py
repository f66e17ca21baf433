"""Boards that another photo of their game has changed: no domino lies in two kingdoms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring import Kingdom
from scoring.message import Message, plural
from ui.table.board import Board
from ui.table.second_look import looked_again
from ui.table.source import BoardReading
from ui.table.table import Seat, Table


def may_change(board: Board) -> bool:
    """Whether a kingdom may be read otherwise because of another's: nobody has entered it or looked at it."""
    return board.source is not None and not _is_settled(board)


def settled_kingdoms(table: Table) -> list[Kingdom]:
    """The kingdoms that players have entered or looked at, as they stand."""
    return [seat.board.kingdom for seat in table.seats if seat.board and _is_settled(seat.board)]


def as_brought_back(board: Board) -> Board:
    """A board that a player has brought back: no other photo changes it again."""
    if board.source is None:
        return board
    return replace(board, source=replace(board.source, reading=replace(board.source.reading, seen=None)))


def with_readings(table: Table, readings: Mapping[int, BoardReading]) -> Table:
    """The table with the boards of some seats read otherwise, because of the photo that came last.

    What players answered stays, and what was there before can be brought back.
    """
    laid = [seat for seat in table.seats if seat.board]
    newest = max(laid, key=lambda seat: seat.board.number if seat.board else 0, default=None)
    for number, reading in readings.items():
        seat = table.seat(number)
        if seat and seat.board and newest:
            table = table.with_new_board(number, _read_otherwise(seat.board, reading, newest))
    return table


def _is_settled(board: Board) -> bool:
    return board.by_hand or (board.checked and board.looked_at)


def _read_otherwise(board: Board, reading: BoardReading, newest: Seat) -> Board:
    before = board.source.reading.kingdom if board.source else reading.kingdom
    squares = sum(square != before[position] for position, square in reading.kingdom.squares())
    why = _because_of(newest, squares) if newest.named and newest.board != board else _because(squares)
    again = looked_again(board, replace(reading, warnings=(why, *reading.warnings)), (0, 0))
    clear = board.checked and reading.sure and not again.doubtful
    return replace(again, checked=clear, looked_at=not clear)


def _because_of(seat: Seat, squares: int) -> Message:
    return plural(
        squares,
        "{name}'s photo settled a square here.",
        "{name}'s photo settled {number} squares here.",
        name=seat.name,
    )


def _because(squares: int) -> Message:
    return plural(
        squares, "The other kingdoms settled a square here.", "The other kingdoms settled {number} squares here."
    )
