"""Share pictures show the winner and everybody's points."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom
from scoring.svg import CROWN, draw_squares
from ui.drawing.over_photo import BAND_FILLS
from ui.drawing.share_card import (
    SIDE,
    Caption,
    Crop,
    DrawnBoard,
    PlayerRow,
    TablePhoto,
    boards_card,
    crop_around,
    winner_card,
)
from ui.table.names import plain_name

SVG = "{http://www.w3.org/2000/svg}"
CAPTION = Caption("Ana wins", "54 points · Won on lakes", "", "23 November 2026", is_won=True)
SQUARE = ((100.0, 100.0), (500.0, 100.0), (500.0, 500.0), (100.0, 500.0))
BESIDE = tuple((x + 600, y) for x, y in SQUARE)
PHOTO = TablePhoto("/media/photo.jpg", 1600, 1200, {"Ana": SQUARE, "Ben": BESIDE})
SIZES = st.floats(10, 2000)


def board(code: str = "w1w/Cf", *lines: str) -> DrawnBoard:
    kingdom = Kingdom.parse(code)
    return DrawnBoard(
        draw_squares(kingdom), kingdom.width, kingdom.height, "Ana", tuple((line, "+1") for line in lines)
    )


def row(name: str, place: int, total: int = 2) -> PlayerRow:
    return PlayerRow(name, place, total, "blue", board())


ROWS = (row("Ana", 1), row("Ben", 2, 6))


def draw(caption: Caption = CAPTION, photo: TablePhoto | None = PHOTO, rows: tuple[PlayerRow, ...] = ROWS) -> Element:
    """Parse the picture as a browser does; invalid XML is refused."""
    return fromstring(winner_card(caption, rows, photo))


def beside(*boards: DrawnBoard) -> Element:
    return fromstring(boards_card(CAPTION, ROWS, boards))


def words(picture: Element) -> str:
    return " / ".join(one.text or "" for one in picture.iter(f"{SVG}text"))


def photos(picture: Element) -> list[str]:
    return [one.attrib["href"] for one in picture.iter(f"{SVG}image")]


def crowns(picture: Element) -> int:
    return sum(one.attrib["d"] == CROWN and one.attrib["fill"] == "#FFD75E" for one in picture.iter(f"{SVG}path"))


def test_share_picture_names_winner_reason_and_date() -> None:
    dynasty = "Ana wins the Dynasty · Ana 86 · Ben 80"

    said = words(draw(replace(CAPTION, more=dynasty)))

    for wanted in ("Ana / 2", "Ben / 6", CAPTION.headline, CAPTION.why, dynasty, CAPTION.date, "Crownsight"):
        assert wanted in said


def test_winner_card_is_square() -> None:
    for photo in (PHOTO, None):
        picture = draw(photo=photo)
        assert picture.attrib["width"] == picture.attrib["height"]


def test_photo_covers_the_whole_width() -> None:
    narrow = replace(PHOTO, width=600, corners={"Ana": SQUARE})
    cover, crop = draw(photo=narrow).findall(f"{SVG}svg")

    assert cover.find(f".//{SVG}use") is not None  # a blurred copy of the photo behind the crop
    assert crop.find(f"{SVG}use") is not None


def test_name_and_points_lie_inside_the_picture() -> None:
    low = replace(PHOTO, corners={"Ana": tuple((x, y + 690) for x, y in SQUARE)})
    for pill in draw(photo=low).iter(f"{SVG}rect"):
        left, top, width, height = (float(pill.attrib.get(name, 0)) for name in ("x", "y", "width", "height"))
        assert left >= 0
        assert left + width <= SIDE
        assert top + height <= SIDE


@pytest.mark.parametrize("castle", BAND_FILLS)
def test_band_has_the_winners_colour(castle: str) -> None:
    winner = replace(row("Ana", 1), castle=castle)
    assert f'fill="{BAND_FILLS[castle]}"' in winner_card(CAPTION, (winner, row("Ben", 2)), PHOTO)


def test_the_photo_is_shown_where_the_winner_is_on_it() -> None:
    assert photos(draw()) == [PHOTO.address]
    assert photos(draw(photo=None)) == []
    assert photos(draw(photo=replace(PHOTO, corners={"Ben": BESIDE, "Cem": SQUARE}))) == []


def test_only_a_certain_winner_wears_a_crown() -> None:
    for photo in (PHOTO, None):
        assert crowns(draw(photo=photo)) == 1
        assert crowns(draw(replace(CAPTION, is_won=False), photo)) == 0
        both = (row("Ana", 1), row("Ben", 1))
        assert crowns(draw(photo=photo, rows=both)) == 2


@given(st.text(max_size=60).map(plain_name))
def test_any_name_can_be_written_on_the_picture(name: str) -> None:
    for photo in (None, replace(PHOTO, corners={name: SQUARE})):
        assert name.translate({0xFFFE: None, 0xFFFF: None}) in words(draw(photo=photo, rows=(row(name, 1),)))


@given(st.tuples(SIZES, SIZES), st.floats(0, 1), st.floats(0, 1), st.floats(0.5, 3))
def test_photo_crop_holds_all_kingdoms_in_given_shape(
    size: tuple[float, float], right: float, low: float, ratio: float
) -> None:
    width, height = 2000, 1500
    wide, high = min(size[0], width / 2), min(size[1], height / 2)
    left, top = right * (width - wide), low * (height - high)
    crop = crop_around([(left, top), (left + wide, top + high)], width, height, ratio)

    assert abs(crop.width - crop.height * ratio) < 1e-6 * crop.width
    assert shows(crop, left, top)
    assert shows(crop, left + wide, top + high)


def shows(crop: Crop, x: float, y: float) -> bool:
    close = 1e-6 * (crop.width + crop.height)
    inside_across = crop.left - close <= x <= crop.left + crop.width + close
    return inside_across and crop.top - close <= y <= crop.top + crop.height + close


def test_a_board_says_whose_it_is_and_what_it_brought() -> None:
    assert "Ana / wheat 2 × 1 = 2 / +1" in words(beside(board("w1w/Cf", "wheat 2 × 1 = 2")))
