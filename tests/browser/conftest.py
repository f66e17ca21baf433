"""One real server and one real Chromium for all browser tests, and a player who knows the way."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from scoring import Kingdom

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_images"
START_SECONDS = 60  # the machine may be busy
PATIENCE_MS = 30_000
SIZES = {"phone": (390, 844), "laptop": (1440, 900)}
CHROMIUM_FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless Chromium; tests that want it are skipped where there is none."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium, then run the browser tests again")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app, served as ``streamlit run ui/app.py`` serves it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "ui" / "app.py")]
    command += ["--server.port", str(port), "--server.address", "127.0.0.1", "--server.headless", "true"]
    log = tmp_path_factory.mktemp("server") / "log.txt"
    with log.open("w") as output:
        app = subprocess.Popen(
            command, cwd=ROOT, stdout=output, stderr=output, env=os.environ | {"OMP_NUM_THREADS": "1"}
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/_stcore/health", app, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            app.terminate()
            app.wait()


def _wait_for(address: str, app: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and app.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"the server did not start:\n{log.read_text()}")


class Player:
    """Somebody in front of a screen."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def opens_the_app(self) -> None:
        self.page.goto(self.address)
        expect(self.button("New table")).to_be_visible()

    def opens_a_table_for(self, *names: str) -> None:
        self.opens_the_app()
        self.button("New table").click()
        for number, name in enumerate(names):
            field = self.page.get_by_label("Name")
            if number > 1:  # with two players at the table the form is folded away
                self.page.get_by_text("Add a player").click()
            field.fill(name)
            self.button("Add player").click()
            expect(self.page.locator(".cs-card")).to_have_count(number + 1)

    def opens_the_kingdom_of(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}:")).click()

    def starts_by_hand(self) -> None:
        self.button("Enter by hand").click()
        expect(self.square(0, 0)).to_be_visible()

    def types(self, code: str) -> None:
        """Enters a kingdom with the keyboard, row by row."""
        self.square(0, 0).click()
        for row in Kingdom.parse(code).rows:
            for square in row:
                for key in str(square).lower():
                    self.page.keyboard.press(key)
                self.page.keyboard.press("ArrowRight")
            for _ in row:
                self.page.keyboard.press("ArrowLeft")
            self.page.keyboard.press("ArrowDown")

    def taps(self, row: int, column: int, terrain: str, crowns: int = 0) -> None:
        """Changes one square with the palette."""
        self.square(row, column).click()
        self.page.locator(".palette").get_by_role("button", name=terrain).click()
        self.page.locator(".crowns").get_by_role("button", name=re.compile(f"^{crowns} crown")).click()

    def photographs(self, photo: str | Path) -> None:
        self.page.locator("input[type=file]").set_input_files(photo)

    def sends(self, contents: bytes) -> None:
        """Uploads a file that claims to be a photo."""
        photo = {"name": "IMG_0001.jpg", "mimeType": "image/jpeg", "buffer": contents}
        self.page.locator("input[type=file]").set_input_files(photo)  # type: ignore[arg-type]

    def finishes(self) -> None:
        self.button("Looks right").click()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def square(self, row: int, column: int) -> Locator:
        return self.page.get_by_role("gridcell", name=f"row {row + 1}, column {column + 1}:")

    def sees_points(self, points: int) -> None:
        expect(self.page.locator("output.total")).to_have_text(f"{points} point{'' if points == 1 else 's'}")

    def sees_kingdom(self, kingdom: Kingdom) -> None:
        for (row, column), square in kingdom.squares():
            expect(self.square(row, column)).to_have_attribute("data-code", str(square))


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
