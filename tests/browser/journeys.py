"""Journey: one photo of the whole table, played to the winner."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.sample_photos import SAMPLES

# A press that Playwright keeps from the page and repeats, as something lay over its button, never reaches the document.
COUNT_TAPS = """document.addEventListener('pointerdown', ({ isTrusted }) => {
    window.taps = (window.taps ?? 0) + isTrusted;
}, true);"""


def taps(player: Player) -> int:
    """Count the taps on the pages of this tab so far, including the shutter."""
    return int(player.page.evaluate("window.taps ?? 0"))


def answers_what_is_asked(player: Player) -> int:
    """Accepts what is doubtful and says whose the kingdoms are whose castles were not told; how many taps it took."""
    before = taps(player)
    page = player.page
    expect(page.get_by_role("heading", name=re.compile("^(Tonight|Whose kingdom)"))).to_be_visible()
    player.waits_until_drawn()
    for castle in ("blue", "green", "pink", "yellow"):
        free = page.locator(f".st-key-owner-{castle} button")
        if free.count():
            free.click()
            expect(free).to_have_count(0)
            player.waits_until_drawn()
    while page.get_by_role("button", name=re.compile("^Check ")).count():
        page.get_by_role("button", name=re.compile("^Check ")).first.click()
        player.waits_until_drawn()
        player.finishes()
        expect(page.get_by_role("heading", name="Tonight’s table")).to_be_visible()
        player.waits_until_drawn()
    return taps(player) - before


def goes_through_the_race(player: Player) -> None:
    """Goes from still to still, of a race told with reduced motion, until the winner fills the screen."""
    step = player.page.locator("dialog .step")
    expect(step).to_be_visible()
    while step.is_visible():
        step.click()


def plays_to_the_winner(phone: Player) -> None:
    """Photographs the whole table, answers what is asked, and is told who won."""
    phone.opens_the_app()
    phone.photographs(SAMPLES / "whole-table.jpg")
    answers_what_is_asked(phone)
    expect(phone.page.locator(".cs-card")).to_have_count(4)
    phone.button("Who won?").click()
    expect(phone.page.get_by_text("Green wins").first).to_be_attached()
