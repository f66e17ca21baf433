"""Layout and accessibility of every screen in every window, light and dark, and in every language.

The walk loads a screen once, asks the browser for everything that is wrong with it, and gives the window one size
after another; each test asks for one of these faults.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Route, expect

from tests.browser.engines import PROBED
from tests.browser.journeys import goes_through_the_race
from tests.browser.phones import EVERY_SIZE, LAPTOP, resize
from tests.browser.photographed import photo_board
from tests.browser.player import Player, open_player
from tests.browser.screens import SCREENS, Visitor, faults, four_by_hand, four_in_one_photo
from ui.i18n.translate import LANGUAGE_COOKIE, LANGUAGES
from ui.table.table import Table

pytestmark = pytest.mark.browser

GEOMETRY = (Path(__file__).parent / "geometry.js").read_text(encoding="utf-8")
FAULTS = f"(mayScroll) => {{ {GEOMETRY} return faultsOfScreen(mayScroll); }}"
WALKED, LONGEST = "en", "de"  # languages: in all windows, and the one with the longest words
PHONE, SMALLEST = (390, 664), (320, 568)
SIZES_IN_LONGEST = (PHONE, LAPTOP, SMALLEST)
PANELS = ("Rules", "Invite", "Players", "More")
ENGLISH = {"Open", "Increment", "Decrement", "Copy to clipboard", "Choose an option"}  # names by Streamlit
LATE_MS = 4_000  # longer than the page waits for what is not there
MOST_SHIFTED = 0.05  # of a screen; web.dev calls 0.1 good

# How far a screen shifts while it comes up. A page that is not there after three seconds is shown as far as it is, and
# moves when more comes: how often would depend on how busy the machine is, so that here it waits until all is there.
MEASURED = """
    window.shifts = [];
    const named = ({ node, previousRect: before, currentRect: now }) =>
        `${node?.className ?? node?.nodeName} from ${before.y} to ${now.y}, ${before.height} to ${now.height} high`;
    const note = ({ hadRecentInput, value, sources }) => {
        if (!hadRecentInput) window.shifts.push([value, sources.map(named).join('; ')]);
    };
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
    observer.observe({ type: 'layout-shift', buffered: true });
    const patient = new CSSStyleSheet();
    patient.replaceSync('.st-key-page { animation: none !important; }');
    document.adoptedStyleSheets = [patient];
