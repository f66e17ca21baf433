"""Who is who: four names are one tap and four words, and on the second evening four taps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scoring import Castle, Kingdom
from tests.browser.player import Player
from tests.browser.screens import faults
from tests.browser.whole_table import COUNT_TAPS, goes_through_the_race, taps
from ui import store
from ui.system import COOKIE
from ui.table.board import Board
from ui.table.table import Table

pytestmark = pytest.mark.browser

GROUP = {"Green": "Ana", "Pink": "Ben", "Blue": "Chloé", "Yellow": "Dora"}


def without_names() -> Table:
    """A game that is over, of four castles of which nobody has said whose they are."""
    table = Table()
    for castle, laid in zip(GROUP, ("m3m", "m2m", "m1m", "mm"), strict=True):
        board = Board(Kingdom.parse(f"{laid}.../...../..C../...../....."), checked=True)
        table = table.with_player("", Castle[castle.upper()])
        table = table.with_new_board(table.seats[-1].number, board)
    return table


def test_four_names_are_one_tap_and_four_words_and_four_taps_on_the_second_evening(
    bare: Player, record_property: Callable[[str, object], None]
) -> None:
    page, finale, row = bare.page, bare.page.get_by_role("dialog"), bare.page.locator("dialog .who")
    page.add_init_script(COUNT_TAPS)
    page.emulate_media(reduced_motion="reduce")
    bare.opens(without_names(), "result")
    goes_through_the_race(bare)
    before = taps(bare)
    row.get_by_role("textbox", name="Who is Green?").click()
    for castle, name in GROUP.items():
        expect(row.get_by_role("textbox", name=f"Who is {castle}?")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(finale.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(row).to_be_hidden()
    assert taps(bare) - before == 1
    record_property("journey", "four names: 1 tap, each typed once")

    phone = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)
    bare.kept = store.opened().create(without_names(), phone)
    bare.comes_to("result")
    goes_through_the_race(bare)
    assert faults(bare) == []
    before = taps(bare)
    for name in GROUP.values():
        known = row.get_by_role("button", name=name, exact=True).and_(page.locator(":enabled"))
        known.click()  # does not wait for what comes of it
    expect(finale.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(row).to_be_hidden()
    assert taps(bare) - before == len(GROUP)
    bare.is_settled()
    assert [seat.name for seat in bare.stored.table.seats] == [*GROUP.values()]
