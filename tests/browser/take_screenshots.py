"""The screenshot of the README, taken from the running app: ``python -m tests.browser.take_screenshots``.

It shows a rendered sample photo, and goes to ``ui/screenshots/``. With a folder, every screen is taken there in
every size, light and dark, to look at: ``python -m tests.browser.take_screenshots build/screens``.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import CHROMIUM_FLAGS, PATIENCE_MS, shell_path
from tests.browser.player import Player
from tests.browser.screens import SCREENS, Visitor, four_in_one_photo
from tests.given import ROOT
from tests.ui.served import served_process

TARGET = ROOT / "ui" / "screenshots"
LARGEST = 300_000  # bytes of one screenshot
SETTLE_MS = 1500  # until pictures are in and nothing moves
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1440, 900)}
SCHEMES = ("light", "dark")
IN_README = "laptop-light-kingdom"


def take(page: Page, path: Path) -> None:
    """One screenshot as JPEG, refused if it is too large for a repository."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=path, type="jpeg", quality=88)
    if path.stat().st_size > LARGEST:
        raise SystemExit(f"{path.name} has {path.stat().st_size} bytes; {LARGEST} is the most")
    print(path, path.stat().st_size)


def opened(browser: Browser, size: str, scheme: str) -> Page:
    width, height = SIZES[size]
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        device_scale_factor=2 if size == "phone" else 1,
        has_touch=size != "laptop",
    )
    page.set_default_timeout(PATIENCE_MS)
    return page


def main(arguments: list[str]) -> None:
    """The README's screenshot, or with a folder every screen in every size, light and dark."""
    target = Path(arguments[0]) if arguments else TARGET
    target.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, {"CROWNSIGHT_DATA": folder}),  # for the app, and for what is kept for it here
        served_process(Path(folder) / "log.txt") as (address, _process),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shell_path(), args=CHROMIUM_FLAGS)
        for size, scheme in ((size, scheme) for size in SIZES for scheme in SCHEMES):
            wanted = [one for one in SCREENS if arguments or f"{size}-{scheme}-{one.name}" == IN_README]
            if not wanted:
                continue
            page = opened(browser, size, scheme)
            visitor = Visitor(Player(page, address), four_in_one_photo())
            for screen in wanted:
                visitor.comes_to(screen)
                take(page, target / f"{size}-{scheme}-{screen.name}.jpg")
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
