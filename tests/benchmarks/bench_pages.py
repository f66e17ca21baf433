"""Pages of real browsers at one board, by two servers on one PostgreSQL: the same in the end, how soon, and at rest.

``python tests/benchmarks/bench_pages.py [--seconds 120]``

Five pages set, undo and turn one board, which is replaced now and then as by a photo; in the end each has to show what
the database has. The second page is another server's, which hears of the others by looking into the database. The pages
share this machine's cores with both servers.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Error, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring import Kingdom
from scoring.castle import Castle
from tests.benchmarks.figures import Figure, show, used_seconds
from tests.browser.chromium import CHROMIUM_FLAGS, PATIENCE_MS, chromium_path
from tests.browser.player import Player, a_phone
from tests.ui.postgres import running
from tests.ui.served import served_process
from ui.store import opened
from ui.store.codes import new_key
from ui.system import DATABASE
from ui.table.board import Board, blank_board
from ui.table.table import Table

PAGES, AT_REST = 5, 6
TRIED = 20  # times that a correction is timed
REST_SECONDS = 30
SOON_MS = 1500  # for a tap: who comes too late taps elsewhere
REPLACED_EVERY = 20.0  # seconds
LANDS = "wflgsm"
PHOTOGRAPHED = Board(Kingdom.parse("wwfff/wwfff/llCgg/llggg/mmsss"))
SHOWN = """() => {
    const roots = [...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot).filter(Boolean);
    const squares = roots.flatMap((root) => [...root.querySelectorAll('.square')]);
    return squares.map(({ dataset }) => dataset.code).join(' ');
}"""
SHOWS = f"([at, code]) => ({SHOWN})().split(' ')[at] === code"


def taps(player: Player, random: Random) -> None:
    """Set a square, take the last change back, or turn the board."""
    what = random.random()
    if what < 0.05:
        player.page.locator("button.turn").click(timeout=SOON_MS)
        return
    player.square(random.randrange(5), random.randrange(5)).click(timeout=SOON_MS)
    player.page.keyboard.press("Control+z" if what < 0.3 else random.choice(LANDS))


def played(players: Sequence[Player], replace: Callable[[Board], object], seconds: float) -> tuple[int, int]:
    """How many taps were made, and how many pages show something else than the database in the end."""
    random, number = Random(11), 0
    until, replaced = time.monotonic() + seconds, time.monotonic() + REPLACED_EVERY
    while time.monotonic() < until:
        with suppress(Error):
            taps(random.choice(players), random)
            number += 1
        if time.monotonic() > replaced:
            replaced += REPLACED_EVERY
            replace(PHOTOGRAPHED)
    for player in players:
        player.is_settled()
    time.sleep(2)  # the longest that another server's change takes
    stored = " ".join(str(square) for _, square in players[0].stored_kingdom.squares())
    return number, sum(player.page.evaluate(SHOWN) != stored for player in players)


def corrections(one: Player, other: Player) -> list[float]:
    """Milliseconds until a square that is set on one page is shown on another."""
    took = []
    for number in range(TRIED):
        at, land = number % 5, LANDS[number % len(LANDS)]
        one.chooses(0, at)
        one.page.keyboard.press("Delete")
        other.page.wait_for_function(SHOWS, arg=[at, "."], polling="raf")
        began = time.perf_counter()
        one.page.keyboard.press(land)
        other.page.wait_for_function(SHOWS, arg=[at, land], polling="raf")
        took.append(1e3 * (time.perf_counter() - began))
    return took


def page_figures(browser: Browser, servers: Sequence[tuple[str, int]], seconds: float) -> Iterator[Figure]:
    """What five pages show in the end, how soon a correction is on another page, and what six at rest cost."""
    host, blank = new_key(), blank_board(5)
    kept = opened().create(Table().with_player("Ana", Castle.BLUE).with_new_board(1, blank), host)

    def replace(board: Board) -> None:
        opened().change(kept.key, host, lambda newest: newest.table.with_new_board(1, board))

    with ExitStack() as room:
        addresses = [servers[number == 1][0] for number in range(AT_REST)]
        players = [room.enter_context(a_phone(browser, address)) for address in addresses]
        for player in players:
            player.kept = kept
            opened().sit_down(kept.number, player.is_known(), None)
            player.comes_to("kingdom", s="1")
            player.sees_kingdom(blank.kingdom)
            player.is_settled()
        number, wrong = played(players[:PAGES], replace, seconds)
        yield Figure(f"five pages: otherwise than stored, of {number} taps", "", [wrong])
        replace(blank)
        for player in players:
            player.sees_kingdom(blank.kingdom)
        for where, other in (("the same server", players[2]), ("another server", players[1])):
            took = corrections(players[0], other)
            yield Figure(f"a correction on a page of {where}", "ms", took)
            yield Figure("the longest", "ms", [max(took)])
        before = sum(used_seconds(process) for _, process in servers)
        time.sleep(REST_SECONDS)
        used = sum(used_seconds(process) for _, process in servers) - before
        yield Figure("six pages at rest: of one core, both servers", "%", [100 * used / REST_SECONDS])


def main() -> None:
    """Measure as asked on the command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=120.0)
    asked = options.parse_args()
    with running() as postgres, TemporaryDirectory() as folder, ExitStack() as serving, sync_playwright() as playwright:
        os.environ[DATABASE] = postgres.url
        servers = [serving.enter_context(served_process(Path(folder) / f"{number}.txt")) for number in range(2)]
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=CHROMIUM_FLAGS)
        expect.set_options(timeout=PATIENCE_MS)
        show(page_figures(browser, servers, asked.seconds))
        browser.close()


if __name__ == "__main__":
    main()
