"""Games that were played: who won them, in which evening, and what a Dynasty adds up to."""

from __future__ import annotations

from datetime import UTC, date, datetime

from scoring import Kingdom, Rules
from scoring.castle import Castle
from tests.given import EVENING
from ui.table.finished import Game, Played, by_evening, dynasty_standings


def game(ana: str, ben: str, played: datetime = EVENING, number: int = 1) -> Game:
    players = (Played("Ana", Castle.BLUE, Kingdom.parse(ana)), Played("Ben", Castle.GREEN, Kingdom.parse(ben)))
    return Game(number, played, Rules(), players)


def test_a_game_names_its_winner() -> None:
    assert game("C w1", "C m3").winners == ("Ben",)


def test_a_game_after_midnight_belongs_to_the_evening_before() -> None:
    late = game("C w1", "C m3", datetime(2026, 11, 22, 0, 40, tzinfo=UTC))
    earlier = game("C w1", "C m3", datetime(2026, 11, 14, 21, 0, tzinfo=UTC))

    evenings = by_evening([earlier, game("C w1", "C m3"), late])

    assert [(day, len(games)) for day, games in evenings] == [(date(2026, 11, 21), 2), (date(2026, 11, 14), 1)]


def test_a_dynasty_adds_up_its_games() -> None:
    first, second = dynasty_standings([game("C w1", "C m3"), game("C w1w", "C m2")])

    assert (first.player, first.points, first.total) == ("Ben", (3, 2), 5)
    assert (second.player, second.total) == ("Ana", 3)


def test_a_dynasty_in_which_somebody_missed_a_game_has_no_standings() -> None:
    alone = Game(2, EVENING, Rules(), (Played("Ana", Castle.BLUE, Kingdom.parse("C w1")),))

    assert dynasty_standings([game("C w1", "C m3"), alone]) == ()
    assert dynasty_standings([]) == ()
