"""The board by touch and keyboard, on a bare page: nothing is lost, targets are large enough."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from scoring import GRIDS, Kingdom, Square, Terrain, score
from tests.browser.photographed import TRUTH, photo_board
from tests.browser.player import ANA_AND_BEN, Player
from ui.table.board import Board, Trust
from vision.warning import ReadingWarning, WarningCode

pytestmark = pytest.mark.browser

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
BESIDE = ((1, 5), (2, 5))  # a domino that lies beside the kingdom of the photo
WIDER = Kingdom.parse("/".join(f"{row}{'w' if at in (1, 2) else '.'}" for at, row in enumerate(str(TRUTH).split("/"))))
GLARE = ReadingWarning(WarningCode.GLARE, ((1, 3),))


@pytest.mark.parametrize("pause", [0, 20])
def test_thirty_quick_taps_lose_nothing(bare: Player, pause: int) -> None:
    bare.opens_a_board()
    bare.taps(0, 0, "forest", crowns=1)
    kingdom = Kingdom.parse("f1ffff/fffff/wwCww/fffff/fffff")
    places = [position for position, square in kingdom.squares() if not square.is_castle and position != (0, 0)]
    taps = [[f"{row},{column}", "l"] for row, column in places[:7]]  # squares that are changed twice
    taps += [[f"{row},{column}", kingdom[row, column].terrain.letter] for row, column in places]  # type: ignore[union-attr]
    assert len(taps) == 30

    bare.page.evaluate(QUICK_TAPS, [taps, pause])

    bare.sees_points(score(kingdom).total)
    assert bare.stored_kingdom == kingdom


def test_crowns_are_offered_only_up_to_what_exists(bare: Player) -> None:
    bare.opens_a_board()
    bare.taps(0, 0, "mine", crowns=3)
    crowns = bare.page.locator(".numbers")
    expect(crowns.get_by_role("button", name="3 crowns")).to_be_enabled()

    bare.chooses(0, 1)
    bare.chooses(0, 0)
    bare.page.locator(".palette").get_by_role("button", name="wheat").click()

    expect(bare.square(0, 0)).to_have_accessible_name(re.compile("^row 1, column 1: wheat, 1 crown(,|$)"))
    expect(crowns.get_by_role("button", name="2 crowns")).to_be_disabled()


def test_undo_and_redo_go_through_every_change(bare: Player) -> None:
    bare.opens_a_board()
    bare.taps(0, 0, "mine", crowns=2)
    bare.taps(0, 1, "mine", crowns=1)
    bare.sees_points(6)

    for _ in range(4):
        bare.button("Undo").click()
    bare.sees_points(0)
    expect(bare.button("Undo")).to_be_disabled()
    for _ in range(4):
        bare.button("Redo").click()
    bare.sees_points(6)


def test_key_help_opens_and_second_tap_closes_square(bare: Player) -> None:
    bare.opens_a_board()
    expect(bare.square(0, 0)).to_be_focused()  # what has appeared has the focus
    bare.page.keyboard.press("?")
    expect(bare.page.get_by_text("confirm the first answer")).to_be_visible()
    bare.page.keyboard.press("Escape")
    expect(bare.page.get_by_text("confirm the first answer")).to_be_hidden()
    bare.page.keyboard.press("w")
    expect(bare.square(0, 0)).to_have_attribute("data-code", "w")
    palette = bare.page.locator(".palette")
    expect(palette).to_be_visible()
    bare.square(0, 0).click()
    expect(palette).to_be_hidden()


def test_mistaken_square_is_undone_before_the_next(bare: Player) -> None:
    bare.opens_a_board()
    for land in ("wheat", "forest"):
        bare.page.locator(".palette").get_by_role("button", name=land).click()
    bare.page.locator(".undo").click()
    bare.page.locator(".palette").get_by_role("button", name="lake").click()

    bare.sees_kingdom(Kingdom.parse("wl.../...../..C../...../....."))


def test_a_remark_leads_to_its_square(bare: Player) -> None:
    bare.page.set_viewport_size({"width": 1440, "height": 900})
    bare.opens_a_board(Board(Kingdom.parse("wwwww/wwwww/wwCww/wwww./wwwww")))
    bare.chooses(3, 4)
    crowns = bare.page.locator(".numbers")
    before = crowns.bounding_box()
    bare.page.keyboard.press("s")
    bare.page.get_by_role("list", name="Remarks").get_by_role("button").first.click()

    expect(bare.page.locator(".square[aria-selected=true]")).to_be_focused()
    assert crowns.bounding_box() == before  # a remark moves nothing


def test_dragging_from_the_chosen_square_paints_its_land(bare: Player) -> None:
    bare.opens_a_board()
    bare.taps(0, 0, "forest", crowns=1)
    mouse = bare.page.mouse
    for row, column in ((0, 0), (0, 1), (0, 2), (1, 2)):
        box = bare.square(row, column).bounding_box()
        assert box
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        if (row, column) == (0, 0):
            mouse.down()
    mouse.up()
    bare.sees_points(4)
    bare.sees_kingdom(Kingdom.parse("f1ff../..f../..C../...../....."))

    bare.button("Undo").click()
    bare.sees_kingdom(Kingdom.parse("f1..../...../..C../...../....."))


def test_touch_targets_are_large_on_seven_by_seven(bare: Player) -> None:
    bare.opens_a_board(table=replace(ANA_AND_BEN, rules=replace(ANA_AND_BEN.rules, grid=max(GRIDS))))
    sizes = bare.sees_targets()

    assert len(sizes) > 60
    assert [size for size in sizes if min(size) < SMALLEST_TARGET] == []


def test_a_kingdom_smaller_than_its_grid_moves_in_it(bare: Player) -> None:
    bare.opens_a_board(Board(Kingdom.parse("wwww./wwww./wwCw./wwww./.....")))
    bare.button("Move right").click()
    bare.sees_kingdom(Kingdom.parse(".wwww/.wwww/.wwCw/.wwww/....."))
    expect(bare.button("Move right")).to_be_disabled()


# --- read from a photo


def trust_of(bare: Player) -> tuple[Trust, int]:
    """Return the stored trust of Ana's board, including all taps of this phone."""
    bare.waits_until_saved()
    board = bare.stored.table.seats[0].board
    assert board
    return board.state.trust, board.state.doubts


