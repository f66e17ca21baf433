"""Without a connection or server a phone says so, keeps every tap, and sends them on reconnecting."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from scoring import Kingdom
from tests.browser.link import Link
from tests.browser.photographed import TRUTH
from tests.browser.player import ANA_AND_BEN, Player, a_phone
from tests.network import network_to
from tests.sample_photos import KITCHEN
from tests.ui.served import free_port, serve_in_background

pytestmark = pytest.mark.browser

HEARS = "window.heard = []; for (const name of ['offline', 'online']) \
window.addEventListener('crownsight:' + name, () => window.heard.push(name))"
CUTS = (5, 12)  # seconds without a link
ASLEEP = 20  # seconds in a pocket; Streamlit gives a connection up after 15
# Nothing that is held back for a run of the page is let go for the time that has passed.
IS_PATIENT = "() => { crownsight.reruns.begin = () => (crownsight.reruns.inFlight = true); }"


def is_told(player: Player, text: str) -> None:
    expect(player.page.locator(".badge")).to_have_text(text)


@pytest.fixture
def port(server: str) -> int:
    """Where the app is served."""
    return urlsplit(server).port or 0


def test_dropped_packets_are_detected_and_survived(chromium: Browser, port: int) -> None:
    with network_to(port) as network, a_phone(chromium, network.address) as ana:
        ana.opens_a_board()
        ana.taps(0, 0, "mine", crowns=3)
        ana.sees_points(3)
        ana.page.evaluate(HEARS)
        network.swallows_packets()
        is_told(ana, "Offline")
        for column in range(3):
            ana.square(1, column).click()
            ana.page.keyboard.press("f")
        is_told(ana, "Offline, 3 changes waiting")
        ana.close_square()
        ana.looks_right.click(force=True)
        is_told(ana, "You’re offline: this button works again once the server answers")
        is_told(ana, "Offline, 3 changes waiting")

        network.is_back(forgets=True)

        is_told(ana, "")
        ana.waits_until_saved()
        assert ana.page.evaluate("window.heard") == ["offline", "online"]
        ana.page.reload()
        ana.sees_kingdom(Kingdom.parse("m3..../fff../..C../...../....."))


def test_a_button_pressed_at_once_after_any_break_is_answered(chromium: Browser, port: int) -> None:
    """Links are cut, and a phone sleeps; ``pytest -rP`` prints how long a press took."""
    with ExitStack() as until_the_end:
        links = [until_the_end.enter_context(network_to(port)) for _ in (*CUTS, ASLEEP)]
        phones = [until_the_end.enter_context(a_phone(chromium, link.address)) for link in links]
        for phone in phones:
            phone.opens(ANA_AND_BEN)
            print(f"{time_answer(phone, 'Rules'):.1f} s before")
            phone.page.evaluate(IS_PATIENT)
        sleeper = phones[-1].page.context.new_cdp_session(phones[-1].page)
        sleeper.send("Page.setWebLifecycleState", {"state": "frozen"})
        began = monotonic()
        for link in links:
            link.swallows_packets()

        for seconds, link, phone in zip((*CUTS, ASLEEP), links, phones, strict=True):
            sleep(max(0.0, began + seconds - monotonic()))
            link.is_back(forgets=seconds > min(CUTS))
            if seconds == ASLEEP:
                sleeper.send("Page.setWebLifecycleState", {"state": "active"})
            back = monotonic()
            expect(phone.page.locator("html")).to_have_attribute("data-connection", "online")
            online = monotonic() - back
            print(f"{time_answer(phone, 'Players'):.1f} s after {seconds} s, {online:.1f} s of which it was offline")


def test_focus_moves_to_a_panel_that_opens_late(phone: Player) -> None:
    link = Link(phone)
    phone.opens(ANA_AND_BEN)
    phone.waits_until_drawn()
    link.holds()

    phone.button("Rules").click()
    phone.page.wait_for_timeout(2000)
    link.lets_go()

    expect(phone.page.get_by_role("heading", name="Rules", exact=True)).to_be_focused()


def test_step_lost_with_the_connection_is_repeated(phone: Player) -> None:
    link = Link(phone)
    phone.opens_the_app()
    phone.waits_until_drawn()
    link.holds()

    phone.button("Enter a board by hand").click()
    while b"Name and castle" not in b"".join(link.held):
        phone.page.wait_for_timeout(20)
    link.page.close(code=4000)

    expect(phone.button("Name and castle")).to_be_visible()
    phone.page.go_back()
    expect(phone.button("Enter a board by hand")).to_be_visible()


def time_answer(phone: Player, panel: str) -> float:
    """Press a panel's button and return the seconds until the panel is there."""
    began = monotonic()
    phone.button(panel).click()
    expect(phone.page.get_by_role("heading", name=panel, exact=True)).to_be_visible()
    return monotonic() - began


def test_taps_a_photo_and_a_press_outlive_their_server(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three phones at tables of their own; ``pytest -rP`` prints how long a press took."""
    monkeypatch.setenv("CROWNSIGHT_DATABASE", f"sqlite:///{tmp_path}/tables.sqlite3")
    port = free_port()
    with ExitStack() as room:
        ana, cora, dora = (room.enter_context(a_phone(chromium, f"http://127.0.0.1:{port}")) for _ in range(3))
        with serve_in_background(tmp_path / "first.txt", port):
            ana.opens_a_board()
            ana.taps(0, 0, "mine", crowns=3)
            ana.sees_points(3)
            dora.opens(ANA_AND_BEN)
            dora.waits_until_drawn()
            cora.opens(ANA_AND_BEN, "kingdom", s="1")
            cora.is_asked_for_the_kingdom_of("Ana")
            cora.photographs(KITCHEN)
            expect(cora.page.locator("html[data-photo]")).to_have_count(1)

        ana.closes_what_says_that_nobody_answers()
        ana.taps(0, 1, "mine", crowns=2)
        expect(dora.page.locator("html")).to_have_attribute("data-connection", "offline")

        with serve_in_background(tmp_path / "second.txt", port):
            expect(dora.page.locator("html")).to_have_attribute("data-connection", "online")
            began = monotonic()
            dora.button("Players").click()
            expect(dora.page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
            print(f"{monotonic() - began:.1f} s")
            ana.sees_points(10)
            ana.page.reload()
            ana.sees_kingdom(Kingdom.parse("m3m2.../...../..C../...../....."))
            cora.sees_kingdom(TRUTH)
