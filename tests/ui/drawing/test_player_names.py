"""A player without a name is named by the castle's colour, in the reader's language."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import Castle
from tests.ui.factories import EVENING, with_boards
from ui.drawing.players import display_name, tallies_with_display_names, with_display_names
from ui.i18n import translate
from ui.table.completed_games import Game
from ui.table.names import keys_of, player_key
from ui.table.statistics import PlayerStats, StatsByGame
from ui.table.table import Table

BLUE_AND_BEN = Table().with_player("", Castle.BLUE).with_player("Ben", Castle.GREEN)
NAMES = st.sampled_from(["", "Ana", "Blue", "Blau", "Grün"])


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the reader's language to German."""
    monkeypatch.setattr(translate, "language", lambda: "de")


def names_in(game: object) -> list[str]:
    assert isinstance(game, Game)
    return [one.name for one in game.players]


def test_colours_are_translated_and_names_are_not() -> None:
    table = with_boards(BLUE_AND_BEN, "C w1", "C w1").again(EVENING)

    drawn = with_display_names(table)

    assert [seat.name for seat in drawn.seats] == ["Blau", "Ben"]
    assert [display_name(seat, table) for seat in table.seats] == ["Blau", "Ben"]
    assert names_in(drawn.games[0]) == ["Blau", "Ben"]
    assert names_in(table.games[0]) == ["Blue", "Ben"]


@given(NAMES, NAMES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_two_players_are_drawn_with_one_name(first: str, second: str) -> None:
    table = Table().with_player(first, Castle.BLUE)
    if second.casefold() not in {seat.name.casefold() for seat in table.seats}:
        table = table.with_player(second, Castle.GREEN)

    drawn = with_display_names(with_boards(table, "C w1", "C w1").again(EVENING))

    assert len({seat.name for seat in drawn.seats}) == len(table.seats)
    assert len(set(names_in(drawn.games[0]))) == len(table.seats)


def test_players_are_found_by_colour_or_name() -> None:
    nameless, typed = player_key("Blue", Castle.BLUE), player_key("Blau", Castle.GREEN)
    tallies = StatsByGame(
        (PlayerStats(nameless, "Blue", 0.0, 1, 1, 5, 5, (5,)), PlayerStats(typed, "Blau", 0.0, 1, 0, 3, 3, (3,)))
    )

    assert set(keys_of("Blau", translate.castle_names())) == {nameless, typed}
    assert [one.name for one in tallies_with_display_names(tallies).kingdomino] == ["Blau", "Blau"]
