"""Assign the kingdoms of a photo to players: by castle, by elimination, or by their answers.

A player is known by the castle, which is the colour of their seat. Readings are known by their index, ``at``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar

from scoring import Castle, Kingdom, Position, Square, default_grid
from scoring.dominoes.nearest import find_stray_dominoes, remove_pair
from scoring.message import Message, plural
from ui.table.board import PhotoResult, make_board
from ui.table.commands import CHANGED_SINCE, UndoEntry, undo
from ui.table.corrections import with_photographed_board
from ui.table.photo_reading import PhotoReading, Picture
from ui.table.table import Seat, Table, TableError
from vision import Reading

FEWEST_ALIKE = 6  # squares without the castle; smaller kingdoms may agree by chance
ALIKE = 0.75  # share of the squares of the smaller reading that agree, if two readings show one kingdom


@dataclass(frozen=True)
class Assignment:
    """The kingdoms of one or several photos, and the player of each.

    Attributes:
        pictures: The photo of each reading.
        readings: The kingdoms.
        owners: The castle of each reading's player. None means that the reading is still to be assigned, or belongs to
            no player if its index is in ``unowned``.
        unowned: Indices of readings that belong to no player.
        eliminated: Index of a reading that was assigned by elimination: its own castle was not recognised.
        remarks: Sentences about photos that added no kingdom.
        before: The table before the photos.
    """

    pictures: tuple[Picture, ...]
    readings: tuple[Reading, ...]
    owners: tuple[Castle | None, ...]
    unowned: frozenset[int] = frozenset()
    eliminated: int | None = None
    remarks: tuple[Message, ...] = ()
    before: Table = field(default=Table(), compare=False, repr=False)

    @classmethod
    def of(cls, photos: Sequence[PhotoResult], before: Table) -> Assignment:
        """Collect the kingdoms of photos, all unassigned; of duplicates keep the reading with the most squares."""
        found = find_distinct_kingdoms(photos)
        shown = [(picture, photos[of].readings[at]) for of, at in found if (picture := photos[of].picture)]
        twice = sum(len(photo.readings) for photo in photos if photo.picture) - len(shown)
        empty = sum(not photo.readings for photo in photos)
        remarks = [plural(empty, "One photo shows no kingdom.", "{number} photos show no kingdom.")] if empty else []
        if twice:
            remarks.append(
                plural(
                    twice,
                    "One kingdom is in two photos: the better one counts.",
                    "{number} kingdoms are in two photos: the better ones count.",
                )
            )
        pictures, readings = tuple(picture for picture, _ in shown), tuple(reading for _, reading in shown)
        return cls(pictures, readings, (None,) * len(readings), remarks=tuple(remarks), before=before)

    @property
    def unassigned(self) -> tuple[int, ...]:
        """The indices of the readings that are still to be assigned."""
        return tuple(at for at, owner in enumerate(self.owners) if owner is None and at not in self.unowned)

    def with_owner(self, at: int, castle: Castle | None) -> Assignment:
        """Assign the reading at an index to the player of a castle; None makes it unassigned."""
        return replace(self, owners=(*self.owners[:at], castle, *self.owners[at + 1 :]))


def assign_by_castle(table: Table, *photos: PhotoResult) -> tuple[Table, Assignment]:
    """Assign every kingdom whose castle was recognised, and return what is left to assign.

    A recognised castle without a player adds one. Two kingdoms of one colour, castles that this table does not play
    with, and uncertain kingdoms stay unassigned. A photo of several kingdoms replaces existing boards; a photo of
    one kingdom does not.
    """
    assignment = Assignment.of(photos, before=table)
    readings = assignment.readings
    table = record_printing(_fit_grid(table, readings), readings)
    seen = Counter(reading.castle for reading in readings)
    for at, reading in enumerate(readings):
        has_kingdom = any(seat.board and seat.colour is reading.castle for seat in table.seats)
        has_place = reading.castle in (*table.free_colours, *(seat.colour for seat in table.seats))
        replaces = len(readings) == 1 and has_kingdom
        if reading.castle and seen[reading.castle] == 1 and has_place and not (replaces or reading.needs_confirmation):
            with suppress(TableError):  # a player of another castle has this colour as a name
                table, assignment = assign_reading(table, assignment, at, reading.castle)
    return assign_by_elimination(table, assignment)


def assign_by_elimination(table: Table, assignment: Assignment) -> tuple[Table, Assignment]:
    """Assign the only unassigned kingdom to the only castle left, unless its own castle was recognised."""
    left = _find_free_castles(table, assignment)
    if len(assignment.readings) == 1 or len(assignment.unassigned) != 1 or len(left) != 1:
        return table, assignment
    [at] = assignment.unassigned
    if assignment.readings[at].castle or assignment.readings[at].needs_confirmation:
        return table, assignment
    with suppress(TableError):  # a player of another castle has this colour as a name
        table, assignment = assign_reading(table, assignment, at, left[0])
        assignment = replace(assignment, eliminated=at)
    return table, assignment


def unassign(table: Table, assignment: Assignment, at: int) -> tuple[Table, Assignment]:
    """Undo the assignment of one reading: a player whom the photos added leaves, others get their earlier board."""
    castle = assignment.owners[at]
    is_new = castle not in {seat.colour for seat in assignment.before.seats}
    seats = (
        replace(seat, board=seat.earlier, earlier=None) if seat.colour is castle else seat
        for seat in table.seats
        if not (is_new and seat.colour is castle)
    )
    return replace(table, seats=tuple(seats)), replace(assignment.with_owner(at, None), eliminated=None)


def undo_assignment(table: Table, assignment: Assignment, after: Table) -> Table:
    """Undo an assignment; its boards go with their corrections, other changes stay.

    ``after`` is the table right after the assignment. Raises TableError if it can no longer be undone.
    """
    if not can_undo_assignment(assignment, after, table):
        raise TableError(CHANGED_SINCE)
    return undo(table, UndoEntry(assignment.before, after))


def can_undo_assignment(assignment: Assignment, after: Table, now: Table) -> bool:
    """Return whether an assignment can be undone: its boards are all there, and the result was not recorded since.

    ``after`` is the table right after the assignment.
    """
    assigned = {seat.board.number for seat in after.seats if seat.board and seat.colour in assignment.owners}
    there = {seat.board.number for seat in now.seats if seat.board}
    return bool(assigned) and assigned <= there and now.recorded == after.recorded


def find_distinct_kingdoms(photos: Sequence[PhotoResult]) -> list[tuple[int, int]]:
    """Return (index of the photo, index of the reading) of every kingdom; the best of one in several photos."""
    found: list[tuple[int, int]] = []

    def quality(one: tuple[int, int]) -> tuple[int, int]:
        """Return how much a photo shows of the kingdom, then how clearly."""
        reading = photos[one[0]].readings[one[1]]
        return reading.kingdom.tile_count, -len(reading.doubtful)

    for of, photo in enumerate(photos):
        if photo.picture is None:
            continue
        others = [*enumerate(found)]
        for at, reading in enumerate(photo.readings):
            same = next(
                (n for n, other in others if _show_same_kingdom(reading, photos[other[0]].readings[other[1]])), None
            )
            if same is None:
                found.append((of, at))
            else:
                found[same] = max(found[same], (of, at), key=quality)
    return found


def _show_same_kingdom(one: Reading, other: Reading) -> bool:
    """Return whether two photos show one kingdom: most squares round the castle agree in one of four orientations."""
    if one.castle and other.castle and one.castle is not other.castle:
        return False
    squares, kingdom = _map_squares_by_offset(one.kingdom), other.kingdom
    most = 0
    for _turn in range(4):
        kingdom = kingdom.rotate()
        most = max(most, len(squares.items() & _map_squares_by_offset(kingdom).items()))
    fewer = min(len(squares), len(_map_squares_by_offset(other.kingdom)))
    return fewer >= FEWEST_ALIKE and most >= ALIKE * fewer


def _map_squares_by_offset(kingdom: Kingdom) -> dict[Position, Square]:
    """Map the offsets from the castle to the squares with a terrain; empty without a castle."""
    return {
        (row - top, column - left): square
        for top, left in kingdom.castles
        for (row, column), square in kingdom.squares()
        if square.terrain is not None
    }


def shows_all_players(table: Table, readings: Sequence[Reading]) -> bool:
    """Return whether a photo taken for one player shows several players, none of whom has a kingdom yet.

    The first photo of a game belongs to all players if it shows several kingdoms.
    """
    unread = {seat.colour for seat in table.seats if not seat.board}
    return len(readings) > 1 and (len(unread) == len(table.seats) or unread.issuperset(one.castle for one in readings))


def assign_reading(table: Table, assignment: Assignment, at: int, castle: Castle) -> tuple[Table, Assignment]:
    """Assign one reading to the player of a castle, creating the player if needed.

    Of several kingdoms read at once, one without any doubt needs no confirmation. Raises TableError if a player of
    another castle has this colour as a name.
    """
    if castle in table.free_colours:
        table = table.with_player("", castle)
    number = next(seat.number for seat in table.seats if seat.colour is castle)
    reading = assignment.readings[at]
    clear = len(assignment.readings) > 1 and reading.sure and not reading.doubtful
    board = replace(make_board(reading, assignment.pictures[at]), confirmed=clear, seen_by_player=not clear)
    table = with_photographed_board(table, number, board)
    return table, assignment.with_owner(at, castle)


def find_owner(table: Table, reading: Reading, asked: int) -> int | None:
    """Return the number of the seat to which a photo of one kingdom belongs; None to ask.

    It is ``asked``, the seat for which the photo was taken, unless the castle is another player's. Then it is that
    player's seat if they have no kingdom yet.
    """
    seat = table.seat(asked)
    other = next((one for one in table.seats if one.colour is reading.castle), None)
    if seat is None or other is None or other == seat:
        return asked
    return other.number if other.board is None else None


def adopt_castle(table: Table, reading: Reading, number: int) -> Table:
    """Give the player of a seat the castle of their photo, if it was recognised and is free.

    Also record the tile set that the photo shows.
    """
    table, seen = record_printing(table, [reading]), reading.castle
    return table.with_colour(number, seen) if seen and seen in table.free_colours else table


def record_printing(table: Table, readings: Sequence[Reading]) -> Table:
    """Record the tile set that a photo with these kingdoms shows."""
    seen = next((reading.printing for reading in readings if reading.printing), None)
    return replace(table, tiles=replace(table.tiles, seen=seen)) if seen else table


def _find_free_castles(table: Table, assignment: Assignment) -> tuple[Castle, ...]:
    """List the players' castles without an assigned kingdom, and the others if there are more kingdoms than players."""
    seated = tuple(seat.colour for seat in table.seats if seat.colour not in assignment.owners)
    may_come = len(assignment.readings) > len(table.seats) and not table.is_full
    return seated + (table.free_colours if may_come else ())


