"""Names typed once are offered again, first to the castle that they had."""

from __future__ import annotations

from scoring import Castle, Kingdom
from tests.given import EVENING
from ui.table.board import Board
from ui.table.history import MOST_NAMES, for_nameless, is_likely, known_players, offered
from ui.table.table import Table

ANA_AND_BEN = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)


def test_who_plays_now_and_who_played_before_are_known_and_a_colour_is_nobody() -> None:
    laid = ANA_AND_BEN.with_player("", Castle.PINK)
    for seat in laid.seats:
        laid = laid.with_new_board(seat.number, Board(Kingdom.parse("C w1")))
    later = laid.again(EVENING).without_player(2).with_player("Chloé", Castle.GREEN)

    assert known_players([later]) == {"Ana": Castle.BLUE, "Chloé": Castle.GREEN, "Ben": Castle.GREEN}


def test_the_latest_castle_counts() -> None:
    known = known_players([Table().with_player("Ana", Castle.PINK).with_player("", Castle.BLUE), ANA_AND_BEN])

    assert known["Ana"] is Castle.PINK


def test_names_of_a_castle_come_first_and_the_present_name_is_not_offered() -> None:
    known = known_players([ANA_AND_BEN])

    assert offered(known, Castle.GREEN, "Green") == ("Ben", "Ana")
    assert offered(known, Castle.GREEN, "ben") == ("Ana",)
    assert len(offered({str(number): None for number in range(99)}, Castle.BLUE, "")) == MOST_NAMES


def test_a_player_without_a_name_is_offered_who_is_not_at_the_table_and_the_latest_of_the_castle_is_likely() -> None:
    known = known_players([ANA_AND_BEN, Table().with_player("Chloé", Castle.GREEN).with_player("Dev", Castle.PINK)])
    table = Table().with_player("ana", Castle.PINK).with_player("", Castle.GREEN)

    assert for_nameless(known, Castle.GREEN, table) == ("Ben", "Chloé", "Dev")
    assert [name for name in known if is_likely(known, name, Castle.GREEN)] == ["Ben"]


def test_a_kingdom_alone_is_of_nobody_known() -> None:
    assert known_players([Table().with_player("Your kingdom", Castle.BLUE)]) == {}
