"""Texts of tables and games: they are read back as they were written, and invalid ones are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from scoring import (
    Kingdom,
    Quest,
    Rulebook,
    Rules,
)
from scoring.boxes import Printing
from scoring.castle import Castle
from tests.ui import factories
from tests.ui.factories import ALL_BOXES, EPOCH, EVENING, PIECES
from ui.table.board import Board, Trust
from ui.table.completed_games import Game
from ui.table.photo_reading import Picture, Transform
from ui.table.serialization import (
    MAX_BYTES,
    dumps,
    dumps_games,
    dumps_knizia_game,
    dumps_table,
    loads_games,
    loads_knizia_game,
    loads_source,
    loads_table,
)
from ui.table.strict_json import FormatError
from ui.table.table import Table, Tiles

NO_PICTURE = Picture(b"", 1, 1, 1.0)
BOARD = Board(
    Kingdom.parse("w1w/Cf"),
    doubtful=frozenset({(0, 1)}),
    offset=(2, 1),
    transforms=(Transform(3), Transform(5, (0, 1))),
)
TAUGHT = Tiles(seen=Printing.OTHER, taught=7, answered=True)
LAID = (
    Table(rules=Rules(Rulebook.ORIGINAL, 7, box=ALL_BOXES, quests=(Quest.LOST_CORNER,)), tiles=TAUGHT)
    .with_player("Ana", Castle.BLUE)
    .with_player("Chloé ‮", Castle.PINK)
    .with_new_board(1, BOARD)
    .with_new_board(2, replace(BOARD, by_hand=True, pieces=PIECES))
)
ENTERED = factories.play(EPOCH.board, EPOCH.board).with_new_board(1, EPOCH)
KINGDOMS = replace(Table(knizia=ENTERED).again(EVENING), knizia=ENTERED)
PLAYED = (
    replace(LAID, hide_scores=True, keep_photos=True)
    .with_dynasty(begun=True)
    .again(EVENING)
    .with_new_board(1, BOARD)
    .with_new_board(1, BOARD)
)


@pytest.mark.parametrize("table", [PLAYED, KINGDOMS], ids=["Kingdomino", "Kingdoms"])
def test_table_is_read_back_unchanged(table: Table) -> None:
    assert loads_table(dumps_table(table)) == table


def test_stored_reading_of_an_earlier_form_opens() -> None:
    text = """{"reading": {"code": "Cw.", "squares": [[["C", 0.6, "f1"], ["w", 0.6, "f1"], [".", 0.6, null]]],
        "corners": [[0, 0], [1, 0], [1, 1], [0, 1]], "doubtful": [[0, 1]], "sure": false,
        "warnings": [{"code": "hidden", "squares": [[0, 1]]}], "castle": "pink", "castle_confidence": 0.8,
        "hidden": [[[0, 1], 0.4]], "unknown": [[0, 2]], "printing": "other", "questioned": true},
        "rows": 1, "columns": 3}"""

    source = loads_source(text, NO_PICTURE, MAX_BYTES)

    assert (source.reading.hidden, source.reading.castle, source.reading.legal) == ({(0, 1): 0.4}, Castle.PINK, True)
    assert loads_source(dumps(source), NO_PICTURE, MAX_BYTES).reading == source.reading


def test_export_contains_points() -> None:
    [game] = json.loads(dumps_games(PLAYED.games))["games"]

    [played] = PLAYED.games
    assert isinstance(played, Game)
    assert game["players"][0]["points"] == played.sheets["Ana"].total


def test_stored_boards_keep_their_keys() -> None:
    board = replace(BOARD, confirmed=True, seen_by_player=False)
    [seat] = json.loads(dumps_table(factories.ANA_AND_BEN.with_board(1, board)))["seats"][:1]

    assert seat["board"] == {
        "code": "w1w/Cf",
        "doubtful": [[0, 1]],
        "checked": True,
        "looked_at": False,
        "number": 0,
        "by_hand": False,
        "turns": [[3, None], [5, [0, 1]]],
        "place": [2, 1],
    }


def test_games_of_older_files_have_no_doubts() -> None:
    written = json.loads(dumps_games(PLAYED.games))
    for one in written["games"][0]["players"]:
        del one["checked"], one["doubts"]

    [game] = loads_games(json.dumps(written)).finished

    assert isinstance(game, Game)
    assert {one.trust for one in game.players} == {Trust.CONFIRMED}


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
def test_invalid_game_is_refused_with_reason(field: str, value: Any, expected: str) -> None:
    stored = json.loads(dumps_games(PLAYED.games))
    stored["games"][0][field] = value

    with pytest.raises(FormatError, match=expected):
        loads_games(json.dumps(stored))


SAVED = json.loads(dumps_knizia_game(factories.KINGDOMS.with_new_board(0, EPOCH).confirm_epoch(0)))


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
def test_invalid_game_of_kingdoms_is_refused(parts: dict[str, Any]) -> None:
    loads_knizia_game(json.dumps(SAVED))

    with pytest.raises(FormatError, match=r"\w+ \w+"):
        loads_knizia_game(json.dumps(SAVED | parts))
