"""One real server and one real Chromium for all browser tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.bare_page import bare_pages
from tests.browser.chromium import CHROMIUM_FLAGS, PATIENCE_MS, SIZES, chromium_path, shell_path
from tests.browser.player import Player, a_phone, seated
from tests.ui.served import served_process


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless Chromium; tests that want it are skipped where there is none."""
    if chromium_path() is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium, then run the browser tests again")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shell_path(), args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the running app."""
    with served_process(tmp_path_factory.mktemp("server") / "log.txt") as (address, _process):
        yield address


@pytest.fixture(scope="session")
def windows(chromium: Browser) -> Iterator[dict[str, BrowserContext]]:
    """One window a size, whose tabs share what they have downloaded; what they remember is forgotten between tests."""
    contexts = {
        size: chromium.new_context(viewport={"width": width, "height": height}, has_touch=size == "phone")
        for size, (width, height) in SIZES.items()
    }
    for context in contexts.values():
        context.new_page()  # stays: a tab that comes alone brings a window, which costs Chromium as much as the page
    yield contexts
    for context in contexts.values():
        context.close()


@contextmanager
def _afresh(window: BrowserContext, server: str) -> Iterator[Player]:
    """A player in a window that remembers nothing of the app: no cookie, photo or edit."""
    with seated(window, server) as somebody:
        devtools = window.new_cdp_session(somebody.page)
        devtools.send("Storage.clearDataForOrigin", {"origin": server, "storageTypes": "all"})
        devtools.detach()
        yield somebody


@pytest.fixture(params=list(SIZES))
def player(request: pytest.FixtureRequest, windows: dict[str, BrowserContext], server: str) -> Iterator[Player]:
    """A player with a phone, and again one with a laptop."""
    with _afresh(windows[request.param], server) as somebody:
        yield somebody


@pytest.fixture
def phone(windows: dict[str, BrowserContext], server: str) -> Iterator[Player]:
    with _afresh(windows["phone"], server) as somebody:
        yield somebody


@pytest.fixture
def laptop(windows: dict[str, BrowserContext], server: str) -> Iterator[Player]:
    with _afresh(windows["laptop"], server) as somebody:
        yield somebody


@pytest.fixture
def other(chromium: Browser, server: str) -> Iterator[Player]:
    """A player with another phone, which shares nothing with the first."""
    with a_phone(chromium, server) as somebody:
        yield somebody


@pytest.fixture(scope="session")
def bare_address() -> Iterator[str]:
    """The address of bare pages."""
    with bare_pages() as address:
        yield address


@pytest.fixture
def bare(chromium: Browser, bare_address: str) -> Iterator[Player]:
    """A phone that opens bare pages."""
    with a_phone(chromium, bare_address) as phone:
        yield phone


@pytest.fixture
def other_bare(chromium: Browser, bare_address: str) -> Iterator[Player]:
    """Another one, which shares nothing with the first."""
    with a_phone(chromium, bare_address) as phone:
        yield phone
