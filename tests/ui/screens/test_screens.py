"""The screens without a browser: questions, answers and sentences."""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from scoring import EMPTY, Building, Character, Kingdom, Pieces, Position, Rules, Square, Terrain, Title
from scoring.castle import Castle
from tests.project import ROOT
from tests.sample_photos import KITCHEN, KITCHEN_CORNERS, SAMPLES, codes_of
from tests.ui.factories import (
    ANA_AND_BEN,
    BARE_PHOTO,
    BOTH_LAID,
    EVENING,
    board_of,
    reading_of,
    with_boards,
)
from tests.ui.phone import (
    a_phone,
    fill,
    find_stored_table,
    goes_to,
    holding,
    labels,
    list_requested_photos,
    phone_key_of,
    photographs,
    press,
    seat_of,
    selection_of,
    table_of,
    words,
)
from ui import store
from ui.photos.pictures import shrink_photo
from ui.screens.boards import possible
from ui.table.board import Board, State, Trust, make_blank_board, make_board
from ui.table.commands import next_game
from ui.table.table import Table, set_boxes
from vision import load

BOARD = Board(Kingdom.parse("w1w/Cf"))
ANA_LAID = ANA_AND_BEN.with_new_board(1, BOARD)


def open_screen(app: AppTest, screen: str, table: Table, seat: int | None = None) -> AppTest:
    return goes_to(holding(app, table, seat=seat), screen)


def anas_board(app: AppTest) -> Board:
    return board_of(table_of(app))


# --- Start and Table


NOTICE = "This is a demo: tables and photos"
SCANNED = "QR code: scan it with a phone to open this page"


