"""Browser functions: Back, Forward, reload, title, language, installation."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from scoring.castle import Castle
from tests.browser.chromium import CHROMIUM_FLAGS, chromium_path
from tests.browser.link import Link
from tests.browser.photographed import TRUTH, photo_board
from tests.browser.player import ANA_AND_BEN, Player, a_phone
from ui.serving.modules import get_version
from ui.table.board import Board

pytestmark = pytest.mark.browser

KEEPS_NOTHING = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
    const get = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
    Object.defineProperty(window, name, { get, configurable: true });
}"""
TAKES_NO_COOKIES = """Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });"""
IS_OLD = "CSS.supports = () => false;"
# Six steps of the browser's own buttons, ending where they began, faster than a server draws the pages between.
HURRIES = """async () => {
    for (let step = 0; step < 6; step += 1) {
        history.go(step % 2 ? 1 : -1);
        await new Promise((done) => setTimeout(done, 100));
    }
    window.hurried = true;
}"""


def sees_title(player: Player, title: str) -> None:
    expect(player.page).to_have_title(f"{title} – Crownsight")


def entries(player: Player) -> int:
    """Return the length of the browser's history."""
    player.waits_until_drawn()
    return int(player.page.evaluate("history.length"))


def test_one_step_in_the_app_is_one_step_of_back(phone: Player) -> None:
    page = phone.page
    phone.opens_the_app()
    before = entries(phone)
    phone.button("Enter a board by hand").click()
    expect(phone.square(0, 0)).to_be_visible()
    phone.finishes()
    phone.button("Enter another board by hand").click()
    expect(phone.square(0, 0)).to_be_visible()
    phone.finishes()
    phone.sees_who_won()
    phone.skips_the_finale()
    assert entries(phone) == before + 5  # Blue's kingdom, the table, Green's kingdom, the table, the result

    for there in ("‹ Start", "‹ Green", "‹ Start", "‹ Blue"):
        page.go_back()
        expect(phone.button(there)).to_be_visible()
        phone.waits_until_drawn()
    page.go_back()
    expect(phone.button("Enter a board by hand")).to_be_visible()
    for title in ("Kingdom", "Table", "Kingdom", "Table", "Result"):
        phone.waits_until_drawn()
        page.go_forward()
        sees_title(phone, title)
    expect(phone.button("Play again")).to_be_visible()

    page.go_back()
    page.go_back()
    expect(phone.button("‹ Green")).to_be_visible()
    page.reload()
    expect(phone.button("‹ Green")).to_be_visible()


def test_new_page_starts_at_top_with_heading_focused(phone: Player) -> None:
    table = ANA_AND_BEN.with_new_board(1, photo_board()).with_player("Chloé", Castle.PINK)
    phone.opens(table.with_player("Dev", Castle.YELLOW))
    card = phone.page.locator("[class*=st-key-card-] button").first
    expect(card).to_be_visible()
    phone.page.set_viewport_size({"width": 390, "height": 500})
    main = phone.page.get_by_test_id("stMain")
    phone.waits_until_drawn()
    main.evaluate("main => (main.scrollTop = 150)")
    card.dispatch_event("click")

    expect(phone.page.get_by_role("heading", name="Ana")).to_be_focused()
    phone.waits_until_drawn()
    assert main.evaluate("main => main.scrollHeight - main.clientHeight") > 150
    assert main.evaluate("main => main.scrollTop") == 0


def test_back_and_forward_in_a_hurry_keep_the_connection(phone: Player) -> None:
    phone.opens(ANA_AND_BEN)
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    phone.waits_until_drawn()
    phone.page.evaluate(HURRIES)
    phone.waits_for("window.hurried")
    expect(phone.square(0, 0)).to_be_visible()
    phone.waits_until_drawn()
    expect(phone.page.get_by_test_id("stApp")).to_have_attribute("data-test-connection-state", "CONNECTED")


def test_a_page_whose_connection_ended_for_good_is_loaded_again(phone: Player) -> None:
    link = Link(phone)
    phone.opens_a_board()
    phone.taps(0, 0, "mine", crowns=3)
    phone.waits_until_saved()
    link.page.send("?")
    expect(phone.page.get_by_test_id("stApp")).to_have_attribute("data-test-connection-state", "CONNECTED")
    expect(phone.square(0, 0)).to_have_attribute("data-code", "m3")
    assert phone.page.evaluate("sessionStorage.getItem('reloaded')")


def test_page_of_an_older_version_is_loaded_again(phone: Player) -> None:
    phone.opens(ANA_AND_BEN)
    phone.waits_until_drawn()
    phone.page.evaluate("crownsight.version = 'older'")
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()

    expect(phone.square(0, 0)).to_be_visible()
    phone.waits_for(f"crownsight.version === '{get_version()}'")


