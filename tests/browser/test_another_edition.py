"""A box in a style that the reader has never seen: noticed, taught by one photo, and read at the next table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.whole_table import answers_what_is_asked
from tests.given import SAMPLES

pytestmark = pytest.mark.browser

OURS = SAMPLES / "another-edition"


def test_a_strange_box_is_noticed_and_taught_by_one_photo_and_its_next_table_has_a_winner(phone: Player) -> None:
    phone.opens_the_app()
    phone.photographs(OURS / "one-kingdom.jpg")
    expect(phone.page.get_by_text("These tiles look unlike those I know.")).to_be_visible()

    phone.button("Teach me your box").click()
    expect(phone.page.get_by_text("Lay these twelve dominoes")).to_be_visible()
    phone.photographs(OURS / "lesson.jpg")
    expect(phone.page.get_by_text("I know your box now: 25 squares taught it.")).to_be_visible()
    phone.button("Go on").click()

    phone.opens_the_app()
    phone.photographs(OURS / "two-kingdoms.jpg")
    answers_what_is_asked(phone)
    expect(phone.page.get_by_text("These tiles look unlike those I know.")).to_have_count(0)
    expect(phone.page.get_by_role("button", name=re.compile("^Blue: 29"))).to_be_visible()
    expect(phone.page.get_by_role("button", name=re.compile("^Green: 22"))).to_be_visible()

    phone.button("Who won?").click()
    expect(phone.page.get_by_text("Blue wins").first).to_be_attached()
