"""Fixtures: the app's server, one of bare pages, and one Chromium for all browser tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.bare_page import bare_pages
from tests.browser.chromium import CHROMIUM_FLAGS, PATIENCE_MS, chromium_path, shell_path
from tests.browser.player import Player, open_player, open_window
from tests.ui.served import serve_in_background
from ui.serving.index_page import LOOK

FORGET = """() => new Promise((done, fail) => {
    localStorage.clear();
    const forgotten = indexedDB.deleteDatabase('crownsight');
    forgotten.onsuccess = () => done();
    forgotten.onerror = fail;
})"""

Lend = Callable[..., AbstractContextManager[Player]]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start a headless Chromium; tests that need it are skipped where it is missing."""
    if chromium_path() is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium, then run the browser tests again")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shell_path(), args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the app and yield its address."""
    with serve_in_background(tmp_path_factory.mktemp("server") / "log.txt") as (address, _process):
        yield address


@pytest.fixture(scope="session")
def bare_address() -> Iterator[str]:
    """Yield the address of bare pages."""
    with bare_pages() as address:
        yield address


@pytest.fixture(scope="session")
def lend(chromium: Browser) -> Iterator[Lend]:
    """Lend browser windows to one test after the other, emptied before each.

    There is one for each name, address and size. A page of its own keeps the window's process, which has compiled the
    scripts: a third of the processor time of a page.
    """
    with ExitStack() as until_the_end:

        @cache
        def keep_open(_name: str, address: str, size: str) -> Page:
            page = until_the_end.enter_context(open_window(chromium, size)).new_page()
            page.goto(address + LOOK)
            return page

        @contextmanager
        def lend_window(name: str, address: str, size: str = "phone") -> Iterator[Player]:
            kept = keep_open(name, address, size)
            kept.context.set_offline(False)
            kept.context.clear_cookies()
            kept.evaluate(FORGET)
            with open_player(kept.context, address) as player:
                yield player

        yield lend_window


@pytest.fixture
def phone(lend: Lend, server: str) -> Iterator[Player]:
    """Yield a player with a phone."""
    with lend("phone", server) as player:
        yield player


@pytest.fixture
def laptop(lend: Lend, server: str) -> Iterator[Player]:
    """Yield a player with a laptop."""
    with lend("laptop", server, "laptop") as player:
        yield player


@pytest.fixture
def other(lend: Lend, server: str) -> Iterator[Player]:
    """Yield a player with another phone, which shares nothing with the first."""
    with lend("other", server) as player:
        yield player


@pytest.fixture
def bare(lend: Lend, bare_address: str) -> Iterator[Player]:
    """Yield a player whose phone opens bare pages."""
    with lend("phone", bare_address) as player:
        yield player


@pytest.fixture
def other_bare(lend: Lend, bare_address: str) -> Iterator[Player]:
    """Yield another one, which shares nothing with the first."""
    with lend("other", bare_address) as player:
        yield player
