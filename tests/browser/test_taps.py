"""Two and three taps on a button that leads on do one thing: what comes under the finger is not meant by it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from scoring import Kingdom
from tests.browser.photographed import TRUTH, photographed
from tests.browser.player import ANA_AND_BEN, Player
from tests.browser.test_kingdoms_in_browser import lays, opens_an_epoch
from ui.table.board import Board

pytestmark = pytest.mark.browser

# The clock of the page, which stands still while a finger taps, and is moved by hand.
CLOCK = """
    const real = performance.now.bind(performance);
    let ahead = 0, held = null;
    performance.now = () => held ?? real() + ahead;
    window.holdsTime = () => (held = performance.now());
    window.passesTime = (ms) => (held += ms);
    window.letsTimeGo = () => ((ahead = held + 2000 - real()), (held = null));
"""
# Ana's kingdom is to be checked, and Ben's so near that it may decide.
TO_CHECK = ANA_AND_BEN.with_new_board(1, photographed((1, 3), (3, 3))).with_new_board(2, Board(TRUTH, checked=True))


def taps(player: Player, button: Locator, times: int, gap: int) -> None:
    """A finger goes down so many times at one place, so many milliseconds after what has come there."""
    player.is_settled()
    box = button.bounding_box()
    assert box
    player.page.evaluate("holdsTime()")
    for _ in range(times):
        player.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        player.is_settled()
        player.page.evaluate("passesTime", gap)
    player.page.evaluate("letsTimeGo()")


@pytest.mark.parametrize(("times", "gap"), [(3, 390), (2, 790)])
def test_from_a_doubt_to_the_next_game_every_button_does_one_thing(other: Player, times: int, gap: int) -> None:
    other.page.emulate_media(reduced_motion="reduce")
    other.page.add_init_script(CLOCK)
    choosers: list[object] = []
    other.page.on("filechooser", lambda chooser: choosers.append(chooser))
    other.opens(TO_CHECK)
    taps(other, other.next_step, times, gap)
    doubts = other.page.locator(".square.doubtful")
    expect(doubts).to_have_count(2)

    for left in (1, 0):
        taps(other, other.button("Yes"), times, min(gap, 390))
        expect(doubts).to_have_count(left)
    expect(other.page.get_by_role("heading", name="Table", exact=True)).to_be_visible()

    taps(other, other.button("Who won?"), times, gap)
    expect(other.page.get_by_role("dialog")).to_be_visible()
    other.skips_the_finale()
    taps(other, other.button("Play again"), times, gap)
    expect(other.page.get_by_role("heading", name="Table", exact=True)).to_be_visible()
    assert [seat.board for seat in other.stored.table.seats] == [None, None]
    assert choosers == []


def test_two_taps_finish_one_kingdom_and_one_epoch(other: Player) -> None:
    other.page.add_init_script(CLOCK)
    choosers: list[object] = []
    other.page.on("filechooser", lambda chooser: choosers.append(chooser))
    other.opens_a_board(Board(Kingdom.parse("w1w/Cf")))
    taps(other, other.button("Looks right"), 2, 790)
    other.is_asked_for_the_kingdom_of("Ben")
    assert choosers == []

    opens_an_epoch(other)
    lays(other, "resource", 3)
    taps(other, other.button("Looks right: next epoch"), 3, 390)
    expect(other.page.get_by_role("radio", name="Epoch 2")).to_be_checked()
    expect(other.page.get_by_role("radio", name="Epoch 3")).to_have_count(0)
