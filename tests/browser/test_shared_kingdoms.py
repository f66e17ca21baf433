"""Two phones at one board of Kingdoms: what both enter is there, after a reload too."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scoring.kingdoms import Board
from tests.browser.player import Player
from tests.browser.test_kingdoms_in_browser import opens_kingdoms, sees, sees_gold, taps

pytestmark = pytest.mark.browser

BOTH = Board.parse("M M M M M ./. . . . . ./. . . . . ./. . . . . ./D D D D D .")


def joins(other: Player, phone: Player) -> None:
    """Goes to the other phone's board with its code."""
    other.tries(phone.shows_its_code())
    expect(other.square(0, 0)).to_be_visible()


def test_two_phones_enter_one_board_at_once_and_both_see_all_of_it(phone: Player, other: Player) -> None:
    opens_kingdoms(phone)
    joins(other, phone)

    phone.chooses(0, 0)
    other.chooses(4, 0)
    for _ in range(5):
        for player, key in ((phone, "Shift+M"), (other, "Shift+D")):
            player.page.keyboard.press(key)
            player.page.keyboard.press("ArrowRight")
    sees(phone, BOTH)
    sees(other, BOTH)

    phone.button("Undo").click()  # takes back what was done on this phone alone
    expect(other.square(0, 4)).to_have_attribute("data-code", ".")
    phone.button("Redo").click()
    expect(other.square(0, 4)).to_have_attribute("data-code", "M")
    phone.page.reload()
    sees(phone, BOTH)
    sees(other, BOTH)
    taps(other, 2, 0, "red castle", 2)
    taps(other, 2, 1, "resource", 3)
    sees_gold(phone, "Ana", 56)
    expect(phone.square(2, 0)).to_have_attribute("data-code", "r2")

    phone.chooses(1, 1)
    phone.page.keyboard.press("Shift+W")
    other.button("Turn by half").click()  # of the board as this phone sees it, which knows nothing of the wizard yet
    for player in (phone, other):
        expect(player.square(3, 4)).to_have_attribute("data-code", "W")
        expect(player.square(2, 5)).to_have_attribute("data-code", "r2")
