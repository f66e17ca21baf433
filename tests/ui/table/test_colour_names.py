"""A player without a name is called by the castle's colour, in the language of whoever looks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scoring import Castle, Kingdom
from tests.given import EVENING
from ui.table.board import Board
from ui.table.colour_names import as_kept, in_language
from ui.table.finished import Game
from ui.table.table import Table

GERMAN = {Castle.BLUE: "Blau", Castle.GREEN: "Grün", Castle.PINK: "Rosa", Castle.YELLOW: "Gelb", Castle.BROWN: "Braun"}
BLUE_AND_BEN = Table().with_player("", Castle.BLUE).with_player("Ben", Castle.GREEN)
NAMES = st.sampled_from(["", "Ana", "Blue", "Blau", "Grün"])


def laid(table: Table) -> Table:
    for seat in table.seats:
        table = table.with_new_board(seat.number, Board(Kingdom.parse("C w1")))
    return table


def test_a_colour_is_told_in_the_readers_language_and_a_name_as_it_was_typed() -> None:
    shown = in_language(laid(BLUE_AND_BEN).again(EVENING), GERMAN)

    assert [seat.name for seat in shown.seats] == ["Blau", "Ben"]
    [game] = shown.games
    assert isinstance(game, Game)
    assert [one.name for one in game.players] == ["Blau", "Ben"]


def test_what_is_finished_in_one_language_is_kept_for_all() -> None:
    kept = laid(BLUE_AND_BEN)
    shown = in_language(kept, GERMAN)

    [game] = as_kept(shown.again(EVENING), shown, kept, GERMAN).games

    assert isinstance(game, Game)
    assert [one.name for one in game.players] == ["Blue", "Ben"]


@given(NAMES, NAMES)
def test_looking_at_a_table_changes_nothing_of_it(first: str, second: str) -> None:
    table = Table().with_player(first, Castle.BLUE)
    if second.casefold() not in {seat.name.casefold() for seat in table.seats}:
        table = table.with_player(second, Castle.GREEN)
    table = laid(table).again(EVENING)

    shown = in_language(table, GERMAN)

    assert as_kept(shown, shown, table, GERMAN) == table
    assert len({seat.name for seat in shown.seats}) == len(table.seats)


def test_a_word_for_a_colour_that_somebody_typed_is_a_name() -> None:
    kept = Table().with_player("Blau", Castle.BLUE)
    shown = in_language(kept, GERMAN)

    assert as_kept(shown, shown, kept, GERMAN).seats[0].name == "Blau"
