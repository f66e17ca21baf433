"""What a screen looks like where its look has been wrong before: in sight, in line, large enough."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, FilePayload, FloatRect, Locator, Page, ViewportSize, expect

from scoring import Kingdom
from scoring.castle import Castle
from tests.browser.player import Player, a_phone
from tests.browser.test_accessibility import faults
from tests.browser.test_bad_photos import TABLE_TOP
from tests.browser.test_board import photographed
from tests.browser.test_finale import laid
from tests.browser.test_kingdoms_in_browser import GAME, sees_gold, taps
from tests.browser.whole_table import answers_what_is_asked, plays_to_the_winner
from tests.given import SAMPLES
from tests.ui.served import served_process
from ui.table.board import Board
from ui.table.forms import games_text
from ui.table.table import Table

pytestmark = pytest.mark.browser

SMALLEST_TARGET = 44  # CSS pixels
ENGLISH = {"Open", "Increment", "Decrement", "Copy to clipboard", "Choose an option"}  # names by Streamlit
SMALL: ViewportSize = {"width": 320, "height": 568}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
UPRIGHT: list[ViewportSize] = [{"width": 600, "height": 960}, {"width": 768, "height": 1024}]
LAID = (
    Table()
    .with_player("Ana", Castle.BLUE)
    .with_player("Ben", Castle.GREEN)
    .with_new_board(1, Board(Kingdom.parse("w1w/Cf")))
    .with_new_board(2, Board(Kingdom.parse("m3mm/Cff")))
)
A_GAME: FilePayload = {
    "name": "games.json",
    "mimeType": "application/json",
    "buffer": games_text(LAID.again(datetime(2026, 11, 21, 20, 30, tzinfo=UTC)).games).encode(),
}


def boxes(shown: Locator) -> list[FloatRect]:
    """Where each lies that is shown, in CSS pixels, all at one moment: a finale goes on meanwhile."""
    found: list[FloatRect] = shown.evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect())"
        ".map(({ x, y, width, height }) => ({ x, y, width, height })).filter(({ width }) => width)"
    )
    return found


def bottom(box: FloatRect) -> float:
    return box["y"] + box["height"]


def spread(lengths: Iterable[float]) -> float:
    measured = list(lengths)
    return max(measured) - min(measured)


def test_on_a_phone_all_of_the_first_screen_is_in_sight(other: Player) -> None:
    other.opens_the_app()
    other.is_settled()
    expect(other.page.get_by_role("radio", name="Español")).to_be_visible()
    field, button = other.page.get_by_label("Join with code").bounding_box(), other.button("Join").bounding_box()

    assert field
    assert button
    assert button["x"] >= field["x"] + field["width"]
    assert button["y"] <= field["y"] + field["height"]
    expect(other.page.get_by_role("radio", name="Español")).to_be_in_viewport(ratio=1)


def test_the_camera_on_a_button_keeps_its_size_beside_long_words(other: Player) -> None:
    other.opens_the_app()
    other.is_settled()
    shutter = other.page.locator(".shutter")
    shutter.locator("span").evaluate("(name) => (name.textContent = 'Alle Königreiche auf dem Tisch fotografieren')")

    camera = shutter.locator("svg").bounding_box()
    assert camera
    assert camera["width"] == 30


def test_on_a_phone_on_its_side_photo_and_all_cards_of_a_table_are_in_sight(other: Player) -> None:
    other.page.set_viewport_size(ON_ITS_SIDE)
    other.opens_the_app()
    other.photographs(SAMPLES / "whole-table.jpg")
    answers_what_is_asked(other)
    cards, (photo,) = other.page.locator(".cs-card"), boxes(other.page.locator(".st-key-kingdoms-photo"))
    (gold,) = boxes(other.button("Who won?"))

    assert len(boxes(cards)) == 4
    assert all(card["x"] >= photo["x"] + photo["width"] for card in boxes(cards))
    assert max(bottom(card) for card in boxes(cards)) <= gold["y"]
    assert max(bottom(photo), bottom(gold)) <= ON_ITS_SIDE["height"]


def test_four_places_without_names_and_both_ways_on_are_in_sight_of_every_phone(other: Player) -> None:
    plays_to_the_winner(other)
    other.skips_the_finale()
    other.is_settled()
    assert all(box["height"] >= SMALLEST_TARGET for box in boxes(other.page.locator(".who :is(button, input):visible")))
    places, ways = other.page.locator(".cs-place"), other.page.locator(".st-key-go-on button:visible")

    for size in (None, SMALL, ON_ITS_SIDE):
        if size:
            other.page.set_viewport_size(size)
            other.is_settled()
            assert faults(other) == []
        share, again = boxes(ways)
        assert share["height"] == again["height"]
        assert len(boxes(places)) == 4
        assert max(bottom(place) for place in boxes(places)) <= share["y"]


def test_ways_stand_in_one_list_with_chevrons_and_pictures_in_the_middle(phone: Player) -> None:
    phone.opens_the_app()
    phone.is_settled()
    ways = phone.page.locator(".st-key-ways button")

    assert ways.evaluate_all("all => all.map((one) => getComputedStyle(one, '::after').borderTopWidth)") == ["2px"] * 3
    assert spread(box["x"] for box in boxes(ways.locator("p"))) == 0
    (pictures,) = boxes(phone.button("Choose pictures"))
    assert pictures["x"] + pictures["width"] / 2 == pytest.approx(phone.page.evaluate("innerWidth") / 2, abs=1)


def test_a_photo_and_its_board_stand_in_line_under_views_that_are_named_in_words(phone: Player) -> None:
    phone.opens_a_board(photographed())
    phone.chooses(1, 3)
    views, rail = phone.page.locator(".views button"), phone.page.locator(".rail")
    expect(views.first).to_be_visible()
    phone.is_settled()
    assert views.all_inner_texts() == ["Board", "Photo"]
    assert what_shows_above(phone, rail).std((0, 1)).max() < 1  # nothing that is scrolled away

    for size in UPRIGHT:
        phone.page.set_viewport_size(size)
        (above,), (buttons,) = boxes(rail), boxes(phone.page.locator(".st-key-done"))
        assert (buttons["x"], buttons["width"]) == pytest.approx((above["x"], above["width"]), abs=1)
    phone.page.set_viewport_size(SMALL)
    assert [phone.button(name).count() for name in ("Board", "Photo")] == [1, 1]


EVERY_SIZE = ((390, 844), (320, 568), (844, 390), (1280, 800))
ON_TOP = """target => {
    const { left, top, width, height } = target.getBoundingClientRect();
    const found = target.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
    return target === found || target.contains(found);
}"""
BAR = ("Yes", "or swamp?", "Something else", "Leave it open")


def test_at_every_size_the_bar_that_asks_is_in_sight_and_covers_nothing(other: Player) -> None:
    other.opens_a_board(photographed((1, 3), (3, 3)))
    expect(other.button("Yes")).to_be_visible()

    for width, height in EVERY_SIZE:
        other.page.set_viewport_size({"width": width, "height": height})
        for seen in (*(other.button(name) for name in BAR), other.page.locator(".board")):
            expect(seen).to_be_in_viewport(ratio=1)
            assert seen.evaluate(ON_TOP), (seen, width, height)
        other.page.locator(".sums li").last.scroll_into_view_if_needed()
        assert other.page.locator(".sums li").last.evaluate(ON_TOP)
        (back,), (total,) = (boxes(other.page.locator(place)) for place in (".st-key-back", ".to-sums"))
        assert back["x"] + back["width"] <= total["x"]
        other.page.locator(".rail").evaluate("rail => rail.scrollTo(0, 0)")


def test_on_a_phone_on_its_side_board_and_palette_or_board_and_sums_are_seen_at_once(other: Player) -> None:
    other.page.set_viewport_size(ON_ITS_SIDE)
    other.opens_a_board(photographed((1, 3), (3, 3)))
    other.is_settled()
    other.button("Something else").click()
    for reached in ("Yes", "wheat", "empty", "3 crowns", "Undo"):
        assert other.button(reached).evaluate(ON_TOP), reached
    expect(other.page.locator(".board")).to_be_in_viewport(ratio=1)

    other.opens_a_board(photographed())
    expect(other.page.locator(".at-rest")).to_have_count(1)
    for sum_of in other.page.locator(".sums li:not(.nothing)").all():
        assert sum_of.evaluate(ON_TOP)
    expect(other.page.locator(".board")).to_be_in_viewport(ratio=1)


def what_shows_above(phone: Player, rail: Locator) -> np.ndarray:
    """The pixels under the board where the crop of a square is scrolled away but for its last four."""
    (crop,) = boxes(phone.page.locator(".crop"))
    rail.evaluate("(rail) => (rail.style.maxHeight = '160px')")
    rail.evaluate("(rail, by) => (rail.scrollTop += by)", bottom(crop) - boxes(rail)[0]["y"] - 4)
    (shown,) = boxes(rail)
    under: FloatRect = {"x": shown["x"] + 20, "y": shown["y"], "width": 60, "height": 4}
    pixels = cv2.imdecode(np.frombuffer(phone.page.screenshot(clip=under), np.uint8), cv2.IMREAD_COLOR)
    rail.evaluate("(rail) => (rail.style.maxHeight = '')")
    assert pixels is not None
    return pixels


def test_a_sum_of_two_figures_pushes_no_square_of_the_finale_aside(phone: Player) -> None:
    phone.opens(laid("w1w1www", "....."), "result")  # a territory of Ana's scores ten
    veils = phone.page.locator(".stages .veil")
    expect(veils.first.get_by_text("10", exact=True)).to_be_visible()

    squares = boxes(veils.first.locator("i"))
    assert len(squares) == 25
    assert spread(square["width"] for square in squares) < 1
    assert spread(square["height"] for square in squares) < 1


def test_boards_of_a_game_so_far_stand_side_by_side(other: Player) -> None:
    other.page.goto(f"{other.address}/history")
    other.unfolds("Bring back from a file")
    other.page.locator("input[type=file]").set_input_files(A_GAME)
    other.button("Bring this back").click()
    expect(other.page.get_by_text("1 game added.")).to_be_visible()
    boards = other.page.locator(".cs-game .cs-board")
    expect(boards).to_have_count(2)

    assert spread(box["y"] for box in boxes(boards)) < 1


def test_losses_and_gains_of_kingdoms_are_legible_in_the_dark(phone: Player) -> None:
    phone.page.emulate_media(color_scheme="dark")
    phone.opens(Table(kingdoms=GAME), "kingdoms")
    taps(phone, 0, 0, "red castle", 2)
    taps(phone, 0, 1, "hazard", 3)
    taps(phone, 1, 0, "resource", 6)
    sees_gold(phone, "Ana", 56)

    expect(phone.page.locator(".margin .loss")).to_have_count(1)
    assert faults(phone) == []


def test_no_button_has_an_english_name_on_a_german_phone(chromium: Browser, server: str) -> None:
    with a_phone(chromium, server, locale="de-DE") as phone:
        page = phone.page
        page.goto(server)
        phone.sends(TABLE_TOP)
        page.get_by_role("button", name="Zeigen, wo es liegt").click()
        page.get_by_text("Andere", exact=True).click()
        expect(page.get_by_role("button", name="Mehr", exact=True).first).to_be_visible()
        phone.is_settled()
        assert ENGLISH.isdisjoint(said_in_names(page))

        page.goto(server)
        phone.photographs(SAMPLES / "whole-table.jpg")
        page.get_by_role("button", name="Wer hat gewonnen?").or_(page.get_by_role("button", name="Wer führt?")).click()
        expect(
            page.get_by_role("dialog").or_(page.get_by_role("button", name="Noch einmal spielen")).first
        ).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        for folded in page.locator("[data-testid=stExpander] summary").all():
            folded.click()
        phone.is_settled()
        assert ENGLISH.isdisjoint(said_in_names(page))


def said_in_names(page: Page) -> list[str | None]:
    """The names that a screen reader says of what is on a page."""
    names: list[str | None] = page.locator("[aria-label], [title], [placeholder]").evaluate_all(
        "all => all.flatMap((one) => [one.ariaLabel, one.title, one.placeholder])"
    )
    return names


def test_a_silent_server_is_told_in_the_players_language(chromium: Browser, tmp_path: Path) -> None:
    window = chromium.new_context(locale="de-DE")
    page = window.new_page()
    with served_process(tmp_path / "log.txt") as (address, _process):
        page.goto(address)
        expect(page.get_by_role("button", name="Bilder auswählen")).to_be_visible()

    told = page.get_by_role("dialog")
    expect(told).to_be_visible()
    words = told.evaluate("(dialog) => getComputedStyle(dialog.querySelector('h2'), '::after').content")
    assert words == '"Der Server antwortet nicht"'
    close = told.get_by_role("button", name="Schließen").bounding_box()
    assert close
    assert min(close["width"], close["height"]) >= SMALLEST_TARGET
    window.close()


def test_a_laptop_is_told_what_this_is_and_asked_for_a_picture(laptop: Player, phone: Player) -> None:
    for player, asked_for in ((laptop, "Choose pictures"), (phone, "Photograph the table")):
        player.opens_the_app()
        expect(player.page.get_by_role("heading", name="Crownsight")).to_be_visible()
        expect(player.page.get_by_text("Score your Kingdomino game from a photo.")).to_be_visible()
        expect(player.page.locator(".shutter")).to_have_text(asked_for)
    expect(phone.page.locator(".shutter svg")).to_be_visible()
    expect(laptop.page.locator(".shutter svg")).to_be_hidden()
    expect(laptop.page.locator(".gallery")).to_be_hidden()
    with laptop.page.expect_file_chooser():
        laptop.button("Choose pictures").click()


def test_the_start_screen_keeps_the_place_of_its_buttons_and_its_languages_in_one_row(other: Player) -> None:
    other.page.set_viewport_size(SMALL)
    other.opens_the_app()
    other.is_settled()
    expect(other.button("Choose pictures")).to_be_visible()

    kept, taken = other.page.locator(".st-key-camera").evaluate(
        "camera => [parseFloat(getComputedStyle(camera).minHeight), camera.offsetHeight]"
    )
    assert kept == taken
    assert spread(box["y"] for box in boxes(other.page.get_by_role("radio").locator("visible=true"))) == 0


def test_a_page_that_waits_for_its_server_says_that_it_is_starting(chromium: Browser, server: str) -> None:
    window = chromium.new_context(locale="de-DE")
    try:
        page = window.new_page()
        page.route_web_socket("**/_stcore/stream", lambda _held: None)  # opened, and never answered
        page.goto(server)
        said = "getComputedStyle(document.body, '::after')"

        while page.evaluate(f"{said}.visibility") != "visible":
            page.wait_for_timeout(100)

        assert page.evaluate(f"{said}.content") == '"Crownsight startet …"'
    finally:
        window.close()
