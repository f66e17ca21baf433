"""The moving picture of the README, recorded from the running app: ``python -m tests.browser.record_evening``.

A phone photographs a table with four kingdoms, answers what is doubtful, and sees who won. The photo is a rendered
sample. The picture goes to ``ui/screenshots/evening.gif``, or to the file that is named; with a folder after it, its
frames too.
"""

from __future__ import annotations

import io
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageOps
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.chromium import CHROMIUM_FLAGS, PATIENCE_MS, SIZES, chromium_path
from tests.browser.player import Player
from tests.given import ROOT, SAMPLES
from tests.ui.served import served_process

TARGET = ROOT / "ui" / "screenshots" / "evening.gif"
LARGEST = 2_000_000  # bytes
WIDTH = 340  # pixels of the picture; the screen is that of a phone
COLOURS = 128
TICK_MS = 200  # between two frames of what moves
READING_MS, TELLING_MS = 6_000, 16_000  # how long what moves is recorded at most
GLANCE_MS, LOOK_MS, END_MS = 800, 1_800, 3_000  # how long what stands still is shown
VIEWFINDER = (20, 20, 20)  # around the photo, as a phone's camera shows it


@dataclass
class Film:
    """Frames of one size, each with its duration in milliseconds; one that is like the last prolongs it."""

    frames: list[Image.Image] = field(default_factory=list)
    durations: list[int] = field(default_factory=list)

    def add(self, frame: Image.Image, duration: int) -> None:
        """One more frame, reduced to the width of the picture."""
        height = round(frame.height * WIDTH / frame.width)
        small = frame.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
        if self.frames and small.tobytes() == self.frames[-1].tobytes():
            self.durations[-1] += duration
        else:
            self.frames.append(small)
            self.durations.append(duration)

    def save(self, path: Path) -> None:
        """Write a GIF that repeats for ever; all its frames share one palette, so that only what changes is stored."""
        palette = self._palette()
        reduced = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in self.frames]
        first, *others = reduced
        first.save(path, save_all=True, append_images=others, duration=self.durations, loop=0, optimize=False)

    def _palette(self) -> Image.Image:
        """The colours that serve every frame best."""
        strip = Image.new("RGB", (WIDTH, sum(frame.height for frame in self.frames)))
        at = 0
        for frame in self.frames:
            strip.paste(frame, (0, at))
            at += frame.height
        return strip.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)


class Camera:
    """Films what a player does."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.film = Film()

    def shows(self, duration: int) -> None:
        """The screen as it stands, once all of it is drawn."""
        self.player.is_settled()
        self.player.page.wait_for_timeout(TICK_MS)
        self.film.add(screen(self.player.page), duration)

    def watches(self, most_ms: int, until: str) -> None:
        """The screen as it moves, until something is seen on it."""
        for _ in range(most_ms // TICK_MS):
            self.film.add(screen(self.player.page), TICK_MS)
            if self.player.page.locator(until).first.is_visible():
                return
            self.player.page.wait_for_timeout(TICK_MS)

    def plays(self) -> None:
        """A game of four, from one photo of the table to the winner."""
        player = self.player
        player.opens_the_app()
        self.shows(LOOK_MS)
        photo = SAMPLES / "whole-table.jpg"
        self.film.add(viewfinder(photo), LOOK_MS)
        player.photographs(photo)
        self.watches(READING_MS, ".cs-card")
        expect(player.next_step).to_be_visible()
        self.shows(LOOK_MS)
        while player.next_step.inner_text().startswith("Check"):
            player.next_step.click()
            expect(player.square(0, 0)).to_be_visible()
            self.shows(LOOK_MS)
            while player.button("Yes").count():  # the last closes the kingdom
                player.button("Yes").click()
                player.is_settled()
            expect(player.next_step).to_be_visible()
            self.shows(GLANCE_MS)
        player.sees_who_won()
        expect(player.button("Skip")).to_be_visible()
        self.watches(TELLING_MS, "dialog .on")
        self.shows(END_MS)
        player.button("Go on").click()
        expect(player.button("Tell it again")).to_be_visible()
        self.shows(END_MS)


def screen(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot(type="png")))


def viewfinder(photo: Path) -> Image.Image:
    """A photo as the phone's camera shows it."""
    return ImageOps.pad(Image.open(photo), SIZES["phone"], color=VIEWFINDER)


def main(arguments: list[str]) -> None:
    """Record the evening, and refuse a picture too large for a repository."""
    target = Path(arguments[0]) if arguments else TARGET
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as folder,
        served_process(Path(folder) / "log.txt") as (address, _process),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=CHROMIUM_FLAGS)
        width, height = SIZES["phone"]
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
        page.set_default_timeout(PATIENCE_MS)
        camera = Camera(Player(page, address))
        camera.plays()
        browser.close()
    camera.film.save(target)
    for number, frame in enumerate(camera.film.frames if len(arguments) > 1 else ()):
        frame.save(Path(arguments[1]) / f"{number:03}.png")
    size, seconds = target.stat().st_size, sum(camera.film.durations) / 1000
    print(f"{target}: {size} bytes, {len(camera.film.frames)} frames, {seconds:.1f} s")
    if size > LARGEST:
        raise SystemExit(f"{LARGEST} bytes is the most")


if __name__ == "__main__":
    main(sys.argv[1:])
