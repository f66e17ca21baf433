"""What is tapped or photographed while the server is dead is there once it is back, and a page that is back answers."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, expect

from scoring import Kingdom
from tests.browser.photographed import TRUTH
from tests.browser.player import ANA_AND_BEN, a_phone
from tests.given import KITCHEN
from tests.ui.served import free_port, served_process

pytestmark = pytest.mark.browser


def test_taps_a_photo_and_a_press_outlive_their_server(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three phones at tables of their own; ``pytest -rP`` prints how long a press took."""
    monkeypatch.setenv("CROWNSIGHT_DATABASE", f"sqlite:///{tmp_path}/tables.sqlite3")
    port = free_port()
    with ExitStack() as room:
        ana, cora, dora = (room.enter_context(a_phone(chromium, f"http://127.0.0.1:{port}")) for _ in range(3))
        with served_process(tmp_path / "first.txt", port):
            ana.opens_a_board()
            ana.taps(0, 0, "mine", crowns=3)
            ana.sees_points(3)
            dora.opens(ANA_AND_BEN)
            dora.is_settled()
            cora.opens(ANA_AND_BEN, "kingdom", s="1")
            cora.is_asked_for_the_kingdom_of("Ana")
            cora.photographs(KITCHEN)
            expect(cora.page.locator("html[data-photo]")).to_have_count(1)

        ana.closes_what_says_that_nobody_answers()
        ana.taps(0, 1, "mine", crowns=2)
        expect(dora.page.locator("html")).to_have_attribute("data-connection", "offline")

        with served_process(tmp_path / "second.txt", port):
            expect(dora.page.locator("html")).to_have_attribute("data-connection", "online")
            began = monotonic()
            dora.button("Players").click()
            expect(dora.page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
            print(f"{monotonic() - began:.1f} s")
            ana.sees_points(10)
            ana.page.reload()
            ana.sees_kingdom(Kingdom.parse("m3m2.../...../..C../...../....."))
            cora.sees_kingdom(TRUTH)