@pytest.mark.parametrize("offline", [False, True])
def test_last_answer_confirms_the_board_on_the_server(bare: Player, offline: bool) -> None:
    bare.opens_a_board(photo_board((1, 3), (3, 3)))
    asked = bare.page.locator(".square.doubtful[aria-selected=true]")
    for left in (2, 1):
        expect(asked).to_have_accessible_name(re.compile("^row .*, unsure(,|$)"))
        expect(bare.page.get_by_text(f"{left} square")).to_be_visible()
        expect(bare.page.locator(".palette")).to_be_hidden()
        bare.page.context.set_offline(offline)
        bare.first_answer.press("Enter")

    expect(bare.first_answer).to_be_hidden()
    bare.page.context.set_offline(False)
    assert bare.stored_kingdom == TRUTH
    assert trust_of(bare) == (Trust.CONFIRMED, 0)


def test_skipped_square_stays_doubtful_without_question(bare: Player) -> None:
    bare.opens_a_board(photo_board((1, 3), (3, 3)))
    bare.button("Not sure").click()
    expect(bare.page.get_by_text("1 square to check")).to_be_visible()
    assert trust_of(bare) == (Trust.TO_CHECK, 2)
    bare.page.keyboard.press("Enter")  # yes: the square in question has the focus

    expect(bare.first_answer).to_be_hidden()
    assert trust_of(bare) == (Trust.ACCEPTED, 1)


def test_board_accepted_with_a_doubt_stays_unchanged(bare: Player) -> None:
    bare.opens_a_board(replace(photo_board((1, 3)), confirmed=True))
    bare.button("Not sure").click()

    expect(bare.button("Not sure")).to_be_hidden()
    bare.waits_until_saved()
    assert bare.stored.version == 1


def test_doubt_answers_confirm_or_open_the_palette(bare: Player) -> None:
    bare.opens_a_board(photo_board((1, 3)))
    bare.button("Something else").click()
    bare.page.locator(".palette").get_by_role("button", name="mine").click()
    expect(bare.page.locator(".holds")).to_have_text("Is this …")
    assert trust_of(bare) == (Trust.TO_CHECK, 0)
    bare.page.locator(".numbers").get_by_role("button", name="2 crowns").click()
    bare.first_answer.click()

    expect(bare.first_answer).to_be_hidden()
    assert bare.stored_kingdom[1, 3] == Square(Terrain.MINE, 2)
    assert trust_of(bare) == (Trust.TO_CHECK, 0)  # no domino has them there: that is for the page to ask


def test_correcting_another_square_returns_to_the_question(
    bare: Player,
) -> None:
    bare.opens_a_board(photo_board((1, 3)))
    bare.taps(0, 0, "wheat", crowns=1)
    bare.first_answer.click()
    expect(bare.page.locator(".square.doubtful[aria-selected=true]")).to_be_focused()
    bare.page.keyboard.press("Escape")  # while something is in doubt it stays in question
    bare.button("Swamp").click()
    expect(bare.square(1, 3)).to_have_attribute("data-code", "s")
    expect(bare.square(1, 3)).not_to_have_accessible_name(re.compile("unsure"))