def _fit_grid(table: Table, readings: tuple[Reading, ...]) -> Table:
    """Enlarge the grid to fit the largest kingdom, unless any player has a board; never shrink it.

    Possible stray dominoes do not count.
    """
    kingdoms = [reading.kingdom for reading in readings]
    strays = [find_stray_dominoes(kingdom, table.rules.box) for kingdom in kingdoms]
    without_strays = (
        remove_pair(kingdom, pairs[0]) if pairs else kingdom for kingdom, pairs in zip(kingdoms, strays, strict=True)
    )
    grid = max(map(default_grid, without_strays), default=table.rules.grid)
    if grid <= table.rules.grid or any(seat.board for seat in table.seats):
        return table
    return replace(table, rules=replace(table.rules, grid=grid))


T = TypeVar("T")


def find_shared_photo(table: Table) -> tuple[Picture, list[tuple[Seat, PhotoReading]]] | None:
    """Return the photo that shows most kingdoms with the seats read from it; None if none shows two."""
    return group_by_photo((seat, seat.board.source) for seat in table.seats if seat.board and seat.board.source)


def group_by_photo(read: Iterable[tuple[T, PhotoReading]]) -> tuple[Picture, list[tuple[T, PhotoReading]]] | None:
    """Return the photo with the most items read from it, and those items; None if none has two."""
    by_photo: dict[bytes, list[tuple[T, PhotoReading]]] = {}
    for whose, source in read:
        by_photo.setdefault(source.picture.jpeg, []).append((whose, source))
    most = max(by_photo.values(), key=len, default=[])
    return (most[0][1].picture, most) if len(most) > 1 else None
