"""The board under a finger: nothing is lost, everything has a name, and targets are large enough."""

from __future__ import annotations

import re
from dataclasses import replace
from math import radians
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Route, expect

import vision
from models.training.evaluation.evenings import Case, evening
from models.training.synthesis.camera import moved
from models.training.synthesis.scene import Scene
from scoring import Kingdom, Position, score
from tests.browser.player import EDITS, Player, a_phone
from tests.browser.whole_table import COUNT_TAPS, taps
from tests.given import SAMPLES
from vision.photo.photo import Photo
from vision.rectify import grid_crossings

pytestmark = pytest.mark.browser

NAMES = {"w": "wheat", "f": "forest", "l": "lake", "g": "grassland", "s": "swamp", "m": "mine"}
SMALLEST_TARGET = 44  # CSS pixels
QUICK_TAPS = """async ([taps, pause]) => {
    const hosts = [...document.querySelectorAll('*')];
    const { shadowRoot: root } = hosts.find((host) => host.shadowRoot?.querySelector('.board'));
    for (const [place, land] of taps) {
        root.querySelector(`[data-place="${place}"]`).click();
        root.querySelector(`.palette [data-kind="${land}"]`).click();
        if (pause) await new Promise((done) => setTimeout(done, pause));
    }
}"""


@pytest.mark.parametrize("pause", [0, 20])
def test_thirty_quick_taps_lose_nothing(phone: Player, pause: int) -> None:
    phone.opens_a_table_for("Ana")
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    phone.taps(0, 0, "forest", crowns=1)
    kingdom = Kingdom.parse("f1ffff/fffff/wwCww/fffff/fffff")
    places = [position for position, square in kingdom.squares() if not square.is_castle and position != (0, 0)]
    taps = [[f"{row},{column}", "l"] for row, column in places[:7]]  # squares that are changed twice
    taps += [[f"{row},{column}", kingdom[row, column].terrain.letter] for row, column in places]  # type: ignore[union-attr]
    assert len(taps) == 30

    phone.page.evaluate(QUICK_TAPS, [taps, pause])

    phone.sees_points(score(kingdom).total)
    phone.finishes()
    phone.opens_the_kingdom_of("Ana")
    phone.sees_kingdom(kingdom)  # as the server kept it


def test_crowns_are_offered_only_up_to_what_exists(phone: Player) -> None:
    phone.opens_a_table_for("Ana")
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    phone.taps(0, 0, "mine", crowns=3)
    crowns = phone.page.locator(".numbers")
    expect(crowns.get_by_role("button", name="3 crowns")).to_be_enabled()

    phone.chooses(0, 1)
    phone.chooses(0, 0)
    phone.page.locator(".palette").get_by_role("button", name="wheat").click()

    expect(phone.square(0, 0)).to_have_accessible_name(re.compile("^row 1, column 1: wheat, 1 crown(,|$)"))
    expect(crowns.get_by_role("button", name="2 crowns")).to_be_disabled()


def test_undo_and_redo_go_through_every_change(laptop: Player) -> None:
    laptop.opens_a_table_for("Ana")
    laptop.opens_the_kingdom_of("Ana")
    laptop.starts_by_hand()
    laptop.taps(0, 0, "mine", crowns=2)
    laptop.taps(0, 1, "mine", crowns=1)
    laptop.sees_points(6)

    for _ in range(4):
        laptop.button("Undo").click()
    laptop.sees_points(0)
    expect(laptop.button("Undo")).to_be_disabled()
    for _ in range(4):
        laptop.button("Redo").click()
    laptop.sees_points(6)


def test_what_was_taken_back_stays_so_while_the_server_answers_what_came_before(laptop: Player) -> None:
    laptop.opens_a_table_for("Ana")
    laptop.opens_the_kingdom_of("Ana")
    laptop.starts_by_hand()
    laptop.is_settled()
    held: list[Route] = []
    laptop.page.route(EDITS, lambda route: held.append(route))
    laptop.chooses(0, 0)
    for key in ("f", "ArrowDown", "f", "Control+z"):
        laptop.page.keyboard.press(key)

    with laptop.page.expect_request(EDITS):  # the next one, once the first is answered
        held[0].continue_()
    laptop.sees_kingdom(Kingdom.parse("f..../...../..C../...../....."))
    held[1].continue_()


