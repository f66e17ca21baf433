"""Behind a TLS proxy the game works, phones stay distinct, and servers may restart."""

from __future__ import annotations

import re
import subprocess
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player, a_phone
from tests.browser.reverse_proxy import behind_caddy, behind_nginx
from tests.sample_photos import KITCHEN
from tests.ui.postgres import Postgres
from tests.ui.served import free_port, healthy, own_address, serve

pytestmark = pytest.mark.browser


def start_server(port: int) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start a server for the proxy on this machine; it is killed at the end."""
    return serve("serve", "--port", str(port), "--proxy", "127.0.0.1", "--address", "https://crowns.example.org")


def are_healthy(*ports: int) -> bool:
    """Return whether a server answers at each port before long."""
    return all(healthy("127.0.0.1", port) for port in ports)


def expect_points(player: Player, points: int) -> None:
    """Expect that a player sees Ben's card with so many points."""
    expect(player.page.get_by_role("button", name=re.compile(f"^Ben: {points}, needs a look"))).to_be_visible()


def play_to_the_first_tap(ana: Player, ben: Player) -> None:
    """Let Ben photograph the kingdom of Ana, who enters one of his squares."""
    ana.opens_a_table_for("Ana", "Ben")
    assert all(cookie["secure"] for cookie in ana.page.context.cookies())
    ben.joins(ana.shows_its_code())
    ben.opens_the_kingdom_of("Ana")  # whose castle is in the photo
    ben.photographs(KITCHEN)
    expect(ben.square(0, 0)).to_be_visible()
    ben.button("‹ Ana").click()
    ana.opens_the_kingdom_of("Ben")
    ana.starts_by_hand()
    ana.taps(0, 0, "mine", crowns=3)
    expect_points(ben, 3)


def test_game_outlives_its_servers_behind_nginx(
    chromium: Browser, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports = [free_port(), free_port()]
    monkeypatch.setenv("CROWNSIGHT_DATABASE", postgres.url)
    with ExitStack() as room:
        outside = f"https://127.0.0.1:{room.enter_context(behind_nginx(tmp_path / 'nginx', ports))}"
        with start_server(ports[1]):
            with start_server(ports[0]):
                assert are_healthy(*ports)
                ana, ben = (room.enter_context(a_phone(chromium, outside)) for _ in range(2))
                play_to_the_first_tap(ana, ben)
            # the first server is killed in the middle of the game
            ana.taps(0, 1, "mine", crowns=2)
            expect_points(ben, 10)
        # and now the second: a tap waits until the first comes back
        ana.closes_what_says_that_nobody_answers()
        ana.taps(0, 2, "mine", crowns=1)
        room.enter_context(start_server(ports[0]))
        assert are_healthy(ports[0])
        expect_points(ben, 18)


def test_wrong_codes_count_for_their_own_address(chromium: Browser, tmp_path: Path) -> None:
    port, elsewhere = free_port(), own_address()
    with behind_nginx(tmp_path / "nginx", [port]) as outside, start_server(port), ExitStack() as room:
        assert are_healthy(port)
        assert healthy("127.0.0.1", outside, "https")
        hosts = ("127.0.0.1", elsewhere)
        ana, ben = (room.enter_context(a_phone(chromium, f"https://{host}:{outside}")) for host in hosts)

        for player in (ana, ben):
            player.opens_the_app()
        while not ben.page.get_by_text("Too many wrong codes").count():
            ben.tries("AAAA-AAAA")
            ben.waits_until_drawn()
        ana.tries("AAAA-AAAA")
        expect(ana.page.get_by_text("Code not found")).to_be_visible()


def test_game_is_played_behind_caddy(chromium: Browser, tmp_path: Path) -> None:
    port = free_port()
    with behind_caddy(tmp_path / "caddy", port) as outside, start_server(port), ExitStack() as room:
        assert are_healthy(port)
        assert healthy("localhost", outside, "https")
        ana, ben = (room.enter_context(a_phone(chromium, f"https://localhost:{outside}")) for _ in range(2))
        play_to_the_first_tap(ana, ben)
