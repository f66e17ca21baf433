"""Games that were played: who won them, in which evening, and what each player made of them."""

from __future__ import annotations

from datetime import UTC, date, datetime

from scoring import Kingdom, Rules, Terrain
from scoring.castle import Castle
from scoring.kingdoms import Board, Colour
from tests.given import EVENING
from ui.table.finished import Game, Played, by_evening, dynasty_standings, records
from ui.table.kingdoms import Past, Player

NOTHING = "/. . . . . ." * 4
RICH, POOR = (
    Board.parse(f"{first}{NOTHING}") for first in ("r2 +3 . . . .", "r2 -3 . . . .")
)  # 6 more for Ana, 6 less
LEVEL = Board.parse(f"r1 b1 +2 . . .{NOTHING}")


def of_kingdoms(*boards: Board, ana: str = "Ana", number: int = 1) -> Past:
    return Past(number, EVENING, (Player(Colour.RED, ana), Player(Colour.BLUE, "Ben")), boards)


def game(ana: str, ben: str, played: datetime = EVENING, number: int = 1) -> Game:
    players = (
        Played("Ana", Castle.BLUE, Kingdom.parse(ana)),
        Played("Ben", Castle.GREEN, Kingdom.parse(ben)),
    )
    return Game(number, played, Rules(), players)


def test_a_game_names_its_winner() -> None:
    assert game("C w1", "C m3").winners == ("Ben",)


def test_a_game_after_midnight_belongs_to_the_evening_before() -> None:
    late = game("C w1", "C m3", datetime(2026, 11, 22, 0, 40, tzinfo=UTC))
    earlier = game("C w1", "C m3", datetime(2026, 11, 14, 21, 0, tzinfo=UTC))

    evenings = by_evening([earlier, game("C w1", "C m3"), late])

    assert [(day, len(games)) for day, games in evenings] == [(date(2026, 11, 21), 2), (date(2026, 11, 14), 1)]


def test_a_record_counts_games_wins_mean_best_and_the_favourite_terrain() -> None:
    ben, ana = records([game("C w1", "C m3"), game("C m2m/. . .", "C m3m"), game("C w1w", "C f1")])

    assert (ben.name, ben.games, ben.wins, ben.best) == ("Ben", 3, 2, 6)
    assert ben.mean == (3 + 6 + 1) / 3
    assert ben.favourite is Terrain.MINE
    assert (ana.wins, ana.favourite) == (1, Terrain.MINE)


def test_a_shared_victory_is_a_win_for_both_and_playing_alone_is_none() -> None:
    alone = Game(2, EVENING, Rules(), (Played("Ana", Castle.BLUE, Kingdom.parse("C w1")),))

    assert [(one.name, one.wins) for one in records([game("C w1", "C f1"), alone])] == [("Ana", 1), ("Ben", 1)]


def test_a_player_without_a_point_has_no_favourite() -> None:
    assert records([game("C w", "C m3")])[1].favourite is None


def test_a_dynasty_adds_up_its_games() -> None:
    first, second = dynasty_standings([game("C w1", "C m3"), game("C w1w", "C m2")])

    assert (first.player, first.points, first.total) == ("Ben", (3, 2), 5)
    assert (second.player, second.total) == ("Ana", 3)


def test_a_dynasty_in_which_somebody_missed_a_game_has_no_standings() -> None:
    alone = Game(2, EVENING, Rules(), (Played("Ana", Castle.BLUE, Kingdom.parse("C w1")),))

    assert dynasty_standings([game("C w1", "C m3"), alone]) == ()
    assert dynasty_standings([]) == ()


def test_a_record_of_kingdoms_counts_games_wins_mean_and_most_gold_and_the_best_epoch() -> None:
    ana, ben = records([of_kingdoms(RICH, LEVEL, RICH), of_kingdoms(POOR, LEVEL, RICH, ana="ANA", number=2)])

    assert (ana.name, ana.games, ana.wins, ana.mean, ana.best, ana.favourite) == ("ANA", 2, 2, (64 + 52) / 2, 64, 3)
    assert (ben.name, ben.games, ben.wins, ben.mean, ben.best, ben.favourite) == ("Ben", 2, 1, 52, 52, 2)


def test_a_shared_victory_in_kingdoms_is_a_win_for_all_who_share_it() -> None:
    found = records([of_kingdoms(LEVEL, LEVEL, LEVEL)])

    assert [(one.name, one.wins) for one in found] == [("Ana", 1), ("Ben", 1)]


def test_who_was_paid_in_no_epoch_has_no_best_one() -> None:
    assert [one.favourite for one in records([of_kingdoms(POOR, POOR, POOR)])] == [None, None]


def test_a_game_of_kingdoms_that_was_broken_off_is_in_nobodys_record() -> None:
    assert records([of_kingdoms(RICH, RICH)]) == ()
