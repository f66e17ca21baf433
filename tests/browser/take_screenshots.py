"""The screenshot of the README, taken from the running app: ``python -m tests.browser.take_screenshots``.

It shows a rendered sample photo, and goes to ``ui/screenshots/``. With a folder, every screen is taken there in
every size, light and dark, to look at: ``python -m tests.browser.take_screenshots build/screens``.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import CHROMIUM_FLAGS, PATIENCE_MS, chromium_path
from tests.browser.player import Player
from tests.given import ROOT, SAMPLES
from tests.ui.served import served_process

TARGET = ROOT / "ui" / "screenshots"
LARGEST = 300_000  # bytes of one screenshot
SETTLE_MS = 1500  # until pictures are in and nothing moves
RACE_MS = 3500  # until the race has come to its third terrain
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1440, 900)}
SCHEMES = ("light", "dark")
SCREENS = {"start", "table", "kingdom", "doubt", "race", "winner", "result"}
WANTED = {("laptop", "light"): {"kingdom"}}


def take(page: Page, path: Path) -> None:
    """One screenshot as JPEG, refused if it is too large for a repository."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=path, type="jpeg", quality=88)
    if path.stat().st_size > LARGEST:
        raise SystemExit(f"{path.name} has {path.stat().st_size} bytes; {LARGEST} is the most")
    print(path, path.stat().st_size)


class Photographer:
    """Takes the screens that are wanted while a player goes through a game."""

    def __init__(self, player: Player, target: Path, tag: str, wanted: set[str]) -> None:
        self.player, self.target, self.tag, self.wanted = player, target, tag, wanted

    def on(self, screen: str) -> None:
        if screen in self.wanted:
            take(self.player.page, self.target / f"{self.tag}-{screen}.jpg")

    def play(self) -> None:
        """One game from Start to Result."""
        player = self.player
        player.opens_the_app()
        self.on("start")
        player.photographs(SAMPLES / "whole-table.jpg")
        expect(player.next_step).to_be_visible()
        self.on("table")
        player.page.get_by_role("button", name=re.compile("^Green:")).click()
        expect(player.square(0, 0)).to_be_visible()
        if player.page.locator(".at-rest").count():  # the reader has no question, so the player has one
            player.chooses(2, 2)
        self.on("kingdom")
        player.button("‹ Green").click()
        while player.has_a_square_to_check():
            player.next_step.click()
            expect(player.square(0, 0)).to_be_visible()
            player.answers_every_doubt()
            expect(player.next_step).to_be_visible()
        player.sees_who_won()
        expect(player.button("Skip")).to_be_visible()
        if "race" in self.wanted:
            player.page.wait_for_timeout(RACE_MS)
        self.on("race")
        expect(player.button("Go on")).to_be_visible()
        self.on("winner")
        player.button("Go on").click()
        expect(player.button("Tell it again")).to_be_visible()
        self.on("result")
        player.opens_the_app()
        player.photographs(SAMPLES / "gap-on-checks.jpg")
        expect(player.page.locator(".square.doubtful").first).to_be_visible()
        self.on("doubt")


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
    everything = {(size, scheme): SCREENS for size in SIZES for scheme in SCHEMES}
    target.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as folder,
        served_process(Path(folder) / "log.txt") as (address, _process),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=CHROMIUM_FLAGS)
        for (size, scheme), wanted in (everything if arguments else WANTED).items():
            page = opened(browser, size, scheme)
            Photographer(Player(page, address), target, f"{size}-{scheme}", wanted).play()
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
