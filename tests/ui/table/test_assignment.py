"""Kingdoms of one photo are assigned to players by their castles, else by the players' answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import Castle, Kingdom
from tests.ui.factories import ANA_AND_BEN, board_of, reading_of
from ui.table.assignment import (
    adopt_castle,
    assign_by_castle,
    assign_reading,
    can_undo_assignment,
    find_owner,
    shows_all_players,
    unassign,
    undo_assignment,
)
from ui.table.board import Board, PhotoResult
from ui.table.photo_reading import Picture
from ui.table.table import Table, TableError
from vision import Reading, ReadingWarning, WarningCode

PICTURE = Picture(b"", 400, 300, 1.0)
SMALL, WIDE = "C w1", "C w1 w w w w w/. . . . . . w/. . . . . ."


def read(castle: Castle | None, code: str = SMALL) -> Reading:
    return reading_of(code, castle=castle)


def photo(*readings: Reading) -> PhotoResult:
    return PhotoResult(PICTURE, readings=readings)


def owners(table: Table) -> dict[str, bool]:
    return {seat.name: seat.board is not None for seat in table.seats}


def test_possible_stray_domino_does_not_enlarge_the_grid() -> None:
    table, _ = assign_by_castle(Table(), photo(read(Castle.PINK, "wwCwwgg")))
    assert table.rules.grid == 5

    table, _ = assign_by_castle(Table(), photo(read(Castle.PINK, "wwwCwwww")))
    assert table.rules.grid == 7


ANA_LAID = ANA_AND_BEN.with_new_board(1, Board(Kingdom.parse(SMALL)))


@pytest.mark.parametrize(
    ("table", "seen", "asked"),
    [
        (ANA_AND_BEN, (Castle.BLUE, Castle.BLUE, None, Castle.GREEN), (0, 1, 2)),  # one colour twice, and none
        (ANA_LAID, (Castle.BLUE,), (0,)),  # a second kingdom of a colour
        (ANA_LAID, (Castle.BLUE, Castle.GREEN), ()),  # as a photo of several shows it
        (Table().with_player("Pink", Castle.BLUE), (Castle.PINK,), (0,)),  # another player is called by that colour
        (Table(), (Castle.BROWN,), (0,)),  # of another box
    ],
)
def test_kingdom_without_a_known_castle_is_asked_about(
    table: Table, seen: tuple[Castle | None, ...], asked: tuple[int, ...]
) -> None:
    assigned, assignment = assign_by_castle(table, photo(*map(read, seen)))

    assert assignment.unassigned == asked
    assert sum(seat.board is not None for seat in assigned.seats) >= len(seen) - len(asked)


BOX = (Castle.BLUE, Castle.GREEN, Castle.PINK, None)


def test_last_castle_is_assigned_by_elimination() -> None:
    table, assignment = assign_by_castle(Table(), photo(*map(read, BOX)))
    _three, open_still = assign_by_castle(Table(), photo(*map(read, BOX[1:])))

    assert owners(table) == {"Blue": True, "Green": True, "Pink": True, "Yellow": True}
    assert (assignment.unassigned, assignment.eliminated) == ((), 3)
    assert (open_still.unassigned, open_still.eliminated) == ((2,), None)


def test_assignment_by_elimination_can_be_reopened() -> None:
    table, assignment = assign_by_castle(Table(), photo(*map(read, BOX)))
    alone, later = assign_by_castle(ANA_AND_BEN, photo(read(Castle.BLUE), read(None)))

    table, assignment = unassign(table, assignment, 3)
    alone, later = unassign(alone, later, 1)

    assert owners(table) == {"Blue": True, "Green": True, "Pink": True}
    assert owners(alone) == {"Ana": True, "Ben": False}
    assert assignment.unassigned == (3,)
    assert later.unassigned == (1,)


def test_assignment_undo_keeps_later_changes() -> None:
    table, assignment = assign_by_castle(ANA_AND_BEN, photo(read(Castle.GREEN), read(Castle.PINK, WIDE + " w")))
    since = table.with_name(1, "Anna").with_player("Dora", Castle.YELLOW)

    back = undo_assignment(since, assignment, table)

    assert owners(back) == {"Anna": False, "Ben": False, "Dora": False}
    assert back.rules.grid == 5


def test_assignment_undo_ends_with_a_change_or_the_result() -> None:
    table, assignment = assign_by_castle(ANA_AND_BEN, photo(read(Castle.BLUE), read(Castle.GREEN)))

    assert can_undo_assignment(assignment, table, table.with_name(1, "Anna"))
    for since in (table.with_new_board(1, Board(Kingdom.parse(SMALL))), replace(table, recorded=1)):
        assert not can_undo_assignment(assignment, table, since)
        with pytest.raises(TableError):
            undo_assignment(since, assignment, table)


def test_photo_for_one_player_may_fill_all_missing_boards() -> None:
    ben_laid = ANA_AND_BEN.with_player("Chloé", Castle.PINK).with_new_board(2, Board(Kingdom.parse(SMALL)))

    assert shows_all_players(ANA_AND_BEN, (read(None), read(Castle.GREEN)))
    assert shows_all_players(ben_laid, (read(Castle.BLUE), read(Castle.PINK)))
    for other in (Castle.GREEN, Castle.YELLOW, None):
        assert not shows_all_players(ben_laid, (read(Castle.BLUE), read(other)))
    assert not shows_all_players(ANA_AND_BEN, (read(Castle.BLUE),))


OTHER_PICTURE = Picture(b"", 300, 400, 1.0)
KINGDOM = "w1wffl/wwCll/ggssl/m1gsff/ggsff"


def test_photos_that_come_at_once_are_assigned_as_one() -> None:
    first = PhotoResult(PICTURE, readings=(read(Castle.BLUE), read(None)))

    table, assignment = assign_by_castle(ANA_AND_BEN, first, PhotoResult(OTHER_PICTURE, readings=(read(Castle.PINK),)))

    assert owners(table) == {"Ana": True, "Ben": True, "Pink": True}  # the second kingdom by elimination
    assert [seat.board and seat.board.source and seat.board.source.picture for seat in table.seats] == [
        PICTURE,
        PICTURE,
        OTHER_PICTURE,
    ]
    assert assignment.remarks == ()


def test_kingdom_in_two_photos_is_assigned_once() -> None:
    cut_off, turned = read(None, "w1wffl/wwCll"), read(Castle.PINK, str(Kingdom.parse(KINGDOM).rotate()))
    misread = replace(turned, kingdom=turned.kingdom.with_square(0, 0, Kingdom.parse("m2")[0, 0]))
    photos = [PhotoResult(picture, readings=(one,)) for picture, one in ((PICTURE, cut_off), (OTHER_PICTURE, misread))]

    table, assignment = assign_by_castle(Table(), *photos, PhotoResult())

    assert [seat.board and seat.board.kingdom.tile_count for seat in table.seats] == [25]
    assert owners(table) == {"Pink": True}
    assert [str(remark) for remark in assignment.remarks] == [
        "One photo shows no kingdom.",
        "One kingdom is in two photos: the better one counts.",
    ]


def test_uncertain_kingdoms_are_assigned_one_by_one() -> None:
    table, assignment = assign_by_castle(ANA_AND_BEN, photo(read(None), read(None), read(None)))

    table, assignment = assign_reading(table, assignment, 1, Castle.PINK)
    assignment = replace(assignment, unowned=assignment.unowned | {2})
    table, assignment = assign_reading(table, assignment, 0, Castle.BLUE)

    assert owners(table) == {"Ana": True, "Ben": False, "Pink": True}
    assert assignment.owners == (Castle.BLUE, Castle.PINK, None)
    assert assignment.unassigned == ()


def test_choosing_a_player_accepts_an_uncertain_kingdom() -> None:
    strange = replace(read(Castle.GREEN), warnings=(ReadingWarning(WarningCode.UNCERTAIN_KINGDOM),))

    table, assignment = assign_by_castle(
        ANA_AND_BEN, photo(read(Castle.BLUE)), PhotoResult(OTHER_PICTURE, readings=(strange,))
    )

    assert owners(table) == {"Ana": True, "Ben": False}
    assert assignment.unassigned == (1,)  # neither by its castle nor by elimination
    table, assignment = assign_reading(table, assignment, 1, Castle.GREEN)
    source = board_of(table, 2).source
    assert source
    assert not source.reading.needs_confirmation


def test_kingdom_is_assigned_to_the_player_of_its_castle() -> None:
    ben_laid = ANA_AND_BEN.with_new_board(2, Board(Kingdom.parse(SMALL)))

    assert find_owner(ANA_AND_BEN, read(None), asked=1) == 1
    assert find_owner(ANA_AND_BEN, read(Castle.BLUE), asked=1) == 1
    assert find_owner(ANA_AND_BEN, read(Castle.GREEN), asked=1) == 2
    assert find_owner(ben_laid, read(Castle.GREEN), asked=1) is None
    assert find_owner(ANA_AND_BEN, read(Castle.PINK), asked=1) == 1


def test_photo_sets_a_free_castle_colour() -> None:
    def colours(castle: Castle | None) -> list[Castle]:
        return [seat.colour for seat in adopt_castle(ANA_AND_BEN, read(castle), number=1).seats]

    assert colours(Castle.PINK) == [Castle.PINK, Castle.GREEN]
    assert colours(Castle.GREEN) == colours(None) == [Castle.BLUE, Castle.GREEN]
