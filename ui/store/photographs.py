"""The photos of a table's boards, taken off and put back, whichever game it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ui.store.photo_json import Photographed
from ui.table.board import Board
from ui.table.kingdoms import Epoch
from ui.table.source import KingdomsSource, Source
from ui.table.table import Seat, Table

Find = Callable[[int], Photographed | None]  # what a board was read from, by its number


def photographs(table: Table) -> dict[int, Photographed | None]:
    """What every board of a table was read from, as far as it is at hand, by the board's number."""
    boards = [board for seat in table.seats for board in (seat.board, seat.earlier) if board]
    begun = table.kingdoms.epochs if table.kingdoms else ()
    epochs = [epoch for current in begun for epoch in (current, current.earlier) if epoch]
    return {board.number: board.source for board in boards} | {epoch.number: epoch.source for epoch in epochs}


def with_photographs(table: Table, find: Find) -> Table:
    """The table with those photos that can be found."""
    seats = tuple(_seat(seat, find) for seat in table.seats)
    game = table.kingdoms
    if game:
        game = replace(game, epochs=tuple(_epoch(epoch, find) for epoch in game.epochs))
    return replace(table, seats=seats, kingdoms=game)


def epochs_without_photographs(table: Table) -> Iterator[Epoch]:
    """The boards of epochs in play without the photos they were read from: so many can be remembered for long."""
    for epoch in table.kingdoms.epochs if table.kingdoms else ():
        yield replace(epoch, source=None, earlier=replace(epoch.earlier, source=None) if epoch.earlier else None)


def _seat(seat: Seat, find: Find) -> Seat:
    board, earlier = (_board(one, find) if one else None for one in (seat.board, seat.earlier))
    return replace(seat, board=board, earlier=earlier)


def _board(board: Board, find: Find) -> Board:
    if board.source is not None or board.by_hand:
        return board
    found = find(board.number)
    return replace(board, source=found) if isinstance(found, Source) else board


def _epoch(epoch: Epoch, find: Find) -> Epoch:
    found = epoch.source or find(epoch.number)
    earlier = _epoch(epoch.earlier, find) if epoch.earlier else None
    return replace(epoch, source=found if isinstance(found, KingdomsSource) else None, earlier=earlier)
