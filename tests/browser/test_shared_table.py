"""Two phones at one table: each sees within a second what the other does, and finds its place again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scoring import Kingdom
from tests.browser.player import Player

pytestmark = pytest.mark.browser


def test_two_phones_share_an_evening_with_a_reload_and_a_lost_network(phone: Player, other: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    other.joins(phone.shows_its_code())
    expect(other.page.locator(".cs-card")).to_have_count(2)

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


TAPS_WHILE_ANOTHERS_BOARD_ARRIVES = """(code) => {
    const hosts = [...document.querySelectorAll('*')];
    const { shadowRoot: root } = hosts.find((host) => host.shadowRoot?.querySelector('.board'));
    const { editor } = [root, ...root.querySelectorAll('*')].find(({ editor }) => editor?.update);
    const send = editor.sendState;
    editor.sendState = () => {};  // on its way while the server already answers another phone
    editor.choose([0, 0]);
    editor.put('m3');
    editor.update({ ...editor.data, revision: editor.data.revision + 3, code }, send);
}"""


def test_a_tap_under_way_stays_when_another_phones_board_arrives(phone: Player) -> None:
    phone.opens_a_table_for("Ana")
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()

    phone.page.evaluate(TAPS_WHILE_ANOTHERS_BOARD_ARRIVES, "...../.f.../..C../...../.....")

    both = Kingdom.parse("m3..../.f.../..C../...../.....")
    phone.sees_kingdom(both)
    phone.sees_points(3)  # it was sent again, as nobody answered
    phone.page.reload()
    phone.sees_kingdom(both)


def test_a_phone_that_closed_its_page_finds_the_table_again(phone: Player, other: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    other.joins(phone.shows_its_code())
    other.opens_the_kingdom_of("Ben")
    other.starts_by_hand()

    other.page.goto("about:blank")
    other.page.goto(other.address)
    other.page.get_by_role("button", name=re.compile("^Back to Ana, Ben")).click()

    expect(other.page.locator(".cs-card.cs-green")).to_contain_text("you")


def test_a_guest_is_not_offered_what_belongs_to_the_host(phone: Player, other: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    other.joins(phone.shows_its_code())

    other.button("Rules").click()
    expect(other.page.get_by_text("Harmony: 5 points")).to_be_visible()
    other.is_settled()
    expect(other.page.get_by_text("Keep the photos")).to_have_count(0)
    expect(other.page.get_by_text("Remove a player")).to_have_count(0)


def test_a_wrong_code_is_refused_kindly(phone: Player) -> None:
    phone.opens_the_app()
    phone.page.get_by_label("Join with code").fill("nothing")
    phone.button("Join").click()

    expect(phone.page.get_by_role("alert")).to_contain_text("No table has this code")