"""
IS_DRAWN = """() => document.fonts.ready
    .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))"""
NOT_YET = ".st-key-page [data-testid=stSkeleton]"  # while one is there, the look hides the page
NAMES = "all => all.flatMap((one) => [one.ariaLabel, one.title, one.placeholder])"


Found = dict[str, list[tuple[str, Any]]]  # faults by kind, each with its place


class Walk:
    """One phone that looks at screens, and the faults found on them."""

    def __init__(self, player: Player, language: str, found: Found) -> None:
        self.player, self.language, self.found = player, language, found
        self.seen: list[str] = []
        player.page.on("console", self._note_message)

    def _note_message(self, said: ConsoleMessage) -> None:
        if said.type == "error" and PROBED not in said.location.get("url", ""):
            self.found["errors on the console"].append((self.seen[-1] if self.seen else "", said.text))

    def note(self, kind: str, noted: list[Any], where: str) -> None:
        """Add faults to those of their kind."""
        self.found[kind] += [(f"{self.language} {where} {self.player.page.viewport_size}", fault) for fault in noted]

    def waits_for(self, screen: str) -> None:
        """Wait until all of a screen is drawn, in the language of the walk."""
        self.seen.append(screen)
        expect(self.player.page.locator("html")).to_have_attribute("lang", self.language)
        expect(self.player.page.locator(NOT_YET)).to_have_count(0)
        self.player.page.evaluate(IS_DRAWN)

    def measures_shifts(self) -> None:
        """Note how far the screen shifted since it was loaded."""
        shifts = self.player.page.evaluate("window.shifts")
        if sum(part for part, _ in shifts) >= MOST_SHIFTED:
            self.note("shifts", shifts, self.seen[-1])

    def measures_layout(self, *sizes: tuple[int, int], may_scroll: bool = True) -> None:
        """Note what is covered, cut or overlaps in windows of these sizes."""
        for size in sizes:
            resize(self.player, size)
            for kind, lines in self.player.page.evaluate(FAULTS, may_scroll).items():
                self.note(kind, lines, self.seen[-1])

    def measures_all(self, screen: str, may_scroll: bool = True) -> None:
        """Note everything that is wrong with a screen, in every window and in the dark, where colours alone differ."""
        self.waits_for(screen)
        if may_scroll:  # else the screen was loaded before, and its window resized since
            self.measures_shifts()
        self.measures_layout(*EVERY_SIZE, may_scroll=may_scroll)
        self.note("axe", faults(self.player), screen)
        self.player.page.emulate_media(color_scheme="dark")
        self.note("axe", faults(self.player, "color-contrast"), f"{screen}, dark")
        self.player.page.emulate_media(color_scheme="light")


@contextmanager
def visit(chromium: Browser, server: str, language: str, size: tuple[int, int], table: Table) -> Iterator[Any]:
    """Open a phone with a window of this size, and a visitor of every screen of this table."""
    width, height = size
    viewport: Any = {"width": width, "height": height}
    context = chromium.new_context(has_touch=True, reduced_motion="reduce", viewport=viewport)
    context.add_init_script(MEASURED)
    context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": server}])
    with open_player(context, server) as player:
        yield player, Visitor(player, table)
    context.close()


def walk_in_all_windows(walk: Walk, visitor: Visitor) -> None:
    """Look at every screen, the table with each of its panels open, a result with a doubt, and no connection."""
    player = walk.player
    for screen in SCREENS:
        if screen.name == "winner":
            goes_through_the_race(player)
        resize(player, LAPTOP)
        visitor.comes_to(screen)
        walk.measures_all(screen.name)
        if screen.name == "table":
            for panel in PANELS:
                resize(player, PHONE)
                player.button(panel).click()
                expect(player.page.get_by_role("heading", name=panel, exact=True)).to_be_visible()
                player.waits_until_drawn()
                walk.measures_all(f"table, {panel} open", may_scroll=False)
    player.page.goto("about:blank")  # else the last screen polls its table as the phone of the next one
    player.opens(four_in_one_photo().with_new_board(2, photo_board((1, 3), (3, 3))), "result")
    expect(player.page.get_by_role("button", name=re.compile("^Not final"))).to_be_visible()
    player.waits_until_drawn()
    walk.measures_all("result with a doubt")
    player.opens_a_board(photo_board((1, 3)))
    player.button("Something else").click()
    walk.measures_all("palette")
    player.page.remove_listener("console", walk._note_message)
    player.page.context.set_offline(True)
    player.page.locator(".palette button").first.click()
    expect(player.page.locator(".badge")).to_have_text("Offline, 1 change waiting")
    walk.seen.append("palette, offline")
    walk.measures_layout(*EVERY_SIZE)


def walk_in_longest_words(walk: Walk, visitor: Visitor) -> None:
    """Look at every screen in the language with the longest words."""
    player = walk.player
    for screen in SCREENS:
        if screen.name == "winner":
            goes_through_the_race(player)
        resize(player, SMALLEST)
        visitor.comes_to(screen)
        walk.waits_for(screen.name)
        walk.measures_shifts()
        names = player.page.locator("[aria-label], [title], [placeholder]").evaluate_all(NAMES)
        walk.note("names in English", [*ENGLISH.intersection(names)], screen.name)
        walk.measures_layout(*SIZES_IN_LONGEST)


def walk_in_another_language(walk: Walk, visitor: Visitor) -> None:
    """Look at every screen in this language on the smallest phone, without loading the page again."""
    page = walk.player.page
    visitor.comes_to(SCREENS[0])
    page.get_by_role("radio", name=LANGUAGES[walk.language]).click()
    # Streamlit drops what was chosen where the page goes on before the server has begun to draw it.
    expect(page.locator("html")).to_have_attribute("lang", walk.language)
    for screen in SCREENS:
        if not screen.is_finale:
            visitor.goes_on_to(screen)
            walk.waits_for(screen.name)
            walk.measures_layout(SMALLEST)


@pytest.fixture(scope="module")
def in_all_windows(chromium: Browser, server: str) -> Found:
    """Walk through the app in every window and return what is wrong, by kind."""
    found: Found = defaultdict(list)
    with visit(chromium, server, WALKED, LAPTOP, four_in_one_photo()) as (player, visitor):
        walk_in_all_windows(Walk(player, WALKED, found), visitor)
    return found


@pytest.fixture(scope="module")
def in_all_languages(chromium: Browser, server: str) -> Found:
    """Walk through the app in every other language and return what is wrong, by kind."""
    found: Found = defaultdict(list)
    with visit(chromium, server, LONGEST, SMALLEST, four_by_hand()) as (player, visitor):
        walk_in_longest_words(Walk(player, LONGEST, found), visitor)
        for language in LANGUAGES.keys() - {WALKED, LONGEST}:
            walk_in_another_language(Walk(player, language, found), visitor)
    return found


KINDS = ("covered", "cut", "overlapping", "scrolling sideways", "empty", "shifts", "errors on the console")


@pytest.mark.parametrize("kind", [*KINDS, "axe"])
def test_screens_have_no_faults_in_any_window(in_all_windows: Found, kind: str) -> None:
    assert in_all_windows[kind] == []


@pytest.mark.parametrize("kind", [*KINDS, "names in English"])
def test_screens_have_no_faults_in_any_language(in_all_languages: Found, kind: str) -> None:
    assert in_all_languages[kind] == []


def test_late_editor_shifts_nothing(chromium: Browser, server: str) -> None:
    def hold_back(route: Route) -> None:
        route.request.frame.page.wait_for_timeout(LATE_MS)
        route.continue_()

    with visit(chromium, server, LONGEST, SMALLEST, four_by_hand()) as (player, visitor):
        player.page.context.route("**/BidiComponent*.js", hold_back)  # with which Streamlit draws the editor
        visitor.comes_to(next(screen for screen in SCREENS if screen.name == "doubt"))
        player.page.evaluate(IS_DRAWN)
        assert player.page.evaluate("window.shifts") == []
