"""Layout and accessibility of every screen, in every language on the smallest phone, and on a dark laptop.

The walk looks at everything at once that a browser can tell of a screen, and in other languages at what words may
break; each test asks for one of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.player import Player, open_player
from tests.browser.screens import SCREENS, Screen, Visitor, faults, four_by_hand
from ui.i18n.translate import LANGUAGE_COOKIE, LANGUAGES

pytestmark = pytest.mark.browser

SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "has_touch": True}
LAPTOP_IN_THE_DARK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"}
CLOSELY = "de"  # in which all is unfolded for axe and for a screen reader: languages differ in words alone
ENGLISH = {"Open", "Increment", "Decrement", "Copy to clipboard", "Choose an option"}  # names by Streamlit
LATE_MS = 4_000  # longer than the page waits for what is not there
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

NOT_YET = ".st-key-page [data-testid=stSkeleton]"  # while one is there, the look hides the page

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


Look = dict[str, Any]  # what is wrong with a screen, by what screens do not do


def walk(chromium: Browser, server: str, window: dict[str, Any], *others: str) -> Iterator[tuple[str, Look]]:
    """Look at every screen in one language, each newly loaded, then in others without the finale."""
    context = chromium.new_context(**window)
    context.add_init_script(MEASURED)
    context.add_cookies([{"name": LANGUAGE_COOKIE, "value": CLOSELY, "url": server}])
    with open_player(context, server) as player:
        visitor = Visitor(player, four_by_hand())
        for screen in SCREENS:
            visitor.comes_to(screen)
            yield find_faults(player, screen, CLOSELY)
        for language in others:
            visitor.comes_to(SCREENS[0])
            player.page.get_by_role("radio", name=LANGUAGES[language]).click()
            # Streamlit drops what was chosen where the page goes on before the server has begun to draw it.
            expect(player.page.locator("html")).to_have_attribute("lang", language)
            for screen in SCREENS:
                if not screen.tells_who_won:
                    visitor.goes_on_to(screen)
                    yield find_faults(player, screen, language)
    context.close()


def find_faults(player: Player, screen: Screen, language: str) -> tuple[str, Look]:
    """Return the name of the screen and its faults."""
    page = player.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    dialogs = int(screen.tells_who_won)  # one is also at an address that the app does not have
    expect(page.get_by_role("dialog")).to_have_count(dialogs)
    expect(page.locator(NOT_YET)).to_have_count(0)
    page.evaluate(IS_DRAWN)
    where = f"{language} {screen.name} {page.viewport_size}"
    look: Look = {
        "is empty": len(" ".join(page.locator(".st-key-page, dialog[open]").all_inner_texts()).split()) < 3,
        "cuts off what it says": page.evaluate(SPILT),
        "can be pushed aside": not page.evaluate(STAYS),
    }
    if language != CLOSELY:
        return where, look
    shifts = page.evaluate("window.shifts")
    named = page.locator("[aria-label], [title], [placeholder]")
    names = named.evaluate_all("all => all.flatMap((one) => [one.ariaLabel, one.title, one.placeholder])")
    return where, look | {
        "jumps while it comes up": shifts if sum(part for part, _ in shifts) >= MOST_SHIFTED else [],
        "has an English name in German": ENGLISH.intersection(names),
        "has a serious fault, light or dark": faults(player),
    }


@pytest.fixture(scope="module")
def looks(chromium: Browser, server: str) -> dict[str, Look]:
    """Collect the faults in every language on the smallest phone, and in one on a dark laptop."""
    on_phone = walk(chromium, server, SMALL_PHONE, *(LANGUAGES.keys() - {CLOSELY}))
    return dict([*on_phone, *walk(chromium, server, LAPTOP_IN_THE_DARK)])


def test_the_walk_sees_every_screen(looks: dict[str, Look]) -> None:
    assert len(looks) == len(SCREENS) * (len(LANGUAGES) + 1) - 2 * (len(LANGUAGES) - 1)


@pytest.mark.parametrize(
    "does",
    [
        "is empty",
        "cuts off what it says",
        "can be pushed aside",
        "jumps while it comes up",
        "has an English name in German",
        "has a serious fault, light or dark",
    ],
)
def test_no_screen(looks: dict[str, Look], does: str) -> None:
    assert [(where, look[does]) for where, look in looks.items() if look.get(does)] == []


def test_late_editor_shifts_nothing(chromium: Browser, server: str) -> None:
    def hold_back(route: Route) -> None:
        route.request.frame.page.wait_for_timeout(LATE_MS)
        route.continue_()

    context = chromium.new_context(**SMALL_PHONE)
    context.add_init_script(MEASURED)
    with open_player(context, server) as player:
        visitor = Visitor(player, four_by_hand())
        context.route("**/BidiComponent*.js", hold_back)  # with which Streamlit draws the editor
        visitor.comes_to(next(screen for screen in SCREENS if screen.name == "doubt"))
        player.page.evaluate(IS_DRAWN)
        assert player.page.evaluate("window.shifts") == []
    context.close()
