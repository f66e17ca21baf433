"""One walk through every screen, in every language on the smallest phone and on a laptop in the dark.

The walk looks at everything at once that a browser can tell of a screen; each test asks for one of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player, seated
from tests.browser.test_accessibility import faults
from tests.browser.test_board import photographed
from ui.i18n.translate import LANGUAGE_COOKIE, LANGUAGES

pytestmark = pytest.mark.browser

ANA = "Maximiliane"  # the longest first name we know
SCREENS = (  # ends of addresses
    "",
    "table?t={table}",
    "kingdom?t={table}&s=1",
    "kingdom?t={doubted}&s=1",
    "deal?t={table}",
    "result?t={table}",
    "history?t={table}",
    f"player?t={{table}}&n={ANA}",
    "past?t={table}&g={game}",
    "teach?t={table}",
    "kingdoms",
)
SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "has_touch": True}
LAPTOP_IN_THE_DARK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"}
IN_WORDS = "en"  # in which axe looks on, too: languages differ in words alone
UNFOLDED = "de"  # in which all is unfolded, and everything that a screen reader says looked at
ENGLISH = {"Open", "Increment", "Decrement", "Copy to clipboard", "Choose an option"}  # names by Streamlit
MOST_SHIFTED = 0.075  # of a screen, on a small phone as far as a button is high; web.dev calls 0.1 good

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

NOT_YET = ".st-key-page [data-testid=stSkeleton]:not(details *)"  # while one is there, the look hides the page

# What reaches out of the window, or is cut off without three dots; with dots, too, where it is a button, except the way
# back, which holds a name.
SPILT = """() => {
    const parts = (root) => [...root.querySelectorAll('*')]
        .flatMap((one) => [one, ...(one.shadowRoot ? parts(one.shadowRoot) : [])]);
    const isWorded = (one) => one.matches('button, h1, h2, h3, p, li, label, summary, td, th, b, figcaption')
        && one.textContent.trim() && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isWay = (one) => one.matches('.stButton p, .stFormSubmitButton p') && !one.closest('.st-key-back');
    const isCut = (one, { overflowX, textOverflow }) => one.scrollWidth > one.clientWidth + 1
        && (overflowX !== 'visible' || one.matches('button')) && (textOverflow !== 'ellipsis' || isWay(one));
    const isSpilt = (one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 1 && (left < -1 || right > innerWidth + 1 || isCut(one, getComputedStyle(one)));
    };
    return parts(document.body).filter((one) => isWorded(one) && isSpilt(one))
        .map((one) => `${one.tagName} ${one.className}: ${one.textContent.trim().slice(0, 60)}`);
}"""

# Whether neither the window nor the part of it that scrolls can be pushed aside.
STAYS = """() => [document.documentElement, document.querySelector('[data-testid=stMain]')]
    .every((one) => one.scrollWidth <= one.clientWidth)"""


@dataclass(frozen=True)
class Played:
    """A game that is over: its table's key, its own name in an address, and the serious faults on the way there.

    ``doubted`` is the key of a table with a kingdom in doubt.
    """

    table: str
    doubted: str
    game: str
    faults: dict[str, list[str]]


@dataclass(frozen=True)
class Screen:
    """What a browser tells of a screen; ``shifts`` are parts of the window, each with what moved."""

    where: str
    words: int
    shifts: list[tuple[float, str]]
    spilt: list[str]
    stays: bool
    faults: list[str]
    names: set[str | None]


@contextmanager
def somebody(chromium: Browser, server: str, window: dict[str, Any]) -> Iterator[Player]:
    context = chromium.new_context(**window, locale="en-US")
    context.add_init_script(MEASURED)
    with seated(context, server) as player:
        yield player
    context.close()


def from_start_to_result(player: Player) -> Played:
    """Plays a game of two by hand."""
    found = {}
    player.opens_the_app()
    found["start"] = faults(player)
    player.opens_a_table_for(ANA, "Ben")
    found["table"] = faults(player)
    player.opens_the_kingdom_of(ANA)
    player.is_asked_for_the_kingdom_of(ANA)
    found["camera"] = faults(player)
    player.starts_by_hand()
    player.types("w1wfff/wwfff/wwCff/llsss/llsss")
    found["board"] = faults(player)
    player.finishes()
    player.is_asked_for_the_kingdom_of("Ben")
    player.starts_by_hand()
    player.taps(0, 0, "mine", crowns=2)
    player.finishes()
    player.sees_who_won()
    expect(player.button("Skip")).to_be_visible()
    found["race"] = faults(player)
    expect(player.button("Go on")).to_be_visible()
    found["winner"] = faults(player)
    player.button("Go on").click()
    expect(player.button("Tell it again")).to_be_visible()
    for folded in (f"{ANA}: board and sums", "Files"):
        player.unfolds(folded)
    expect(player.page.get_by_text("Open in BG Stats")).to_be_visible()
    found["result"] = faults(player)
    key = in_address(player, "t")
    player.page.goto(f"{player.address}/history?t={key}")
    player.page.get_by_role("button", name=re.compile(f"{ANA} [0-9]")).first.click()
    player.page.wait_for_url(re.compile("/past"))
    game = in_address(player, "g")
    player.opens_a_board(photographed((1, 2)))
    return Played(key, in_address(player, "t"), game, found)


def in_address(player: Player, name: str) -> str:
    found = re.search(f"[?&]{name}=([^&]+)", player.page.url)
    assert found
    return found[1]


def walk(player: Player, played: Played, language: str) -> Iterator[Screen]:
    """Every screen in that language, each opened anew."""
    page = player.page
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": player.address}])
    for screen in SCREENS:
        page.goto(f"{player.address}/{screen.format(table=played.table, doubted=played.doubted, game=played.game)}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_role("dialog")).to_have_count(0)  # as there is at an address that the app does not have
        expect(page.locator(".st-key-page")).to_be_visible()
        expect(page.locator(".st-key-page button").first).to_be_attached()
        player.is_settled()
        expect(page.locator(NOT_YET)).to_have_count(0)
        page.evaluate(IS_DRAWN)
        yield Screen(
            where=f"{language} /{screen} {page.viewport_size}",
            words=len(page.locator(".st-key-page").inner_text().split()),
            spilt=page.evaluate(SPILT),
            stays=page.evaluate(STAYS),
            faults=faults(player) if language == IN_WORDS else [],
            shifts=page.evaluate("window.shifts"),
            names=names_when_unfolded(player) if language == UNFOLDED else set(),
        )


def names_when_unfolded(player: Player) -> set[str | None]:
    """The names that a screen reader says of what is on a page."""
    player.page.locator("details:not([open]) > summary").evaluate_all("all => all.forEach((one) => one.click())")
    player.is_settled()
    named = player.page.locator("[aria-label], [title], [placeholder]")
    return {*named.evaluate_all("all => all.flatMap((one) => [one.ariaLabel, one.title, one.placeholder])")}


@pytest.fixture(scope="module")
def small_phone(chromium: Browser, server: str) -> Iterator[Player]:
    with somebody(chromium, server, SMALL_PHONE) as player:
        yield player


@pytest.fixture(scope="module")
def played(small_phone: Player) -> Played:
    return from_start_to_result(small_phone)


@pytest.fixture(scope="module")
def screens(chromium: Browser, server: str, small_phone: Player, played: Played) -> list[Screen]:
    """Every screen of both walks."""
    seen = [screen for language in LANGUAGES for screen in walk(small_phone, played, language)]
    with somebody(chromium, server, LAPTOP_IN_THE_DARK) as player:
        player.page.goto(f"{server}/result?t={played.table}")
        player.skips_the_finale()  # which every browser is shown once, instead of the places
        return [*seen, *walk(player, played, IN_WORDS)]


def test_the_walk_sees_every_screen(screens: list[Screen]) -> None:
    assert len(screens) == len(SCREENS) * (len(LANGUAGES) + 1)
    assert [screen.where for screen in screens if screen.words < 3] == []


def test_no_screen_jumps_while_it_comes_up(screens: list[Screen]) -> None:
    jumping = [screen for screen in screens if sum(part for part, _ in screen.shifts) >= MOST_SHIFTED]

    assert [(screen.where, screen.shifts) for screen in jumping] == []


def test_nothing_is_cut_off_or_runs_out_of_its_place(screens: list[Screen]) -> None:
    assert [(screen.where, screen.spilt) for screen in screens if screen.spilt] == []


def test_no_screen_has_an_english_name_in_german(screens: list[Screen]) -> None:
    assert [(screen.where, screen.names & ENGLISH) for screen in screens if screen.names & ENGLISH] == []


def test_no_screen_can_be_pushed_aside(screens: list[Screen]) -> None:
    assert [screen.where for screen in screens if not screen.stays] == []


def test_no_screen_has_a_serious_fault_light_or_dark(screens: list[Screen]) -> None:
    assert [(screen.where, screen.faults) for screen in screens if screen.faults] == []


def test_the_way_from_start_to_result_has_no_serious_fault(played: Played) -> None:
    assert {where: found for where, found in played.faults.items() if found} == {}
