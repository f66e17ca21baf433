"""The kingdoms that could have been had: on the result, a line that opens to both boards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_accessibility import faults
from tests.given import KITCHEN

pytestmark = pytest.mark.browser

WASTED = "w1fCfw"  # 1 point; with its two wheat squares side by side it would be 2


def plays_a_game(player: Player) -> None:
    """A result of a photo and of squares entered by hand, looked at after the finale."""
    page = player.page
    player.opens_a_table_for("Ana", "Ben")
    player.opens_the_kingdom_of("Ana")
    player.photographs(KITCHEN)
    player.accepts_the_board()
    player.is_asked_for_the_kingdom_of("Ben")
    player.starts_by_hand()
    player.types(WASTED)
    player.finishes()
    player.sees_who_won()
    player.skips_the_finale()
    expect(page.get_by_role("heading", name="The kingdom you could have had")).to_be_visible()
    expect(page.get_by_text("Ben made 1. At least 2 was possible.")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Ana made \d+\. At least \d+ was possible\.$"))).to_be_visible()


def test_the_same_dominoes_laid_better_are_a_board_beside_the_one_as_it_was_laid(player: Player) -> None:
    plays_a_game(player)
    line = player.page.locator(".st-key-possible-2")
    line.locator("summary").click()

    expect(line.get_by_text("1 point", exact=True)).to_be_visible()
    expect(line.get_by_text("2 points", exact=True)).to_be_visible()
    expect(line.get_by_role("img", name="a kingdom of 5 squares, 5 by 5")).to_have_count(2)
    assert faults(player) == []
