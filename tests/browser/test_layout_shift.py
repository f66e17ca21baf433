"""Nothing jumps: on every screen the layout shift that a browser measures stays far below what a person notices."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_finale import plays

pytestmark = pytest.mark.browser

MOST = 0.05  # of a screen: what web.dev calls good is twice as much
MEASURED = """
    window.shifted = 0;
    const note = (entry) => { if (!entry.hadRecentInput) window.shifted += entry.value; };
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
    observer.observe({ type: 'layout-shift', buffered: true });
"""
SETTLE_MS = 700


def shift(player: Player, address: str) -> float:
    """How far a screen shifts while it comes up."""
    player.page.goto(address)
    expect(player.page.locator(".st-key-page")).to_be_visible()
    player.is_settled()
    player.page.wait_for_timeout(SETTLE_MS)
    shifted: float = player.page.evaluate("window.shifted")
    return shifted


def test_no_screen_jumps_while_it_comes_up(player: Player) -> None:
    page = player.page
    page.add_init_script(MEASURED)
    player.opens_a_table_for("Ana", "Ben")
    plays(player, "m 1", "m 3")
    player.skips_the_finale()
    table = re.search(r"t=([^&]+)", page.url)
    assert table

    screens = ("", "/table", "/kingdom", "/deal", "/result", "/history", "/player", "/kingdoms", "/board")
    queries = {"/kingdom": "&s=1", "/player": "&n=Ana", "/board": "&k=m3m/Cf", "/kingdoms": None, "": None}
    addresses = {
        player.address + screen + ("" if (more := queries.get(screen, "")) is None else f"?t={table[1]}{more}")
        for screen in screens
    }
    jumping = [address for address in sorted(addresses) if shift(player, address) >= MOST]

    # A page that is not there after 3 seconds is shown as far as it is: on a busy machine a second look is fairer.
    assert [address for address in jumping if shift(player, address) >= MOST] == []
