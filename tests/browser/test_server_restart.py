"""What is tapped while the server is dead is there once it is back, and nobody had to do anything for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from scoring import Kingdom
from scoring.kingdoms import Board
from tests.browser.player import Player
from tests.browser.served_app import PATIENCE_MS, SIZES, served_process
from tests.browser.test_kingdoms_in_browser import opens_kingdoms, sees, sees_gold, starts_by_hand, taps

pytestmark = pytest.mark.browser


@pytest.fixture
def page(chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A phone whose tables outlive a server."""
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "tables"))
    width, height = SIZES["phone"]
    page = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True).new_page()
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    yield page
    page.context.close()


def test_taps_on_a_kingdom_outlive_their_server(page: Page, tmp_path: Path) -> None:
    with served_process(tmp_path / "first.txt") as (address, _process):
        ana = Player(page, address)
        ana.opens_a_table_for("Ana")
        ana.opens_the_kingdom_of("Ana")
        ana.starts_by_hand()
        ana.taps(0, 0, "mine", crowns=3)
        ana.sees_points(3)
    ana.taps(0, 1, "mine", crowns=2)
    with served_process(tmp_path / "second.txt", urlsplit(address).port or 0):
        ana.sees_points(10)
        page.reload()
        ana.sees_kingdom(Kingdom.parse("m3m2.../...../..C../...../....."))


def test_taps_on_a_board_of_kingdoms_outlive_their_server(page: Page, tmp_path: Path) -> None:
    with served_process(tmp_path / "first.txt") as (address, _process):
        ana = Player(page, address)
        opens_kingdoms(ana)
        starts_by_hand(ana)
        taps(ana, 0, 0, "red castle", 2)
        taps(ana, 0, 1, "resource", 3)
        sees_gold(ana, "Ana", 56)
    taps(ana, 0, 2, "resource", 1)
    with served_process(tmp_path / "second.txt", urlsplit(address).port or 0):
        sees_gold(ana, "Ana", 58)
        page.reload()
        sees(ana, Board.parse("r2 +3 +1 . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . ."))
