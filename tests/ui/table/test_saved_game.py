"""The current game is saved in a file and resumed from there."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from scoring import DEFAULT_RULES, Kingdom
from scoring.castle import Castle
from tests.ui.factories import EVENING
from ui.table.completed_games import Game, PlayerBoard
from ui.table.merge import add_games, deduplicate
from ui.table.saved_game import make_table_of_saved_game, merge_with_current, resume_dynasty
from ui.table.serialization import dumps_games, loads_games


def small(number: int, dynasty: int | None = None) -> Game:
    """Return a game of Ana and Ben, with kingdoms of two squares."""
    players = (
        PlayerBoard("Ana", Castle.BLUE, Kingdom.parse("C w1")),
        PlayerBoard("Ben", Castle.PINK, Kingdom.parse("C m3")),
    )
    return Game(number, EVENING + timedelta(minutes=number), DEFAULT_RULES, players, dynasty)


def test_saved_game_resumes_in_its_dynasty() -> None:
    laid = replace(small(4, dynasty=3), players=tuple(replace(one, confirmed=False) for one in small(4).players))

    saved = loads_games(dumps_games(merge_with_current([[small(1)]], [small(2), small(3, 3)], laid)))
    assert saved.under_way is not None
    table = resume_dynasty(add_games(make_table_of_saved_game(saved.under_way), saved.finished), saved)

    assert [(seat.name, seat.colour) for seat in table.seats] == [(one.name, one.colour) for one in laid.players]
    assert [seat.board and (seat.board.kingdom, seat.board.confirmed) for seat in table.seats] == [
        (one.kingdom, False) for one in laid.players
    ]
    assert [game.played for game in table.dynasty_games] == [small(3).played]
    assert table.recorded is None
    assert deduplicate(saved.finished, table.games) == ()
