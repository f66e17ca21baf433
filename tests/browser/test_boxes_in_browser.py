"""A table with other boxes: chosen once, pieces placed by tapping, sums with their quests."""

from __future__ import annotations

import os
import re
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, expect

from tests.browser.player import Player


def square(player: Player, row: int, column: int) -> Locator:
    """A square in the editor of pieces."""
    return player.page.locator(".pieces").get_by_role("button", name=f"row {row}, column {column}:")


def kind(player: Player, name: str) -> Locator:
    return player.page.locator(".pieces .palette").get_by_role("button", name=re.compile(f"^{name}"))


def tap(target: Locator) -> None:
    """Tap what is scrolled to the middle of the screen, clear of the button that stays at its bottom."""
    target.evaluate("(element) => element.scrollIntoView({ block: 'center' })")
    target.click()


def pictured(player: Player, name: str) -> None:
    folder = os.environ.get("CROWNSIGHT_PICTURES")
    if folder:
        player.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def test_giants_and_quests_on_a_board(phone: Player) -> None:
    phone.opens_a_table_for("Ana", "Eva")
    phone.button("Rules").click()
    phone.page.get_by_text("In the box: Kingdomino").click()
    phone.page.get_by_role("button", name="Age of Giants").click()
    tap(phone.button("Draw two quests"))
    expect(phone.page.get_by_text(re.compile("In the box: Kingdomino, Age of Giants, .*"))).to_be_visible()
    pictured(phone, "boxes-giants")

    phone.opens_the_kingdom_of("Eva")
    phone.starts_by_hand()
    phone.chooses(0, 0)
    for key in ("w", "1", "ArrowRight", "w", "ArrowRight", "w"):
        phone.page.keyboard.press(key)
    phone.page.get_by_text("Pieces and quests").click()
    kind(phone, "giant").click()
    square(phone, 1, 1).click()
    expect(square(phone, 1, 1)).to_have_accessible_name(re.compile("giant"))
    pictured(phone, "pieces-giants")
    square(phone, 1, 2).click()  # has no crown for a giant
    expect(square(phone, 1, 2)).not_to_have_accessible_name(re.compile("giant"))
    expect(phone.page.get_by_text("Without giants it would be")).to_be_attached()
    phone.page.locator(".pieces .undo").click()
    expect(square(phone, 1, 1)).not_to_have_accessible_name(re.compile("giant"))
    found = Axe().run(phone.page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_a_royal_wedding_by_hand(phone: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    phone.button("Rules").click()
    phone.page.get_by_text("In the box: Kingdomino").click()
    phone.button("Queendomino").click()
    expect(phone.page.get_by_text("In the box: Kingdomino, Queendomino")).to_be_visible()
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    phone.chooses(0, 0)
    for key in ("t", "ArrowRight", "t", "ArrowRight", "w", "1"):
        phone.page.keyboard.press(key)
    phone.page.get_by_text("Pieces and quests").click()
    kind(phone, "town building with a crown").click()
    square(phone, 1, 2).click()
    expect(square(phone, 1, 2)).to_have_accessible_name(re.compile("building"))
    for _ in range(3):
        phone.page.locator(".pieces").get_by_role("button", name="Coins: one more").click()
    phone.page.locator(".pieces .queen").click()
    expect(phone.button("queen +2: a crown on the largest territory, 2 squares")).to_be_visible()
    pictured(phone, "wedding")