def test_failed_module_does_not_reload_a_page_being_left(phone: Player) -> None:
    phone.opens(ANA_AND_BEN)
    phone.waits_until_drawn()
    phone.page.route("**/board/board.js", lambda route: route.abort())
    phone.page.evaluate("window.isFirstPage = true; dispatchEvent(new Event('beforeunload'))")
    phone.opens_the_kingdom_of("Ana")
    with phone.page.expect_event("requestfailed", lambda request: request.url.endswith("/board/board.js")):
        phone.button("Enter by hand").click()

    phone.waits_until_drawn()
    assert phone.page.evaluate("window.isFirstPage")


def test_a_game_is_played_where_the_browser_keeps_nothing(other: Player) -> None:
    other.page.add_init_script(KEEPS_NOTHING)
    other.opens_a_board(photo_board((1, 3)), ANA_AND_BEN.with_new_board(2, Board(TRUTH, confirmed=True)))
    other.first_answer.click()
    other.sees_who_won()
    other.skips_the_finale()


def test_blocked_cookies_leave_no_button_that_does_nothing(other: Player) -> None:
    other.page.add_init_script(TAKES_NO_COOKIES)

    other.page.goto(other.address)

    notice = "getComputedStyle(document.querySelector('.st-key-page') ?? document.body, '::before').content"
    other.waits_for(f"{notice}.includes('blocks cookies')")
    expect(other.page.get_by_role("button")).to_have_count(0)


def test_a_browser_that_is_too_old_is_told_so(other: Player) -> None:
    other.opens_the_app()
    expect(other.page.get_by_text("This browser is too old")).to_have_count(0)

    other.page.add_init_script(IS_OLD)
    other.page.reload()
    expect(other.page.get_by_text("This browser is too old")).to_be_in_viewport(ratio=1)


LOCKS = """
    window.locks = [];
    const request = async () => {
        const lock = { released: false, release() { this.released = true; } };
        window.locks.push(lock);
        return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
"""
ADDS_A_BUTTON = """(name) => {
    document.body.append(Object.assign(document.createElement('button'), { ariaLabel: name, title: name }));
}"""
HELD = "locks.filter(({ released }) => !released).length"


def test_the_screen_stays_awake_at_a_table_alone(bare: Player) -> None:
    page = bare.page
    page.add_init_script(LOCKS)
    bare.opens(ANA_AND_BEN, "start", window="")
    bare.waits_until_drawn()
    assert page.evaluate("locks.length") == 0

    turns_to(bare, "table")
    bare.waits_for(f"{HELD} === 1")
    page.evaluate("locks[0].released = true; document.dispatchEvent(new Event('visibilitychange'))")  # seen again
    bare.waits_for(f"locks.length === 2 && {HELD} === 1")
    turns_to(bare, "start")
    bare.waits_for(f"{HELD} === 0")


def turns_to(bare: Player, screen: str) -> None:
    """Another screen, without loading the page again."""
    bare.page.evaluate("(screen) => { history.pushState(null, '', screen + location.search); }", screen)
    bare.page.evaluate("crownsight.updates.requestRun()")


def test_streamlit_buttons_are_translated(bare: Player) -> None:
    bare.opens(ANA_AND_BEN, window="")
    bare.waits_until_drawn()
    for streamlits, said in (("Increment", "More"), ("Copy to clipboard", "Copy")):
        bare.page.evaluate(ADDS_A_BUTTON, streamlits)
        expect(bare.page.get_by_role("button", name=said, exact=True)).to_have_attribute("title", said)


def test_chosen_language_is_remembered(other: Player) -> None:
    page = other.page
    other.opens_the_app()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("radio", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")

    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    other.button("Plan von Hand eingeben").click()
    sees_title(other, "Königreich")
    expect(page.get_by_test_id("stSkipToContent")).to_have_text("Zum Inhalt springen")
    other.button("‹ Blau").click()
    other.button("Spieler").click()
    castle = page.get_by_role("radio", name="Blau", exact=True).first  # and no "castle icon" before it
    expect(castle).to_be_visible()


def faults_of_installing(devtools: CDPSession) -> set[str]:
    """List what keeps Chromium from offering to install the page."""
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    return {error["errorId"] for error in found}


def test_the_app_can_be_put_on_the_home_screen(chromium: Browser, server: str) -> None:
    # Chromium itself: its shell has no home screen.
    whole = chromium.browser_type.launch(executable_path=chromium_path(), args=CHROMIUM_FLAGS)
    with whole, a_phone(whole, server) as ana:
        ana.opens_the_app()
        expect(ana.page.locator("link[rel=manifest]")).to_have_count(1)
        devtools = ana.page.context.new_cdp_session(ana.page)

        while "manifest-location-changed" in (found := faults_of_installing(devtools)):  # it fetches what it found
            ana.page.wait_for_timeout(100)
        assert found == {"in-incognito"}  # as every window of these tests is
        assert devtools.send("Page.getAppManifest")["errors"] == []
