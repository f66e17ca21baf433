"""The picture of who won shows the winner's kingdom alight, everybody's sum, and nothing outside the photo."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom, score
from ui.drawing.result_picture import Shared
from ui.drawing.tiles import CROWN
from ui.drawing.winner_picture import HEIGHT, TablePhoto, Told, View, view, winner_picture
from ui.table.names import plain_name

SVG = "{http://www.w3.org/2000/svg}"
TOLD = Told("Ana wins", "54 points · The lakes decided it", (), "23 November 2026", is_won=True)
SQUARE = ((100.0, 100.0), (500.0, 100.0), (500.0, 500.0), (100.0, 500.0))
BESIDE = tuple((x + 600, y) for x, y in SQUARE)
PHOTO = TablePhoto("/media/photo.jpg", 1600, 1200, {"Ana": SQUARE, "Ben": BESIDE})
SIZES = st.floats(10, 2000)


def shared(name: str, place: int, code: str = "w1w/Cf", unsure: str = "") -> Shared:
    kingdom = Kingdom.parse(code)
    return Shared(name, place, kingdom, score(kingdom), (), castle="blue", unsure=unsure)


PLAYERS = (shared("Ana", 1), shared("Ben", 2, "m3m/Cf", unsure="2 to check"))


def drawn(told: Told = TOLD, photo: TablePhoto | None = PHOTO, players: tuple[Shared, ...] = PLAYERS) -> Element:
    """The picture as a browser parses it: refused if it is no XML."""
    return fromstring(winner_picture(told, players, photo))


def words(picture: Element) -> str:
    return " / ".join(one.text or "" for one in picture.iter(f"{SVG}text"))


def photos(picture: Element) -> list[str]:
    return [one.attrib["href"] for one in picture.iter(f"{SVG}image")]


def crowns(picture: Element) -> int:
    return sum(one.attrib["d"] == CROWN and one.attrib["fill"] == "#FFD75E" for one in picture.iter(f"{SVG}path"))


def test_the_picture_is_as_large_as_chats_show_it_whole() -> None:
    assert [drawn().attrib[side] for side in ("width", "height")] == ["1080", "1350"] == ["1080", str(HEIGHT)]


def test_the_picture_says_who_won_why_and_when_and_what_is_in_doubt() -> None:
    said = words(drawn())

    for wanted in (TOLD.headline, TOLD.why, TOLD.date, "1  Ana", "2  Ben · 2 to check"):
        assert wanted in said


def test_a_dynasty_has_lines_of_its_own_below_the_players() -> None:
    lines = "Ana wins the Dynasty", "Ana 86 · Ben 80"

    said = words(drawn(replace(TOLD, more=lines)))

    assert said.index("2  Ben") < said.index(lines[0]) < said.index(lines[1]) < said.index(TOLD.date)


def test_the_photo_is_shown_where_the_winner_is_on_it() -> None:
    assert photos(drawn()) == [PHOTO.address]
    assert photos(drawn(photo=None)) == []
    assert photos(drawn(photo=replace(PHOTO, corners={"Ben": BESIDE, "Cem": SQUARE}))) == []


def test_only_who_has_won_for_certain_wears_a_crown() -> None:
    for photo in (PHOTO, None):
        assert crowns(drawn(photo=photo)) == 1
        assert crowns(drawn(replace(TOLD, is_won=False), photo)) == 0
        both = (shared("Ana", 1), shared("Ben", 1))
        assert crowns(drawn(photo=photo, players=both)) == 2


@given(st.text(max_size=60).map(plain_name))
def test_any_name_can_be_written_on_the_picture(name: str) -> None:
    for photo in (None, replace(PHOTO, corners={name: SQUARE})):
        assert name.translate({0xFFFE: None, 0xFFFF: None}) in words(drawn(photo=photo, players=(shared(name, 1),)))


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


def test_a_view_of_a_corner_of_a_photo_stays_inside_it() -> None:
    assert view([(0, 0), (400, 400)], 2000, 1500, 1.0) == View(0.0, 0.0, 472.0, 472.0)


def shows(seen: View, x: float, y: float) -> bool:
    close = 1e-6 * (seen.width + seen.height)
    inside_across = seen.left - close <= x <= seen.left + seen.width + close
    return inside_across and seen.top - close <= y <= seen.top + seen.height + close
