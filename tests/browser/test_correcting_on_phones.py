"""Correcting a board in phone windows: everything is visible, and the board keeps its size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from scoring import Kingdom, Square, Terrain
from tests.browser.phones import LAPTOP, PHONES, board_state, resize
from tests.browser.photographed import TRUTH, photo_board
from tests.browser.player import Player
from ui.table.board import Board

pytestmark = pytest.mark.browser

SMALLEST_SQUARE = 44  # CSS pixels, in portrait from 360 x 640 up
TERRAINS_AND_CROWNS = 8 + 4
IMPOSSIBLE = TRUTH.with_square(0, 0, Square(Terrain.MINE, 3)).with_square(1, 0, Square(Terrain.MINE, 3))
OVERFLOWING = """() => {
    const host = [...document.querySelectorAll('*')].find((one) => one.shadowRoot?.querySelector('.board'));
    const square = host.shadowRoot.querySelector('[data-place="0,0"]');
    return [...square.querySelectorAll('.art')].filter((art) => {
        const drawing = art.querySelector('use').getBBox(); // on a field of 24
        return drawing.x < 1 || drawing.x + drawing.width > 23;
    }).length;
}"""


def each_phone(player: Player) -> Iterator[tuple[int, int]]:
    """Give a player's window the size of each phone, one after the other."""
    for size in PHONES:
        resize(player, size)
        yield size


def test_palette_is_in_sight_on_every_phone(other: Player) -> None:
    other.opens_a_board(photo_board())
    other.waits_until_drawn()
    looks_right = other.looks_right
    for width, height in each_phone(other):
        where = f"{width}x{height}"
        expect(looks_right).to_be_in_viewport(ratio=1)
        at_rest = board_state(other)
        other.chooses(1, 3)
        expect(other.page.locator(".place")).to_have_text("row 2, column 4")
        state = board_state(other)

        assert state["unreachable"] == [], where
        assert state["reachable"] >= TERRAINS_AND_CROWNS, where
        assert state["scrollers"] == [], where
        assert state["board"] == at_rest["board"], where
        assert state["crop"] == 56, where
        if (width, height) >= (360, 640) and width < height:
            assert state["square"] >= SMALLEST_SQUARE, where
        expect(other.page.locator(".board")).to_be_in_viewport(ratio=1)
        expect(looks_right).to_be_hidden()
        other.button("Close").click()


def test_question_about_a_square_shows_it_large(bare: Player) -> None:
    bare.opens_a_board(photo_board((1, 3), (3, 3)))
    expect(bare.first_answer).to_be_visible()
    for size in each_phone(bare):
        state = board_state(bare)
        assert (state["crop"], state["unreachable"], state["scrollers"]) == (120, [], []), size
        assert state["reachable"] == 4, size  # Yes, or something, something else, leave it open


def test_warning_leaves_the_board_in_its_place(bare: Player) -> None:
    bare.opens_a_board(Board(Kingdom.parse("wwwww/wwwww/wwCww/wwww./wwwww")))
    bare.chooses(3, 4)
    before = {size: board_state(bare)["board"] for size in each_phone(bare)}
    bare.page.keyboard.press("s")
    expect(bare.page.get_by_role("list", name="Remarks").get_by_role("button").first).to_be_visible()

    assert {size: board_state(bare)["board"] for size in each_phone(bare)} == before


def test_show_me_opens_its_square_and_a_tap_closes_the_sheet(other: Player) -> None:
    other.opens_a_board(photo_board(read=IMPOSSIBLE))
    show_me, asked = other.button("Show me"), other.page.locator(".cs-question")
    for size in (PHONES[1], PHONES[-1], LAPTOP):
        resize(other, size)
        other.waits_until_drawn()
        (_, top, _, height), sheet = board_state(other)["board"], asked.bounding_box()
        assert sheet
        assert sheet["y"] >= top + height or sheet["x"] > size[0] / 3, size  # beside or below the board
        show_me.click()
        shown = other.page.locator(".square.shown")
        expect(shown).to_have_attribute("aria-selected", "true")
        expect(asked).to_be_hidden()
        expect(show_me).to_be_hidden()
        assert board_state(other)["unreachable"] == [], size
        other.button("Close").click()
        expect(asked).to_be_visible()
        other.square(4, 4).click()
        expect(asked).to_be_hidden()
        other.button("Close").click()
        expect(shown).to_have_count(0)


def test_board_by_hand_shows_no_photo(bare: Player) -> None:
    bare.opens_a_board()
    for size in each_phone(bare):
        state = board_state(bare)
        assert (state["crop"], state["unreachable"], state["scrollers"]) == (0, [], []), size


def test_last_square_by_hand_brings_the_way_on(other: Player) -> None:
    other.opens_a_board(replace(Board(Kingdom.parse("wwwww/wwwww/wwCww/wwwww/wwwg.")), source=None))
    other.chooses(4, 4)
    looks_right = other.looks_right
    expect(looks_right).to_be_hidden()
    other.page.keyboard.press("g")
    for size in each_phone(other):
        expect(looks_right).to_be_in_viewport(ratio=1)
        assert board_state(other)["unreachable"] == [], size


def test_three_crowns_fit_their_square(bare: Player) -> None:
    bare.opens_a_board(Board(Kingdom.parse("m3w/Cf")))
    assert bare.page.evaluate(OVERFLOWING) == 0
