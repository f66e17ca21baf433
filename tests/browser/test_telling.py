"""A game of Kingdoms told slowly and passed on: what lights up, who is named when, and what a tap does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_accessibility import faults
from tests.browser.test_kingdoms_in_browser import opens_kingdoms, sees_gold, starts_by_hand, taps

pytestmark = pytest.mark.browser

PNG = b"\x89PNG\r\n"

IS_SHOWN = """({ told, lit, totals, headline }) => {
    const roots = [...document.querySelectorAll('*')].map((host) => host.shadowRoot);
    const page = roots.find((root) => root?.querySelector('.reveal'));
    if (!page?.querySelector('.told')) return false;
    const text = (one) => page.querySelector(one).textContent;
    return told.every((line) => text('.told').includes(line)) && text('.headline') === headline
        && page.querySelectorAll('.veil i.lit').length === lit
        && totals.every((total, at) => page.querySelectorAll('.total')[at]?.textContent === total);
}"""


def plays_an_epoch(player: Player) -> None:
    """An epoch in which Ana's castle of rank 2 stands beside a resource of 3."""
    opens_kingdoms(player)
    starts_by_hand(player)
    taps(player, 0, 0, "red castle", 2)
    taps(player, 0, 1, "resource", 3)
    sees_gold(player, "Ana", 56)
    player.button("Looks right: next epoch").click()
    expect(player.page.get_by_role("heading", name="Ana starts the next epoch")).to_be_visible()


def sees_a_moment(player: Player, **shown: object) -> None:
    """Sees all of this at once, however short."""
    player.page.wait_for_function(IS_SHOWN, arg=shown)


def test_lines_light_up_gold_counts_up_and_a_tap_skips_to_the_richest(phone: Player) -> None:
    plays_an_epoch(phone)
    phone.page.get_by_text("Line by line").click()
    headline, total = phone.page.locator(".reveal .headline"), phone.page.locator(".reveal .total")
    sees_a_moment(phone, told=[], lit=0, totals=["50", "50"], headline="")
    sees_a_moment(phone, told=["row 1: +3, base 3", "Ana: 3 × 2 = +6"], lit=6, totals=[], headline="")
    phone.page.locator(".reveal .stage").click()
    expect(headline).to_have_text("Ana starts the next epoch")
    expect(phone.page.locator(".veil i.lit")).to_have_count(30)
    expect(phone.page.locator(".reveal .told")).to_have_text(re.compile(r"Ana \+6\s*Ben 0"))
    expect(total).to_have_text(["56", "50"])
    expect(phone.page.get_by_role("img", name=re.compile("row 1: red castle of rank 2, resource"))).to_be_visible()
    assert faults(phone) == []

    phone.button("All the sums").click()
    expect(phone.page.locator(".cs-places")).to_contain_text("6 ahead")


def test_with_reduced_motion_everything_is_there_at_once_and_can_be_passed_on(laptop: Player, tmp_path: Path) -> None:
    laptop.page.emulate_media(reduced_motion="reduce")
    plays_an_epoch(laptop)
    laptop.page.get_by_text("Line by line").click()
    expect(laptop.page.locator(".reveal .headline")).to_have_text("Ana starts the next epoch")
    expect(laptop.button("Skip to the end")).to_be_hidden()
    expect(laptop.page.locator(".reveal .total")).to_have_text(["56", "50"])

    laptop.page.get_by_text("Line by line").click()
    laptop.page.get_by_text("Share", exact=True).click()
    expect(laptop.button("Picture")).to_be_visible()
    assert faults(laptop) == []
    with laptop.page.expect_download() as passed_on:
        laptop.button("Picture").click()
    passed_on.value.save_as(tmp_path / "kingdoms.png")
    assert (tmp_path / "kingdoms.png").read_bytes().startswith(PNG)
