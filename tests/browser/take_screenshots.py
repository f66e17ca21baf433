"""Take the pictures of the README and the tutorial from the running app: ``python -m tests.browser.take_screenshots``.

The moving picture of an evening and its stills show rendered sample photos, and go to ``docs/images/``. With a folder,
they and every screen in every size, light and dark, are taken there to look at:
``python -m tests.browser.take_screenshots build/screens``.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import CHROMIUM_FLAGS, PATIENCE_MS, shell_path
from tests.browser.player import Player
from tests.browser.screens import SCREENS, Visitor, four_in_one_photo
from tests.project import ROOT
from tests.sample_photos import SAMPLES
from tests.ui.served import serve_in_background

TARGET = ROOT / "docs" / "images"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1440, 900)}
SCHEMES = ("light", "dark")
SETTLE_MS = 1500  # until pictures are in and nothing moves
LARGEST, LARGEST_STILL, LARGEST_FILM = 300_000, 150_000, 2_000_000  # bytes in a repository
STILL_QUALITY = 80
FILM_WIDTH = 340  # pixels; the screen is that of a phone
COLOURS = 128  # of the moving picture
TICK_MS = 200  # between two frames of what moves
LONGEST_MS = 16_000  # that what moves is recorded
GLANCE_MS, LOOK_MS, END_MS = 800, 1_800, 3_000  # how long what stands still is shown
VIEWFINDER = (20, 20, 20)  # around the photo, as a phone's camera shows it


def open_page(browser: Browser, size: str, scheme: str) -> Page:
    width, height = SIZES[size]
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        device_scale_factor=2 if size == "phone" else 1,
        has_touch=size != "laptop",
    )
    page.set_default_timeout(PATIENCE_MS)
    return page


def take(page: Page, path: Path) -> None:
    """Save one screenshot as JPEG."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=path, type="jpeg", quality=88)
    is_small(path, LARGEST)


def is_small(path: Path, largest: int) -> None:
    print(path, path.stat().st_size)
    if path.stat().st_size > largest:
        raise SystemExit(f"{path.name} has {path.stat().st_size} bytes; {largest} is the most")


class Camera:
    """Films what a player does, and keeps stills of some screens."""

    def __init__(self, player: Player, folder: Path) -> None:
        self.player, self.folder = player, folder
        self.frames: list[Image.Image] = []
        self.durations: list[int] = []

    def adds(self, frame: Image.Image, duration: int) -> None:
        height = round(frame.height * FILM_WIDTH / frame.width)
        self.frames.append(frame.convert("RGB").resize((FILM_WIDTH, height), Image.Resampling.LANCZOS))
        self.durations.append(duration)

    def shows(self, duration: int, still: str = "") -> None:
        """Film the screen once all of it is drawn; keep a still if it has a name."""
        self.player.waits_until_drawn()
        self.player.page.wait_for_timeout(TICK_MS)
        screen = Image.open(io.BytesIO(self.player.page.screenshot()))
        self.adds(screen, duration)
        if still and not (path := self.folder / f"{still}.jpg").exists():
            size = (SIZES["phone"][0], round(screen.height * SIZES["phone"][0] / screen.width))
            screen.convert("RGB").resize(size, Image.Resampling.LANCZOS).save(path, quality=STILL_QUALITY)
            is_small(path, LARGEST_STILL)

    def watches(self, until: str) -> None:
        """Record the moving screen until an element appears."""
        for _ in range(LONGEST_MS // TICK_MS):
            self.adds(Image.open(io.BytesIO(self.player.page.screenshot())), TICK_MS)
            if self.player.page.locator(until).first.is_visible():
                return
            self.player.page.wait_for_timeout(TICK_MS)

    def records_an_evening(self) -> None:
        """Record a game of four, from one photo of the table to the winner."""
        player = self.player
        for old in self.folder.glob("evening-*.jpg"):
            old.unlink()
        player.opens_the_app()
        self.shows(LOOK_MS, "evening-start")
        photo = SAMPLES / "whole-table.jpg"
        self.adds(ImageOps.pad(Image.open(photo), SIZES["phone"], color=VIEWFINDER), LOOK_MS)
        player.photographs(photo)
        self.watches(".cs-card")
        expect(player.next_step).to_be_visible()
        self.shows(LOOK_MS, "evening-cards")
        while player.next_step.inner_text().startswith("Check"):
            player.next_step.click()
            expect(player.square(0, 0)).to_be_visible()
            self.shows(LOOK_MS)
            while player.first_answer.count():  # the last closes the kingdom
                player.first_answer.click()
                player.waits_until_drawn()
            expect(player.next_step).to_be_visible()
            self.shows(GLANCE_MS)
        player.sees_who_won()
        expect(player.button("Skip")).to_be_visible()
        self.watches("dialog .on")
        self.shows(END_MS, "evening-winner")
        player.button("See the scores").click()
        expect(player.button("Replay")).to_be_visible()
        self.shows(END_MS, "evening-result")

    def saves(self, path: Path) -> None:
        """Save a looping GIF whose frames share one palette, so that only changes are stored."""
        every = Image.fromarray(np.vstack([np.asarray(frame) for frame in self.frames]))
        palette = every.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
        first, *others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in self.frames)
        first.save(path, save_all=True, append_images=others, duration=self.durations, loop=0, optimize=False)
        is_small(path, LARGEST_FILM)


def main(arguments: list[str]) -> None:
    """Take the pictures of the README, and with a folder every screen."""
    target = Path(arguments[0]) if arguments else TARGET
    target.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CROWNSIGHT_DATA"] = folder  # for the app, and for what is kept for it here
        with (
            serve_in_background(Path(folder) / "log.txt") as (address, _process),
            sync_playwright() as playwright,
            playwright.chromium.launch(executable_path=shell_path(), args=CHROMIUM_FLAGS) as browser,
        ):
            for size, scheme in ((size, scheme) for size in SIZES for scheme in SCHEMES if arguments):
                with open_page(browser, size, scheme) as page:
                    visitor = Visitor(Player(page, address), four_in_one_photo())
                    for screen in SCREENS:
                        visitor.comes_to(screen)
                        take(page, target / f"{size}-{scheme}-{screen.name}.jpg")
            with open_page(browser, "phone", "light") as page:
                camera = Camera(Player(page, address), target)
                camera.records_an_evening()
            camera.saves(target / "evening.gif")


if __name__ == "__main__":
    main(sys.argv[1:])
