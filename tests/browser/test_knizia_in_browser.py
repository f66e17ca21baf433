"""Kingdoms by touch and keyboard: an epoch is entered, scored and followed by the next."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scoring.knizia import Board, Castle, Colour, format_space, score_epoch
from tests.browser.journeys import COUNT_TAPS
from tests.browser.journeys import taps as how_many_taps
from tests.browser.player import Player
from tests.browser.screens import faults
from tests.sample_photos import SAMPLES
from ui.drawing.knizia_pieces import MINUS
from ui.table.knizia import Game
from ui.table.knizia import Player as Seated
from ui.table.table import Table

pytestmark = pytest.mark.browser

SMALLEST_TARGET = 44  # CSS pixels
BOTH = Board.parse("M M M M M ./. . . . . ./. . . . . ./. . . . . ./D D D D D .")
FIRST = Board.parse((SAMPLES / "kingdoms" / "epoch-1.txt").read_text())
GAME = Game().with_players([Seated(Colour.RED, "Ana"), Seated(Colour.GREEN, "Ben")])


def taps(player: Player, row: int, column: int, name: str, number: int = 0) -> None:
    """Puts a piece in place with the palette."""
    player.chooses(row, column)
    lays(player, name, number)


def lays(player: Player, name: str, number: int = 0) -> None:
    """Puts a piece with the palette where the next one goes."""
    sign = {"resource": "+", "hazard": MINUS}.get(name)
    piece = f"{name} {sign}{number}" if sign else name
    player.page.locator(".palette").get_by_role("button", name=piece, exact=True).click()
    if number > 1 and not sign:
        player.page.locator(".numbers").get_by_role("button", name=f"rank {number}", exact=True).click()


def sees(player: Player, board: Board) -> None:
    for (row, column), space in board.spaces():
        expect(player.square(row, column)).to_have_attribute("data-code", format_space(space))


def sees_an_empty_board(player: Player) -> None:
    """Wait for the empty board of the next epoch."""
    expect(player.page.locator(".square[data-code='.']")).to_have_count(30)
    expect(player.page.locator(".square")).to_have_count(30)


def sees_gold(player: Player, name: str, gold: int) -> None:
    expect(player.page.get_by_role("radio", name=re.compile(f"^{name}"))).to_have_text(f"{name}{gold}")


def opens_an_epoch(bare: Player) -> None:
    """Open the empty first epoch of Ana and Ben."""
    bare.opens(Table(knizia=GAME), "kingdoms")
    sees_an_empty_board(bare)


def test_epoch_is_entered_by_taps_and_revealed_by_lines(
    bare: Player, record_property: Callable[[str, object], None]
) -> None:
    bare.page.add_init_script(COUNT_TAPS)
    opens_an_epoch(bare)
    pieces = [space for _place, space in FIRST.spaces() if space]
    assert len(pieces) == 30  # no space is free in this epoch
    for piece in pieces:
        if isinstance(piece, Castle):
            lays(bare, f"{piece.colour.name.lower()} castle", piece.rank)
        else:
            lays(bare, piece.kind.value, piece.value)

    sees(bare, FIRST)
    assert how_many_taps(bare) == 30 + sum(isinstance(piece, Castle) and piece.rank > 1 for piece in pieces)
    record_property("journey", f"a board of Kingdoms by hand: {how_many_taps(bare)} taps")

    sheet = score_epoch(FIRST)
    sees_gold(bare, "Ana", 50 + sheet.total(Colour.RED))
    sees_gold(bare, "Ben", 50 + sheet.total(Colour.GREEN))
    bare.page.get_by_role("group", name="Rows").get_by_role("button", name=re.compile("^row 3:")).click()
    expect(bare.page.locator(".explained")).to_contain_text(re.compile("row 3, left of the mountain: .*base"))


def test_an_epoch_is_tapped_kept_and_followed_by_the_next(phone: Player) -> None:
    phone.opens_the_app()
    phone.button("Kingdoms by Reiner Knizia").click()
    phone.page.get_by_label("Red").fill("Ana")
    phone.page.get_by_label("Green").fill("Ben")
    phone.button("Play").click()
    sees_an_empty_board(phone)
    taps(phone, 0, 0, "red castle", 2)
    taps(phone, 0, 1, "resource", 3)
    sees_gold(phone, "Ana", 56)
    phone.page.wait_for_url(re.compile("[?&]t="))
    phone.waits_until_saved()
    phone.page.reload()
    sees_gold(phone, "Ana", 56)
    phone.button("Score epoch 1").click()

    expect(phone.page.get_by_role("heading", name="Ana starts the next epoch")).to_be_visible()
    sees_an_empty_board(phone)
    expect(phone.page.get_by_role("button", name=re.compile("^(Score epoch|Show the final)"))).to_have_count(0)
    taps(phone, 4, 5, "green castle", 1)
    taps(phone, 4, 4, "resource", 6)
    sees_gold(phone, "Ben", 56)
    phone.page.get_by_role("radio", name="Epoch 1").click()
    sees(phone, Board.parse("r2 +3 . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . ."))
    taps(phone, 0, 1, "resource", 4)  # what was checked can still be corrected
    sees_gold(phone, "Ana", 58)


def test_gold_total_follows_every_tap(phone: Player) -> None:
    opens_an_epoch(phone)
    first = phone.page.locator(".cs-place.first")
    phone.square(0, 0).evaluate("square => (square.isTheSame = true)")
    phone.chooses(0, 0)
    for key in ("r", "2", "ArrowRight", "+", "3"):
        phone.page.keyboard.press(key)
    expect(first).to_have_count(1)  # until the second piece is counted both are first
    expect(first.locator(".cs-name")).to_have_text("Ana")
    expect(first.locator(".sum")).to_have_text("56")
    phone.square(0, 1).focus()
    phone.page.keyboard.type("-654321")  # a hazard, and its number changed faster than the server answers
    phone.button("Export").click()
    expect(phone.page.locator("code")).to_have_text("Kingdoms: 1. Ben 50, 2. Ana 48 (Epoch 1: needs a look)")
    expect(first.locator(".sum")).to_have_text("50")
    expect(phone.square(0, 1)).to_have_attribute("data-code", "-1")
    assert phone.square(0, 0).evaluate("square => square.isTheSame")


def test_board_is_accessible_with_results_beside_rows(phone: Player) -> None:
    opens_an_epoch(phone)
    assert faults(phone) == []
    taps(phone, 0, 0, "red castle", 2)
    taps(phone, 0, 1, "hazard", 3)
    sees_gold(phone, "Ana", 44)

    sizes = phone.sees_targets()
    assert len(sizes) > 60
    assert [size for size in sizes if min(size) < SMALLEST_TARGET] == []

    phone.page.set_viewport_size({"width": 844, "height": 390})
    rows, results = phone.page.locator(".board [role=row]"), phone.page.locator(".margin.rows button")

    for row, result in zip(rows.all(), results.all(), strict=True):
        line, number = row.bounding_box(), result.bounding_box()
        assert line
        assert number
        assert line["y"] <= number["y"] + number["height"] / 2 <= line["y"] + line["height"]


def test_two_phones_enter_one_board_together(bare: Player, other_bare: Player) -> None:
    opens_an_epoch(bare)
    other_bare.sits_at(bare, "kingdoms")
    sees_an_empty_board(other_bare)

    bare.chooses(0, 0)
    other_bare.chooses(4, 0)
    for _ in range(5):
        for player, key in ((bare, "Shift+M"), (other_bare, "Shift+D")):
            player.page.keyboard.press(key)
            player.page.keyboard.press("ArrowRight")
    for player in (bare, other_bare):
        sees(player, BOTH)

    bare.chooses(1, 1)
    bare.page.keyboard.press("Shift+W")
    other_bare.button("Rotate 180°").click()  # of the board as this phone sees it, perhaps without the wizard
    for player in (bare, other_bare):
        expect(player.square(3, 4)).to_have_attribute("data-code", "W")
