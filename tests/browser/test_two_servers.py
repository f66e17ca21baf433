"""Two servers on one PostgreSQL show the same tables; when one dies, its phones carry on with the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import Player
from tests.browser.served_app import PATIENCE_MS, SIZES, served_app
from tests.ui.postgres import running

pytestmark = pytest.mark.browser


def a_phone(chromium: Browser) -> Page:
    width, height = SIZES["phone"]
    page = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True).new_page()
    page.set_default_timeout(PATIENCE_MS)
    return page


def test_a_table_outlives_the_server_it_was_opened_on(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running() as database:
        monkeypatch.setenv("CROWNSIGHT_DATABASE", database.url)
        with served_app(tmp_path / "second.txt") as second:
            with served_app(tmp_path / "first.txt") as first:
                ana, ben = Player(a_phone(chromium), first), Player(a_phone(chromium), second)
                ana.opens_a_table_for("Ana", "Ben")
                table = ana.page.url.removeprefix(first)
                ben.page.goto(second + table)
                ana.opens_the_kingdom_of("Ana")
                ana.starts_by_hand()
                ana.taps(0, 0, "mine", crowns=3)
                expect(ben.page.get_by_role("button", name=re.compile("^Ana: 3, to check"))).to_be_visible()
            # the first server is gone, in the middle of the game
            ana.page.goto(second + table)
            ana.opens_the_kingdom_of("Ana")
            expect(ana.square(0, 0)).to_have_attribute("data-code", "m3")
            ana.taps(0, 1, "mine", crowns=2)
            expect(ben.page.get_by_role("button", name=re.compile("^Ana: 10, to check"))).to_be_visible()
        for player in (ana, ben):
            player.page.context.close()
