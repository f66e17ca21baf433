"""Play an evening with a build, started as its user starts it, with an empty home, in a real browser."""

from __future__ import annotations

import re
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import expect, sync_playwright

from tests.benchmarks.figures import family, most_memory
from tests.browser.chromium import CHROMIUM_FLAGS, chromium_path
from tests.browser.journeys import plays_to_the_winner
from tests.browser.player import a_phone

PATIENCE = 120  # seconds; what was just unpacked is not in the system's memory yet, nor compiled
LEAVES_WITHIN = 10  # seconds
OPENED = "opened"  # file of the home with the address that a browser was asked to open


class Running(NamedTuple):
    """An app that answers: where, the number of its first process, and how many seconds it took."""

    address: str
    process: int
    seconds: float

    def is_played(self) -> int:
        """Have a phone photograph a whole table there, and see who won; MB that the app held at the most.

        Raises AssertionError where nobody wins.
        """
        expect.set_options(timeout=1e3 * PATIENCE)
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=chromium_path(), args=CHROMIUM_FLAGS)
            with a_phone(chromium, self.address) as phone:
                plays_to_the_winner(phone)
            chromium.close()
        return sum(most_memory(one.pid) for one in family(self.process))


@contextmanager
def at_home(command: Sequence[str | Path], home: Path, **variables: str) -> Iterator[Running]:
    """Start a command with an empty home and nothing on the path, until its app answers; stopped at the end.

    The home has a browser that notes what it is asked to open. Raises RuntimeError where no app answers.
    """
    environment, log = empty_environment(home) | variables, home.with_name(f"{home.name}.log")
    began = time.monotonic()
    with (
        log.open("w", encoding="utf-8") as said,
        subprocess.Popen(command, cwd=home, env=environment, stdout=said, stderr=said, stdin=subprocess.DEVNULL) as app,
    ):
        try:
            yield Running(_answering(log, app), app.pid, time.monotonic() - began)
        finally:
            app.terminate()
            with suppress(subprocess.TimeoutExpired):
                app.wait(timeout=LEAVES_WITHIN)
            app.kill()  # one that does not end, such as ``unshare``, which waits for what it has started


def empty_environment(home: Path) -> dict[str, str]:
    """Of somebody who has a screen and a browser, and installed nothing; makes the home."""
    (home / "bin").mkdir(parents=True, exist_ok=True)
    browser = home / "bin" / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{home / OPENED}"\n', encoding="utf-8")
    browser.chmod(0o755)
    path = str(home / "bin")
    return {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8", "DISPLAY": ":0", "BROWSER": f"{browser} %s"}


def _answering(log: Path, started: subprocess.Popen[bytes]) -> str:
    """Wait for the address in the log, on this machine, until it is healthy."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and started.poll() is None:
        named = re.search(r"Crownsight is at https?://\S+:(\d+)", log.read_text(encoding="utf-8"))
        if named:
            address = f"http://127.0.0.1:{named[1]}"
            with suppress(OSError), urllib.request.urlopen(f"{address}/healthz", timeout=5):
                return address
        time.sleep(0.1)
    raise RuntimeError(f"no app answered:\n{log.read_text(encoding='utf-8')}")


def size(place: Path) -> float:
    """MB of a file, or of all files in a folder; of one that has several names once."""
    files = [place] if place.is_file() else [file for file in place.rglob("*") if not file.is_symlink()]
    sizes = {(told.st_dev, told.st_ino): told.st_size for told in (file.lstat() for file in files if file.is_file())}
    return sum(sizes.values()) / 1e6


class Figures(NamedTuple):
    """What a door costs: MB to fetch and installed, seconds to set up and to open, MB of memory after an evening."""

    door: str
    fetched: float
    installed: float
    set_up: float
    opens: float
    memory: int

    def row(self) -> str:
        """Format a row of the table in ``docs/at-home.md``."""
        sizes = f"{self.fetched:.0f} MB | {self.installed:.0f} MB"
        return f"| {self.door} | {sizes} | {self.set_up:.0f} s | {self.opens:.1f} s | {self.memory} MB |"
