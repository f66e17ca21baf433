"""Tables and games as JSON: what was written is read again, anything else is refused with a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from scoring import Edition, Kingdom, Rules
from scoring.boxes import Printing
from scoring.castle import Castle
from tests.given import EVENING
from tests.ui.table.nonsense import is_read_or_refused, with_one_value_replaced
from ui.table.board import Board, Trust
from ui.table.converter import FormatError
from ui.table.finished import Game
from ui.table.forms import MOST_BYTES, games_in, games_text, table_in, table_text
from ui.table.source import Turn
from ui.table.table import Table, Tiles

BOARD = Board(Kingdom.parse("w1w/Cf"), doubtful=frozenset({(0, 1)}), place=(2, 1), turns=(Turn(3), Turn(5, (0, 1))))
TAUGHT = Tiles(seen=Printing.OTHER, taught=7, answered=True)
LAID = (
    Table(rules=Rules(Edition.ORIGINAL, 7, harmony=True), hide_scores=True, keep_photos=True, tiles=TAUGHT)
    .with_player("Ana", Castle.BLUE)
    .with_player("Chloé ‮", Castle.PINK)
    .with_new_board(1, BOARD)
    .with_new_board(2, replace(BOARD, by_hand=True))
)
PLAYED = LAID.with_dynasty(begun=True).again(EVENING).with_new_board(1, BOARD).with_new_board(1, BOARD)


def test_a_table_comes_back_as_it_was() -> None:
    assert table_in(table_text(PLAYED)) == PLAYED


def test_games_come_back_as_they_were() -> None:
    assert games_in(games_text(PLAYED.games)).over == PLAYED.games


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


def test_a_file_too_large_to_be_ours_is_not_parsed() -> None:
    with pytest.raises(FormatError, match="larger than 4 MB"):
        games_in("[" * (MOST_BYTES + 1))


@given(with_one_value_replaced(table_text(PLAYED)))
def test_a_table_with_one_value_replaced_is_read_or_refused(written: str) -> None:
    assert is_read_or_refused(written)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("played", "2026-11-21T20:30:00", "the time of a game looks like"),
        ("players", [], "one to 9 players"),
        ("number", True, r"games\[0\].number: expected a whole number"),
        (
            "rules",
            {"edition": "third", "grid": 5, "harmony": False, "middle_kingdom": False},
            r"games\[0\].rules.edition: 'third' is unknown",
        ),
    ],
)
def test_what_no_game_has_is_named(field: str, value: Any, expected: str) -> None:
    held = json.loads(games_text(PLAYED.games))
    held["games"][0][field] = value

    with pytest.raises(FormatError, match=expected):
        games_in(json.dumps(held))
