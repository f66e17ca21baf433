"""Tables and games as JSON: what was written is read again, anything else is refused with its place and a sentence."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any

import pytest

from scoring import (
    Kingdom,
    Quest,
    Rulebook,
    Rules,
)
from scoring.boxes import Printing
from scoring.castle import Castle
from tests.common import EVENING
from tests.ui import factories
from tests.ui.factories import ALL_BOXES, EPOCH, PIECES
from ui.table.board import Board, Trust
from ui.table.completed_games import Game
from ui.table.converter import FormatError, Limits, converted, decoded, plain
from ui.table.forms import At, dumps_knizia_game, games_in, games_text, loads_knizia_game, table_in, table_text
from ui.table.photo_reading import Turn
from ui.table.table import Table, Tiles

BOARD = Board(Kingdom.parse("w1w/Cf"), doubtful=frozenset({(0, 1)}), place=(2, 1), turns=(Turn(3), Turn(5, (0, 1))))
TAUGHT = Tiles(seen=Printing.OTHER, taught=7, answered=True)
LAID = (
    Table(rules=Rules(Rulebook.ORIGINAL, 7, box=ALL_BOXES, quests=(Quest.LOST_CORNER,)), tiles=TAUGHT)
    .with_player("Ana", Castle.BLUE)
    .with_player("Chloé ‮", Castle.PINK)
    .with_new_board(1, BOARD)
    .with_new_board(2, replace(BOARD, by_hand=True, pieces=PIECES))
)
ENTERED = factories.played(EPOCH.board, EPOCH.board).with_new_board(1, EPOCH)
KINGDOMS = replace(Table(knizia=ENTERED).again(EVENING), knizia=ENTERED)
PLAYED = (
    replace(LAID, hide_scores=True, keep_photos=True)
    .with_dynasty(begun=True)
    .again(EVENING)
    .with_new_board(1, BOARD)
    .with_new_board(1, BOARD)
)


@pytest.mark.parametrize("table", [PLAYED, KINGDOMS], ids=["Kingdomino", "Kingdoms"])
def test_a_table_comes_back_as_it_was(table: Table) -> None:
    assert table_in(table_text(table)) == table


def test_an_export_tells_the_points_to_whoever_reads_it() -> None:
    [game] = json.loads(games_text(PLAYED.games))["games"]

    [played] = PLAYED.games
    assert isinstance(played, Game)
    assert game["players"][0]["points"] == played.sheets["Ana"].total


def test_games_of_an_older_file_have_no_doubts() -> None:
    written = json.loads(games_text(PLAYED.games))
    for one in written["games"][0]["players"]:
        del one["checked"], one["doubts"]

    [game] = games_in(json.dumps(written)).over

    assert isinstance(game, Game)
    assert {one.trust for one in game.players} == {Trust.CHECKED}


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("played", "2026-11-21T20:30:00", "the time of a game looks like"),
        ("played", "0001-01-01T00:00:00+23:59", "the time of a game looks like"),  # beyond the calendar
        ("played", "9999-12-31T23:59:59-23:59", "the time of a game looks like"),
        ("players", [], "one to 9 players"),
        ("rules", {"edition": "third", "grid": 5, "harmony": False}, r"games\[0\].rules.edition: 'third' is unknown"),
    ],
)
def test_what_no_game_has_is_named(field: str, value: Any, expected: str) -> None:
    held = json.loads(games_text(PLAYED.games))
    held["games"][0][field] = value

    with pytest.raises(FormatError, match=expected):
        games_in(json.dumps(held))


SAVED = json.loads(dumps_knizia_game(factories.KINGDOMS.with_new_board(0, EPOCH).checked(0)))


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"kingdoms": 2}, id="another kind"),
        pytest.param({"epochs": SAVED["epochs"] * 4}, id="too many epochs"),
        pytest.param({"players": [{"colour": "red", "name": "Ana"}]}, id="one player"),
        pytest.param({"players": [{"colour": "pink", "name": "Ana"}] * 2}, id="no such colour"),
        pytest.param({"epochs": [SAVED["epochs"][0] | {"board": "M"}]}, id="a broken board"),
        pytest.param({"numbered": 0}, id="a number that was never given"),
    ],
)
def test_a_saved_game_of_kingdoms_that_is_none_of_ours_is_refused(parts: dict[str, Any]) -> None:
    loads_knizia_game(json.dumps(SAVED))

    with pytest.raises(FormatError, match=r"\w+ \w+"):
        loads_knizia_game(json.dumps(SAVED | parts))


# --- What is not as its type says


class Kind(StrEnum):
    CAT = "cat"


def code_of(found: Any) -> str:
    """A value that is read by asking the converter again."""
    thing: Thing = converted(found, Thing)
    return str(thing.code)


@dataclass(frozen=True)
class Thing:
    code: Kingdom
    number: Annotated[int, Limits(0, 9)] = 0
    share: Annotated[float, Limits(0.0, 1.0)] = 0.0
    name: Annotated[str, Limits(most=3)] = ""
    flag: bool = False
    kind: Kind = Kind.CAT
    at: At | None = None
    several: Annotated[tuple[int, ...], Limits(most=2)] = ()
    within: tuple[Annotated[Any, code_of], ...] = ()
    unlimited: int = 0
    half: float = 0.5


@dataclass(frozen=True)
class Things:
    things: tuple[Thing, ...]


def things(**fields: Any) -> str:
    return json.dumps({"things": [{"code": "w1wC"}, {"code": "C"} | fields]})


def refusal(text: str) -> str:
    """What refuses a text."""
    with pytest.raises(FormatError) as refused:
        decoded(text, Things, most_bytes=9_000)
    return str(refused.value)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"code": 3}, "things[1].code: expected text in quotes, not 3"),
        ({"code": "w" * 2_000}, "things[1].code: expected a text of at most 1000 characters"),
        ({"code": "Cx"}, "things[1].code: row 1, column 2: 'x' is not a square"),
        ({"number": "1"}, "things[1].number: expected a whole number, not text in quotes"),
        ({"number": True}, "things[1].number: expected a whole number, not true or false"),
        ({"number": None}, "things[1].number: expected a whole number, not null"),
        ({"number": -1}, "things[1].number: expected a number from 0 on"),
        ({"number": 10**30}, "things[1].number: expected a number up to 9"),
        ({"share": [1]}, "things[1].share: expected a decimal number, not a list in square brackets"),
        ({"share": 1.5}, "things[1].share: expected a number up to 1.0"),
        ({"name": "abcd"}, "things[1].name: expected a text of at most 3 characters"),
        ({"flag": 1}, "things[1].flag: expected true or false, not a whole number"),
        ({"kind": "dog"}, "things[1].kind: 'dog' is unknown"),
        ({"kind": "d" * 500}, "things[1].kind: 'ddddd"),
        ({"at": {}}, "things[1].at: expected a list in square brackets, not an object in curly brackets"),
        ({"at": [1]}, "things[1].at: expected a list of 2"),
        ({"at": [1, 2, 3]}, "things[1].at: expected a list of 2"),
        ({"at": [0, 13]}, "things[1].at[1]: "),
        ({"unlimited": 10**30}, "things[1].unlimited: expected a number up to 1000000000"),
        ({"half": 10**400}, "things[1].half: expected a decimal number"),
        ({"several": [1, 2, 3]}, "things[1].several: expected a list of at most 2"),
        ({"within": [{"code": "C"}, {}]}, "things[1].within[1]: code is missing"),
        ({"within": [{"code": "C", "at": [0, "0"]}]}, "things[1].within[0].at[1]: expected a whole number"),
    ],
)
def test_what_is_not_as_its_type_says_is_refused_with_its_place(fields: dict[str, Any], said: str) -> None:
    assert refusal(things(**fields)).startswith(said)


def test_a_missing_field_is_named() -> None:
    assert refusal('{"things": [{}]}') == "things[0]: code is missing"
    assert refusal("{}") == "things is missing"
    assert refusal("[]") == "expected an object in curly brackets, not a list in square brackets"


@pytest.mark.parametrize(
    "twice",
    [
        '{"things": [], "things": []}',
        '{"things": [{"code": "C", "code": "C"}]}',
        pytest.param("{" + "".join(f'"{at}": 1, ' for at in range(100_000)) + '"99999": 1}', id="the last of many"),
    ],
)
def test_a_field_that_stands_twice_in_a_file_is_refused(twice: str) -> None:
    with pytest.raises(FormatError, match="stands twice in one object"):
        plain(twice, most_bytes=2_000_000)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "9" * 5_000])
def test_a_number_that_is_none_is_refused(number: str) -> None:
    text = things(share=0.5).replace("0.5", number)

    with pytest.raises(FormatError):
        decoded(text, Things, most_bytes=10_000)
