"""A table with other boxes: chosen once, pieces placed by tapping, sums with their quests.

Every player here has a phone of their own: it remembers what is in the box.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Locator, expect

from tests.browser.player import Player, a_phone
from tests.given import SAMPLES

# Twelve presses of the button that adds one, faster than a server draws the page after each.
COUNTS_FAST = """async (button) => {
    const root = button.getRootNode();
    for (let press = 0; press < 12; press += 1) {
        root.querySelector(`[aria-label="${button.ariaLabel}"]`).click();
        await new Promise((done) => setTimeout(done, 60));
    }
}"""


def kind(player: Player, name: str) -> Locator:
    return player.page.locator(".kinds").get_by_role("button", name=re.compile(f"^{name}"))


def lays_pieces(player: Player) -> None:
    player.page.locator(".laying").get_by_role("button", name="Pieces").click()


def tap(target: Locator) -> None:
    """Tap what is scrolled to the middle of the screen, clear of the button that stays at its bottom."""
    target.evaluate("(element) => element.scrollIntoView({ block: 'center' })")
    target.click()


def pictured(player: Player, name: str) -> None:
    folder = os.environ.get("CROWNSIGHT_PICTURES")
    if folder:
        player.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def is_accessible(player: Player) -> None:
    """Finds nothing on the screen that keeps somebody out."""
    player.is_settled()
    found = Axe().run(player.page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def test_giants_and_quests_on_a_board(other: Player) -> None:
    other.opens_a_table_for("Ana", "Eva")
    other.button("Rules").click()
    other.unfolds("In the box: Kingdomino")
    other.page.get_by_role("button", name="Age of Giants").click()
    tap(other.button("Draw two quests"))
    expect(other.page.get_by_text(re.compile("In the box: Kingdomino, Age of Giants, .*"))).to_be_visible()
    pictured(other, "boxes-giants")
    is_accessible(other)

    other.opens_the_kingdom_of("Eva")
    other.starts_by_hand()
    other.chooses(0, 0)
    for key in ("w", "1", "ArrowRight", "w", "ArrowRight", "w"):
        other.page.keyboard.press(key)
    lays_pieces(other)
    kind(other, "giant").click()
    other.square(0, 0).click()
    expect(other.square(0, 0)).to_have_accessible_name(re.compile("giant"))
    pictured(other, "pieces-giants")
    other.square(0, 1).click()  # has no crown for a giant
    expect(other.square(0, 1)).not_to_have_accessible_name(re.compile("giant"))
    expect(other.page.locator(".sums").get_by_text("Without giants it would be")).to_be_attached()
    other.page.locator(".undo").click()
    expect(other.square(0, 0)).not_to_have_accessible_name(re.compile("giant"))
    is_accessible(other)


def chooses_boxes(player: Player, *names: str) -> None:
    """Opens an empty table and says what is in the box, and which quests were drawn."""
    player.opens_the_app()
    player.button("By hand").click()
    player.is_settled()
    player.button("Rules").click()
    player.unfolds("In the box: Kingdomino")
    for name in names:
        tap(player.button(name))
        expect(player.page.get_by_text(re.compile(f"^In the box: Kingdomino, .*{name}"))).to_be_visible()
        player.is_settled()


def accepts_doubts(player: Player) -> None:
    """Goes to the kingdom that is to be checked, and takes it as it was read."""
    player.next_step.click()
    expect(player.square(0, 0)).to_be_visible()
    player.is_settled()
    player.finishes()
    accept = player.page.get_by_role("button", name=re.compile("^Accept with"))
    expect(accept.or_(player.page.get_by_role("heading", name="Table"))).to_be_visible()
    player.is_settled()
    if accept.count():
        accept.click()
    expect(player.page.get_by_role("heading", name="Table")).to_be_visible()
    player.is_settled()


def test_five_players_with_giants_and_two_quests_from_one_photo_to_the_winner(other: Player) -> None:
    page = other.page
    chooses_boxes(other, "Age of Giants", "Local Business: wheat", "Folie des grandeurs")
    other.photographs(SAMPLES / "five-kingdoms.jpg")
    expect(page.locator(".cs-card.cs-brown")).to_contain_text("by elimination")  # the only castle that was not seen
    expect(page.locator(".cs-card")).to_have_count(5)
    other.is_settled()

    other.opens_the_kingdom_of("Pink")
    for row, column, key in ((2, 2, "c"), (4, 4, "m")):  # where the reader may ask, as it does with other boxes
        other.chooses(row, column)
        page.keyboard.press(key)
        other.is_heard()
    other.sees_points(35 + 20 + 10)
    tap(page.get_by_role("button", name=re.compile("Folie des grandeurs .*1 line of three crowns")))
    expect(page.locator(".photo path.counted").first).to_be_attached()  # the squares, and the line, on the photo
    assert page.locator(".photo path.counted").count() == 2
    pictured(other, "lines-on-photo")
    lays_pieces(other)
    kind(other, "giant").click()
    tap(other.square(3, 4))  # the end of the line, in the largest territory of wheat
    other.sees_points(35 - 5 + 20)
    other.is_settled()
    other.finishes()
    expect(page.get_by_role("heading", name="Table")).to_be_visible()
    while other.has_a_square_to_check():
        accepts_doubts(other)

    other.sees_who_won()
    expect(page.get_by_text("Pink wins").first).to_be_attached()
    other.skips_the_finale()
    other.unfolds("Pink: board and sums")
    expect(page.get_by_text("4 squares of wheat around the castle")).to_be_visible()
    expect(page.get_by_text("Without giants it would be 65")).to_be_visible()
    pictured(other, "five-players-result")


def begins_a_wedding(player: Player) -> None:
    """Opens a table with both boxes, and Ana's kingdom to enter by hand."""
    player.opens_a_table_for("Ana", "Ben")
    player.button("Rules").click()
    player.unfolds("In the box: Kingdomino")
    tap(player.button("Queendomino"))
    expect(player.page.get_by_text("In the box: Kingdomino, Queendomino")).to_be_visible()
    player.is_settled()
    player.opens_the_kingdom_of("Ana")
    player.starts_by_hand()


