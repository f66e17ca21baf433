"""A press acts once and in order, by touch, mouse or keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.photographed import TRUTH, photo_board
from tests.browser.player import ANA_AND_BEN, EDITS, Player
from ui.table.board import Board

pytestmark = pytest.mark.browser

# The clock of the page, which stands still while a finger taps, and is moved by hand.
CLOCK = """
    const real = performance.now.bind(performance);
    let ahead = 0, held = null;
    performance.now = () => held ?? real() + ahead;
    window.holdsTime = () => (held = performance.now());
    window.passesTime = (ms) => (held += ms);
    window.letsTimeGo = () => ((ahead = held + 2000 - real()), (held = null));
"""
# Ana's kingdom is to be checked, and Ben's so near that it may decide.
TO_CHECK = ANA_AND_BEN.with_new_board(1, photo_board((1, 3), (3, 3))).with_new_board(2, Board(TRUTH, confirmed=True))


def taps(player: Player, button: Locator, times: int, gap: int) -> None:
    """Tap a place several times, at intervals in milliseconds, starting when a button appears there."""
    player.waits_until_drawn()
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    player.page.evaluate("holdsTime()")
    for _ in range(times):
        player.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        player.waits_until_drawn()
        player.page.evaluate("passesTime", gap)
    player.page.evaluate("letsTimeGo()")


def test_each_button_acts_once_from_doubt_to_next_game(other: Player) -> None:
    times, gap = 3, 390
    other.page.emulate_media(reduced_motion="reduce")
    other.page.add_init_script(CLOCK)
    choosers: list[object] = []
    other.page.on("filechooser", lambda chooser: choosers.append(chooser))
    other.opens(TO_CHECK)
    taps(other, other.next_step, times, gap)
    doubts = other.page.locator(".square.doubtful")
    expect(doubts).to_have_count(2)

    for left in (1, 0):
        taps(other, other.first_answer, times, gap)
        expect(doubts).to_have_count(left)
    expect(other.page.get_by_role("heading", name="Tonight’s table")).to_be_visible()

    taps(other, other.button("Who won?"), times, gap)
    expect(other.page.get_by_role("dialog")).to_be_visible()
    other.skips_the_finale()
    taps(other, other.button("Play again"), times, gap)
    expect(other.page.get_by_role("heading", name="Tonight’s table")).to_be_visible()
    assert [seat.board for seat in other.stored.table.seats] == [None, None]
    assert choosers == []


# What a browser does that was busy while somebody typed and pressed.
IN_ONE_MOMENT = """(square) => {
    const key = () => square.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true, composed: true }));
    const press = () => document.querySelector('.st-key-looks-right button').click();
    %s
}"""


@pytest.mark.parametrize(("moment", "pressed_first"), [("key(); press();", 0), ("press(); key();", 1)])
def test_simultaneous_button_and_key_run_in_order(phone: Player, moment: str, pressed_first: int) -> None:
    came_after: list[int] = []  # pages that the press had drawn by then

    def comes(route: Route) -> None:
        came_after.append(phone.page.locator("h1", has_text="Ben’s kingdom").count())
        route.continue_()

    phone.opens_a_board()
    phone.chooses(0, 0)
    phone.waits_until_drawn()
    phone.page.route(EDITS, comes)
    phone.square(0, 0).evaluate(IN_ONE_MOMENT % moment)
    phone.is_asked_for_the_kingdom_of("Ben")
    phone.page.go_back()
    expect(phone.square(0, 0)).to_have_attribute("data-code", "m")
    assert came_after == [pressed_first]


def tab_to(player: Player, name: str) -> None:
    """Presses Tab until the focus is on the control of that name."""
    focused = """() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        if (!at?.matches('button, input, [role=gridcell]')) return '';
        return at.getAttribute('aria-label') || at.placeholder || at.textContent;
    }"""
    for _ in range(40):
        if re.search(name, player.page.evaluate(focused)):
            return
        player.page.keyboard.press("Tab")
    pytest.fail(f"Tab never reaches {name!r}")


def test_keyboard_reaches_a_confirmed_kingdom(laptop: Player) -> None:
    laptop.opens_the_app()
    press = laptop.page.keyboard.press
    tab_to(laptop, "Enter a board by hand")
    press("Enter")
    expect(laptop.square(0, 0)).to_be_visible()
    tab_to(laptop, "row 1, column 1")
    for key in ("f", "1", "ArrowRight", "f", "ArrowDown", "f", "Control+z", "f"):
        press(key)
    laptop.sees_points(3)
    tab_to(laptop, "Done")
    press("Enter")

    expect(laptop.page.get_by_role("button", name="Blue: 3, confirmed")).to_be_visible()


# The first card says something else, as after a change that another phone has made.
SAYS_MORE = """(words) => {
    const text = document.createTreeWalker(document.querySelector('.st-key-open-1 button'), NodeFilter.SHOW_TEXT);
    text.nextNode().nodeValue = words;
}"""


def test_held_press_is_replayed_after_the_page_is_drawn(
    phone: Player,
) -> None:
    phone.opens(ANA_AND_BEN)
    phone.waits_until_drawn()
    phone.page.evaluate("crownsight.reruns.begin()")
    phone.button("Rules").click()
    phone.page.locator(".st-key-panel-rules").evaluate("(drawn) => drawn.after(drawn.cloneNode(true))")
    phone.page.evaluate("crownsight.reruns.onRendered()")
    expect(phone.page.get_by_role("heading", name="Rules", exact=True)).to_be_visible()

    phone.waits_until_drawn()
    phone.page.evaluate("crownsight.reruns.begin()")
    phone.opens_the_kingdom_of("Ana")
    phone.page.evaluate(SAYS_MORE, "Ana: 9, needs a look")
    phone.page.evaluate("crownsight.reruns.onRendered()")
    phone.is_asked_for_the_kingdom_of("Ana")


# At once: a run that ends in between would take the press.
PRESS_IN_A_RUN = """(button) => {
    const { reruns } = crownsight;
    reruns.begin();
    button.click();
    const held = reruns.queue.size;
    reruns.onRendered();
    return held;
}"""


def test_download_waits_until_the_page_is_drawn(phone: Player) -> None:
    phone.opens(ANA_AND_BEN)
    phone.page.goto(f"{phone.address}/history")
    expect(phone.button("Back up")).to_be_visible()
    phone.waits_until_drawn()
    with phone.page.expect_download() as file:
        held = phone.button("Back up").evaluate(PRESS_IN_A_RUN)  # which makes the file again
    assert held == 1
    assert file.value.suggested_filename == "crownsight-games.json"


TAP_BEFORE_IT_IS_DRAWN = """async () => {
    new crownsight.updates.constructor();
    dispatchEvent(new PointerEvent('pointerup'));
    await new Promise((done) => setTimeout(done, 50));
}"""


def test_tap_before_the_page_is_drawn_is_no_error(bare: Player) -> None:
    bare.opens(ANA_AND_BEN, window="")
    bare.waits_until_drawn()

    bare.page.evaluate(TAP_BEFORE_IT_IS_DRAWN)  # an error on the page fails the test in the end
