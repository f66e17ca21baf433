"""Expansions in the browser: chosen once, pieces placed by tapping, sums with their quests."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, expect

from scoring import Kingdom, Quest, Rules, Title
from tests.browser.photographed import photo_board
from tests.browser.player import ANA_AND_BEN, Player
from tests.browser.screens import faults
from tests.sample_photos import SAMPLES, codes_of
from ui.table.board import Board
from ui.table.table import Table, set_boxes, set_quests

pytestmark = pytest.mark.browser

# Twelve presses of the button that adds one, faster than a server draws the page after each: the button is another one
# after every change, what stands around it stays.
COUNTS_FAST = """async (beside) => {
    for (let press = 0; press < 12; press += 1) {
        beside.querySelector('[aria-label="Coins: one more"]').click();
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


def table_with_boxes(*titles: Title, row: str = ".....") -> Table:
    """Ana and Ben with these boxes, and what lies in Ana's first row."""
    table = replace(ANA_AND_BEN, rules=set_boxes(Rules(), [Title.KINGDOMINO, *titles]))
    return table.with_new_board(1, Board(Kingdom.parse(f"{row}/...../..C../...../.....")))


def opens_a_board(player: Player, table: Table) -> None:
    """Ana's board, and the pieces that can be laid on it."""
    player.opens(table, "kingdom", s="1")
    expect(player.square(0, 0)).to_be_visible()
    lays_pieces(player)


def test_a_giant_stands_on_a_crown_and_is_taken_back(bare: Player) -> None:
    opens_a_board(bare, table_with_boxes(Title.GIANTS, row="w1ww.."))
    kind(bare, "giant").click()
    bare.square(0, 0).click()
    expect(bare.square(0, 0)).to_have_accessible_name(re.compile("giant"))
    bare.square(0, 1).click()  # has no crown for a giant
    expect(bare.square(0, 1)).not_to_have_accessible_name(re.compile("giant"))
    expect(bare.page.locator(".sums").get_by_text("Without giants it would be")).to_be_attached()
    bare.page.locator(".undo").click()
    expect(bare.square(0, 0)).not_to_have_accessible_name(re.compile("giant"))
    assert faults(bare) == []


def test_quest_squares_are_marked_on_the_photo(bare: Player) -> None:
    rules = set_boxes(Rules(), [Title.KINGDOMINO, Title.GIANTS])
    rules = set_quests(rules, [Quest.LOCAL_BUSINESS_WHEAT, Quest.FOLIE_DES_GRANDEURS])
    pink = Kingdom.parse(codes_of(SAMPLES / "five-kingdoms.jpg")[2])
    bare.opens(replace(ANA_AND_BEN, rules=rules).with_new_board(1, photo_board(read=pink)), "kingdom", s="1")

    bare.sees_points(35 + 20 + 10)
    tap(bare.page.get_by_role("button", name=re.compile("Folie des grandeurs .*1 line of three crowns")))
    expect(bare.page.locator(".photo path.counted")).to_have_count(2)  # the squares, and the line
    lays_pieces(bare)
    kind(bare, "giant").click()
    tap(bare.square(3, 4))  # the end of the line, in the largest territory of wheat
    bare.sees_points(35 - 5 + 20)


def test_undo_of_pieces_keeps_what_others_placed(bare: Player, other_bare: Player) -> None:
    opens_a_board(bare, table_with_boxes(Title.QUEENDOMINO))
    other_bare.comes_to_the_board_of(bare)
    lays_pieces(other_bare)
    coins, towers = (player.page.locator(".beside output") for player in (bare, other_bare))
    bare.page.locator(".beside").evaluate(COUNTS_FAST)
    expect(towers.first).to_have_text("12")
    other_bare.page.locator(".beside").get_by_role("button", name="Towers: one more").click()
    expect(coins.nth(1)).to_have_text("1")

    for _ in range(2):
        bare.page.locator(".undo").click()

    for counted in (coins, towers):
        expect(counted.first).to_have_text("10")
        expect(counted.nth(1)).to_have_text("1")


def test_offline_undo_keeps_pieces_others_placed(bare: Player, other_bare: Player) -> None:
    opens_a_board(bare, table_with_boxes(Title.GIANTS, row="m3...."))
    kind(bare, "giant").click()
    bare.square(0, 0).click()
    bare.waits_until_saved()
    other_bare.comes_to_the_board_of(bare)
    lays_pieces(other_bare)
    kind(other_bare, "giant").click()
    bare.page.context.set_offline(True)
    bare.page.locator(".undo").click()
    expect(bare.square(0, 0)).not_to_have_accessible_name(re.compile("giant"))

    other_bare.square(0, 0).click()
    other_bare.waits_until_saved()
    bare.page.context.set_offline(False)
    bare.waits_until_saved()

    for player in (bare, other_bare):
        expect(player.square(0, 0)).to_have_accessible_name(re.compile("2 × giant"))


def test_buildings_coins_and_the_queen_are_laid_and_counted(bare: Player) -> None:
    opens_a_board(bare, table_with_boxes(Title.QUEENDOMINO, row="ttw1.."))
    kind(bare, "town building with a crown").click()
    bare.square(0, 1).click()
    expect(bare.square(0, 1)).to_have_accessible_name(re.compile("building"))
    bare.page.locator(".beside").evaluate(COUNTS_FAST)
    bare.page.locator(".queen").click()

    expect(
        bare.page.locator(".sums").get_by_text("queen +2: a crown on the largest territory, 2 squares")
    ).to_be_visible()
    bare.sees_points(2 + 1 + 4 + 2)
    bare.waits_until_saved()
    bare.page.reload()
    bare.sees_points(2 + 1 + 4 + 2)
