"""The screenshots of the README, taken from the running app: ``python -m tests.browser.take_screenshots``.

They show rendered sample photos only, and go to ``ui/screenshots/``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.player import Player
from tests.browser.served_app import CHROMIUM_FLAGS, PATIENCE_MS, ROOT, SAMPLES, SIZES, chromium_path, served_app

TARGET = ROOT / "ui" / "screenshots"
LARGEST = 300_000  # bytes of one screenshot
SETTLE_MS = 1500  # until pictures are in and nothing moves
WANTED = {
    ("phone", "light"): {"start", "kingdom", "table", "result"},
    ("phone", "dark"): {"kingdom"},
    ("laptop", "light"): {"kingdom"},
}
GAME = {"Ana": "standing-castle.jpg", "Ben": "kitchen-table.jpg", "Chloé": "evening-lamp.jpg"}


def take(page: Page, name: str) -> None:
    """One screenshot as JPEG, refused if it is too large for a repository."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(SETTLE_MS)
    path = TARGET / f"{name}.jpg"
    page.screenshot(path=path, type="jpeg", quality=88)
    if path.stat().st_size > LARGEST:
        raise SystemExit(f"{path.name} has {path.stat().st_size} bytes; {LARGEST} is the most")
    print(path.relative_to(ROOT), path.stat().st_size)


def play(player: Player, tag: str, wanted: set[str]) -> None:
    """One game from Start to Result, with a screenshot of the screens that are wanted."""

    def on(screen: str) -> None:
        if screen in wanted:
            take(player.page, f"{tag}-{screen}")

    player.opens_the_app()
    on("start")
    player.opens_a_table_for(*GAME)
    for name, photo in GAME.items():
        player.opens_the_kingdom_of(name)
        player.photographs(SAMPLES / photo)
        expect(player.square(0, 0)).to_be_visible()
        if name == "Ana":
            if player.page.locator(".at-rest").count():  # the reader has no question, so the player has one
                player.square(2, 2).click()
            on("kingdom")
        player.finishes()
        expect(player.button("Result")).to_be_visible()
    on("table")
    player.button("Result").click()
    expect(player.button("Play again")).to_be_visible()
    on("result")


def opened(browser: Browser, size: str, scheme: str) -> Page:
    width, height = SIZES[size]
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        device_scale_factor=2 if size == "phone" else 1,
    )
    page.set_default_timeout(PATIENCE_MS)
    return page


def main() -> None:
    """Every screen that is wanted, on phone and laptop, light and dark."""
    TARGET.mkdir(exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as folder,
        served_app(Path(folder) / "log.txt") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=CHROMIUM_FLAGS)
        for (size, scheme), wanted in WANTED.items():
            play(Player(opened(browser, size, scheme), address), f"{size}-{scheme}", wanted)
        browser.close()


if __name__ == "__main__":
    main()
