"""The evening at the table: one photo, at most five taps, a winner; four photos, at most eleven."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.given import SAMPLES

pytestmark = pytest.mark.browser

COUNT_TAPS = "addEventListener('click', (tap) => (window.taps = (window.taps ?? 0) + tap.isTrusted), true)"
MOST_TAPS = 5


def taps(player: Player) -> int:
    """How many taps were made so far on the pages of this tab, that on the shutter included."""
    return int(player.page.evaluate("window.taps ?? 0"))


def answers_what_is_asked(player: Player) -> int:
    """Accepts what is doubtful and says whose the kingdoms are whose castles were not told; how many taps it took."""
    before = taps(player)
    page = player.page
    expect(page.get_by_role("heading", name=re.compile("^(Table|Whose kingdom)"))).to_be_visible()
    player.is_settled()
    for castle in ("blue", "green", "pink", "yellow"):
        if page.get_by_role("heading", name="Whose kingdom").count():
            page.get_by_role("button", name=castle).click()
            player.is_settled()
    while page.get_by_role("button", name=re.compile("^Check ")).count():
        page.get_by_role("button", name=re.compile("^Check ")).first.click()
        player.is_settled()
        player.finishes()
        accept = page.get_by_role("button", name=re.compile("^Accept with"))
        expect(accept.or_(page.get_by_role("heading", name="Table"))).to_be_visible()
        player.is_settled()
        if accept.count():
            accept.click()
        expect(page.get_by_role("heading", name="Table")).to_be_visible()
        player.is_settled()
    return taps(player) - before


def test_four_kingdoms_in_one_photo_end_with_a_winner_in_few_taps(phone: Player) -> None:
    phone.page.add_init_script(COUNT_TAPS)
    phone.opens_the_app()
    phone.photographs(SAMPLES / "whole-table.jpg")
    answered = answers_what_is_asked(phone)
    expect(phone.page.locator(".cs-card")).to_have_count(4)
    expect(phone.page.get_by_role("button", name=re.compile("^Green: 52"))).to_be_visible()
    expect(phone.button("Green")).to_be_attached()  # the kingdom in the photo

    phone.button("Who won?").click()

    expect(phone.page.get_by_text("Green wins").first).to_be_attached()
    assert 1 + taps(phone) - answered <= MOST_TAPS  # choosing the photo is one
