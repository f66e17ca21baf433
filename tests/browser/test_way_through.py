"""From an empty table to a winner, with a finger, a mouse, or the keyboard alone."""

from __future__ import annotations

import io
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import cv2
import pytest
from PIL import Image
from PIL.ExifTags import Base
from playwright.sync_api import Route, expect

from scoring import Kingdom, score
from tests.browser.player import ANA_AND_BEN, EDITS, Player
from tests.given import SAMPLES
from ui.table.names import LONGEST_NAME
from vision import load, read

pytestmark = pytest.mark.browser

# What a browser does that was busy while somebody typed and pressed.
IN_ONE_MOMENT = """(square) => {
    const key = () => square.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true, composed: true }));
    const press = () => [...document.querySelectorAll('button')].find((one) => one.innerText === 'Looks right').click();
    %s
}"""


def truth(photo: Path) -> Kingdom:
    return Kingdom.parse(photo.with_suffix(".txt").read_text().split()[0])


def has_no_sideways_scroll(player: Player) -> bool:
    return bool(player.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_photo_becomes_a_board_is_corrected_and_wins(phone: Player) -> None:
    photo = SAMPLES / "kitchen-table.jpg"
    phone.opens(ANA_AND_BEN)
    phone.opens_the_kingdom_of("Ben")
    phone.starts_by_hand()
    phone.finishes()
    phone.is_asked_for_the_kingdom_of("Ana")
    phone.photographs(photo)

    kingdom = truth(photo)
    phone.sees_kingdom(kingdom)
    phone.taps(0, 0, "mine", crowns=2)
    corrected = kingdom.with_square(0, 0, Kingdom.parse("m2")[0, 0])
    phone.sees_points(score(corrected).total)
    assert has_no_sideways_scroll(phone)
    report = saved_report(phone)
    assert report["corrected"] == str(corrected)
    assert "".join(square for square, _confidence, _other in report["read"][0]) == str(kingdom).partition("/")[0]
    assert report["set"][-1][2] == "m2"
    assert str(read(load(b64decode(report["photo"])))[0].kingdom) == str(kingdom)
    phone.finishes()  # no domino has two crowns on a mine beside wheat or a forest: that stays open

    phone.sees_who_won()
    phone.skips_the_finale()
    expect(phone.page.get_by_role("heading", name="Ana wins")).to_be_visible()


def saved_report(player: Player) -> dict[str, Any]:
    """The report on the photo on the screen, with the photo, as the player saves it."""
    player.is_heard()
    player.button("Report this photo").click()
    player.page.get_by_text("Put the photo into the file").click()
    expect(player.button("Save the file with the photo")).to_be_visible()
    player.is_settled()
    with player.page.expect_download() as download:
        player.button("Save the file with the photo").click()
    player.page.keyboard.press("Escape")
    report: dict[str, Any] = json.loads(download.value.path().read_bytes())
    return report


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


def test_one_kingdom_is_scored_without_players(phone: Player) -> None:
    photo = SAMPLES / "seven-by-seven.jpg"
    phone.opens_the_app()
    phone.photographs(photo)
    phone.sees_kingdom(truth(photo))
    phone.finishes()
    phone.button("The sums").click()

    expect(phone.page.get_by_role("heading", name=f"{score(truth(photo)).total} points")).to_be_visible()


def test_a_name_of_any_length_is_taken_as_far_as_it_fits(phone: Player) -> None:
    phone.opens_a_table_for("W" * 200)

    expect(phone.page.get_by_role("button", name=re.compile(f"^W{{{LONGEST_NAME}}}: no kingdom yet"))).to_be_visible()
    assert has_no_sideways_scroll(phone)


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


def as_a_phone_takes_it(photo: Path) -> bytes:
    """The photo with the 12 megapixels of a phone, and where it was taken."""
    image = cv2.resize(cv2.imread(str(photo)), (4032, 3024), interpolation=cv2.INTER_CUBIC)
    stored = io.BytesIO()
    metadata = Image.Exif()
    metadata[Base.ImageDescription] = "taken at home"
    Image.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB)).save(stored, "JPEG", quality=92, exif=metadata)
    return stored.getvalue()


FILES_SENT = """
    window.filesSent = [];
    const note = (body) => body instanceof Blob && window.filesSent.push(body);
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) { note(body); return send.call(this, body); };
    const { fetch } = window;
    window.fetch = (what, how) => { note(how?.body); return fetch(what, how); };
"""


def test_a_large_photo_is_made_smaller_before_it_is_sent(phone: Player) -> None:
    taken = as_a_phone_takes_it(SAMPLES / "kitchen-table.jpg")
    phone.page.add_init_script(FILES_SENT)
    phone.opens_the_app()
    phone.waits_for("() => Boolean(window.crownsightCamera)")
    phone.sends(taken)
    phone.sees_kingdom(truth(SAMPLES / "kitchen-table.jpg"))

    [size, contents] = phone.page.evaluate("filesSent[0].text().then((text) => [filesSent[0].size, text])")
    assert 50_000 < size < len(taken) / 2
    assert b"taken at home" in taken
    assert "taken at home" not in contents


def test_who_takes_a_player_away_taps_twice_and_can_keep_them(phone: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    phone.button("Remove Ana").click()

    phone.button("Keep Ana").click()
    expect(phone.button("Remove Ana")).to_be_visible()
    phone.button("Remove Ana").click()
    phone.button("Yes, remove Ana").click()

    expect(phone.page.locator(".cs-card")).to_have_count(1)
    expect(phone.button("Bring back Ana")).to_be_visible()


def test_a_panel_at_a_table_without_players_gives_way_to_their_form(phone: Player) -> None:
    phone.opens_the_app()
    phone.button("By hand").click()
    expect(phone.page.get_by_label("Name", exact=True)).to_be_visible()

    phone.button("Rules").click()
    expect(phone.page.get_by_text("Harmony: 5 points")).to_be_visible()
    phone.button("Rules").click()

    expect(phone.page.get_by_label("Name", exact=True)).to_be_visible()
