"""What photos of the samples show, as it may have been read, without reading them."""

from __future__ import annotations

from dataclasses import replace

from scoring import Kingdom, Position, Square, Terrain
from scoring.castle import Castle
from scoring.message import Message
from tests.given import KITCHEN, KITCHEN_CORNERS, SAMPLES, codes_of
from ui.photos.pictures import kept
from ui.table.board import Board, read_board
from ui.table.source import BoardReading, ReadSquare
from ui.table.table import Table
from vision import load

TRUTH = Kingdom.parse(*codes_of(KITCHEN))
TOGETHER = SAMPLES / "whole-table.jpg"
CORNERS = {  # of the kingdoms in it
    Castle.BLUE: ((245.0, 172.0), (927.0, 129.0), (967.0, 783.0), (223.0, 821.0)),
    Castle.GREEN: ((1238.0, 111.0), (1924.0, 166.0), (1928.0, 820.0), (1190.0, 750.0)),
    Castle.PINK: ((216.0, 1029.0), (969.0, 1071.0), (913.0, 1890.0), (88.0, 1838.0)),
    Castle.YELLOW: ((1201.0, 1075.0), (1954.0, 996.0), (2110.0, 1797.0), (1294.0, 1887.0)),
}


def reading_of(kingdom: Kingdom, *doubtful: Position, warnings: tuple[Message, ...] = ()) -> BoardReading:
    """A reading in which every square but the castle may as well be swamp; its corners are the kitchen's."""
    swamp = Square(Terrain.SWAMP)
    squares = tuple(
        tuple(ReadSquare(square, 0.9, None if square.is_castle else swamp) for square in row) for row in kingdom.rows
    )
    return BoardReading(kingdom, squares, KITCHEN_CORNERS, frozenset(doubtful), warnings=warnings)


def photographed(*doubtful: Position, read: Kingdom = TRUTH, warnings: tuple[Message, ...] = ()) -> Board:
    """A board with its photo, with squares in doubt that may as well be swamp."""
    return read_board(reading_of(read, *doubtful, warnings=warnings), kept(load(KITCHEN)))


def photographed_together(*names: str) -> Table:
    """Four kingdoms in one photo, all of them looked at; players without a name are called by their castles."""
    picture = kept(load(TOGETHER))
    table = Table()
    for castle, name in zip(CORNERS, names or [""] * len(CORNERS), strict=True):
        table = table.with_player(name, castle)
    for seat, code in zip(table.seats, codes_of(TOGETHER), strict=True):
        reading = replace(reading_of(Kingdom.parse(code)), corners=CORNERS[seat.colour])
        table = table.with_new_board(seat.number, replace(read_board(reading, picture), checked=True))
    return table
