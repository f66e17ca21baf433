"""One photo of several kingdoms, dealt to the players: each to the castle it was built round, the rest as asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from scoring import Castle, usual_grid
from ui.table.board import read_board
from ui.table.source import BoardReading, Picture
from ui.table.table import Table, TableError
from ui.table.turning import in_frame


@dataclass(frozen=True)
class Deal:
    """A photo whose kingdoms are being dealt.

    ``owners`` has for every reading the castle of its player, None for one that is still to be dealt; ``unowned`` are
    the places of those that belong to no player.
    """

    picture: Picture
    readings: tuple[BoardReading, ...]
    owners: tuple[Castle | None, ...]
    unowned: frozenset[int] = frozenset()

    @property
    def waiting(self) -> tuple[int, ...]:
        """The places among the readings of those still to be dealt."""
        return tuple(at for at, owner in enumerate(self.owners) if owner is None and at not in self.unowned)

    def passed_over(self, at: int) -> Deal:
        """The deal in which the reading at a place is no player's."""
        return replace(self, unowned=self.unowned | {at})


def dealt_by_castle(table: Table, picture: Picture, readings: tuple[BoardReading, ...]) -> tuple[Table, Deal]:
    """The table where every kingdom whose castle was recognised is its player's, and what is left to deal.

    A castle that nobody has yet becomes a player. Two kingdoms of one colour are left, in one photo or one after the
    other, and so are castles that this table does not play with. A photo of several replaces what lay there.
    """
    table = with_printing_seen(_on_fitting_grid(table, readings), readings)
    deal = Deal(picture, readings, (None,) * len(readings))
    seen = Counter(reading.castle for reading in readings)
    for at, reading in enumerate(readings):
        again = len(readings) == 1 and _has_kingdom(table, reading.castle)
        if reading.castle and seen[reading.castle] == 1 and not again and _has_place_for(table, reading.castle):
            with suppress(TableError):  # somebody of another colour is called by this one
                table, deal = dealt(table, deal, at, reading.castle)
    return table, deal


def dealt(table: Table, deal: Deal, at: int, castle: Castle) -> tuple[Table, Deal]:
    """The table and the deal after one reading went to the player of a castle, new if nobody had it.

    Where several kingdoms were read at once, one without any doubt needs no second look. Raises TableError where a
    player of another castle is called by this colour.
    """
    if castle in table.free_colours:
        table = table.with_player("", castle)
    number = next(seat.number for seat in table.seats if seat.colour is castle)
    reading = deal.readings[at]
    clear = len(deal.readings) > 1 and reading.sure and not reading.doubtful
    board = replace(read_board(reading, deal.picture), checked=clear)
    table = table.with_new_board(number, in_frame(board, table.rules.grid))
    return table, replace(deal, owners=(*deal.owners[:at], castle, *deal.owners[at + 1 :]))


def owner_of(table: Table, reading: BoardReading, asked: int) -> int | None:
    """The seat that a photo of one kingdom belongs to, taken for the seat that was ``asked``; None to ask.

    It is the seat asked unless the castle is another player's: then theirs while they have no kingdom.
    """
    seat = table.seat(asked)
    other = next((one for one in table.seats if one.colour is reading.castle), None)
    if seat is None or other is None or other == seat:
        return asked
    return other.number if other.board is None else None


def with_castle_seen(table: Table, reading: BoardReading, number: int) -> Table:
    """The table where the player of a seat has the castle of their photo, if it was recognised and is free.

    What the photo shows of the tiles is known from then on.
    """
    table, seen = with_printing_seen(table, [reading]), reading.castle
    return table.with_colour(number, seen) if seen and seen in table.free_colours else table


def with_printing_seen(table: Table, readings: Sequence[BoardReading]) -> Table:
    """The table once a photo with these kingdoms has shown which edition lies there."""
    seen = next((reading.printing for reading in readings if reading.printing), None)
    return replace(table, tiles=table.tiles.after_photo(seen))


def _has_kingdom(table: Table, castle: Castle | None) -> bool:
    return any(seat.board is not None for seat in table.seats if seat.colour is castle)


def _has_place_for(table: Table, castle: Castle) -> bool:
    return castle in table.free_colours or castle in {seat.colour for seat in table.seats}


def _on_fitting_grid(table: Table, readings: tuple[BoardReading, ...]) -> Table:
    """The table with the grid of the largest kingdom, unless a kingdom lies there already."""
    grid = max((usual_grid(reading.kingdom) for reading in readings), default=table.rules.grid)
    if grid <= table.rules.grid or any(seat.board for seat in table.seats):
        return table
    return replace(table, rules=replace(table.rules, grid=grid))
