"""What is worth a cheer when a game ends."""

from __future__ import annotations

from datetime import timedelta

from scoring import USUAL_RULES, Kingdom
from scoring.castle import Castle
from tests.given import EVENING
from tests.ui.table.remembered import Remembered
from ui.table.finished import Game, Played
from ui.table.history import cheers

CODES = {1: "C w1", 2: "C w2", 3: "C w3", 4: "C w2w", 6: "C w3w", 9: "C w3ww"}


def game(number: int, **points: int) -> Game:
    """A game in which everybody has that many points; the number orders the games."""
    players = [
        Played(name, castle, Kingdom.parse(CODES[got]))
        for (name, got), castle in zip(points.items(), Castle, strict=False)
    ]
    return Game(number, EVENING + timedelta(hours=number), USUAL_RULES, tuple(players))


def said(*games: Game) -> list[str]:
    """What is cheered at the end of the last of these games."""
    return [str(cheer) for cheer in cheers(games[-1].results, Remembered.before(games[-1], games))]


def test_the_best_ever_is_cheered_after_two_games() -> None:
    assert said(game(1, Ana=1), game(2, Ana=3), game(3, ana=4, Ben=9)) == ["ana's best ever: 4"]
    assert said(game(1, Ana=4, Ben=9), game(2, Ana=1, Ben=2), game(3, Ana=4, Ben=6)) == []
    assert said(game(1, Ana=1, Ben=3), game(2, Ana=3, Ben=4)) == []


def test_a_first_win_is_cheered_once_somebody_has_played_before() -> None:
    assert said(game(1, Ana=1, Ben=2), game(2, Ana=3, Ben=2)) == ["Ana's first win"]
    assert said(game(2, Ana=3, Ben=2)) == []


def test_a_rival_beaten_at_last_is_cheered_with_the_games_it_took() -> None:
    lost = [game(number, Ana=2, Ben=3) for number in (2, 3, 4, 5)]

    [cheer] = said(game(1, Ana=9, Ben=1), *lost, game(6, Ana=3, Ben=2))

    assert cheer == "Ana's first win against Ben in 5 games"


def test_a_rival_beaten_lately_is_no_news() -> None:
    assert said(game(1, Ana=9, Ben=1), game(2, Ana=2, Ben=3), game(3, Ana=9, Ben=2)) == []


def test_games_played_later_do_not_count() -> None:
    assert said(game(5, Ana=1, Ben=2), game(6, Ana=9, Ben=2), game(1, Ana=4, Ben=3)) == []