def test_undo_of_pieces_leaves_alone_what_another_has_placed_since(
    chromium: Browser, server: str, other: Player
) -> None:
    with a_phone(chromium, server) as phone:
        begins_a_wedding(phone)
        phone.button("‹ Ana").click()
        other.joins(phone.shows_its_code())
        for player in (phone, other):
            player.opens_the_kingdom_of("Ana")
            lays_pieces(player)
        coins, towers = (player.page.locator(".beside output") for player in (phone, other))
        phone.page.locator(".beside").get_by_role("button", name="Coins: one more").evaluate(COUNTS_FAST)
        expect(towers.first).to_have_text("12")
        other.page.locator(".beside").get_by_role("button", name="Towers: one more").click()
        expect(coins.nth(1)).to_have_text("1")

        for _ in range(2):
            phone.page.locator(".undo").click()

        for counted in (coins, towers):
            expect(counted.first).to_have_text("10")
            expect(counted.nth(1)).to_have_text("1")


def test_coins_counted_faster_than_the_server_hears_are_all_counted(other: Player) -> None:
    page = other.page
    begins_a_wedding(other)
    other.is_settled()
    lays_pieces(other)
    page.locator(".beside").get_by_role("button", name="Coins: one more").evaluate(COUNTS_FAST)

    expect(page.locator(".beside output").first).to_have_text("12")
    other.sees_points(4)
    page.reload()
    other.sees_points(4)


def test_a_royal_wedding_by_hand_from_the_boxes_to_the_winner(other: Player) -> None:
    page = other.page
    begins_a_wedding(other)
    other.chooses(0, 0)
    for key in ("t", "ArrowRight", "t", "ArrowRight", "w", "1"):
        page.keyboard.press(key)
    other.is_heard()
    lays_pieces(other)
    kind(other, "town building with a crown").click()
    other.square(0, 1).click()
    expect(other.square(0, 1)).to_have_accessible_name(re.compile("building"))
    for _ in range(3):
        page.locator(".beside").get_by_role("button", name="Coins: one more").click()
    page.locator(".queen").click()
    expect(page.locator(".sums").get_by_text("queen +2: a crown on the largest territory, 2 squares")).to_be_visible()
    other.sees_points(2 + 1 + 1 + 2)
    pictured(other, "wedding")
    other.is_settled()
    other.finishes()
    other.is_asked_for_the_kingdom_of("Ben")
    other.starts_by_hand()
    other.chooses(0, 0)
    for key in ("w", "1", "ArrowRight", "w"):
        page.keyboard.press(key)
    other.is_heard()
    other.finishes()
    other.sees_who_won()
    other.skips_the_finale()

    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    other.unfolds("Ana: board and sums")
    expect(page.get_by_text("3 coins, 1 point for every 3")).to_be_visible()
