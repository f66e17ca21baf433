"""The evening at the table: one photo and one tap to the winner, two taps a doubt."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scoring.castle import Castle
from tests.browser.photographed import TRUTH, photographed
from tests.browser.player import ANA_AND_BEN, Player
from tests.browser.whole_table import COUNT_TAPS, answers_what_is_asked, taps
from tests.given import SAMPLES
from ui.table.board import Board

pytestmark = pytest.mark.browser

PHOTO, WHO_WON = 1, 1  # taps


def test_four_kingdoms_in_one_photo_end_with_a_winner_in_two_taps_beside_doubts(
    phone: Player, record_property: Callable[[str, object], None]
) -> None:
    phone.page.add_init_script(COUNT_TAPS)
    phone.opens_the_app()
    phone.photographs(SAMPLES / "whole-table.jpg")
    dealt = phone.page.get_by_text("4 kingdoms found")
    expect(dealt).to_be_focused()  # a screen reader hears how many, and what they score
    expect(dealt).to_have_accessible_description(re.compile("^Blue: 39, 2 to check; Green: 52, .*; Yellow: 6, "))
    answered = answers_what_is_asked(phone)
    expect(phone.page.locator(".cs-card")).to_have_count(4)
    expect(phone.page.get_by_role("button", name=re.compile("^Green: 52"))).to_be_visible()
    expect(phone.button("Green")).to_be_attached()  # the kingdom in the photo

    phone.button("Who won?").click()

    expect(phone.page.get_by_text("Green wins").first).to_be_attached()
    assert taps(phone) - answered == WHO_WON
    record_property("journey", f"a first game: {PHOTO + WHO_WON} taps, beside {answered} for doubts")


def test_a_doubt_takes_two_taps(phone: Player, record_property: Callable[[str, object], None]) -> None:
    phone.page.add_init_script(COUNT_TAPS)
    known = Board(TRUTH, checked=True)
    phone.opens(ANA_AND_BEN.with_new_board(1, photographed((1, 3))).with_new_board(2, known))
    phone.next_step.click()
    phone.button("Yes").click()

    expect(phone.button("Who won?")).to_be_visible()
    assert taps(phone) == 2
    record_property("journey", f"a doubt: {taps(phone)} taps")


def test_a_panel_that_opens_above_what_was_tapped_is_brought_into_sight(phone: Player) -> None:
    phone.opens(ANA_AND_BEN.with_player("Chloé", Castle.PINK).with_player("Dev", Castle.YELLOW))
    expect(phone.page.locator(".cs-card")).to_have_count(4)
    phone.is_settled()
    for panel in ("Rules", "Players", "Invite"):
        way = phone.button(panel)
        way.evaluate("(button) => button.scrollIntoView({ block: 'end' })")
        way.click()
        heading = phone.page.get_by_role("heading", name=panel, exact=True)
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport(ratio=1)
        phone.is_settled()
        phone.button("Done").click()
        expect(heading).to_have_count(0)
        phone.is_settled()
