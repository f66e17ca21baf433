"""A result can be passed on as a picture, a line, a table and a link."""

from __future__ import annotations

import csv
import io
import re

import pytest

from scoring import Character, Kingdom, Pieces, Quest, Rules, rank, score
from scoring.boxes import BASE
from ui.drawing.result_text import cell, result_csv, result_line, sum_lines
from ui.table.board import State, Trust

ANAS = Kingdom.parse("w1w/Cf")
BENS = Kingdom.parse("m3m/Cf")
SHEETS = {"Ana": score(ANAS, Rules(harmony=True)), "Ben": score(BENS, Rules(harmony=True))}
RANKED = rank(SHEETS)
CHECKED = {name: State(Trust.CHECKED, 0) for name in SHEETS}
UNSURE = {"Ana": State(Trust.ACCEPTED, 2), "Ben": State(Trust.TO_CHECK, 1)}


def test_the_line_says_the_places_in_order() -> None:
    assert result_line(RANKED, CHECKED) == "Kingdomino: 1. Ben 6, 2. Ana 2"


def test_the_line_says_how_far_a_kingdom_can_be_relied_on_where_it_is_not_checked() -> None:
    assert result_line(RANKED, UNSURE) == "Kingdomino: 1. Ben 6 (1 to check), 2. Ana 2 (accepted with 2 doubts)"


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
def test_no_name_becomes_a_formula_in_a_spreadsheet_whichever_sign_it_parts_cells_at(name: str) -> None:
    ranked = rank({name: SHEETS["Ana"]})
    text = result_csv(ranked, {name: ANAS}, {name: State(Trust.CHECKED, 0)})

    for parts in ",;|\t":
        cells = [one for row in csv.reader(io.StringIO(text, newline=""), delimiter=parts) for one in row]
        assert [one for one in cells if re.match('[\\s"]*[=+\\-@\uff1d]', one)] == []
    [row] = csv.DictReader(io.StringIO(text, newline=""))
    assert row["player"].replace("'", "") == name


def test_a_name_with_a_hyphen_is_left_alone_in_a_spreadsheet() -> None:
    assert cell("Anne-Marie + Ben") == "Anne-Marie + Ben"


def test_sums_are_lines_as_they_are_read_out() -> None:
    assert sum_lines(score(ANAS, Rules(middle_kingdom=True))) == ("wheat 2 × 1 = 2", "Middle Kingdom + 10")


def test_quests_and_pieces_have_a_short_line_each_where_they_earned_something() -> None:
    pieces = Pieces(characters=(((0, 1), Character.AXE_WARRIOR),), coins=7)
    rules = Rules(quests=(Quest.LOCAL_BUSINESS_WHEAT, Quest.LOST_CORNER))
    lines = sum_lines(score(Kingdom.parse(".../.w1w/.C."), rules, pieces=pieces))

    assert lines[1:] == ("Local Business: wheat + 10", "axe warrior + 3", "Coins + 2")
