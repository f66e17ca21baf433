"""The finale over a result, of a game, a Dynasty and Kingdoms: played, shared and saved."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Download, Route, expect

from scoring import Castle, Kingdom
from scoring.knizia import Board as EpochBoard
from tests.browser.journeys import goes_through_the_race
from tests.browser.photographed import photo_board, photo_boards
from tests.browser.player import ANA_AND_BEN, EDITS, Player
from tests.browser.screens import faults
from tests.browser.test_knizia_in_browser import GAME
from tests.ui.factories import EVENING
from ui.drawing.share_card import SIDE
from ui.table.board import Board
from ui.table.knizia import Epoch
from ui.table.table import Table

pytestmark = pytest.mark.browser

ONE_RESOURCE = EpochBoard.parse("r2 +3 . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . .")
LATE_MS = 500
COUNTS_SHEETS = """window.sheets = 0;
navigator.canShare = () => true;
navigator.share = async () => { window.sheets += 1; };"""
IS_STILL = """() => document.getAnimations().every(  // those of the page around the finale are Streamlit's own
    ({ animationName, effect }) => animationName === 'cs-appear' || effect.target.getRootNode() === document
)"""


def make_finished_table(ana: str, ben: str) -> Table:
    """Build a finished game of Ana and Ben with these first rows."""
    table = ANA_AND_BEN
    for seat, row in enumerate((ana, ben), 1):
        board = Board(Kingdom.parse(f"{row}/...../..C../...../....."), confirmed=True)
        table = table.with_new_board(seat, board)
    return table


def share_pictures(player: Player, folder: Path, *names: str) -> list[Image.Image]:
    """Share a result and return the saved pictures, which have these names."""
    kept: dict[str, Download] = {}
    player.page.on("download", lambda one: kept.update({one.suggested_filename: one}))
    with player.page.expect_download(lambda _one: len(kept) == len(names)):
        player.button("Share").click()
    assert sorted(kept) == sorted(names)
    for name in names:
        kept[name].save_as(folder / name)
    return [Image.open(io.BytesIO((folder / name).read_bytes()), formats=["PNG"]) for name in names]


def colours(picture: Image.Image) -> int:
    """Count the colours in a picture's middle: few in a drawing, very many in a photo."""
    middle = picture.convert("RGB").crop((100, 300, SIDE - 100, 900))
    return len(middle.getcolors(middle.width * middle.height) or ())


