"""What further photos say of boards: another of the same board, or those of the other kingdoms of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring import Kingdom, Position
from scoring.kingdom import place_name
from scoring.message import Message, in_a_row, message, plural
from ui.table.board import Board
from ui.table.source import BoardReading
from ui.table.table import Seat, Table

MOST_NAMED = 3  # squares in the advice


def looked_again(board: Board, reading: BoardReading, at: Position) -> Board:
    """The board with what two looks together show, but for the squares that a player has answered.

    ``reading`` was made of the board's own photo and another; its top left square lies ``at`` a row and column of the
    grid that was read before, which may be outside. A board without a photo stays as it is.
    """
    source = board.source
    if source is None:
        return board
    orientation = source.orientation
    down, right = _turned(at, source.reading, reading, orientation.quarter_turns)
    again = replace(source, reading=reading, orientation=orientation.shifted(down, right))
    answered = answers(board)
    seen = again.kingdom
    has_castle = any(castle in answered for castle in board.kingdom.castles)
    rows = tuple(
        tuple(
            square if (row, column) in answered or (has_castle and seen[row, column].is_castle) else seen[row, column]
            for column, square in enumerate(board.kingdom.rows[row])
        )
        for row in range(board.kingdom.height)
    )
    return replace(board, kingdom=Kingdom(rows), doubtful=again.doubtful - answered, source=again, checked=False)


def answers(board: Board) -> frozenset[Position]:
    """The squares that a player has changed or confirmed since they were read."""
    source = board.source
    if source is None:
        return frozenset()
    changed = {position for position, square in board.kingdom.squares() if square != source.kingdom[position]}
    return frozenset(changed) | (source.doubtful - board.doubtful)


def where_to_look_from(board: Board) -> Message:
    """From where another photo would show the squares that are still open."""
    castle = next(iter(board.kingdom.castles), None)
    doubts = board.doubts_in_order()
    behind = [at for at in doubts if castle and max(abs(at[0] - castle[0]), abs(at[1] - castle[1])) == 1]
    if behind:
        return message("From the other side: the castle may hide {places}.", places=_named(behind))
    return message("From another side, closer and in better light: {places}.", places=_named(doubts))


def _named(squares: tuple[Position, ...] | list[Position]) -> Message | str:
    return in_a_row([place_name(square) for square in squares[:MOST_NAMED]])


def _turned(at: Position, before: BoardReading, now: BoardReading, quarter_turns: int) -> Position:
    """The place of a grid's top left square in another grid, once both have been turned clockwise."""
    top, left = at
    height, width = before.kingdom.height, before.kingdom.width
    rows, columns = now.kingdom.height, now.kingdom.width
    for _ in range(quarter_turns):
        top, left = left, height - top - rows
        (height, width), (rows, columns) = (width, height), (columns, rows)
    return top, left


def may_change(board: Board) -> bool:
    """True if a kingdom may be read otherwise because of another's: nobody has entered it or looked at it."""
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
    why = (
        plural(
            squares,
            "{name}'s photo settled a square here.",
            "{name}'s photo settled {number} squares here.",
            name=newest.name,
        )
        if newest.named and newest.board != board
        else plural(
            squares, "The other kingdoms settled a square here.", "The other kingdoms settled {number} squares here."
        )
    )
    again = looked_again(board, replace(reading, warnings=(why, *reading.warnings)), (0, 0))
    clear = board.checked and reading.sure and not again.doubtful
    return replace(again, checked=clear, looked_at=not clear)
