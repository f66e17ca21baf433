"""Behind a proxy that speaks TLS the game is the same, each phone is itself, and servers may come and go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player
from tests.browser.reverse_proxy import behind_nginx
from tests.browser.served_app import PATIENCE_MS, SAMPLES, SIZES
from tests.ui.postgres import running
from tests.ui.serving import free_port, healthy, own_address, served

pytestmark = pytest.mark.browser
TWELVE_MEGAPIXELS = (4032, 3024)


@contextmanager
def a_phone(chromium: Browser, address: str) -> Iterator[Player]:
    """A player with a phone of their own, on which no script may fail."""
    width, height = SIZES["phone"]
    window = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True, ignore_https_errors=True)
    page = window.new_page()
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield Player(page, address)
    window.close()
    assert wrong == []


@contextmanager
def a_server(port: int) -> Iterator[None]:
    """A server for the proxy on this machine, killed without a word at the end."""
    with served("serve", "--port", str(port), "--proxy", "127.0.0.1", "--address", "https://crowns.example.org"):
        assert healthy("127.0.0.1", port)
        yield


@pytest.fixture
def large_photo(tmp_path: Path) -> Path:
    """A photo of 12 megapixels, as phones take them."""
    small = cv2.imread(str(SAMPLES / "kitchen-table.jpg"))
    assert small is not None
    file = tmp_path / "IMG_0001.jpg"
    cv2.imwrite(str(file), cv2.resize(small, TWELVE_MEGAPIXELS, interpolation=cv2.INTER_CUBIC))
    return file


def test_each_phone_is_counted_by_its_own_address_and_its_cookies_stay_with_tls(
    chromium: Browser, tmp_path: Path, large_photo: Path
) -> None:
    port, elsewhere = free_port(), own_address()
    with a_server(port), behind_nginx(tmp_path / "nginx", [port]) as outside, ExitStack() as room:
        assert healthy("127.0.0.1", outside, "https")
        ana, ben = (room.enter_context(a_phone(chromium, f"https://127.0.0.1:{outside}")) for _ in range(2))
        cora, dora = (room.enter_context(a_phone(chromium, f"https://{elsewhere}:{outside}")) for _ in range(2))
        ana.opens_a_table_for("Ana")
        code = ana.shows_its_code()
        ana.opens_the_kingdom_of("Ana")
        ana.photographs(large_photo)
        expect(ana.square(0, 0)).to_be_visible()
        assert all(cookie["secure"] for cookie in ana.page.context.cookies())

        cora.opens_the_app()
        for number in range(10):
            cora.page.get_by_label("Join with code").fill(f"AAAA-AAA{number}")
            cora.button("Join").click()
            expect(cora.page.get_by_text("No table has this code")).to_be_visible()
        dora.tries(code)
        expect(dora.page.get_by_text("Too many wrong codes came from here")).to_be_visible()
        ben.joins(code)


def test_a_game_goes_on_while_each_server_is_replaced(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports = [free_port(), free_port()]
    with running() as database, ExitStack() as room:
        monkeypatch.setenv("CROWNSIGHT_DATABASE", database.url)
        outside = f"https://127.0.0.1:{room.enter_context(behind_nginx(tmp_path / 'nginx', ports))}"
        with a_server(ports[1]):
            with a_server(ports[0]):
                ana, ben = (room.enter_context(a_phone(chromium, outside)) for _ in range(2))
                ana.opens_a_table_for("Ana", "Ben")
                ben.joins(ana.shows_its_code())
                ana.opens_the_kingdom_of("Ana")
                ana.starts_by_hand()
                ana.taps(0, 0, "mine", crowns=3)
                expect(ben.page.get_by_role("button", name=re.compile("^Ana: 3, to check"))).to_be_visible()
            # the first server is gone, without a word, in the middle of the game
            ana.taps(0, 1, "mine", crowns=2)
            expect(ben.page.get_by_role("button", name=re.compile("^Ana: 10, to check"))).to_be_visible()
        # and now the second: a tap has nowhere to go until the first comes back
        ana.taps(0, 2, "mine", crowns=1)
        room.enter_context(a_server(ports[0]))
        expect(ben.page.get_by_role("button", name=re.compile("^Ana: 18, to check"))).to_be_visible()
