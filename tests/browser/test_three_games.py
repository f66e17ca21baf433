"""An evening of three games, a Dynasty, on two phones and a laptop: one photo a game, every name given once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.whole_table import COUNT_TAPS, answers_what_is_asked, taps, types_names
from tests.given import SAMPLES

pytestmark = pytest.mark.browser

PHOTO = 1  # the tap that takes it
MOST_TAPS = 3  # of the second game and the third, beside those that answer doubts
NAMES = {"Pink": "Ben", "Blue": "Chloé", "Yellow": "Dora"}


def photographs_the_table(phone: Player) -> int:
    """Takes the photo of a game; how many taps it took to answer what was asked."""
    phone.photographs(SAMPLES / "whole-table.jpg")
    return answers_what_is_asked(phone)


def test_three_games_are_three_photos_and_four_names(
    phone: Player, other: Player, laptop: Player, record_property: Callable[[str, object], None]
) -> None:
    for player in (phone, other):
        player.page.add_init_script(COUNT_TAPS)
    phone.opens_the_app()
    answered = photographs_the_table(phone)
    phone.button("Rules").click()
    phone.page.get_by_text("Dynasty: three games, one total").click()
    phone.is_settled()
    code = phone.shows_its_code()
    phone.button("Who won?").click()
    phone.skips_the_finale()
    first = PHOTO + taps(phone) - answered

    other.comes_to_the_table(code)
    other.page.get_by_role("button", name=re.compile("Green")).click()
    other.page.get_by_label(re.compile("name", re.IGNORECASE)).fill("Ana")
    other.page.keyboard.press("Enter")
    laptop.joins(code)
    types_names(phone, NAMES)
    expect(phone.page.get_by_role("heading", name="Ana wins")).to_be_visible()

    counts = [first]
    for _game in (2, 3):
        before = taps(phone)
        phone.button("Play again").click()
        phone.is_settled()
        answered = photographs_the_table(phone)
        phone.button("Who won?").click()
        phone.skips_the_finale()
        counts.append(PHOTO + taps(phone) - before - answered)
        assert counts[-1] <= MOST_TAPS
    record_property("journey", f"three games of a Dynasty: {counts} taps, beside answers to doubts")

    for player in (phone, other, laptop):
        expect(player.page.get_by_text("Who is").filter(visible=True)).to_have_count(0)
    expect(phone.page.get_by_role("heading", name="Ana wins the Dynasty")).to_be_visible()
    for player in (other, laptop):
        expect(player.page.get_by_role("button", name="Ana: 52")).to_be_visible()
