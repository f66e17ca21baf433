"""Page object of a player: what they press and what they see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from scoring import Kingdom
from scoring.castle import Castle
from tests.browser.chromium import PATIENCE_MS, SIZES
from tests.ui.store_helpers import joins
from ui import store
from ui.store import StoredTable
from ui.store.codes import new_key
from ui.system import COOKIE
from ui.table.board import Board, make_blank_board
from ui.table.table import Table

ANA_AND_BEN = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)

HEARD = "crownsight.commandQueue.isEmpty()"

EDITS = re.compile(r"/api/tables/\w+\?")  # the address of what boards send
POLICY = "Content Security Policy"  # in what Chromium says of what it did not load


class Player:
    """Somebody in front of a screen."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.kept: StoredTable | None = None  # the table that was made for it

    def opens(self, table: Table, screen: str = "table", **query: str) -> None:
        """Open a screen of a new table that only this phone has joined."""
        self.kept = store.get_store().create(table, self.registers_phone())
        self.comes_to(screen, **query)

    def comes_to(self, screen: str, **query: str) -> None:
        """Open a screen of its table."""
        assert self.kept
        rest = "".join(f"&{name}={value}" for name, value in query.items())
        self.page.goto(f"{self.address}/{screen}?t={self.kept.key}{rest}")

    def opens_a_board(self, board: Board | None = None, table: Table = ANA_AND_BEN) -> None:
        """Open Ana's board, empty unless one is given."""
        self.opens(table.with_new_board(1, board or make_blank_board(table.rules.grid)), "kingdom", s="1")
        expect(self.square(0, 0)).to_be_visible()

    def comes_to_the_board_of(self, other: Player) -> None:
        """Open the board of another phone, as the player in the second seat."""
        self.sits_at(other, "kingdom", s="1")
        expect(self.square(0, 0)).to_be_visible()

    def sits_at(self, other: Player, screen: str = "table", **query: str) -> None:
        """Open a screen of another phone's table, as the player in the second seat."""
        self.kept = other.stored
        joins(store.get_store(), self.kept, self.registers_phone(), 2)
        self.comes_to(screen, **query)

    @property
    def stored(self) -> StoredTable:
        """Its table as it is kept by now."""
        assert self.kept
        kept = store.get_store().find(self.kept.key)
        assert kept
        return kept

    @property
    def stored_kingdom(self) -> Kingdom:
        """The kingdom of Ana as it is kept, with all that was tapped on this phone."""
        self.waits_until_saved()
        board = self.stored.table.seats[0].board
        assert board
        return board.kingdom

    def registers_phone(self) -> str:
        """Give this phone a key that the store knows, and return it."""
        key = new_key()
        self.page.context.add_cookies([{"name": COOKIE, "value": key, "url": self.address}])
        return key

    def opens_the_app(self) -> None:
        self.page.goto(self.address)
        expect(self.button("Enter a board by hand")).to_be_visible()

    def opens_a_table_for(self, *names: str) -> None:
        self.page.goto(f"{self.address}/table")
        for number, name in enumerate(names):
            self.waits_until_drawn()
            self.page.get_by_label("Name", exact=True).fill(name)
            self.button("Add player").click()
            expect(self.page.locator(".cs-card")).to_have_count(number + 1)
            expect(self.page.locator(f"input[value={json.dumps(name)}]")).to_have_count(0)  # the form is a new one

    def shows_its_code(self) -> str:
        """Return the code that invites other phones."""
        self.button("Invite").click()
        shown = self.page.locator(".cs-code b")
        expect(shown).to_be_visible()
        return shown.inner_text()

    def tries(self, code: str) -> None:
        """Enters a code in the open app."""
        self.page.get_by_label("Join a table (enter code)").fill(code.lower().replace("-", " "))
        self.button("Join").click()

    def joins(self, code: str) -> None:
        """Comes to a table by its code and looks on."""
        self.opens_the_app()
        self.tries(code)
        self.button("Just watching").click()
        expect(self.page.get_by_role("heading", name="Tonight’s table")).to_be_visible()

    def opens_the_kingdom_of(self, name: str) -> None:
        card = self.page.locator("[class*=st-key-card-]")
        card.get_by_role("button", name=re.compile(f"^{re.escape(name)}:")).click()

    def starts_by_hand(self) -> None:
        self.button("Enter by hand").click()
        expect(self.square(0, 0)).to_be_visible()

    def chooses(self, row: int, column: int) -> None:
        """Taps a square that is not chosen yet: a second tap would close it."""
        square = self.square(row, column)
        expect(square).to_be_visible()
        if square.get_attribute("aria-selected") == "true":
            square.focus()
        else:
            square.click()

    def taps(self, row: int, column: int, terrain: str, crowns: int = 0) -> None:
        """Changes one square with the palette."""
        self.chooses(row, column)
        self.page.locator(".palette").get_by_role("button", name=terrain).click()
        self.page.locator(".numbers").get_by_role("button", name=re.compile(f"^{crowns} crown")).click()

    def waits_until_drawn(self) -> None:
        """Waits until the screen is drawn and nothing is left of the one before."""
        expect(self.page.locator("html[data-at-rest]")).to_have_count(1)
        expect(self.page.locator("[data-stale=true], html[data-photo]")).to_have_count(0)

    def waits_for(self, script: str) -> None:
        """Asks until the script gives something true; the page's own policy keeps Playwright's wait from doing so."""
        while not self.page.evaluate(script):
            self.page.wait_for_timeout(50)

    def waits_until_saved(self) -> None:
        """Waits until the server has every tap on a board."""
        self.waits_for(HEARD)

    def closes_what_says_that_nobody_answers(self) -> None:
        """From now on, whenever it comes: Streamlit lays it over the page when it has asked for long enough."""
        said = self.page.get_by_test_id("stDialog")
        self.page.add_locator_handler(said, lambda shown: shown.get_by_role("button", name="Close").click())

    def photographs(self, photo: Path | bytes) -> None:
        """Gives a photo, or what a file holds that claims to be one."""
        claimed = {"name": "IMG_0001.jpg", "mimeType": "image/jpeg", "buffer": photo}
        self.waits_until_drawn()
        self.page.locator("input.chosen").first.set_input_files(photo if isinstance(photo, Path) else claimed)  # type: ignore[arg-type]

    def sees_who_won(self) -> None:
        """Opens the result, also one to which kingdoms are missing."""
        self.page.get_by_role("button", name=re.compile("^(Who won|Show standings)")).click()

    @property
    def next_step(self) -> Locator:
        """The button at a table that is to be pressed next, where no kingdom is missing."""
        return self.page.get_by_role("button", name=re.compile(r"^(Check \d+ square|Who won\?)")).first

    @property
    def looks_right(self) -> Locator:
        """The button that confirms a board."""
        return self.page.locator(".st-key-looks-right button")

    @property
    def first_answer(self) -> Locator:
        """The answer that confirms what was read on a doubtful square."""
        return self.page.locator(".answers .yes:visible")

    def close_square(self) -> None:
        """Close the open square, if there is one, so that the page shows its own buttons again."""
        done = self.page.locator(".close-square")
        if done.is_visible():
            done.click()
            expect(done).to_be_hidden()

    def finishes(self) -> None:
        """Says that a kingdom looks right; squares in doubt stay open."""
        self.waits_until_drawn()
        self.close_square()
        ways = [self.looks_right, self.button("Not sure"), self.first_answer]
        expect(reduce(Locator.or_, ways).first).to_be_visible()
        while way := next((one for one in ways if one.count()), None):
            way.click()
            self.waits_until_drawn()
            if way is ways[0]:
                break

    def skips_the_finale(self) -> None:
        """Is told who wins, and goes on to the places."""
        expect(self.page.get_by_role("dialog")).to_be_visible()
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.button("Replay")).to_be_visible()

    def is_asked_for_the_kingdom_of(self, name: str) -> None:
        """Is at that player's camera, where the phone has gone after the player before."""
        expect(self.page.get_by_role("heading", name=f"{name}’s kingdom")).to_be_visible()
        expect(self.button("Enter by hand")).to_be_visible()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def square(self, row: int, column: int) -> Locator:
        """Locate a square of the board; while the page is redrawn the old one may still be there."""
        return self.page.get_by_role("gridcell", name=f"row {row + 1}, column {column + 1}:").first

    def sees_targets(self) -> list[tuple[float, float]]:
        """Width and height, in CSS pixels, of everything that a finger can press."""
        self.waits_until_drawn()
        targets = self.page.locator("button:visible, [role=gridcell]:visible")
        sizes: list[tuple[float, float]] = targets.evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height])"
        )
        return sizes

    def sees_points(self, points: int) -> None:
        expect(self.page.locator("output.total")).to_have_text(f"{points} point{'' if points == 1 else 's'}")

    def sees_kingdom(self, kingdom: Kingdom) -> None:
        for (row, column), square in kingdom.squares():
            expect(self.square(row, column)).to_have_attribute("data-code", str(square))


@contextmanager
def open_player(window: BrowserContext, address: str) -> Iterator[Player]:
    """Open a new tab for a player and fail on script errors and dialogs."""
    page = window.new_page()
    page.set_default_timeout(PATIENCE_MS)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if POLICY in said.text else None)
    page.on("dialog", lambda dialog: wrong.append(f"dialog: {dialog.message}"))
    try:
        yield Player(page, address)
    finally:
        page.close()
    assert wrong == [], wrong  # said outside of pytest, too


@contextmanager
def open_window(chromium: Browser, size: str = "phone") -> Iterator[BrowserContext]:
    """Open a browser context of a phone or laptop, isolated from all others."""
    width, height = SIZES[size]
    viewport: ViewportSize = {"width": width, "height": height}
    with chromium.new_context(viewport=viewport, has_touch=size == "phone", ignore_https_errors=True) as window:
        yield window


@contextmanager
def a_phone(chromium: Browser, address: str) -> Iterator[Player]:
    """Open a browser context for one player, isolated from all others."""
    with open_window(chromium) as window, open_player(window, address) as player:
        yield player
