"""Fixtures: one real server and one real Chromium for all browser tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.bare_page import bare_pages
from tests.browser.chromium import CHROMIUM_FLAGS, PATIENCE_MS, chromium_path, shell_path
from tests.browser.player import Player, a_phone
from tests.ui.served import serve_in_background


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


@pytest.fixture
def phone(chromium: Browser, server: str) -> Iterator[Player]:
    with a_phone(chromium, server) as somebody:
        yield somebody


@pytest.fixture
def laptop(chromium: Browser, server: str) -> Iterator[Player]:
    with a_phone(chromium, server, size="laptop") as somebody:
        yield somebody


@pytest.fixture
def other(chromium: Browser, server: str) -> Iterator[Player]:
    """A player with another phone, which shares nothing with the first."""
    with a_phone(chromium, server) as somebody:
        yield somebody


@pytest.fixture(scope="session")
def bare_address() -> Iterator[str]:
    """Yield the address of bare pages."""
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
