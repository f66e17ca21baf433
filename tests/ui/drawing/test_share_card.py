"""Pictures for a chat say who won, with the winner alight, and what everybody has; a clip keeps the end to itself."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom, Terrain
from ui.drawing.over_photo import GOLD
from ui.drawing.share_card import (
    Board,
    Leg,
    Row,
    TablePhoto,
    Told,
    View,
    boards_card,
    leg_card,
    stage_card,
    view,
    winner_card,
)
from ui.drawing.tiles import CROWN, LANDS, badge, squares
from ui.table.names import plain_name

SVG = "{http://www.w3.org/2000/svg}"
TOLD = Told("Ana wins", "54 points · The lakes decided it", (), "23 November 2026", is_won=True)
SQUARE = ((100.0, 100.0), (500.0, 100.0), (500.0, 500.0), (100.0, 500.0))
BESIDE = tuple((x + 600, y) for x, y in SQUARE)
PHOTO = TablePhoto("/media/photo.jpg", 1600, 1200, {"Ana": SQUARE, "Ben": BESIDE})
SIZES = st.floats(10, 2000)
WHEAT = Leg("Wheat", badge(Terrain.WHEAT), {"Ana": 2, "Ben": 5})


def board(code: str = "w1w/Cf", *lines: str) -> Board:
    kingdom = Kingdom.parse(code)
    return Board(squares(kingdom), kingdom.width, kingdom.height, "Ana", tuple((line, "+1") for line in lines))


def row(name: str, place: int, total: int = 2, unsure: str = "") -> Row:
    return Row(name, place, total, "blue", unsure, board())


ROWS = (row("Ana", 1), row("Ben", 2, 6, unsure="2 to check"))


def drawn(told: Told = TOLD, photo: TablePhoto | None = PHOTO, rows: tuple[Row, ...] = ROWS) -> Element:
    """The picture as a browser parses it: refused if it is no XML."""
    return fromstring(winner_card(told, rows, photo))


def beside(*boards: Board) -> Element:
    return fromstring(boards_card(TOLD, ROWS, boards))


def words(picture: Element) -> str:
    return " / ".join(one.text or "" for one in picture.iter(f"{SVG}text"))


def photos(picture: Element) -> list[str]:
    return [one.attrib["href"] for one in picture.iter(f"{SVG}image")]


def crowns(picture: Element) -> int:
    return sum(one.attrib["d"] == CROWN and one.attrib["fill"] == "#FFD75E" for one in picture.iter(f"{SVG}path"))


def test_the_picture_says_who_won_why_and_when_and_what_is_in_doubt() -> None:
    said = words(drawn())

    for wanted in (TOLD.headline, TOLD.why, TOLD.footer, "1  Ana", "2  Ben · 2 to check"):
        assert wanted in said


def test_a_dynasty_has_lines_of_its_own_below_the_players() -> None:
    lines = "Ana wins the Dynasty", "Ana 86 · Ben 80"

    said = words(drawn(replace(TOLD, more=lines)))

    assert said.index("2  Ben") < said.index(lines[0]) < said.index(lines[1]) < said.index(TOLD.footer)


def test_the_photo_is_shown_where_the_winner_is_on_it() -> None:
    assert photos(drawn()) == [PHOTO.address]
    assert photos(drawn(photo=None)) == []
    assert photos(drawn(photo=replace(PHOTO, corners={"Ben": BESIDE, "Cem": SQUARE}))) == []


def test_only_who_has_won_for_certain_wears_a_crown() -> None:
    for photo in (PHOTO, None):
        assert crowns(drawn(photo=photo)) == 1
        assert crowns(drawn(replace(TOLD, is_won=False), photo)) == 0
        both = (row("Ana", 1), row("Ben", 1))
        assert crowns(drawn(photo=photo, rows=both)) == 2


@given(st.text(max_size=60).map(plain_name))
def test_any_name_can_be_written_on_the_picture(name: str) -> None:
    for photo in (None, replace(PHOTO, corners={name: SQUARE})):
        assert name.translate({0xFFFE: None, 0xFFFF: None}) in words(drawn(photo=photo, rows=(row(name, 1),)))


@given(st.tuples(SIZES, SIZES), st.floats(0, 1), st.floats(0, 1), st.floats(0.5, 3))
def test_a_view_of_a_photo_has_every_kingdom_and_the_shape_that_is_asked_for(
    size: tuple[float, float], right: float, low: float, ratio: float
) -> None:
    width, height = 2000, 1500
    wide, high = min(size[0], width / 2), min(size[1], height / 2)
    left, top = right * (width - wide), low * (height - high)
    seen = view([(left, top), (left + wide, top + high)], width, height, ratio)

    assert abs(seen.width - seen.height * ratio) < 1e-6 * seen.width
    assert shows(seen, left, top)
    assert shows(seen, left + wide, top + high)


def shows(seen: View, x: float, y: float) -> bool:
    close = 1e-6 * (seen.width + seen.height)
    inside_across = seen.left - close <= x <= seen.left + seen.width + close
    return inside_across and seen.top - close <= y <= seen.top + seen.height + close


def test_a_board_says_whose_it_is_and_what_it_brought() -> None:
    assert "Ana / wheat 2 × 1 = 2 / +1" in words(beside(board("w1w/Cf", "wheat 2 × 1 = 2")))


def test_the_stage_shows_the_photo_and_neither_sums_on_it_nor_a_crown() -> None:
    stage = fromstring(stage_card(TOLD, ROWS, PHOTO))
    badges = [one.text for one in stage.iter(f"{SVG}text") if one.get("text-anchor") == "middle"]

    assert photos(stage) == [PHOTO.address]
    assert badges == ["A", "B"]
    assert crowns(stage) == 0


@pytest.mark.parametrize("photo", [PHOTO, None])
def test_the_stage_does_not_tell_who_has_won(photo: TablePhoto | None) -> None:
    ana, ben = ROWS[0], replace(ROWS[1], castle="green")
    stage = stage_card(TOLD, [ana, ben], photo)

    assert f'stroke="{GOLD}"' not in stage
    assert "Ana / Ben / 23" in words(fromstring(stage))
    assert stage == stage_card(TOLD, [replace(ben, place=1), replace(ana, place=2)], photo)


def test_a_leg_says_what_is_told_and_who_has_most_then_first_on_a_picture_as_large_as_the_stage() -> None:
    leg = fromstring(leg_card(WHEAT, TOLD, ROWS))

    assert words(leg).split(" / ") == ["Wheat", "Ben", "5", "Ana", "2"]
    assert LANDS[Terrain.WHEAT].icon in leg_card(WHEAT, TOLD, ROWS)
    assert [leg.attrib[side] for side in ("width", "height")] == [drawn().attrib[side] for side in ("width", "height")]
