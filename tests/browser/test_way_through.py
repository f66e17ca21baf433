"""From an empty table to a checked kingdom with the keyboard alone, a tap beside a key, and a photo made smaller."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.photographed import as_a_phone_takes_it
from tests.browser.player import ANA_AND_BEN, EDITS, Player

pytestmark = pytest.mark.browser

# What a browser does that was busy while somebody typed and pressed.
IN_ONE_MOMENT = """(square) => {
    const key = () => square.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true, composed: true }));
    const press = () => [...document.querySelectorAll('button')].find((one) => one.innerText === 'Looks right').click();
    %s
}"""


@pytest.mark.parametrize(("moment", "pressed_first"), [("key(); press();", 0), ("press(); key();", 1)])
def test_a_button_and_a_key_of_the_same_moment_come_one_after_the_other(
    phone: Player, moment: str, pressed_first: int
) -> None:
    came_after: list[int] = []  # pages that the press had drawn by then

    def comes(route: Route) -> None:
        came_after.append(phone.page.locator("h1", has_text="Ben’s kingdom").count())
        route.continue_()

    phone.opens_a_board()
    phone.chooses(0, 0)
    phone.is_settled()
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


def test_the_keyboard_alone_leads_from_start_to_a_checked_kingdom(laptop: Player) -> None:
    laptop.opens_the_app()
    press = laptop.page.keyboard.press
    tab_to(laptop, "By hand")
    press("Enter")
    expect(laptop.page.get_by_label("Name", exact=True)).to_be_visible()
    tab_to(laptop, "^Name$")
    laptop.page.keyboard.type("Dev")
    press("Enter")
    expect(laptop.page.locator(".cs-card")).to_have_count(1)
    tab_to(laptop, "^Dev:")
    press("Enter")
    expect(laptop.button("Enter by hand")).to_be_visible()
    tab_to(laptop, "Enter by hand")
    press("Enter")
    expect(laptop.square(0, 0)).to_be_visible()
    tab_to(laptop, "row 1, column 1")
    for key in ("f", "1", "ArrowRight", "f", "ArrowDown", "f", "Control+z", "f"):
        press(key)
    laptop.sees_points(3)
    tab_to(laptop, "Looks right")
    press("Enter")

    expect(laptop.page.get_by_role("button", name="Dev: 3, ✓ looked at")).to_be_visible()


FILES_SENT = """
    window.filesSent = [];
    const note = (body) => body instanceof Blob && window.filesSent.push(body);
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) { note(body); return send.call(this, body); };
    const { fetch } = window;
    window.fetch = (what, how) => { note(how?.body); return fetch(what, how); };
"""


def test_a_large_photo_is_made_smaller_before_it_is_sent(bare: Player) -> None:
    taken = as_a_phone_takes_it()
    bare.page.add_init_script(FILES_SENT)
    bare.opens(ANA_AND_BEN, "kingdom", s="1")
    bare.photographs(taken)
    bare.waits_for("filesSent.length")

    [size, contents] = bare.page.evaluate("filesSent[0].text().then((text) => [filesSent[0].size, text])")
    assert 50_000 < size < len(taken) / 2
    assert b"taken at home" in taken
    assert "taken at home" not in contents