def covered(photo: Path, *squares: Position, grey: int = 150) -> bytes:
    """The photo with grey paper on some squares, which no reader can be sure of."""
    image = cv2.imread(str(photo))
    [reading] = vision.read(photo)
    lines = grid_crossings(np.array(reading.corners, np.float32), reading.kingdom.height, reading.kingdom.width)
    for row, column in squares:
        outline = lines[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
        cv2.fillConvexPoly(image, outline.astype(np.int32), (grey, grey, grey))
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_doubts_are_marked_led_to_asked_about_once_and_accepted(phone: Player) -> None:
    phone.begins_with_one_kingdom()
    phone.sends(covered(SAMPLES / "kitchen-table.jpg", (1, 3), (3, 3)))
    doubtful, question = phone.page.locator(".square.doubtful"), phone.page.locator(".cs-question")
    asked = phone.page.locator(".square.doubtful[aria-selected=true]")
    expect(asked).to_have_accessible_name(re.compile("^row .*, doubtful(,|$)"))
    expect(phone.page.locator(".crop")).to_be_visible()
    phone.is_settled()
    doubts, first = doubtful.count(), asked.get_attribute("data-place") or ""
    assert doubts >= 2
    phone.button(f"Check {doubts} squares").click()
    expect(asked).not_to_have_attribute("data-place", first)
    expect(asked).to_be_focused()
    phone.chooses(0, 0)

    phone.finishes()
    expect(question).to_be_focused()  # what has appeared has the focus
    expect(question).to_have_text(f"{doubts} squares were not looked at. Accept them?")
    phone.button(f"Check {doubts} squares").click()
    for left in range(doubts - 1, 0, -1):
        expect(asked).to_be_focused()
        phone.button("Yes").click()
        expect(doubtful).to_have_count(left)
        expect(phone.page.get_by_text(f"{left} to check")).to_be_visible()
    phone.finishes()
    phone.button("Accept with 1 doubt").click()
    expect(phone.page.get_by_text("accepted with 1 doubt").first).to_be_visible()

    phone.opens_the_kingdom_of("Blue")
    phone.button("Next").click()
    phone.button("Yes").click()
    expect(doubtful).to_have_count(0)
    expect(phone.button("Next")).to_be_hidden()
    expect(phone.button("Looks right")).to_be_visible()
    expect(phone.button("Looks right as it is")).to_have_count(0)


ON_TOP = """target => {
    const { left, top, width, height } = target.getBoundingClientRect();
    const found = target.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
    return target === found || target.contains(found);
}"""
EVERY_SIZE = ((390, 844), (320, 568), (844, 390), (1280, 800))


def test_at_every_size_the_next_button_is_in_sight_and_covers_nothing(phone: Player) -> None:
    phone.begins_with_one_kingdom()
    phone.sends(covered(SAMPLES / "kitchen-table.jpg", (1, 3), (3, 3)))
    expect(phone.button("Yes")).to_be_visible()

    for width, height in EVERY_SIZE:
        phone.page.set_viewport_size({"width": width, "height": height})
        done, board = phone.button("Looks right as it is"), phone.page.locator(".board")
        expect(done).to_be_in_viewport(ratio=1)
        expect(phone.page.locator(".st-key-check-doubts button")).to_be_in_viewport(ratio=1)
        expect(board).to_be_in_viewport(ratio=1)
        for reached in ("Next", "Yes", "empty", "3 crowns", "Turn the board"):
            phone.button(reached).scroll_into_view_if_needed()
            assert phone.button(reached).evaluate(ON_TOP), (reached, width, height)
        phone.page.locator(".sums li").last.scroll_into_view_if_needed()
        assert phone.page.locator(".sums li").last.evaluate(ON_TOP)
        assert done.evaluate(ON_TOP)
        back, total = (phone.page.locator(place).bounding_box() for place in (".st-key-back", ".to-sums"))
        assert back
        assert total
        assert back["x"] + back["width"] <= total["x"]
        phone.page.locator(".rail").evaluate("rail => rail.scrollTo(0, 0)")


def test_on_a_phone_on_its_side_board_and_palette_or_board_and_sums_are_seen_at_once(phone: Player) -> None:
    phone.page.set_viewport_size({"width": 844, "height": 390})
    phone.begins_with_one_kingdom()
    phone.sends(covered(SAMPLES / "kitchen-table.jpg", (1, 3), (3, 3)))
    expect(phone.button("Yes")).to_be_visible()
    phone.is_settled()
    for reached in ("Next", "Yes", "wheat", "empty", "3 crowns", "Undo"):
        assert phone.button(reached).evaluate(ON_TOP), reached
    expect(phone.page.locator(".board")).to_be_in_viewport(ratio=1)

    phone.square(0, 0).click()
    phone.square(0, 0).click()  # closes it
    expect(phone.page.locator(".at-rest")).to_have_count(1)
    for sum_of in phone.page.locator(".sums li:not(.nothing)").all():
        assert sum_of.evaluate(ON_TOP)
    expect(phone.page.locator(".board")).to_be_in_viewport(ratio=1)


TURNS_INTO_TILES = """() => [...document.querySelectorAll('*')].some(
    ({ shadowRoot }) => shadowRoot?.querySelector('.editor.unveiling')
)"""


def swipes(phone: Player, across: int) -> None:
    """A finger goes to the side over the line that says how many squares are to check."""
    box = phone.page.locator(".next-step").bounding_box()
    assert box
    x, y = 195, box["y"] + box["height"] / 2
    finger = phone.page.context.new_cdp_session(phone.page)
    for kind, points in (
        ("touchStart", [x]),
        ("touchMove", [x + across / 2]),
        ("touchMove", [x + across]),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at, "y": y} for at in points]})
    finger.detach()


