"""Two phones at one table: each sees within a second what the other does, and finds its place again."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Route, expect

from scoring import Kingdom
from tests.browser.player import EDITS, Player

pytestmark = pytest.mark.browser

# The first card says something else, as after a change that another phone has made.
SAYS_MORE = """(words) => {
    const text = document.createTreeWalker(document.querySelector('.st-key-open-1 button'), NodeFilter.SHOW_TEXT);
    text.nextNode().nodeValue = words;
}"""


def test_two_phones_share_an_evening_with_a_reload_and_a_lost_network(phone: Player, other: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    other.joins(phone.shows_its_code())
    expect(other.page.locator(".cs-card")).to_have_count(2)

    other.button("Players").click()
    other.is_settled()
    other.page.get_by_label("Name", exact=True).fill("Chloé")
    other.button("Add player").click()
    expect(phone.page.locator(".cs-card")).to_have_count(3)

    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    other.opens_the_kingdom_of("Ana")
    expect(other.square(0, 0)).to_be_visible()
    phone.taps(0, 0, "mine", crowns=3)
    expect(other.square(0, 0)).to_have_attribute("data-code", "m3")
    other.taps(4, 4, "lake", crowns=1)
    expect(phone.square(4, 4)).to_have_attribute("data-code", "l1")
    expect(phone.square(0, 0)).to_have_attribute("data-code", "m3")

    other.page.reload()
    other.sees_kingdom(Kingdom.parse("m3..../...../..C../...../....l1"))
    other.page.context.set_offline(True)
    other.taps(0, 1, "mine", crowns=1)
    expect(other.page.locator(".badge")).to_have_text(re.compile("^Offline, . changes? waiting$"))
    phone.taps(4, 3, "lake")
    other.page.context.set_offline(False)
    for player in (phone, other):
        player.sees_kingdom(Kingdom.parse("m3m1.../...../..C../...../...ll1"))


def test_taps_on_two_phones_at_once_are_all_there(phone: Player, other: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    other.joins(phone.shows_its_code())
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    other.opens_the_kingdom_of("Ana")
    expect(other.square(0, 0)).to_be_visible()

    phone.chooses(0, 0)
    other.chooses(4, 0)
    for _ in range(5):
        for player, key in ((phone, "w"), (other, "f")):
            player.page.keyboard.press(key)
            player.page.keyboard.press("ArrowRight")

    both = Kingdom.parse("wwwww/...../..C../...../fffff")
    phone.sees_kingdom(both)
    other.sees_kingdom(both)

    for _ in range(4):
        phone.button("Undo").click()  # takes back what this phone did, and nothing else
    undone = Kingdom.parse("w..../...../..C../...../fffff")
    phone.sees_kingdom(undone)
    other.sees_kingdom(undone)


def test_the_card_of_a_kingdom_follows_its_taps_and_the_page_that_shows_it_asks_for_nothing(
    phone: Player, other: Player
) -> None:
    asked: list[object] = []
    other.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(frame)))
    phone.opens_a_table_for("Ana", "Ben")
    other.joins(phone.shows_its_code())
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    expect(other.page.get_by_role("button", name=re.compile("^Ana: 0, "))).to_be_visible()
    other.is_settled()
    assert asked
    asked.clear()

    phone.taps(0, 0, "mine", crowns=3)

    expect(other.page.get_by_role("button", name=re.compile("^Ana: 3, "))).to_be_visible()
    card = other.page.locator(".cs-card").first
    expect(card.locator(".sum")).to_have_text("3")
    expect(card.get_by_role("img")).to_have_attribute("alt", "a kingdom of 2 squares, 5 by 5")
    assert asked == []

    other.opens_the_kingdom_of("Ana")
    other.sees_kingdom(Kingdom.parse("m3..../...../..C../...../....."))
    other.button("‹ Ana").click()
    expect(card.locator(".sum")).to_have_text("3")


def at_one_board(phone: Player, other: Player) -> None:
    """Both are at Ana's board, entered by hand."""
    phone.opens_a_table_for("Ana", "Ben")
    other.joins(phone.shows_its_code())
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    other.opens_the_kingdom_of("Ana")
    expect(other.square(0, 0)).to_be_visible()


