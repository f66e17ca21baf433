"""Two phones at one table see each other's changes within a second and lose none."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Route, expect

from scoring import Kingdom
from tests.browser.player import EDITS, Player

pytestmark = pytest.mark.browser


def test_kingdom_card_follows_taps_without_requests(phone: Player, other: Player) -> None:
    asked: list[object] = []
    other.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(frame)))
    phone.opens_a_board()
    other.sits_at(phone)
    expect(other.page.get_by_role("button", name=re.compile("^Ana: 0, "))).to_be_visible()
    phone.taps(4, 4, "lake", crowns=1)  # of the first change the server does not know yet what the page shows of it
    expect(other.page.get_by_role("button", name=re.compile("^Ana: 1, "))).to_be_visible()
    other.waits_until_drawn()
    assert asked
    asked.clear()

    phone.taps(0, 0, "mine", crowns=3)

    expect(other.page.get_by_role("button", name=re.compile("^Ana: 4, "))).to_be_visible()
    card = other.page.locator(".cs-card").first
    expect(card.locator(".sum")).to_have_text("4")
    expect(card.get_by_role("img")).to_have_attribute("alt", "a kingdom of 3 squares, 5 by 5")
    assert asked == []

    other.opens_the_kingdom_of("Ana")
    other.sees_kingdom(Kingdom.parse("m3..../...../..C../...../....l1"))
    other.button("‹ Ana").click()
    expect(card.locator(".sum")).to_have_text("4")


def at_one_board(bare: Player, other_bare: Player) -> None:
    """Both are at Ana's board, on which nothing lies."""
    bare.opens_a_board()
    other_bare.comes_to_the_board_of(bare)


def test_taps_on_two_phones_at_once_are_all_there(bare: Player, other_bare: Player) -> None:
    at_one_board(bare, other_bare)
    bare.chooses(0, 0)
    other_bare.chooses(4, 0)
    for _ in range(5):
        for player, key in ((bare, "w"), (other_bare, "f")):
            player.page.keyboard.press(key)
            player.page.keyboard.press("ArrowRight")
    for player in (bare, other_bare):
        player.sees_kingdom(Kingdom.parse("wwwww/...../..C../...../fffff"))

    for _ in range(4):
        bare.button("Undo").click()  # takes back what this phone did, and nothing else
    for player in (bare, other_bare):
        player.sees_kingdom(Kingdom.parse("w..../...../..C../...../fffff"))


def test_pending_tap_survives_other_phones_and_reload(bare: Player, other_bare: Player) -> None:
    at_one_board(bare, other_bare)
    bare.page.route(EDITS, lambda route: route.abort())
    bare.taps(0, 0, "mine", crowns=3)
    other_bare.taps(1, 1, "forest")
    both = Kingdom.parse("m3..../.f.../..C../...../.....")

    bare.sees_kingdom(both)
    bare.page.reload()
    bare.sees_kingdom(both)
    bare.page.unroute(EDITS)
    bare.sees_points(3)  # it was sent again, as nobody answered


def test_retried_tap_does_not_overwrite_another_phone(bare: Player, other_bare: Player) -> None:
    at_one_board(bare, other_bare)

    def loses_the_answer(route: Route) -> None:
        route.fetch()
        with suppress(Error):  # on a busy machine the page has given the request up meanwhile
            route.abort()

    bare.page.route(EDITS, loses_the_answer)
    bare.taps(0, 0, "mine")
    expect(other_bare.square(0, 0)).to_have_attribute("data-code", "m")
    other_bare.taps(0, 0, "lake")
    other_bare.waits_until_saved()

    bare.page.unroute(EDITS)

    bare.waits_until_saved()
    for player in (bare, other_bare):
        expect(player.square(0, 0)).to_have_attribute("data-code", "l")
