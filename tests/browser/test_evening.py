"""The evening at the table: one photo, at most five taps, a winner; four photos, at most eleven."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.whole_table import COUNT_TAPS, answers_what_is_asked, taps
from tests.given import SAMPLES

pytestmark = pytest.mark.browser

MOST_TAPS = 5


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