def test_a_tap_under_way_stays_when_another_phones_board_arrives(phone: Player, other: Player) -> None:
    at_one_board(phone, other)
    phone.page.route(EDITS, lambda route: route.abort())
    phone.taps(0, 0, "mine", crowns=3)
    other.taps(1, 1, "forest")
    both = Kingdom.parse("m3..../.f.../..C../...../.....")

    phone.sees_kingdom(both)

    phone.page.unroute(EDITS)
    phone.sees_points(3)  # it was sent again, as nobody answered
    phone.page.reload()
    phone.sees_kingdom(both)


def test_a_tap_whose_answer_was_lost_is_not_made_again_over_what_another_has_set(phone: Player, other: Player) -> None:
    at_one_board(phone, other)

    def loses_the_answer(route: Route) -> None:
        route.fetch()
        with suppress(Error):  # on a busy machine the page has given the request up meanwhile
            route.abort()

    phone.page.route(EDITS, loses_the_answer)
    phone.taps(0, 0, "mine")
    expect(other.square(0, 0)).to_have_attribute("data-code", "m")
    other.taps(0, 0, "lake")
    other.is_heard()

    phone.page.unroute(EDITS)

    phone.is_heard()
    for player in (phone, other):
        expect(player.square(0, 0)).to_have_attribute("data-code", "l")


def test_what_waits_to_be_sent_outlives_a_page_that_is_loaded_again(phone: Player) -> None:
    phone.opens_a_table_for("Ana")
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    phone.page.route(EDITS, lambda route: route.abort())
    phone.taps(0, 0, "mine", crowns=3)

    phone.page.reload()

    phone.sees_kingdom(Kingdom.parse("m3..../...../..C../...../....."))
    phone.page.unroute(EDITS)
    phone.sees_points(3)


def test_undo_leaves_alone_what_another_has_set_since(phone: Player, other: Player) -> None:
    at_one_board(phone, other)
    phone.taps(0, 0, "wheat")
    phone.taps(0, 1, "wheat")
    expect(other.square(0, 1)).to_have_attribute("data-code", "w")
    other.taps(0, 1, "lake")
    expect(phone.square(0, 1)).to_have_attribute("data-code", "l")

    phone.button("Undo").click()

    for player in (phone, other):
        player.sees_kingdom(Kingdom.parse(".l.../...../..C../...../....."))


def test_a_card_opens_also_where_it_says_something_else_once_the_page_is_drawn(phone: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    phone.is_settled()
    phone.page.evaluate("crownsightRuns.begins()")
    phone.opens_the_kingdom_of("Ana")

    phone.page.evaluate(SAYS_MORE, "Ana: 9, to check")
    phone.page.evaluate("crownsightRuns.isDrawn()")

    phone.is_asked_for_the_kingdom_of("Ana")


def test_a_press_comes_again_also_on_a_button_that_is_drawn_twice_for_a_moment(phone: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    phone.is_settled()
    phone.page.evaluate("crownsightRuns.begins()")
    phone.button("Rules").click()

    phone.page.locator(".st-key-panel-rules").evaluate("(drawn) => drawn.after(drawn.cloneNode(true))")
    phone.page.evaluate("crownsightRuns.isDrawn()")

    expect(phone.page.get_by_role("heading", name="Rules", exact=True)).to_be_visible()


def test_a_phone_that_closed_its_page_finds_the_table_again(phone: Player, other: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    other.comes_to_the_table(phone.shows_its_code())
    other.button("I am Ben").click()
    other.opens_the_kingdom_of("Ben")
    other.starts_by_hand()

    other.page.goto("about:blank")
    other.page.goto(other.address)
    other.page.get_by_role("button", name=re.compile("^Back to Ana, Ben")).click()

    expect(other.page.locator(".cs-card.cs-green")).to_contain_text("you")


def test_a_wrong_code_is_refused_kindly(phone: Player) -> None:
    phone.opens_the_app()
    phone.page.get_by_label("Join with code").fill("nothing")
    phone.button("Join").click()

    expect(phone.page.get_by_role("alert")).to_contain_text("No table has this code")
