"""Who is who: a joiner is asked one question, and on the second evening four names are four taps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_accessibility import faults
from tests.browser.whole_table import (
    COUNT_TAPS,
    answers_what_is_asked,
    goes_through_the_race,
    plays_to_the_winner,
    taps,
    types_names,
)
from tests.given import SAMPLES

pytestmark = pytest.mark.browser

GROUP = {"Green": "Ana", "Pink": "Ben", "Blue": "Chloé", "Yellow": "Dora"}


def test_four_names_are_one_tap_and_four_words_and_four_taps_on_the_second_evening(
    other: Player, record_property: Callable[[str, object], None]
) -> None:
    page, finale, row = other.page, other.page.get_by_role("dialog"), other.page.locator("dialog .who")
    page.add_init_script(COUNT_TAPS)
    page.emulate_media(reduced_motion="reduce")
    plays_to_the_winner(other)
    goes_through_the_race(other)
    before = taps(other)
    row.get_by_role("textbox", name="Who is Green?").click()
    for castle, name in GROUP.items():
        expect(row.get_by_role("textbox", name=f"Who is {castle}?")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(finale.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(row).to_be_hidden()
    assert taps(other) - before == 1
    record_property("journey", "four names: 1 tap, each typed once")

    plays_to_the_winner(other)
    goes_through_the_race(other)
    assert faults(other) == []
    before = taps(other)
    for name in GROUP.values():
        row.get_by_role("button", name=name, exact=True).and_(
            page.locator(":enabled")
        ).click()  # does not wait for what comes of it
    expect(finale.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(row).to_be_hidden()
    assert taps(other) - before == len(GROUP)
    other.button("Go on").click()
    for name in GROUP.values():
        expect(page.locator(".cs-places").get_by_text(name, exact=True)).to_be_visible()
    other.button("Play again").click()
    other.is_settled()
    other.button("Games so far").click()
    expect(page.get_by_role("button", name="Ana 52")).to_have_count(2)


def test_cards_of_castles_without_a_name_ask_for_those_who_had_them_last(other: Player) -> None:
    plays_to_the_winner(other)
    other.skips_the_finale()
    types_names(other, GROUP)
    other.opens_the_app()
    other.photographs(SAMPLES / "whole-table.jpg")
    answers_what_is_asked(other)
    offered = other.button("Blue: Chloé Green: Ana Pink: Ben Yellow: Dora?")
    expect(offered).to_be_in_viewport(ratio=1)
    assert faults(other) == []

    offered.click()

    expect(offered).to_have_count(0)
    other.is_settled()  # a card that is drawn anew is for a moment there twice
    for castle, name in GROUP.items():
        expect(other.page.locator(f".cs-card.cs-{castle.lower()}")).to_contain_text(name)
    other.button("Who won?").click()
    expect(other.page.get_by_text("Ana wins").first).to_be_attached()


def test_a_joiner_is_asked_one_question_and_renames_nobody(phone: Player, other: Player) -> None:
    phone.opens_the_app()
    phone.photographs(SAMPLES / "whole-table.jpg")
    answers_what_is_asked(phone)
    other.comes_to_the_table(phone.shows_its_code())
    page = other.page
    expect(page.locator(".cs-card .crop")).to_have_count(4)
    expect(page.get_by_role("textbox")).to_have_count(0)
    other.is_settled()
    assert [one.inner_text() for one in page.locator(".st-key-page button").all()] == [
        *(f"I am {castle}" for castle in ("Blue", "Green", "Pink", "Yellow")),
        "Just looking",
    ]
    assert faults(other) == []

    other.button("I am Yellow").click()
    page.get_by_label("Name of Yellow").fill("Erik")
    other.button("Save").click()

    expect(page.locator(".cs-card.cs-yellow")).to_contain_text("Erik")
    expect(page.locator(".cs-card.cs-yellow")).to_contain_text("you")
    expect(phone.page.locator(".cs-card.cs-yellow")).to_contain_text("Erik")
    expect(phone.page.locator(".cs-card.cs-blue")).to_contain_text("Blue")