def test_focus_stays_on_an_answer_while_others_tap(bare: Player, other_bare: Player) -> None:
    bare.opens_a_board(photo_board((1, 3)))
    other_bare.comes_to_the_board_of(bare)
    bare.first_answer.focus()
    other_bare.taps(0, 0, "lake")

    expect(bare.square(0, 0)).to_have_attribute("data-code", "l")
    expect(bare.first_answer).to_be_focused()


def test_photo_advice_is_shown_in_full(bare: Player) -> None:
    bare.opens_a_board(photo_board((1, 3), warnings=(GLARE,)))
    advice = bare.page.get_by_role("list", name="Remarks").get_by_text(str(GLARE))

    expect(advice).to_be_in_viewport(ratio=1)
    assert advice.evaluate("text => text.scrollHeight <= text.clientHeight")  # nothing of it is cut off
    expect(bare.first_answer).to_be_in_viewport(ratio=1)
    bare.taps(0, 0, "mine")
    expect(advice).to_be_hidden()


def test_open_question_hides_remarks_on_other_squares(bare: Player) -> None:
    bare.opens_a_board(photo_board((1, 3), (3, 0), warnings=(GLARE,)))
    remarks = bare.page.get_by_role("list", name="Remarks").get_by_role("listitem")

    for row, column, said in ((3, 0, 0), (1, 3, 1)):
        bare.chooses(row, column)
        expect(bare.page.locator(".place")).to_have_text(f"row {row + 1}, column {column + 1}")
        expect(bare.first_answer).to_be_visible()
        expect(remarks.filter(has_text=str(GLARE))).to_have_count(said)


def test_remarks_take_one_line_and_unfold(bare: Player) -> None:
    bare.opens_a_board(photo_board(warnings=(GLARE, ReadingWarning(WarningCode.BLURRED))))
    remarks = bare.page.locator(".remarks")
    expect(remarks).to_contain_text("Light glares")
    folded = remarks.bounding_box()
    assert folded
    assert folded["height"] <= 48

    remarks.get_by_role("button", name="Details").first.click()

    unfolded = remarks.bounding_box()
    assert unfolded
    assert unfolded["height"] > folded["height"]


def test_the_photo_shows_the_same_board_and_takes_taps(bare: Player) -> None:
    bare.opens_a_board(photo_board())
    bare.button("Photo").click()
    bare.page.locator('.photo [data-place="2,3"]').click()

    expect(bare.page.locator(".place")).to_have_text("row 3, column 4")
    loaded = bare.page.locator(".photo image").evaluate(
        "image => image.getBBox().width > 0 && fetch(image.href.baseVal).then((answer) => answer.ok)"
    )
    assert loaded


def test_board_turns_with_its_photo(bare: Player) -> None:
    bare.opens_a_board(photo_board())
    bare.taps(0, 0, "mine", crowns=1)
    rows = TRUTH.with_square(0, 0, Square(Terrain.MINE, 1)).rows
    bare.button("Rotate").click()
    bare.sees_kingdom(Kingdom(tuple(zip(*rows[::-1], strict=True))))

    bare.taps(2, 2, "swamp")
    expect(bare.square(2, 2)).to_have_attribute("data-code", "s")


def test_stray_domino_is_removed_and_restored_by_taps(bare: Player) -> None:
    bare.opens_a_board(photo_board(*BESIDE, read=WIDER))
    doubtful = bare.page.locator(".square.doubtful")
    expect(doubtful).to_have_count(2)
    bare.chooses(1, 5)
    expect(bare.page.locator(".holds")).to_have_text("Do these two squares belong to Ana’s kingdom?")
    expect(bare.square(2, 5)).to_contain_class("asked-too")
    crop = bare.page.locator(".crop").bounding_box()
    assert crop
    assert crop["height"] == pytest.approx(2 * crop["width"], abs=1)  # as the domino lies

    bare.button("Leave them out").click()
    bare.sees_points(score(TRUTH).total)
    expect(doubtful).to_have_count(0)
    for place in BESIDE:
        expect(bare.square(*place)).to_have_attribute("data-code", ".")

    bare.button("Undo").click()
    bare.sees_points(score(WIDER).total)
    expect(doubtful).to_have_count(2)
    bare.chooses(1, 5)
    bare.first_answer.click()
    expect(doubtful).to_have_count(0)
    bare.sees_kingdom(WIDER)
