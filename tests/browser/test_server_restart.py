"""What is tapped while the server is dead is there once it is back, and a page that is back answers at once."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, expect

from scoring import Kingdom
from scoring.kingdoms import Board
from tests.browser.player import a_phone
from tests.browser.test_kingdoms_in_browser import opens_kingdoms, sees, sees_gold, taps
from tests.ui.served import free_port, served_process

pytestmark = pytest.mark.browser

LATER = 4.0  # seconds that a press may take longer after a break


def test_taps_on_boards_of_both_games_outlive_their_server(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "tables"))
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with a_phone(chromium, address) as ana, a_phone(chromium, address) as ben:
        with served_process(tmp_path / "first.txt", port):
            ana.opens_a_table_for("Ana")
            ana.opens_the_kingdom_of("Ana")
            ana.starts_by_hand()
            ana.taps(0, 0, "mine", crowns=3)
            ana.sees_points(3)
            opens_kingdoms(ben, red="Ben", green="Dev")
            taps(ben, 0, 0, "red castle", 2)
            taps(ben, 0, 1, "resource", 3)
            sees_gold(ben, "Ben", 56)

        ana.taps(0, 1, "mine", crowns=2)
        taps(ben, 0, 2, "resource", 1)

        with served_process(tmp_path / "second.txt", port):
            ana.sees_points(10)
            ana.page.reload()
            ana.sees_kingdom(Kingdom.parse("m3m2.../...../..C../...../....."))
            sees_gold(ben, "Ben", 58)
            ben.page.reload()
            sees(ben, Board.parse("r2 +3 +1 . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . ."))


def test_a_button_pressed_as_soon_as_the_page_is_back_is_answered_soon(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "tables"))
    port = free_port()
    with a_phone(chromium, f"http://127.0.0.1:{port}") as ana:
        html = ana.page.locator("html")

        def waits_for(button: str, heading: str) -> float:
            began = monotonic()
            ana.button(button).click()
            expect(ana.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
            return monotonic() - began

        with served_process(tmp_path / "first.txt", port):
            ana.opens_a_table_for("Ana", "Ben")
            ana.is_settled()
            usual = waits_for("Rules", "Rules")
        expect(html).to_have_attribute("data-connection", "offline")
        with served_process(tmp_path / "second.txt", port):
            expect(html).to_have_attribute("data-connection", "online")
            assert waits_for("Players", "Players") < usual + LATER
