"""Every screen can be used by those who do not see it, or who cannot point: axe-core finds no serious fault."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.given import SAMPLES

pytestmark = pytest.mark.browser

SERIOUS = {"serious", "critical"}
OF_STREAMLIT = {"meta-viewport"}  # what the page around the app brings with it


def faults(player: Player) -> list[str]:
    """The serious faults on a screen once all of it is drawn, each with where it is."""
    player.is_settled()
    found = Axe().run(player.page).response["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:160]} {fault['nodes'][0].get('failureSummary', '')[:300]}"
        for fault in found
        if fault["impact"] in SERIOUS and fault["id"] not in OF_STREAMLIT
    ]


def test_the_way_from_start_to_result_has_no_serious_fault(phone: Player) -> None:
    phone.opens_the_app()
    assert faults(phone) == []
    phone.opens_a_table_for("Ana", "Ben")
    assert faults(phone) == []
    phone.opens_the_kingdom_of("Ana")
    phone.is_asked_for_the_kingdom_of("Ana")
    assert faults(phone) == []
    phone.starts_by_hand()
    phone.types("w1wfff/wwfff/wwCff/llsss/llsss")
    assert faults(phone) == []
    phone.finishes()
    phone.is_asked_for_the_kingdom_of("Ben")
    assert faults(phone) == []
    phone.starts_by_hand()
    phone.taps(0, 0, "mine", crowns=2)
    phone.finishes()
    phone.sees_who_won()
    expect(phone.button("Skip")).to_be_visible()
    assert faults(phone) == []
    expect(phone.button("Go on")).to_be_visible()
    assert faults(phone) == []
    phone.button("Go on").click()
    expect(phone.button("Tell it again")).to_be_visible()
    for folded in ("Ana: board and sums", "Check my count", "Files and links", "Send to BG Stats"):
        phone.page.get_by_text(folded).click()
    expect(phone.page.get_by_text("Open in BG Stats")).to_be_visible()
    assert faults(phone) == []


def test_a_board_with_its_photo_has_no_serious_fault(laptop: Player) -> None:
    laptop.begins_with_one_kingdom()
    laptop.photographs(SAMPLES / "gap-on-checks.jpg")
    expect(laptop.square(0, 0)).to_be_visible()
    laptop.chooses(1, 1)
    assert faults(laptop) == []
    laptop.button("Set corners").click()
    expect(laptop.button("Read this grid")).to_be_visible()
    assert faults(laptop) == []


def test_a_board_from_a_link_has_no_serious_fault(phone: Player) -> None:
    phone.page.goto(f"{phone.address}/?k={quote('w1wfff/wwfff/wwCff/llsss/llsss')}")
    expect(phone.page.get_by_role("heading", name="6 points")).to_be_visible()

    assert faults(phone) == []