def test_a_swipe_leads_through_the_kingdoms_whose_photos_turn_into_tiles(phone: Player) -> None:
    def comes_to(name: str) -> None:
        phone.page.wait_for_function(TURNS_INTO_TILES, polling="raf")
        expect(phone.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        phone.is_settled()  # for a moment the kingdom before is there, too
        expect(phone.page.locator(".editor h1.name")).to_have_text(name)
        expect(phone.page.locator(".editor[data-view=board]")).to_be_visible()

    phone.opens_the_app()
    phone.photographs(SAMPLES / "whole-table.jpg")
    expect(phone.next_step).to_be_visible()
    names = phone.page.locator(".cs-card b").all_inner_texts()
    phone.opens_the_kingdom_of(names[0])
    expect(phone.page.locator(".editor h1.name")).to_have_text(names[0])
    phone.is_settled()

    swipes(phone, -140)
    comes_to(names[1])
    swipes(phone, 140)
    comes_to(names[0])
    swipes(phone, 140)
    comes_to(names[-1])

    phone.button(names[0]).click()
    comes_to(names[0])


def test_the_next_kingdom_is_shown_from_its_top(phone: Player) -> None:
    phone.opens_a_table_for("Ana", "Ben")
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    phone.page.set_viewport_size({"width": 390, "height": 240})
    phone.page.mouse.move(200, 200)
    phone.page.mouse.wheel(0, 2_000)
    expect(phone.page.get_by_role("heading", name="Ana’s kingdom")).not_to_be_in_viewport()

    phone.finishes()

    phone.is_asked_for_the_kingdom_of("Ben")
    expect(phone.page.get_by_role("heading", name="Ben’s kingdom")).to_be_in_viewport()


def test_a_second_tap_on_the_chosen_square_closes_what_stands_beside_it(phone: Player) -> None:
    phone.opens_a_table_for("Ana")
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    phone.square(1, 1).click()
    expect(phone.page.locator(".palette")).to_be_visible()
    phone.square(1, 1).click()
    expect(phone.page.locator(".palette")).to_be_hidden()


def test_the_keys_are_shown_under_a_question_mark(laptop: Player) -> None:
    laptop.opens_a_table_for("Ana")
    laptop.opens_the_kingdom_of("Ana")
    laptop.starts_by_hand()
    expect(laptop.square(0, 0)).to_be_focused()  # what has appeared has the focus
    laptop.page.keyboard.press("?")
    expect(laptop.page.get_by_text("next square to check")).to_be_visible()
    laptop.page.keyboard.press("Escape")
    expect(laptop.page.get_by_text("next square to check")).to_be_hidden()
    laptop.page.keyboard.press("w")
    expect(laptop.square(0, 0)).to_have_attribute("data-code", "w")


def test_advice_on_the_photo_is_read_in_full_before_squares_are_checked(phone: Player) -> None:
    phone.begins_with_one_kingdom()
    phone.sends(covered(SAMPLES / "kitchen-table.jpg", (1, 3), grey=255))
    advice = phone.page.get_by_role("list", name="Remarks").get_by_text("Light glares on row 2, column 4.")

    expect(advice).to_be_in_viewport(ratio=1)
    assert advice.evaluate("text => text.scrollHeight <= text.clientHeight")  # nothing of it is cut off
    phone.button("Next").click()
    expect(phone.button("Yes")).to_be_in_viewport(ratio=1)
    phone.taps(0, 0, "mine")
    expect(advice).to_be_hidden()


def test_while_a_square_is_asked_about_nothing_is_remarked_on_another(phone: Player) -> None:
    phone.begins_with_one_kingdom()
    phone.sends(covered(SAMPLES / "kitchen-table.jpg", (1, 3), grey=255))
    expect(phone.page.locator(".square.doubtful").nth(1)).to_be_visible()
    phone.is_settled()
    remarks = phone.page.get_by_role("list", name="Remarks").get_by_role("listitem")

    for row, column, said in ((3, 0, 0), (1, 3, 1)):
        phone.chooses(row, column)
        expect(phone.page.locator(".place")).to_have_text(f"row {row + 1}, column {column + 1}")
        expect(phone.button("Yes")).to_be_visible()
        expect(remarks.filter(has_text="Light glares on row 2, column 4.")).to_have_count(said)


def test_a_remark_leads_to_its_square(laptop: Player) -> None:
    laptop.opens_a_table_for("Ana")
    laptop.opens_the_kingdom_of("Ana")
    laptop.starts_by_hand()
    laptop.chooses(0, 0)
    crowns = laptop.page.locator(".numbers")
    before = crowns.bounding_box()
    laptop.types("wwwww/wwwww/wwCww/wwwws/wwwww")
    laptop.page.get_by_role("list", name="Remarks").get_by_role("button").first.click()

    expect(laptop.page.locator(".square[aria-selected=true]")).to_be_focused()
    assert crowns.bounding_box() == before  # a remark moves nothing


def test_the_runner_up_of_a_doubtful_square_is_one_tap_away(phone: Player) -> None:
    phone.begins_with_one_kingdom()
    phone.sends(covered(SAMPLES / "kitchen-table.jpg", (1, 3)))
    phone.chooses(1, 3)
    was = phone.square(1, 3).get_attribute("data-code") or ""
    suggestion = phone.page.get_by_role("button", name=re.compile("^or .*[?]$"))
    offered = suggestion.get_attribute("data-code") or ""
    suggestion.click()

    assert offered != was
    expect(phone.square(1, 3)).to_have_attribute("data-code", offered)
    expect(phone.square(1, 3)).not_to_have_accessible_name(re.compile("doubtful"))


def test_the_photo_shows_the_same_board_and_takes_taps(phone: Player) -> None:
    phone.begins_with_one_kingdom()
    phone.photographs(SAMPLES / "kitchen-table.jpg")
    expect(phone.square(0, 0)).to_be_visible()
    phone.button("Photo").click()
    phone.page.locator('.photo [data-place="2,3"]').click()

    expect(phone.page.locator(".place")).to_have_text("row 3, column 4")
    loaded = phone.page.locator(".photo image").evaluate(
        "image => image.getBBox().width > 0 && fetch(image.href.baseVal).then((answer) => answer.ok)"
    )
    assert loaded


def test_every_target_is_large_enough_for_a_finger_even_on_seven_by_seven(phone: Player) -> None:
    phone.opens_a_table_for("Ana")
    phone.button("Rules").click()
    phone.page.get_by_role("radio", name="7 × 7").click()
    phone.opens_the_kingdom_of("Ana")  # at once: the choice is not lost
    phone.starts_by_hand()
    expect(phone.square(6, 6)).to_be_visible()

    expect(phone.button("Another photo")).to_be_visible()
    sizes = phone.sees_targets()
    assert len(sizes) > 60
    assert [size for size in sizes if min(size) < SMALLEST_TARGET] == []


def stroke(player: Player, *places: Position) -> None:
    """Drags from the first square over the others with the mouse."""
    mouse = player.page.mouse
    for number, (row, column) in enumerate(places):
        box = player.square(row, column).bounding_box()
        assert box
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        if number == 0:
            mouse.down()
    mouse.up()


def test_dragging_from_the_chosen_square_paints_its_land(laptop: Player) -> None:
    laptop.opens_a_table_for("Ana")
    laptop.opens_the_kingdom_of("Ana")
    laptop.starts_by_hand()
    laptop.taps(0, 0, "forest", crowns=1)
    stroke(laptop, (0, 0), (0, 1), (0, 2), (1, 2))
    laptop.sees_points(4)
    laptop.sees_kingdom(Kingdom.parse("f1ff../..f../..C../...../....."))

    laptop.button("Undo").click()
    laptop.sees_kingdom(Kingdom.parse("f1..../...../..C../...../....."))


def test_a_board_is_turned_with_its_photo_and_moved_in_its_frame(phone: Player) -> None:
    phone.begins_with_one_kingdom()
    phone.photographs(SAMPLES / "kitchen-table.jpg")
    expect(phone.square(0, 0)).to_be_visible()
    kingdom = Kingdom.parse((SAMPLES / "kitchen-table.txt").read_text())
    phone.taps(0, 0, "mine", crowns=1)
    rows = kingdom.with_square(0, 0, Kingdom.parse("m1")[0, 0]).rows
    phone.button("Turn the board").click()
    phone.sees_kingdom(Kingdom(tuple(zip(*rows[::-1], strict=True))))

    phone.taps(2, 2, "swamp")  # the editor goes on with the turned board
    expect(phone.square(2, 2)).to_have_attribute("data-code", "s")


def test_a_kingdom_smaller_than_its_grid_moves_in_it(laptop: Player) -> None:
    laptop.opens_a_table_for("Ana")
    laptop.opens_the_kingdom_of("Ana")
    laptop.starts_by_hand()
    laptop.types("wwww./wwww./wwCw./wwww./.....")
    laptop.button("Move right").click()
    laptop.sees_kingdom(Kingdom.parse(".wwww/.wwww/.wwCw/.wwww/....."))
    expect(laptop.button("Move right")).to_be_disabled()


def test_the_words_are_those_of_the_browser(chromium: Browser, server: str) -> None:
    with a_phone(chromium, server, locale="fr-FR") as phone:
        phone.page.goto(server)
        expect(phone.page.get_by_text("Photographier la table").first).to_be_visible()


def test_a_kingdom_is_entered_by_a_tap_a_square_and_one_for_its_crowns(phone: Player) -> None:
    phone.page.add_init_script(COUNT_TAPS)
    phone.opens_a_table_for("Ana")
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    before, kingdom = taps(phone), Kingdom.parse("w1wffl/wwfll1/ggCll1/g2gml1l/ssm2ls1")
    squares = [square for _, square in kingdom.squares() if not square.is_castle]
    for square in squares:
        phone.page.locator(".palette").get_by_role("button", name=NAMES[str(square)[0]]).click()
        if square.crowns:
            phone.page.locator(".numbers").get_by_role("button", name=re.compile(f"^{square.crowns} crown")).click()

    phone.sees_kingdom(kingdom)
    crowned = sum(square.crowns > 0 for square in squares)
    print(f"{taps(phone) - before} taps for 24 squares, {crowned} of them with crowns")
    assert taps(phone) - before == 24 + crowned


def test_what_was_laid_by_mistake_is_taken_back_before_the_next(phone: Player) -> None:
    phone.opens_a_table_for("Ana")
    phone.opens_the_kingdom_of("Ana")
    phone.starts_by_hand()
    for land in ("wheat", "forest"):
        phone.page.locator(".palette").get_by_role("button", name=land).click()
    phone.page.locator(".undo").click()
    phone.page.locator(".palette").get_by_role("button", name="lake").click()

    expect(phone.square(0, 0)).to_have_attribute("data-code", "w")
    expect(phone.square(0, 1)).to_have_attribute("data-code", "l")


def _domino_beside(_: np.random.Generator, scene: Scene) -> Scene:
    """The scene with a domino upright beside the second and third row of its kingdom."""
    [laid] = scene.kingdoms
    ((x, y),) = moved(laid.pose(), np.array([[laid.shape[1] + 0.56, 2.0]])).tolist()
    return replace(scene, loose=((x, y, radians(laid.turn + 90)),))


@pytest.fixture(scope="module")
def photo_with_a_domino_beside() -> tuple[bytes, Kingdom, Kingdom]:
    """A photo of a kingdom with a domino laid beside it, what is read in it, and what lies there."""
    photo = evening(Case("a domino beside the grid", scene=_domino_beside, fill=0.6), 1)
    [reading] = vision.read(Photo(photo.image, 1.0))
    return cv2.imencode(".png", photo.image)[1].tobytes(), reading.kingdom, photo.lying[0].kingdom


def is_asked_about_the_domino(phone: Player, photo: bytes) -> None:
    phone.opens_a_table_for("Ana")
    phone.opens_the_kingdom_of("Ana")
    phone.sends(photo)
    expect(phone.page.locator(".square.doubtful")).to_have_count(2)
    phone.is_settled()
    phone.chooses(1, 5)
    expect(phone.page.get_by_role("list", name="Remarks").get_by_text("loose domino")).to_have_count(0)
    expect(phone.page.locator(".holds")).to_have_text("Do these two squares belong to the kingdom of Ana?")
    expect(phone.square(2, 5)).to_contain_class("asked-too")


def test_a_domino_that_lies_beside_a_kingdom_is_taken_out_with_one_tap_and_put_back_with_another(
    phone: Player, photo_with_a_domino_beside: tuple[bytes, Kingdom, Kingdom]
) -> None:
    photo, read, lying = photo_with_a_domino_beside
    is_asked_about_the_domino(phone, photo)

    phone.button("No").click()
    phone.sees_points(score(lying).total)
    expect(phone.page.locator(".square.doubtful")).to_have_count(0)
    expect(phone.square(1, 5)).to_have_attribute("data-code", ".")
    expect(phone.square(2, 5)).to_have_attribute("data-code", ".")
    expect(phone.button("Play on 7 × 7")).to_have_count(0)

    phone.button("Undo").click()
    phone.sees_points(score(read).total)
    expect(phone.page.locator(".square.doubtful")).to_have_count(2)


def test_a_domino_is_seen_as_it_lies_at_every_size_and_stays_with_one_tap(
    phone: Player, photo_with_a_domino_beside: tuple[bytes, Kingdom, Kingdom]
) -> None:
    photo, read, _ = photo_with_a_domino_beside
    is_asked_about_the_domino(phone, photo)
    for width, height in EVERY_SIZE:
        phone.page.set_viewport_size({"width": width, "height": height})
        crop = phone.page.locator(".crop").bounding_box()
        assert crop
        assert crop["height"] == pytest.approx(2 * crop["width"], abs=1)

    expect(phone.button("Play on 7 × 7")).to_have_count(0)
    phone.button("Yes").click()

    expect(phone.page.locator(".square.doubtful")).to_have_count(0)
    expect(phone.button("Play on 7 × 7")).to_be_visible()
    phone.sees_kingdom(read)
    phone.sees_points(score(read).total)