def test_start_page_leads_to_camera_and_names_retention(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_ADDRESS", "https://192.168.1.5:8501")
    ways = ["Enter a board by hand", "Kingdoms by Reiner Knizia", "Past games", "Restore or import games"]
    assert labels(app.run()) == ["Join", *ways]
    assert list_requested_photos(app) == ["Photograph the table"]
    assert NOTICE not in words(app)
    assert words(app).count(SCANNED) == 1
    assert ">https://192.168.1.5:8501<" in words(app)

    monkeypatch.setenv("CROWNSIGHT_TRIAL", "1")
    assert NOTICE in words(app.run())


def test_by_hand_opens_an_empty_board_at_once(app: AppTest) -> None:
    press(app.run(), "Enter a board by hand")

    assert [(seat.name, seat.named) for seat in table_of(app).seats] == [("Blue", False)]
    assert anas_board(app) == replace(make_blank_board(5), number=2)
    assert {"Done", "Photograph the kingdom", "Name and castle"} <= {*labels(app)}
    press(app, "Name and castle")
    assert "Blue’s name" in [field.label for field in app.text_input]


def test_table_of_typed_boards_offers_the_next(app: AppTest) -> None:
    press(app.run(), "Enter a board by hand")
    press(press(app, "Done"), "Enter another board by hand")

    assert [seat.name for seat in table_of(app).seats if seat.board] == ["Blue", "Green"]
    photographed = open_screen(app, "table", ANA_LAID.without_player(2))
    assert "Enter another board by hand" not in labels(photographed)


def test_added_player_needs_an_unused_name(app: AppTest) -> None:
    open_screen(app, "table", Table())
    app.text_input[0].input("Chloé")
    app.button_group[0].select(Castle.PINK)
    press(app, "Add player")
    press(fill(app, "Name", "chloé"), "Add player")

    assert "already at the table" in words(app)
    assert [(seat.name, seat.colour) for seat in table_of(app).seats] == [("Chloé", Castle.PINK)]


def test_primary_button_is_the_next_step_and_enabled(app: AppTest) -> None:
    def gold(table: Table) -> list[str]:
        screen = open_screen(app, "table", table)
        assert not any(button.disabled for button in screen.button)
        buttons = [button.label for button in screen.button if button.proto.type == "primary"]
        if {"Who won?", "Add player"}.intersection(buttons):  # beside a camera that is not gold
            return buttons
        return list_requested_photos(screen)[:1] or buttons

    checked = replace(BOARD, confirmed=True)
    both = ANA_AND_BEN.with_new_board(1, checked).with_new_board(2, checked)
    doubted = both.with_board(1, replace(BOARD, doubtful=frozenset({(0, 0), (0, 1)})))

    assert gold(Table()) == ["Add player"]
    assert gold(ANA_LAID) == ["Photograph Ben’s kingdom"]
    assert gold(doubted) == ["Check 2 squares"]
    assert gold(both) == ["Who won?"]
    assert gold(both.without_player(2)) == ["Add another kingdom"]


def test_undo_restores_a_removed_player_with_kingdom(app: AppTest) -> None:
    press(open_screen(app, "table", ANA_LAID), "Players")
    press(press(app, "Remove Ana"), "Keep Ana")
    assert table_of(app).seats == ANA_LAID.seats
    press(press(app, "Remove Ana"), "Yes, remove Ana")
    assert [seat.name for seat in table_of(app).seats] == ["Ben"]
    press(app, "Bring back Ana")

    assert table_of(app).seats == ANA_LAID.seats


# --- Kingdom: a photo that is no kingdom


def test_failed_photo_offers_corners_and_manual_entry(
    app: AppTest,
) -> None:
    open_screen(app, "kingdom", ANA_LAID, seat=1)
    press(app, "Another photo")
    photographs(app, BARE_PHOTO)

    assert "No kingdom found. Shoot" in words(app)
    assert {"Mark the corners", "Enter by hand"} <= set(labels(app))
    press(app, "Mark the corners")
    assert "Mark the corners" in words(app)
    press(app, "Another photo")
    assert list_requested_photos(app)
    press(app, "‹ Back to the board")
    assert anas_board(app) == ANA_LAID.seats[0].board


@pytest.mark.usefixtures("uncertain_kingdoms")
@pytest.mark.parametrize(("screen", "seat"), [("kingdom", 2), ("whole_table", None)])
def test_accepted_uncertain_kingdom_is_assigned_by_castle(app: AppTest, screen: str, seat: int | None) -> None:
    open_screen(app, screen, ANA_AND_BEN, seat=seat)

    photographs(app, KITCHEN.read_bytes())

    assert "look like Kingdomino" in words(app)
    assert {"Mark the corners", "Enter by hand"} <= set(labels(app))
    assert not any(seat.board for seat in table_of(app).seats)
    press(app, "Use it anyway")
    assert "look like Kingdomino" not in words(app)
    assert [str(anas_board(app).kingdom)] == codes_of(KITCHEN)
    assert table_of(app).seats[1].board is None


# --- Kingdom: from a photo to a board


def test_player_chooses_among_kingdoms_of_a_photo(app: AppTest) -> None:
    neither = Table().with_player("Ana", Castle.GREEN).with_player("Ben", Castle.PINK)
    open_screen(app, "kingdom", neither.with_new_board(2, BOARD), seat=1)
    photographs(app, (SAMPLES / "two-kingdoms.jpg").read_bytes())
    press(app, "Kingdom 2")

    assert str(anas_board(app).kingdom) == codes_of(SAMPLES / "two-kingdoms.jpg")[1]


def test_the_board_before_a_new_photo_can_be_brought_back(app: AppTest) -> None:
    photographed_again = with_boards(ANA_LAID, "C w3")
    press(open_screen(app, "kingdom", photographed_again, seat=1), "Restore previous reading")

    assert str(anas_board(app).kingdom) == "w1w/Cf"


def of_photo(kingdom: Kingdom, *doubtful: Position) -> Board:
    """Build the board of the kitchen table's photo with this kingdom."""
    reading = replace(reading_of(kingdom, *doubtful), corners=KITCHEN_CORNERS)
    return make_board(reading, shrink_photo(load(KITCHEN)))


def test_another_photo_keeps_corrections(app: AppTest) -> None:
    (truth,) = codes_of(KITCHEN)
    first = of_photo(Kingdom.parse(truth).with_square(4, 4, Square(Terrain.SWAMP, 2)), (4, 4))
    answered = replace(first, kingdom=first.kingdom.with_square(0, 0, Square(Terrain.MINE, 3)))
    open_screen(app, "kingdom", ANA_AND_BEN.with_new_board(1, answered), seat=1)
    press(app, "Another photo")
    photographs(app, KITCHEN.read_bytes())

    board = anas_board(app)
    assert str(board.kingdom) == str(Kingdom.parse(truth).with_square(0, 0, Square(Terrain.MINE, 3)))
    assert (4, 4) not in board.doubtful
    assert "Restore previous reading" in labels(app)


def test_looks_right_confirms_and_opens_the_next_board(app: AppTest) -> None:
    three = ANA_AND_BEN.with_player("Chloé", Castle.PINK).with_new_board(2, BOARD)
    press(open_screen(app, "kingdom", three, seat=2), "Done")
    assert board_of(table_of(app), 2).confirmed
    assert "<h1><bdi>Chloé</bdi>’s kingdom</h1>" in words(app)
    assert "✓ Confirmed: <bdi>Ben</bdi>" in words(app)
    press(press(app, "Enter by hand"), "Done")
    assert "<h1><bdi>Ana</bdi>’s kingdom</h1>" in words(app)
    press(app, "‹ Table")
    assert any("confirmed" in label for label in labels(app))

    press(goes_to(holding(app, seat=2), "kingdom"), "Done")
    assert "Ana: no board yet" in labels(app)  # a board that was checked before goes back to the table


def test_oversized_kingdom_offers_the_larger_grid(app: AppTest) -> None:
    wide = ANA_AND_BEN.with_new_board(1, Board(Kingdom.parse("wwwwww/wwCwww")))
    press(open_screen(app, "kingdom", wide, seat=1), "Play on 7 × 7")

    assert table_of(app).rules.grid == 7
    board = anas_board(app)
    assert (board.kingdom.height, board.kingdom.width) == (7, 7)
    assert "Play on 5 × 5" not in labels(app)


def test_illegal_kingdom_of_a_photo_is_asked_about(app: AppTest) -> None:
    (truth,) = codes_of(KITCHEN)
    odd = of_photo(Kingdom.parse(truth).with_square(0, 0, EMPTY))
    open_screen(app, "kingdom", ANA_AND_BEN.with_new_board(1, odd), seat=1)
    press(app, "Show me")
    assert selection_of(app) == (anas_board(app).number, (0, 1), 1)
    assert "23 squares can’t be dominoes" in words(app)
    press(app, "Not sure")

    assert anas_board(app).state == State(Trust.ACCEPTED, 1)


def test_provisional_result_leads_to_doubts_and_back(app: AppTest) -> None:
    doubted = BOTH_LAID.with_board(2, Board(Kingdom.parse("w1w/Cf"), doubtful=frozenset({(0, 1)})))
    checked = doubted.with_board(1, Board(Kingdom.parse("m3m/Cf"), confirmed=True))
    open_screen(app, "result", checked)
    assert "1 square to check" in words(app)
    assert "<h1><bdi>Ana</bdi> leads</h1>" in words(app)
    press(app, "Not final: check 1 of Ben’s squares")

    assert seat_of(app) == 2
    selection = selection_of(app)
    assert selection
    assert selection[1] == (0, 1)
    press(app, "‹ Ben")
    assert "<h1><bdi>Ana</bdi> leads</h1>" in words(app)


# --- Result


def with_all_checked(table: Table) -> Table:
    for seat in table.seats:
        assert seat.board is not None
        table = table.with_board(seat.number, replace(seat.board, confirmed=True))
    return table


ALONE = Table().with_player("", Castle.BLUE).with_new_board(1, BOARD)
HIDDEN = replace(BOTH_LAID, hide_scores=True)
INN = (((0, 1), Building(each=2, per=Terrain.WHEAT)),)
FARMER = Board(BOARD.kingdom, pieces=Pieces(characters=(((0, 0), Character.FARMER),), buildings=INN, queen=True))
FARMERS = ANA_AND_BEN.with_new_board(1, FARMER).with_new_board(2, FARMER)
ALL_BOXES = set_boxes(Rules(), [Title.KINGDOMINO, Title.COURT, Title.QUEENDOMINO])
FINALE = "data-played"  # what tells the end is out of sight until it was played
RESULTS: dict[str, tuple[Table, list[str], list[str]]] = {
    "kingdoms to check are told without a finale": (BOTH_LAID, ["<bdi>Ben</bdi> leads"], [FINALE]),
    "checked kingdoms are told as a finale with places and reasons": (
        with_all_checked(BOTH_LAID),
        [
            FINALE,
            "<bdi>Ben</bdi> wins",
            "4 points ahead",
            "4 points behind Ben",
        ],
        [],
    ),
    "a player without a kingdom is named": (
        BOTH_LAID.with_player("Chloé", Castle.PINK),
        ["<bdi>Chloé</bdi> has no kingdom yet"],
        [FINALE],
    ),
    "one kingdom alone is scored": (with_all_checked(ALONE), ["<h1>2 points</h1>"], []),
    "hidden scores stay hidden": (HIDDEN, ["stay secret"], ["4 points"]),
    "hidden scores are shown once every kingdom is checked": (
        with_all_checked(HIDDEN),
        ["4 points ahead"],
        ["stay secret"],
    ),
    "more pieces than the boxes have are told": (
        replace(FARMERS, rules=ALL_BOXES),
        ["farmer is there 2 times; the box has one", "2 players host the queen; there is one"],
        [],
    ),
    "pieces of boxes that are not there are not counted": (FARMERS, [], ["the box has"]),
}


@pytest.mark.parametrize(("table", "said", "unsaid"), RESULTS.values(), ids=RESULTS)
def test_on_the_result(table: Table, said: list[str], unsaid: list[str], app: AppTest) -> None:
    open_screen(app, "result", table)

    assert [one for one in said if one not in words(app)] == []
    assert [one for one in unsaid if one in words(app)] == []
    assert len(table_of(app).games) == (len(table.seats) > 1 and all(seat.board for seat in table.seats))


def test_domino_conflict_leads_to_its_squares(app: AppTest) -> None:
    open_screen(app, "result", with_boards(ANA_AND_BEN, "C w m3", "Cwm3"))
    assert "Domino 48" in words(app)
    press(app, "Check Ben")

    assert board_of(table_of(app), 2).doubtful == {(0, 1), (0, 2)}


def test_every_navigation_is_one_step_of_back() -> None:
    """``routes.go_to`` counts the step and writes its address; Streamlit's own way would lose the table."""
    others = [path for path in (ROOT / "ui" / "screens").rglob("*.py") if path.name != "routes.py"]

    assert [str(path) for path in others if re.search(r"st\.(switch_page|page_link)\(", path.read_text("utf-8"))] == []


def test_community_cloud_runs_a_trial(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("CROWNSIGHT_TRIAL", "CROWNSIGHT_DATA"):
        monkeypatch.setenv(variable, "")  # put back after the test
        monkeypatch.delenv(variable)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60).run()

    assert not app.exception
    assert NOTICE in words(app)


def test_community_cloud_uses_locked_packages() -> None:
    required = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()

    assert [line for line in required if not line.startswith("#")] == ["-r requirements.lock"]
    assert (ROOT / ".streamlit" / "config.toml").read_bytes() == (ROOT / "ui/.streamlit/config.toml").read_bytes()


# --- The kingdoms that could have been had


WASTED = "w1fCfw"  # 1 point; with its two wheat squares side by side it would be 2
WELL_LAID = "w1fC"
HEADING = "Could it have been better?"


def result_of(**codes: str) -> AppTest:
    """Open the result of players with these kingdoms, once all searches are done."""
    table = Table()
    for name, castle in zip(codes, Castle, strict=False):
        table = table.with_player(name, castle)
    for number, code in enumerate(codes.values(), start=1):
        board = Board(Kingdom.parse(code), by_hand=True, confirmed=True)
        table = table.with_new_board(number, board)
        possible(board.kingdom, table.rules).result(60)
    return goes_to(holding(a_phone(), table), "result")


def test_better_arrangement_is_shown_over_both_boards() -> None:
    app = press(result_of(Ana=WASTED, Ben=WELL_LAID), "Ana’s board")

    for said in (
        HEADING,
        "1 point. Best we found: 2",
        "<figcaption>1 point</figcaption>",
        "<figcaption>2 points</figcaption>",
    ):
        assert said in words(app)
    assert HEADING not in words(press(app, "‹ Result"))
    assert "nothing better. Well played!" in words(press(app, "Ben’s board"))


def test_result_of_one_kingdom_shows_its_board() -> None:
    app = result_of(Ana=WASTED)

    assert "1 point. Best we found: 2" in words(app)
    assert "Ana’s board" not in labels(app)


# --- A player's board in the result


def test_place_in_the_result_opens_that_board(app: AppTest) -> None:
    open_screen(app, "result", BOTH_LAID)

    press(app, "Ben’s board")
    assert "<h1><bdi>Ben</bdi>: 6 points</h1>" in words(app)
    assert "mine</span><span>2 × 3</span><b>= 6</b>" in words(app)
    assert "Play again" not in labels(app)
    press(app, "‹ Result")
    assert "Play again" in labels(app)


def test_correcting_an_opened_board_returns_to_it(app: AppTest) -> None:
    press(open_screen(app, "result", BOTH_LAID), "Ben’s board")
    press(press(app, "Correct this board"), "‹ Ben")

    assert "<h1><bdi>Ben</bdi>: 6 points</h1>" in words(app)
    assert app.query_params["board"] == "2"


def test_next_game_leaves_an_open_board_in_place(app: AppTest) -> None:
    press(open_screen(app, "result", BOTH_LAID), "Ben’s board")
    kept = find_stored_table(app)
    store.get_store().change(kept.key, phone_key_of(app), lambda now: next_game(now.table, 1, EVENING, by=2))

    assert "<h1><bdi>Ben</bdi>: 6 points</h1>" in words(app.run())
    assert "</bdi> leads" in words(press(app, "‹ Result"))
