"""A result can be passed on as a picture, a line, a table and a link."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scoring import Kingdom, Rules, Square, Terrain, rank, score
from scoring.boxes import BASE
from ui.drawing.result_picture import Shared, result_picture
from ui.drawing.result_text import link, result_csv, result_line, sum_lines
from ui.drawing.tiles import LANDS
from ui.table.trust import State, Trust

ACROSS_A_PHONE = 1080  # pixels
ANAS = Kingdom.parse("w1w/Cf")
BENS = Kingdom.parse("m3m/Cf")
SHEETS = {"Ana": score(ANAS, Rules(harmony=True)), "Ben": score(BENS, Rules(harmony=True))}
RANKED = rank(SHEETS)
CHECKED = {name: State(Trust.CHECKED, 0) for name in SHEETS}
UNSURE = {"Ana": State(Trust.ACCEPTED, 2), "Ben": State(Trust.TO_CHECK, 1)}


def shared(name: str = "Ana", kingdom: Kingdom = ANAS) -> Shared:
    sheet = score(kingdom)
    return Shared(name, 1, kingdom, sheet, sum_lines(sheet))


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png), formats=["PNG"])


def test_the_picture_is_a_png_of_a_width_that_phones_show_sharply() -> None:
    picture = opened(result_picture("Ana wins", [shared(), shared("Ben", BENS)]))

    assert picture.width >= ACROSS_A_PHONE


def test_the_picture_grows_with_the_players() -> None:
    heights = [opened(result_picture("?", [shared()] * players)).height for players in (1, 2, 3, 4)]

    assert heights[0] == heights[1] < heights[2] == heights[3]


@pytest.mark.parametrize("terrain", list(Terrain), ids=lambda terrain: terrain.value)
def test_every_land_has_its_colour_and_a_symbol_on_the_picture(terrain: Terrain) -> None:
    kingdom = Kingdom(((Square(terrain),),))
    pixels = np.asarray(opened(result_picture("", [shared(kingdom=kingdom)])))
    look = LANDS[terrain]

    for colour in (look.fill, look.ink):
        wanted = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)])
        assert (np.abs(pixels.astype(int) - wanted).max(-1) <= 2).sum() > 200


@given(st.text(max_size=60))
def test_any_name_can_be_written_on_the_picture(name: str) -> None:
    assert result_picture(name, [shared(name)])


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


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_no_name_becomes_a_formula_in_a_spreadsheet(name: str) -> None:
    ranked = rank({name: SHEETS["Ana"]})
    [row] = csv.DictReader(io.StringIO(result_csv(ranked, {name: ANAS}, {name: State(Trust.CHECKED, 0)}), newline=""))

    assert row["player"] == f"'{name}"


def test_a_link_holds_the_kingdom_and_nothing_of_the_table() -> None:
    assert link("http://192.168.1.5:8501/result?t=secret", BENS) == "http://192.168.1.5:8501/?k=m3m/Cf"


def test_sums_are_lines_as_they_are_read_out() -> None:
    assert sum_lines(score(ANAS, Rules(middle_kingdom=True))) == ("wheat 2 × 1 = 2", "Middle Kingdom + 10")
