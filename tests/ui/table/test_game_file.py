"""Game files: optional parts, refusals, and round trips."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring import BASE, GIANTS, QUEENDOMINO, Kingdom, Pieces, Quest, Rulebook, Rules, Title
from scoring.castle import Castle
from tests.ui.factories import ALL_BOXES, EVENING
from ui.table.completed_games import Game, PlayerBoard
from ui.table.game_file import (
    MAX_BYTES,
    FiledTable,
    game_file_text,
    game_object,
    games_of_file,
    is_game_file,
    parse_game_file,
)
from ui.table.serialization import dumps_games
from ui.table.strict_json import FormatError

EVERYTHING: dict[str, Any] = {
    "grid": 5,
    "edition": "original",
    "boxes": ["giants", "court", "queendomino"],
    "quests": ["harmony", "four_corners:wheat"],
    "players": [
        {
            "name": "Ana",
            "code": "w1wCf/tttl/....",
            "giants": [[0, 0, 1]],
            "tokens": [[0, 1]],
            "characters": [{"at": [0, 3], "who": "farmer"}],
            "buildings": [
                {"at": [1, 0], "crowns": 1},
                {"at": [1, 1], "points": 3},
                {"at": [1, 2], "each": 2, "per": "forest"},
            ],
            "coins": 8,
            "towers": 1,
            "knights": 2,
            "queen": True,
        }
    ],
}


def read(found: Any) -> FiledTable:
    (table,) = parse_game_file(json.dumps(found).encode()).tables
    return table


def refusal(found: Any) -> str:
    with pytest.raises(FormatError) as refused:
        parse_game_file(found if isinstance(found, bytes) else json.dumps(found).encode())
    return str(refused.value)


def test_the_file_of_the_documentation_is_read_whole() -> None:
    table = read(EVERYTHING)

    assert table.rules == Rules(Rulebook.ORIGINAL, 5, box=ALL_BOXES, quests=(Quest.HARMONY, Quest.FOUR_CORNERS_WHEAT))
    assert table.unread == ()
    assert json.loads(json.dumps(game_object(table))) == EVERYTHING


NOTHING = dict.fromkeys(["name", "giants", "tokens", "characters", "buildings", "coins", "queen"])


@pytest.mark.parametrize("left_out", [{}, NOTHING], ids=["left out", "null"])
def test_players_and_their_code_are_enough(left_out: dict[str, None]) -> None:
    table = read({"players": [{"code": "w1wC", **left_out}]} | dict.fromkeys(["quests", "grid"] if left_out else []))

    assert (table.rules, table.players[0].name) == (Rules(), "")
    assert table.players[0].sheet(table.rules).total == 2


@pytest.mark.parametrize(("code", "grid"), [("w1wC", 5), ("......./" * 6 + "C......", 7), ("wwwwwwC", 7)])
def test_code_with_gaps_gives_the_grid_size(code: str, grid: int) -> None:
    assert read({"players": [{"code": code}]}).rules.grid == grid


@pytest.mark.parametrize(
    ("player", "quests", "title"),
    [
        ({"code": "w1C", "giants": [[0, 0, 1]]}, [], Title.GIANTS),
        ({"code": "w1C"}, ["bleak_king"], Title.GIANTS),
        ({"code": "wC", "tokens": [[0, 0]]}, [], Title.COURT),
        ({"code": "tC"}, [], Title.QUEENDOMINO),
        ({"code": "wC", "coins": 3}, [], Title.QUEENDOMINO),
    ],
)
def test_pieces_and_quests_say_which_boxes_lie_there(player: dict[str, Any], quests: list[str], title: Title) -> None:
    assert read({"players": [player], "quests": quests}).rules.box.titles == {Title.KINGDOMINO, title}


def test_queendomino_may_be_played_without_kingdomino() -> None:
    table = {"kingdomino": False, "boxes": ["queendomino"], "players": [{"code": "C"}]}

    assert read(table).rules.box == QUEENDOMINO
    assert read(game_object(read(table))).rules.box == QUEENDOMINO


def test_a_list_of_tables_stays_a_list() -> None:
    assert parse_game_file(json.dumps([EVERYTHING]).encode()).is_list
    assert parse_game_file(b"[]").tables == ()


def test_fields_that_mean_nothing_are_named() -> None:
    table = read({"players": [{"code": "C", "giant": [[0, 0, 1]]}], "date": "today"})

    assert table.unread == ("date", "players[0].giant")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (b"{", "line 1, column 2: this is no JSON"),
        (b" " * (MAX_BYTES + 1), "the file is larger than 20 MB"),
        ({"players": []}, "players: nobody plays"),
        ([{"players": [{"code": "C"}]}, {"players": [{"code": "Cz"}]}], "[1].players[0].code: row 1, column 2"),
        ({"players": [{"code": "C"}], "grid": 6}, "grid: expected 5 for 5x5 or 7 for 7x7, not 6"),
        ({"players": [{"code": "C"}], "quests": ["harmony", "harmony"]}, "quests: a quest is there twice"),
        ({"players": [{"code": "C"}], "quests": ["four_corners:town"]}, "quests[0]: 'four_corners:town' is unknown"),
        (
            {"players": [{"code": "w1C", "giants": [[0, 2, 1]]}]},
            "players[0]: the kingdom is 1x2 and has no row 1, column 3",
        ),
        (
            {"players": [{"code": "tC", "buildings": [{"at": [0, 0], "points": 1}] * 2}]},
            "players[0].buildings: two stand on row 1, column 1",
        ),
        ({"players": [{"code": "tC", "buildings": [{"at": [0, 0]}]}]}, "expected a building with crowns, points"),
        ({"players": [{"code": "tC", "buildings": [{"at": [0, 0], "each": 2}]}]}, "expected both each and per"),
        (
            {"players": [{"code": "C", "name": "A" * 201}]},
            "players[0].name: expected a string of at most 200 characters",
        ),
    ],
)
def test_bad_file_error_names_path_and_expected_type(found: Any, said: str) -> None:
    assert said in refusal(found)


def test_a_name_cannot_steer_a_terminal() -> None:
    assert read({"players": [{"code": "C", "name": "A\x1b[2Jna\n"}]}).players[0].name == "A [2Jna"


# --- Games of the app

RULES = Rules(box=BASE + GIANTS + QUEENDOMINO, quests=(Quest.LOST_CORNER,), harmony=True)
GAME = Game(
    1,
    EVENING,
    RULES,
    (
        PlayerBoard(
            "Ana", Castle.BLUE, Kingdom.parse("Cw1w/tww"), (0, 0), pieces=Pieces(giants=(((0, 1), 1),), coins=7)
        ),
        PlayerBoard("Ben", Castle.GREEN, Kingdom.parse("wwC")),
    ),
)


def test_a_game_comes_back_with_the_same_points() -> None:
    (back,) = games_of_file(game_file_text(GAME).encode(), EVENING)

    assert [one.sheet.total for one in back.standings] == [one.sheet.total for one in GAME.standings] == [22, 0]
    assert [one.name for one in back.players] == ["Ana", "Ben"]
    assert json.loads(game_file_text(GAME))["quests"] == ["harmony", "lost_corner"]


def test_games_of_a_list_are_told_apart_by_their_time() -> None:
    games = games_of_file(f"[{game_file_text(GAME)}, {game_file_text(GAME)}]".encode(), EVENING)

    assert len({game.played for game in games}) == len({game.number for game in games}) == 2


def test_players_without_a_name_are_called_by_a_castle() -> None:
    (game,) = games_of_file(b'{"players": [{"code": "C"}, {"code": "C"}]}', EVENING)

    assert len({one.name for one in game.players}) == 2


@pytest.mark.parametrize("players", [[{"code": "C", "name": "Ana"}] * 2, [{"code": "C"}] * 10])
def test_twins_and_too_many_players_are_refused(players: list[dict[str, str]]) -> None:
    with pytest.raises(FormatError, match="one to 9 players"):
        games_of_file(json.dumps({"players": players}).encode(), EVENING)


def test_an_export_is_no_game_file() -> None:
    assert not is_game_file(dumps_games([GAME]).encode())
    assert is_game_file(game_file_text(GAME).encode())