def test_winner_is_revealed_last_on_the_photo(other: Player) -> None:
    page = other.page
    own = replace(photo_board(), confirmed=True)
    other.opens(make_finished_table(".....", "m3m...").with_new_board(1, own), "result")

    finale = page.get_by_role("dialog")
    expect(finale.locator(".race")).to_be_visible()
    assert "wins" not in page.locator("body").inner_text()  # nothing tells the end yet
    expect(finale.locator(".frames img").first).to_have_attribute("src", re.compile("^/api/pictures/"))
    expect(finale.locator(".veil i.lit").first).to_be_visible()
    for _ in range(6):
        if page.get_by_text("Ana wins").count() == 0:
            page.locator("dialog .title").click(force=True)  # a tap goes on, whatever moves
    expect(finale.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(finale.get_by_text(re.compile("Won on|from start to finish"))).to_be_visible()
    other.button("See the scores").click()

    expect(finale).to_have_count(0)
    expect(page.get_by_role("heading", name="Ana wins")).to_be_focused()
    for wanted in ("Share", "Play again"):
        expect(other.button(wanted)).to_be_in_viewport(ratio=1)
    page.reload()
    expect(other.button("Replay")).to_be_visible()
    expect(finale).to_have_count(0)


def test_share_pictures_of_new_and_past_games_are_saved(other: Player, tmp_path: Path) -> None:
    page = other.page
    other.opens(replace(photo_boards(), keep_photos=True), "result")
    other.skips_the_finale()

    [won, boards] = share_pictures(other, tmp_path, "crownsight.png", "crownsight-boards.png")

    assert won.size == (SIDE, SIDE)
    assert boards.width == SIDE
    assert colours(won) > 5 * colours(boards)  # the photo of the whole table
    held = page.get_by_role("dialog").get_by_role("img")
    expect(held).to_have_count(2)
    assert [one.evaluate("image => image.naturalWidth") for one in held.all()] == [SIDE, SIDE]
    assert faults(other) == []
    other.button("Close").click()
    expect(other.button("Play again")).to_be_in_viewport()

    page.goto(f"{other.address}/history")
    page.get_by_role("button", name=re.compile("Green [0-9]")).first.click()
    expect(page.get_by_role("heading", name="Green wins")).to_be_visible()
    [won, boards] = share_pictures(other, tmp_path, "crownsight.png", "crownsight-boards.png")
    assert colours(won) > 5 * colours(boards)


def test_skip_jumps_to_the_winner(bare: Player) -> None:
    bare.page.add_init_script(COUNTS_SHEETS)
    bare.opens(photo_boards(), "result")
    finale = bare.page.get_by_role("dialog")
    bare.button("Skip").click()

    expect(finale.get_by_role("heading", name="Green wins")).to_be_focused()
    expect(finale.get_by_role("textbox", name="Green’s name")).to_be_visible()  # and asks for names
    expect(finale.locator(".ending .outline path").first).to_be_attached()
    finale.get_by_role("button", name="Share", exact=True).click()
    bare.waits_for("window.sheets === 1")
    bare.button("See the scores").click()
    expect(finale).to_have_count(0)


def test_share_waits_for_a_name_that_was_just_typed(other: Player) -> None:
    page = other.page

    def hold_back(route: Route) -> None:
        page.wait_for_timeout(LATE_MS)
        route.continue_()

    page.add_init_script(COUNTS_SHEETS)
    other.opens(photo_boards(), "result")
    other.button("Skip").click()
    name = page.get_by_role("textbox", name="Green’s name")
    name.click()
    page.route(EDITS, hold_back)

    page.keyboard.type("Ana")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Share", exact=True).click()

    other.waits_for("window.sheets === 1")
    assert page.locator(".cs-places .cs-name").first.text_content() == "Ana"


def test_three_taps_on_a_button_of_the_result_do_one_thing(other: Player) -> None:
    page = other.page
    page.add_init_script(COUNTS_SHEETS)
    other.opens(make_finished_table("w1....", "m3...."), "result")
    for button in ("Skip", "See the scores", "Replay", "Skip", "See the scores"):
        other.button(button).click(click_count=3, delay=20)
    expect(page.get_by_role("heading", name="Ben wins")).to_be_visible()  # still on the result, nothing else pressed
    expect(page.get_by_role("dialog")).to_have_count(0)

    for _ in range(3):
        other.button("Share").click(delay=20)
    assert page.evaluate("window.sheets") == 1


def test_result_stays_on_the_phones_that_look_at_it(phone: Player, other: Player) -> None:
    phone.opens(make_finished_table("w1....", "m3...."), "result")
    other.sits_at(phone, "result")
    for player in (phone, other):
        player.skips_the_finale()

    other.button("Play again").click()

    onwards = phone.page.get_by_role("button", name="Ben has begun the next game")
    expect(onwards).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Ben wins")).to_be_visible()
    expect(phone.button("Share")).to_be_visible()
    expect(phone.button("Play again")).to_have_count(0)
    onwards.click()
    expect(phone.page.get_by_role("heading", name="Tonight’s table")).to_be_visible()


def test_reduced_motion_shows_the_reveal_as_stills(bare: Player) -> None:
    bare.page.emulate_media(reduced_motion="reduce")
    bare.opens(make_finished_table("w1....", "m3...."), "result")

    finale = bare.page.get_by_role("dialog")
    for terrain, *rows in (("Wheat", "Ana 1", "Ben 0"), ("Mine", "Ben 3", "Ana 1")):
        expect(finale.get_by_role("heading", name=re.compile(terrain))).to_be_visible()
        expect(finale.locator(".bars li")).to_have_text([re.compile(row.replace(" ", ".*")) for row in rows])
        assert bare.page.evaluate(IS_STILL)
        bare.button("Next").click()
    expect(finale.get_by_role("heading", name="Ben wins")).to_be_visible()
    assert bare.page.evaluate(IS_STILL)
    bare.page.keyboard.press("Escape")
    expect(finale).to_have_count(0)


RIM_CONTRASTS = """(castles) => {
    const ending = [...document.querySelectorAll('*')].find((one) => one.shadowRoot?.querySelector('.ending'))
        .shadowRoot.querySelector('.ending');
    const before = ending.className;
    const brightness = (colour) => {
        const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255);
        const linear = parts.map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    };
    const found = castles.map((castle) => {
        ending.className = `ending ${castle}`;
        const rim = getComputedStyle(ending.querySelector('.confetti i')).boxShadow;
        const both = [rim, getComputedStyle(ending).backgroundColor].map(brightness).sort();
        return (both[1] + 0.05) / (both[0] + 0.05);
    });
    ending.className = before;
    return found;
}"""


def test_confetti_shows_on_the_ground_of_every_castle(bare: Player) -> None:
    bare.page.emulate_media(reduced_motion="reduce")
    bare.opens(make_finished_table("w1....", "m3...."), "result")
    goes_through_the_race(bare)

    assert min(bare.page.evaluate(RIM_CONTRASTS, [castle.value for castle in Castle])) >= 3


def test_dynasty_winner_follows_the_third_game(bare: Player) -> None:
    table = make_finished_table("m1....", "m3....").with_dynasty(begun=True)
    for ana, ben in (("m2....", "w1...."), ("m3....", "w1....")):
        table = table.again(EVENING)
        for seat, row in ((1, ana), (2, ben)):
            table = table.with_new_board(seat, Board(Kingdom.parse(f"{row}/...../..C../...../....."), confirmed=True))
    bare.page.emulate_media(reduced_motion="reduce")
    bare.opens(table, "result")
    for told in ("Ana wins", "Ana wins the Dynasty"):
        goes_through_the_race(bare)
        expect(bare.page.get_by_role("dialog").get_by_role("heading", name=told, exact=True)).to_be_in_viewport()
        bare.button("See the scores").click()
    expect(bare.page.get_by_role("dialog")).to_have_count(0)


def test_the_gold_of_three_epochs_is_told_and_kept(bare: Player, tmp_path: Path) -> None:
    game = GAME
    for at in range(3):
        game = game.with_new_board(at, Epoch(ONE_RESOURCE)).confirm_epoch(at)
    bare.page.emulate_media(reduced_motion="reduce")
    bare.opens(Table(knizia=game), "kingdoms")
    finale = bare.page.get_by_role("dialog")
    expect(finale.get_by_role("heading", name="Epoch 1: rows")).to_be_visible()
    goes_through_the_race(bare)
    expect(finale.get_by_role("heading", name="Ana wins")).to_be_visible()
    assert faults(bare) == []
    bare.button("See the scores").click()
    assert share_pictures(bare, tmp_path, "kingdoms.png")[0].width == SIDE
