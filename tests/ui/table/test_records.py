"""What players have made of many games: games, wins, the average, the best, and what most came from."""

from __future__ import annotations

from datetime import timedelta

from scoring import Kingdom, Rules, Terrain
from scoring.castle import Castle
from scoring.kingdoms import Board, Colour
from tests.given import EVENING
from tests.ui.table.remembered import tallies
from ui.table.finished import Game, Played
from ui.table.history import EPOCH_NUMBERS, TERRAINS, by_player, favourite
from ui.table.kingdoms import KingdomsResult, Player

NOTHING = "/. . . . . ." * 4
RICH, POOR = (  # 6 more for Ana, 6 less
    Board.parse(f"{first}{NOTHING}") for first in ("r2 +3 . . . .", "r2 -3 . . . .")
)
LEVEL = Board.parse(f"r1 b1 +2 . . .{NOTHING}")


def of_kingdoms(*boards: Board, ana: str = "Ana", number: int = 1) -> KingdomsResult:
    players = (Player(Colour.RED, ana), Player(Colour.BLUE, "Ben"))
    return KingdomsResult(number, EVENING + timedelta(hours=number), players, boards)


def game(**codes: str) -> Game:
    players = zip(codes.items(), Castle, strict=False)
    played = (Played(name, castle, Kingdom.parse(code)) for (name, code), castle in players)
    return Game(1, EVENING, Rules(), tuple(played))


def test_a_record_counts_games_wins_mean_best_and_the_favourite_terrain() -> None:
    games = [game(Ana="C w1", Ben="C m3"), game(Ana="C m2m/. . .", Ben="C m3m"), game(Ana="C w1w", Ben="C f1")]

    ben, ana = by_player(tallies(games))

    assert (ben.name, ben.games, ben.wins, ben.best) == ("Ben", 3, 2, 6)
    assert ben.mean == (3 + 6 + 1) / 3
    assert favourite(ben, TERRAINS) is Terrain.MINE
    assert (ana.wins, favourite(ana, TERRAINS)) == (1, Terrain.MINE)


def test_a_shared_victory_is_a_win_for_both_and_playing_alone_is_none() -> None:
    found = by_player(tallies([game(Ana="C w1", Ben="C f1"), game(Ana="C w1")]))

    assert [(one.name, one.games, one.wins) for one in found] == [("Ana", 2, 1), ("Ben", 1, 1)]


def test_a_player_without_a_point_has_no_favourite() -> None:
    assert favourite(by_player(tallies([game(Ana="C w", Ben="C m3")]))[1], TERRAINS) is None


def test_a_record_of_kingdoms_counts_games_wins_mean_and_most_gold_and_the_best_epoch() -> None:
    games = [of_kingdoms(RICH, LEVEL, RICH), of_kingdoms(POOR, LEVEL, RICH, ana="ANA", number=2)]

    ana, ben = by_player(tallies(games))

    assert (ana.name, ana.games, ana.wins, ana.mean, ana.best) == ("ANA", 2, 2, (64 + 52) / 2, 64)
    assert (ben.name, ben.games, ben.wins, ben.mean, ben.best) == ("Ben", 2, 1, 52, 52)
    assert [favourite(one, EPOCH_NUMBERS) for one in (ana, ben)] == [3, 2]


def test_a_game_of_kingdoms_that_was_broken_off_is_in_nobodys_record() -> None:
    assert tallies([of_kingdoms(RICH, RICH)]) == []
