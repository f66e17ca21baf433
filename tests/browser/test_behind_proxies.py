"""Behind a proxy that speaks TLS the game is the same, each phone is itself, and servers may come and go."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import PATIENCE_MS
from tests.browser.photographed import as_a_phone_takes_it
from tests.browser.player import Player, a_phone
from tests.browser.reverse_proxy import behind_caddy, behind_nginx
from tests.ui.postgres import Postgres
from tests.ui.served import free_port, healthy, own_address, served

pytestmark = pytest.mark.browser
FOUND_AGAIN_MS = 2 * PATIENCE_MS  # the longer a page finds nobody, the less often it asks
MOST_TRIES = range(10, 60)  # to be refused: two that come at once count as one


def a_server(port: int) -> AbstractContextManager[subprocess.Popen[str]]:
    """A server that starts, for the proxy on this machine; killed without a word at the end."""
    return served("serve", "--port", str(port), "--proxy", "127.0.0.1", "--address", "https://crowns.example.org")


def all_healthy(*ports: int) -> bool:
    return all(healthy("127.0.0.1", port) for port in ports)


@pytest.fixture(scope="module")
def served_port() -> Iterator[int]:
    """Where a server waits for proxies on this machine."""
    port = free_port()
    with a_server(port):
        assert all_healthy(port)
        yield port


def test_each_phone_is_counted_by_its_own_address(chromium: Browser, served_port: int, tmp_path: Path) -> None:
    elsewhere = own_address()
    with behind_nginx(tmp_path / "nginx", [served_port]) as outside, ExitStack() as room:
        assert healthy("127.0.0.1", outside, "https")
        ana = room.enter_context(a_phone(chromium, f"https://127.0.0.1:{outside}"))
        ben, cora = (room.enter_context(a_phone(chromium, f"https://{elsewhere}:{outside}")) for _ in range(2))

        ben.opens_the_app()
        refused = ben.page.get_by_text("Too many wrong codes came from here")
        for number in MOST_TRIES:
            if refused.is_visible():
                break
            ben.page.get_by_label("Join with code").fill(f"AAAA-AA{number}")
            ben.button("Join").click()
            ben.is_settled()
        expect(refused).to_be_visible()
        cora.tries("AAAA-AAAA")
        expect(cora.page.get_by_text("Too many wrong codes came from here")).to_be_visible()
        ana.tries("AAAA-AAAA")
        expect(ana.page.get_by_text("No table has this code")).to_be_visible()


def play_to_the_first_tap(ana: Player, ben: Player) -> None:
    """Over TLS Ben photographs the kingdom of Ana, who taps a square of his."""
    ana.opens_a_table_for("Ana", "Ben")
    assert all(cookie["secure"] for cookie in ana.page.context.cookies())
    ben.joins(ana.shows_its_code())
    ben.opens_the_kingdom_of("Ana")  # whose castle is in the photo
    ben.photographs(as_a_phone_takes_it())
    expect(ben.square(0, 0)).to_be_visible()
    ben.button("‹ Ana").click()
    ana.opens_the_kingdom_of("Ben")
    ana.starts_by_hand()
    ana.taps(0, 0, "mine", crowns=3)
    expect(ben.page.get_by_role("button", name=re.compile("^Ben: 3, to check"))).to_be_visible()


def test_photos_and_cookies_come_through_and_a_game_outlives_its_servers(
    chromium: Browser, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports = [free_port(), free_port()]
    monkeypatch.setenv("CROWNSIGHT_DATABASE", postgres.url)
    with ExitStack() as room:
        outside = f"https://127.0.0.1:{room.enter_context(behind_nginx(tmp_path / 'nginx', ports))}"
        with a_server(ports[1]):
            with a_server(ports[0]):
                assert all_healthy(*ports)
                ana, ben = (room.enter_context(a_phone(chromium, outside)) for _ in range(2))
                play_to_the_first_tap(ana, ben)
            # the first server is gone, without a word, in the middle of the game
            ana.taps(0, 1, "mine", crowns=2)
            expect(ben.page.get_by_role("button", name=re.compile("^Ben: 10, to check"))).to_be_visible()
        # and now the second: a tap has nowhere to go until the first comes back
        ana.closes_what_says_that_nobody_answers()
        ana.taps(0, 2, "mine", crowns=1)
        room.enter_context(a_server(ports[0]))
        assert all_healthy(ports[0])
        expect(ben.page.get_by_role("button", name=re.compile("^Ben: 18, to check"))).to_be_visible(
            timeout=FOUND_AGAIN_MS
        )


def test_behind_caddy_a_phone_plays_from_the_first_page_to_a_tap(
    chromium: Browser, served_port: int, tmp_path: Path
) -> None:
    with behind_caddy(tmp_path / "caddy", served_port) as outside, ExitStack() as room:
        assert healthy("localhost", outside, "https")
        ana, ben = (room.enter_context(a_phone(chromium, f"https://localhost:{outside}")) for _ in range(2))
        play_to_the_first_tap(ana, ben)
