"""One real server and one real Chromium for all browser tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.player import Player
from tests.browser.served_app import CHROMIUM_FLAGS, PATIENCE_MS, SIZES, chromium_path, served_app


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless Chromium; tests that want it are skipped where there is none."""
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium, then run the browser tests again")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the running app."""
    with served_app(tmp_path_factory.mktemp("server") / "log.txt") as address:
        yield address


@pytest.fixture(scope="session")
def windows(chromium: Browser) -> Iterator[dict[str, BrowserContext]]:
    """One window a size, whose tabs share what they have downloaded; every tab is a visitor of its own."""
    expect.set_options(timeout=PATIENCE_MS)
    contexts = {
        size: chromium.new_context(viewport={"width": width, "height": height}, has_touch=size == "phone")
        for size, (width, height) in SIZES.items()
    }
    yield contexts
    for context in contexts.values():
        context.close()


@pytest.fixture(params=list(SIZES))
def player(request: pytest.FixtureRequest, windows: dict[str, BrowserContext], server: str) -> Iterator[Player]:
    """A player with a phone, and again one with a laptop."""
    yield from _seated(windows[request.param], server)


@pytest.fixture
def phone(windows: dict[str, BrowserContext], server: str) -> Iterator[Player]:
    yield from _seated(windows["phone"], server)


@pytest.fixture
def laptop(windows: dict[str, BrowserContext], server: str) -> Iterator[Player]:
    yield from _seated(windows["laptop"], server)


def _seated(window: BrowserContext, server: str) -> Iterator[Player]:
    """A player in a new tab, where no script may fail and no dialog open."""
    page = window.new_page()
    page.set_default_timeout(PATIENCE_MS)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: wrong.append(f"dialog: {dialog.message}"))
    yield Player(page, server)
    page.close()
    assert wrong == []


@pytest.fixture
def other(chromium: Browser, server: str) -> Iterator[Player]:
    """A player with another phone, which shares nothing with the first."""
    width, height = SIZES["phone"]
    context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    yield Player(page, server)
    context.close()
