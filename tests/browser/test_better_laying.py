"""The kingdoms that could have been had: on the result, a board to flip, and its dominoes one after the other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_accessibility import faults
from tests.given import KITCHEN
from ui.i18n.translate import LANGUAGE_COOKIE

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


def test_the_same_dominoes_laid_better_are_a_board_to_flip_and_to_step_through(player: Player) -> None:
    page = player.page
    plays_a_game(player)
    look = page.get_by_role("button", name=re.compile("^Look: Ben made 1"))
    look.click()

    expect(look).to_have_attribute("aria-expanded", "true")
    board = page.locator(".shown:visible")
    expect(board.get_by_text("Domino 2 of 2")).to_be_visible()
    expect(board.locator("svg .edge")).to_have_count(2)
    board.get_by_role("button", name="One domino back").click()
    expect(board.get_by_text("Domino 1 of 2")).to_be_visible()
    expect(board.locator("svg .edge")).to_have_count(1)
    board.get_by_role("button", name="As it was laid · 1").click()
    expect(board.locator("svg")).to_have_count(0)
    expect(board.get_by_role("img", name="a kingdom of 5 squares, 5 by 5")).to_be_visible()
    board.get_by_role("button", name="As it could be · 2").click()
    board.get_by_role("button", name="Next domino").click()
    board.get_by_role("button", name="Next domino").click()
    expect(board.get_by_text("The castle alone")).to_be_visible()
    expect(board.locator("svg .edge")).to_have_count(0)
    assert faults(player) == []


def test_it_is_told_in_the_readers_language(other: Player) -> None:
    plays_a_game(other)
    other.page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": "de", "url": other.address}])
    other.page.reload()

    german = other.page.locator(".better")
    expect(german.get_by_role("heading")).to_have_text("Das Königreich, das möglich war")
    expect(german.get_by_role("button", name=re.compile("^Ansehen: Ben"))).to_have_text("Ansehen")
