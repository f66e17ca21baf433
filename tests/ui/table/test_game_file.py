"""A game of the app as a game file, and such a file as a game."""

from __future__ import annotations

import json

import pytest

from scoring import BASE, GIANTS, QUEENDOMINO, Kingdom, Pieces, Quest, Rules
from scoring.castle import Castle
from scoring.json_place import GameFileError
from tests.given import EVENING
from ui.table.finished import Game, Played
from ui.table.game_file import game_file_text, games_of_file, is_game_file
from ui.table.table_json import games_text

RULES = Rules(box=BASE + GIANTS + QUEENDOMINO, quests=(Quest.LOST_CORNER,), harmony=True)
GAME = Game(
    1,
    EVENING,
    RULES,
    (
        Played("Ana", Castle.BLUE, Kingdom.parse("Cw1w/tww"), (0, 0), pieces=Pieces(giants=(((0, 1), 1),), coins=7)),
        Played("Ben", Castle.GREEN, Kingdom.parse("wwC")),
    ),
)


def test_a_game_comes_back_with_the_same_points() -> None:
    (back,) = games_of_file(game_file_text(GAME).encode(), EVENING)

    assert [one.sheet.total for one in back.standings] == [one.sheet.total for one in GAME.standings] == [22, 0]
    assert [one.name for one in back.players] == ["Ana", "Ben"]


def test_a_file_says_where_the_kingdom_lies_in_its_grid() -> None:
    filed = json.loads(game_file_text(GAME))

    assert filed["players"][0]["code"].startswith("Cw1w../tww../.....")
    assert filed["quests"] == ["harmony", "lost_corner"]


def test_games_of_a_list_are_told_apart_by_their_time() -> None:
    games = games_of_file(f"[{game_file_text(GAME)}, {game_file_text(GAME)}]".encode(), EVENING)

    assert len({game.played for game in games}) == len({game.number for game in games}) == 2


def test_players_without_a_name_are_called_by_a_castle() -> None:
    (game,) = games_of_file(b'{"players": [{"code": "C"}, {"code": "C"}]}', EVENING)

    assert len({one.name for one in game.players}) == 2


@pytest.mark.parametrize("players", [[{"code": "C", "name": "Ana"}] * 2, [{"code": "C"}] * 10])
def test_twins_and_too_many_players_are_refused(players: list[dict[str, str]]) -> None:
    with pytest.raises(GameFileError, match="one to 9 players"):
        games_of_file(json.dumps({"players": players}).encode(), EVENING)


def test_an_export_is_no_game_file() -> None:
    assert not is_game_file(games_text([GAME]).encode())
    assert is_game_file(game_file_text(GAME).encode())
