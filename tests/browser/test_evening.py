"""Journeys of an evening: from a photo to the winner, doubts, the next game, names, an unknown edition."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import expect

from scoring import Castle, Kingdom, Rules, Title
from tests.browser.journeys import COUNT_TAPS, answers_what_is_asked, goes_through_the_race, taps
from tests.browser.photographed import TRUTH, photo_board, photo_boards
from tests.browser.player import ANA_AND_BEN, Player
from tests.browser.screens import faults
from tests.sample_photos import SAMPLES, game
from tests.ui.factories import EVENING
from ui import store
from ui.system import COOKIE
from ui.table.board import Board
from ui.table.table import Table, set_boxes
from vision import load

pytestmark = pytest.mark.browser

PHOTO, WHO_WON = 1, 1  # taps
OURS = SAMPLES / "another-edition"
NAMES = {"Green": "Ana", "Pink": "Ben", "Blue": "Chloé", "Yellow": "Dora"}


def test_photo_of_four_kingdoms_takes_two_taps_to_a_winner(
    phone: Player, record_property: Callable[[str, object], None]
) -> None:
    phone.page.add_init_script(COUNT_TAPS)
    phone.opens_the_app()
    phone.photographs(SAMPLES / "whole-table.jpg")
    assigned = phone.page.get_by_text("4 kingdoms found")
    expect(assigned).to_be_focused()  # a screen reader hears how many, and what they score
    expect(assigned).to_have_accessible_description(
        re.compile("^Blue: 39, 2 squares to check; Green: 52, .*; Yellow: 6, ")
    )
    answered = answers_what_is_asked(phone)
    expect(phone.page.locator(".cs-card")).to_have_count(4)
    expect(phone.page.get_by_role("button", name=re.compile("^Green: 52"))).to_be_visible()
    expect(phone.button("Green")).to_be_attached()  # the kingdom in the photo

    phone.button("Who won?").click()

    expect(phone.page.get_by_text("Green wins").first).to_be_attached()
    assert taps(phone) - answered == WHO_WON
    record_property("journey", f"a first game: {PHOTO + WHO_WON} taps, beside {answered} for doubts")


def test_a_doubt_takes_two_taps(phone: Player, record_property: Callable[[str, object], None]) -> None:
    phone.page.add_init_script(COUNT_TAPS)
    known = Board(TRUTH, confirmed=True)
    phone.opens(ANA_AND_BEN.with_new_board(1, photo_board((1, 3))).with_new_board(2, known))
    phone.next_step.click()
    phone.first_answer.click()

    expect(phone.button("Who won?")).to_be_visible()
    assert taps(phone) == 2
    record_property("journey", f"a doubt: {taps(phone)} taps")


MOST_TAPS_BY_HAND = 31  # of a 5 x 5 kingdom with crowns on five squares, the last tap confirms it


def test_kingdom_by_hand_takes_31_taps(phone: Player, record_property: Callable[[str, object], None]) -> None:
    kingdom = Kingdom.parse("w1wwff/w1wff1f/llCgg/lllg2g/ssm1mm")
    phone.page.add_init_script(COUNT_TAPS)
    phone.page.set_viewport_size({"width": 390, "height": 664})
    phone.opens_the_app()
    phone.button("Enter a board by hand").click()
    for _position, square in kingdom.squares():
        if square.terrain:
            phone.page.locator(f".palette button[data-kind={square.terrain.letter}]").click()
        if square.crowns:
            phone.page.locator(f".numbers [data-number='{square.crowns}']").click()
    phone.button("Done").click()

    expect(phone.page.get_by_role("button", name=re.compile("^Blue: [0-9]+, confirmed"))).to_be_visible()
    key = next(cookie["value"] for cookie in phone.page.context.cookies() if cookie["name"] == COOKIE)
    [kept] = store.get_store().find_tables(key)
    assert [seat.board.kingdom for seat in kept.table.seats if seat.board] == [kingdom]
    assert taps(phone) <= MOST_TAPS_BY_HAND
    record_property("journey", f"a 5 x 5 kingdom by hand: {taps(phone)} taps")


def test_panel_opened_above_the_tap_scrolls_into_view(phone: Player) -> None:
    phone.opens(ANA_AND_BEN.with_player("Chloé", Castle.PINK).with_player("Dev", Castle.YELLOW))
    expect(phone.page.locator(".cs-card")).to_have_count(4)
    phone.waits_until_drawn()
    for panel in ("Rules", "Players", "Invite"):
        way = phone.button(panel)
        way.evaluate("(button) => button.scrollIntoView({ block: 'end' })")
        way.click()
        heading = phone.page.get_by_role("heading", name=panel, exact=True)
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport(ratio=1)
        phone.waits_until_drawn()
        phone.button("Done").click()
        expect(heading).to_have_count(0)
        phone.waits_until_drawn()


MOST_TAPS = 2  # of a game after the first, beside those that answer doubts


def before_the_third_game() -> Table:
    """Build a Dynasty of four whose second game is over."""
    first = photo_boards("Chloé", "Ana", "Ben", "Dora").with_dynasty(begun=True)
    second = first.again(EVENING)
    for seat in first.seats:
        assert seat.board
        second = second.with_new_board(seat.number, seat.board)
    return second


def test_next_game_takes_one_photo_and_two_taps(
    phone: Player, other: Player, record_property: Callable[[str, object], None]
) -> None:
    phone.page.add_init_script(COUNT_TAPS)
    phone.opens(before_the_third_game(), "result")
    other.sits_at(phone)
    phone.skips_the_finale()
    expect(phone.button("Play again")).to_be_visible()  # the camera itself

    before = taps(phone)
    phone.photographs(SAMPLES / "whole-table.jpg")
    answered = answers_what_is_asked(phone)
    phone.button("Who won?").click()
    phone.skips_the_finale()
    taken = PHOTO + taps(phone) - before - answered
    assert taken <= MOST_TAPS
    record_property("journey", f"the next game of an evening: {taken} taps, beside answers to doubts")

    expect(phone.page.get_by_role("heading", name="Ana wins the Dynasty")).to_be_visible()
    expect(other.page.get_by_role("button", name="Ana: 52")).to_be_visible()
    for player in (phone, other):
        expect(player.page.get_by_text("’s name").filter(visible=True)).to_have_count(0)


def without_names() -> Table:
    """Build a finished game of four castles without names."""
    table = Table()
    for castle, laid in zip(NAMES, ("m3m", "m2m", "m1m", "mm"), strict=True):
        board = Board(Kingdom.parse(f"{laid}.../...../..C../...../....."), confirmed=True)
        table = table.with_player("", Castle[castle.upper()])
        table = table.with_new_board(table.seats[-1].number, board)
    return table


def test_four_names_take_one_tap_and_return_next_evening(
    bare: Player, record_property: Callable[[str, object], None]
) -> None:
    page, finale, row = bare.page, bare.page.get_by_role("dialog"), bare.page.locator("dialog .who")
    page.add_init_script(COUNT_TAPS)
    page.emulate_media(reduced_motion="reduce")
    bare.opens(without_names(), "result")
    goes_through_the_race(bare)
    before = taps(bare)
    row.get_by_role("textbox", name="Green’s name").click()
    for castle, name in NAMES.items():
        expect(row.get_by_role("textbox", name=f"{castle}’s name")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(finale.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(row).to_be_hidden()
    assert taps(bare) - before == 1
    record_property("journey", "four names: 1 tap, each typed once")

    phone = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)
    bare.kept = store.get_store().create(without_names(), phone)
    bare.comes_to("result")
    goes_through_the_race(bare)
    assert faults(bare) == []
    before = taps(bare)
    for name in NAMES.values():
        known = row.get_by_role("button", name=name, exact=True).and_(page.locator(":enabled"))
        known.click()  # does not wait for what comes of it
    expect(finale.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(row).to_be_hidden()
    assert taps(bare) - before == len(NAMES)
    bare.waits_until_drawn()
    assert [seat.name for seat in bare.stored.table.seats] == [*NAMES.values()]


def test_unknown_edition_is_taught_by_one_photo(phone: Player) -> None:
    phone.opens_the_app()
    phone.photographs(OURS / "one-kingdom.jpg")
    expect(phone.page.get_by_text("These tiles look unfamiliar.")).to_be_visible()

    phone.button("Teach my edition").click()
    expect(phone.page.get_by_text("Lay these twelve dominoes")).to_be_visible()
    phone.photographs(OURS / "lesson.jpg")
    expect(phone.page.get_by_text("Crownsight knows your edition now, from 25 squares.")).to_be_visible()
    phone.button("Continue").click()
    expect(phone.page.get_by_role("heading", name="Tonight’s table")).to_be_visible()
    expect(phone.page.get_by_text("These tiles look unfamiliar.")).to_have_count(0)


def photographs_queendomino(phone: Player, photo: Path) -> None:
    """Opens a table with Queendomino and photographs the left kingdom of the sample photo."""
    both = load(SAMPLES / "queendomino.jpg").image
    cv2.imwrite(str(photo), both[:, : both.shape[1] // 2])
    rules = set_boxes(Rules(), [Title.KINGDOMINO, Title.QUEENDOMINO])
    phone.opens(Table(rules=rules).with_player("Ana", Castle.BLUE), "kingdom", s="1")
    phone.photographs(photo)
    phone.button("Use it anyway").click()  # so many tiles are unknown that this is asked first
    expect(phone.square(0, 0)).to_be_visible()
    phone.waits_until_drawn()


def test_unknown_tiles_of_a_box_are_asked_about(phone: Player, tmp_path: Path) -> None:
    built = {position for position, _ in game("queendomino").players[0].pieces.buildings}
    photographs_queendomino(phone, tmp_path / "one.jpg")
    unknown = phone.page.get_by_role("gridcell", name=re.compile("unknown tile"))
    expect(unknown.first).to_be_visible()
    expect(phone.page.get_by_text(re.compile(r"\d+ unknown tiles"))).to_be_visible()
    places = unknown.evaluate_all("all => all.map(({ dataset }) => dataset.place.split(',').map(Number))")
    plain = [(row, column) for row, column in places if (row, column) not in built]
    phone.chooses(*plain[0])
    expect(phone.page.locator(".holds")).to_have_text("unknown tile")
    expect(phone.first_answer).to_have_count(0)  # nothing is claimed that could be confirmed
    expect(phone.button("Town or a building")).to_be_visible()
