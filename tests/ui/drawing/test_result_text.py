"""A result as text: one line, a table and a BG Stats link."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scoring import DEFAULT_RULES, Character, Kingdom, Pieces, Quest, Rules, rank, score
from scoring.boxes import BASE
from scoring.castle import BASE_GAME, Castle
from scoring.knizia import Board, Colour
from tests.ui.factories import EVENING, KINGDOMS, RED_ALONE
from tests.ui.factories import play as knizia_game
from ui.drawing.knizia_pieces import explain_line, game_csv, game_line, headline
from ui.drawing.result_text import bg_stats_link, cell, result_csv, result_line, sum_lines
from ui.screens.invitation import MOST_IN_ONE, qr_code
from ui.table.board import State, Trust
from ui.table.completed_games import Game, PlayerBoard
from ui.table.knizia import Epoch, KniziaResult, Player
from ui.table.names import LONGEST_NAME

ANAS = Kingdom.parse("w1w/Cf")
BENS = Kingdom.parse("m3m/Cf")
SHEETS = {"Ana": score(ANAS, Rules(harmony=True)), "Ben": score(BENS, Rules(harmony=True))}
RANKED = rank(SHEETS)
CONFIRMED = {name: State(Trust.CONFIRMED, 0) for name in SHEETS}
UNSURE = {"Ana": State(Trust.ACCEPTED, 2), "Ben": State(Trust.TO_CHECK, 1)}


def test_result_line_lists_places_and_unchecked_boards() -> None:
    assert result_line(RANKED, CONFIRMED) == "Kingdomino: 1. Ben 6, 2. Ana 2"
    assert (
        result_line(RANKED, UNSURE)
        == "Kingdomino: 1. Ben 6 (1 square to check), 2. Ana 2 (confirmed, 2 unsure squares)"
    )


def test_the_table_has_a_line_for_every_player_that_adds_up() -> None:
    rows = list(csv.DictReader(io.StringIO(result_csv(RANKED, {"Ana": ANAS, "Ben": BENS}, UNSURE), newline="")))

    assert [(row["place"], row["player"], row["points"], row["kingdom"]) for row in rows] == [
        ("1", "Ben", "6", "m3m/Cf"),
        ("2", "Ana", "2", "w1w/Cf"),
    ]
    assert [(row["trust"], row["doubts"]) for row in rows] == [("to check", "1"), ("accepted", "2")]
    parts = [*(terrain.value for terrain in BASE.terrains), "harmony"]
    assert all(sum(int(row[part]) for part in parts) == int(row["points"]) for row in rows)


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "x;=cmd", 'x; "=cmd"', "a,+1;-1", "\uff1d1+1", "Ana|@x", '"=1']
)
def test_names_never_become_spreadsheet_formulas(name: str) -> None:
    ranked = rank({name: SHEETS["Ana"]})
    text = result_csv(ranked, {name: ANAS}, {name: State(Trust.CONFIRMED, 0)})

    for parts in ",;|\t":
        cells = [one for row in csv.reader(io.StringIO(text, newline=""), delimiter=parts) for one in row]
        assert [one for one in cells if re.match('[\\s"]*[=+\\-@\uff1d]', one)] == []
    [row] = csv.DictReader(io.StringIO(text, newline=""))
    assert row["player"].replace("'", "") == name


def test_a_name_with_a_hyphen_is_left_alone_in_a_spreadsheet() -> None:
    assert cell("Anne-Marie + Ben") == "Anne-Marie + Ben"


def test_sums_are_lines_as_they_are_read_out() -> None:
    assert sum_lines(score(ANAS, Rules(middle_kingdom=True))) == ("wheat 2 × 1 = 2", "Middle Kingdom + 10")


def test_scoring_quests_and_pieces_get_a_line_each() -> None:
    pieces = Pieces(characters=(((0, 1), Character.AXE_WARRIOR),), coins=7)
    rules = Rules(quests=(Quest.LOCAL_BUSINESS_WHEAT, Quest.LOST_CORNER))
    lines = sum_lines(score(Kingdom.parse(".../.w1w/.C."), rules, pieces=pieces))

    assert lines[1:] == ("Local Business: wheat + 10", "axe warrior + 3", "Coins + 2")


# --- A link for BG Stats


PLAYED = Game(
    3,
    EVENING,
    DEFAULT_RULES,
    (
        PlayerBoard("Ana & Co?", Castle.BLUE, Kingdom.parse("C w1")),
        PlayerBoard("Chloé", Castle.PINK, Kingdom.parse("C m3")),
    ),
)
KNIZIA_GAME = KniziaResult(1, EVENING, KINGDOMS.players, (RED_ALONE,) * 3)


def play(game: Game | KniziaResult) -> dict[str, Any]:
    """Decode the play in the BG Stats link."""
    [data] = parse_qs(urlsplit(bg_stats_link(game)).query)["data"]
    read: dict[str, Any] = json.loads(data)
    return read


def test_bg_stats_link_holds_the_game_and_utc_time() -> None:
    assert bg_stats_link(PLAYED).startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert play(PLAYED)["game"] | {"sourceGameId": ""} == {
        "name": "Kingdomino",
        "sourceGameId": "",
        "bggId": 204583,
        "highestWins": True,
        "noPoints": False,
    }
    assert play(PLAYED)["playDate"] == "2026-11-21 20:30:00"


def test_bg_stats_link_escapes_no_more_than_it_must() -> None:
    assert "%3A" not in bg_stats_link(PLAYED)
    assert "%2C" not in bg_stats_link(PLAYED)


def test_players_are_sorted_by_place_with_points() -> None:
    players = play(PLAYED)["players"]

    assert [(one["name"], one["score"], one["rank"], one["winner"]) for one in players] == [
        ("Chloé", 3, 1, True),
        ("Ana & Co?", 1, 2, False),
    ]
    assert [(one["name"], one["score"], one["winner"]) for one in play(KNIZIA_GAME)["players"]] == [
        ("Ana", 68, True),
        ("Ben", 50, False),
    ]


def test_a_game_of_four_with_the_longest_names_fits_into_a_code() -> None:
    kingdom, long = Kingdom.parse("C w1"), "É" * (LONGEST_NAME - 1)
    players = [PlayerBoard(f"{long}{at}", castle, kingdom) for at, castle in enumerate(BASE_GAME)]
    address = bg_stats_link(Game(1, EVENING, DEFAULT_RULES, tuple(players)))

    assert (len(address) <= MOST_IN_ONE) == bool(qr_code(address, "for BG Stats"))
    assert 'alt="for BG Stats"' in qr_code(bg_stats_link(PLAYED), "for BG Stats")


# --- Kingdoms


def test_a_line_for_the_chat_has_places_names_and_gold() -> None:
    assert game_line(knizia_game(RED_ALONE)) == "Kingdoms: 1. Ana 56, 2. Ben 50"


def test_the_table_has_every_line_of_every_epoch_and_the_gold() -> None:
    rows = game_csv(knizia_game(RED_ALONE, RED_ALONE)).split("\r\n")

    assert rows[0] == "epoch,player,colour,line,gold"
    assert "1,Ana,red,row 1,6" in rows
    assert rows.count("2,Ana,red,gold,62") == 1
    assert len(rows) == 1 + 2 * 2 * 12 + 1
    computed = KINGDOMS.with_players([Player(Colour.RED, "=1+1"), Player(Colour.BLUE, "Ben")])
    assert "'=1+1" in game_csv(computed.with_new_board(0, Epoch(RED_ALONE)))  # as text


def test_a_line_is_told_part_by_part_with_the_players_names() -> None:
    board = Board.parse("r2 +3 M -2 b1 r1/. . . . . ./. . . . . ./. . . . . ./. . . . . .")
    game = knizia_game(board)
    assert game.sheet is not None

    assert explain_line(game.sheet.epochs[0].lines[0], game) == [
        "row 1, left of the mountain: +3, base 3",
        "Ana: 3 × 2 = +6",
        "row 1, right of the mountain: -2, base -2",
        "Ana: \N{MINUS SIGN}2 × 1 = \N{MINUS SIGN}2",
        "Ben: \N{MINUS SIGN}2 × 1 = \N{MINUS SIGN}2",
    ]


def test_victory_and_the_next_start_are_shared_by_equals() -> None:
    assert headline(knizia_game(RED_ALONE), ["Ana"]) == "Ana starts the next epoch"
    assert "one of them starts" in headline(knizia_game(RED_ALONE), ["Ana", "Ben"])
    assert headline(knizia_game(RED_ALONE, RED_ALONE, RED_ALONE), ["Ana", "Ben"]) == "Ana and Ben share the victory"
