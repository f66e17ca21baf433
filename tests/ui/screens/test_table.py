"""The table's screens without a browser: permissions, one photo for all, Dynasty, and history."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from streamlit.testing.v1 import AppTest

from scoring import BASE, COURT, GIANTS, Character, Kingdom, Pieces, Quest, Rules, Title
from scoring.castle import Castle
from tests.sample_photos import SAMPLES, codes_of
from tests.ui.factories import ANA_AND_BEN, BARE_PHOTO, BOTH_LAID, EVENING, reading_of, with_boards
from tests.ui.import_samples import BG_STATS
from tests.ui.phone import (
    a_phone,
    after,
    chooses_file,
    figures,
    fill,
    find_stored_table,
    goes_to,
    holding,
    keeps_nothing,
    labels,
    list_requested_photos,
    page_of,
    phone_at,
    phone_key_of,
    photographs,
    press,
    reload,
    switch,
    table_of,
    words,
)
from tests.ui.store_helpers import joins
from ui import store
from ui.photos.pictures import shrink_photo
from ui.session.pending_photos import NOTICED_SECONDS
from ui.store.codes import new_key
from ui.table.assignment import Assignment
from ui.table.board import Board, make_board
from ui.table.commands import next_game
from ui.table.table import Table, add_record, set_boxes, set_quests, sheet
from vision import load

NAMELESS = Table().with_player("", Castle.BLUE).with_player("", Castle.GREEN)


def open_screen(screen: str, table: Table, *, host: bool = True) -> AppTest:
    """Open a screen as the host, or as a guest."""
    return goes_to(phone_at(table, host=host), screen)


# --- Rights


def test_guest_cannot_remove_players_or_keep_photos() -> None:
    guest, host = open_screen("table", BOTH_LAID, host=False), open_screen("table", BOTH_LAID)

    press(guest, "Just watching")
    labels = [{button.label for button in press(app, "Players").button} for app in (guest, host)]
    assert ["Remove Ana" in shown_labels for shown_labels in labels] == [False, True]
    switches = [{toggle.label for toggle in press(app, "More").toggle} for app in (guest, host)]
    assert ["Keep photos with past games" in shown_switches for shown_switches in switches] == [False, True]

    switch(host, "Keep photos with past games")
    assert table_of(host).keep_photos


def test_a_guest_is_asked_who_that_is_and_nothing_else() -> None:
    guest = open_screen("table", BOTH_LAID, host=False)
    assert labels(guest) == ["I am Ana", "I am Ben", "I am Pink", "I am Yellow", "Just watching"]
    assert not guest.text_input

    press(guest, "I am Ben")

    assert "Needs a look · you" in words(guest)


def test_spectator_choice_survives_a_server_restart() -> None:
    guest = press(open_screen("table", BOTH_LAID, host=False), "Just watching")

    assert "Which one are you?" not in words(goes_to(guest, "table"))
    assert "Which one are you?" not in words(goes_to(reload(guest), "table"))
    assert [seat.name for seat in table_of(guest).seats] == ["Ana", "Ben"]


def test_guest_with_a_castle_is_asked_for_a_name_once() -> None:
    guest = press(open_screen("table", BOTH_LAID, host=False), "I am Pink")
    assert "What is your name?" in words(guest)
    press(fill(guest, "Pink’s name", "Chloé"), "Save")
    assert "No board yet · you" in words(goes_to(guest, "table"))

    elsewhere = store.get_store().create(BOTH_LAID, new_key()).key
    again = press(goes_to(a_phone(elsewhere, phone_key=phone_key_of(guest)), "table"), "I am Yellow")

    assert "What is your name?" not in words(again)
    for phone in (guest, again):
        assert [seat.name for seat in table_of(phone).seats] == ["Ana", "Ben", "Chloé"]


def test_guest_may_choose_a_known_name_or_none() -> None:
    played = BOTH_LAID.again(EVENING).without_player(2).with_player("", Castle.GREEN)
    guest = press(open_screen("table", played, host=False), "I am Green")
    assert "Ben?" in labels(guest)

    press(guest, "Skip the name")

    assert "No board yet · you" in words(guest)
    assert [seat.name for seat in table_of(guest).seats] == ["Ana", "Green"]


def test_card_of_a_joined_player_says_so() -> None:
    app = open_screen("table", BOTH_LAID)
    assert "· joined" not in words(app)

    joins(store.get_store(), find_stored_table(app), new_key(), 2)

    assert words(app.run()).count("· joined") == 1


def test_second_phone_of_a_player_is_not_asked_again() -> None:
    guest = open_screen("table", BOTH_LAID, host=False)
    joins(store.get_store(), find_stored_table(guest), new_key(), 2)
    assert "on another phone" in words(guest.run())

    press(guest, "I am Ben")

    assert "· you" not in words(guest)
    assert "Ben: 6, needs a look" in labels(guest)


def removal_of_ana() -> tuple[AppTest, AppTest, AppTest]:
    """Return the phones of the host, who is about to remove Ana, of Ana, and of a spectator."""
    host = open_screen("table", BOTH_LAID)
    key = find_stored_table(host).key
    ana, onlooker = (press(goes_to(a_phone(key), "table"), said) for said in ("I am Ana", "Just watching"))
    press(press(host.run(), "Players"), "Remove Ana")
    return host, ana, onlooker


def test_removal_disconnects_phones_without_a_player() -> None:
    host, ana, onlooker = removal_of_ana()
    assert [box.label for box in host.checkbox] == ["Also disconnect 1 phone without a player. It can join again."]
    before = find_stored_table(host).key

    press(host, "Yes, remove Ana")

    for phone in (ana, onlooker):
        assert "this phone was removed from it" in words(phone.run())
        assert keeps_nothing(phone)
        assert not store.get_store().find(before, phone_key_of(phone))


def test_guest_is_not_asked_about_phones_without_a_player() -> None:
    guest = press(open_screen("table", ANA_AND_BEN, host=False), "I am Pink")
    press(guest, "Skip the name")
    assert store.get_store().join(find_stored_table(guest).key, new_key())

    press(press(guest, "Players"), "Remove Pink")

    assert not guest.checkbox


def test_invitation_counts_the_phones_that_joined() -> None:
    host = open_screen("table", BOTH_LAID)
    assert "1 phone has joined this table." in words(press(host, "Invite"))

    joins(store.get_store(), find_stored_table(host), new_key())

    assert "2 phones have joined this table." in words(host.run())


def test_removed_player_is_told_and_others_follow_the_table() -> None:
    host, guest, other = removal_of_ana()
    before = find_stored_table(host).key
    assert "phone leaves the table too" in words(host)
    host.checkbox[0].uncheck().run()
    press(host, "Yes, remove Ana")

    assert "this phone was removed from it" in words(guest.run())
    assert find_stored_table(other.run()).key == find_stored_table(host).key != before
    assert list(table_of(other).names.values()) == ["Ben"]


def test_a_damaged_table_is_a_sentence_on_the_screen() -> None:
    app = open_screen("table", BOTH_LAID)
    with store.get_store().engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET text = '{' WHERE number = ?", (find_stored_table(app).number,))

    opened = a_phone(find_stored_table(app).key, phone_key=phone_key_of(app)).run()

    assert not opened.exception
    assert "This table is damaged" in words(opened)
    assert "its address is incomplete" not in words(opened)


def test_confirming_phone_is_not_asked_for_others_kingdoms() -> None:
    """A guest with a seat goes back to the table, the host to the next player whose seat nobody has."""
    table = BOTH_LAID.with_player("Chloé", Castle.PINK).with_player("Dev", Castle.YELLOW)
    host = open_screen("table", table)
    guest = press(goes_to(a_phone(find_stored_table(host).key), "table"), "I am Chloé")

    for phone, name, heading in ((host, "Ana", "<bdi>Dev</bdi>’s kingdom"), (guest, "Ben", "Tonight’s table")):
        [card] = [button for button in phone.run().button if button.label.startswith(f"{name}: ")]
        card.click().run()
        goes_to(phone, "kingdom")  # the test's own page, which st.switch_page does not move
        assert f"<h1>{heading}</h1>" in words(press(phone, "Done"))


def test_players_are_named_and_castles_swapped_by_taps() -> None:
    host = phone_key_of(open_screen("table", BOTH_LAID))
    app = goes_to(holding(a_phone(phone_key=host), NAMELESS), "table")
    press(app, "Players")
    press(app, "Ana")
    assert [seat.name for seat in table_of(app).seats] == ["Ana", "Green"]

    press(fill(app, "Ana’s name", "Anna"), "Save")
    [castles] = [one for one in app.button_group if one.label == "Castle" and one.value is Castle.BLUE]
    castles.select(Castle.GREEN).run()

    assert [(seat.name, seat.colour) for seat in table_of(app).seats] == [("Anna", Castle.GREEN), ("Blue", Castle.BLUE)]


def test_invitation_code_works_until_the_table_is_deleted() -> None:
    app = press(open_screen("table", BOTH_LAID.again(EVENING)), "Invite")
    code, key = store.get_store().renew_code(find_stored_table(app).key, phone_key_of(app)), find_stored_table(app).key
    assert code is not None
    assert code in words(app)
    assert store.get_store().find_key(code) == key

    press(app, "Players").checkbox[0].check().run()
    press(app, "Delete for good")

    assert store.get_store().find(key) is None


# --- Scores and Dynasty


def test_a_dynasty_adds_up_game_by_game() -> None:
    app = switch(press(open_screen("table", BOTH_LAID), "Rules"), "Dynasty")
    goes_to(app, "result")
    press(app, "Play again")
    goes_to(app, "table")

    assert "Dynasty: game 1 of 3" in words(app)
    assert "<b>1</b> <bdi>Ben</bdi> <span>6</span>" in words(app)


def test_too_many_players_for_the_grid_is_reported() -> None:
    three = ANA_AND_BEN.with_player("Chloé", Castle.PINK)

    for grid, told in ((5, False), (7, True)):
        said = words(open_screen("table", replace(three, rules=replace(three.rules, grid=grid))))
        assert ("The 7x7 grid is for two players, and you have 3" in said) == told


def test_one_tap_names_castles_as_last_time() -> None:
    before = phone_at(BOTH_LAID.again(EVENING))
    here = store.get_store().create(with_boards(NAMELESS, "w1w/Cf", "m3m/Cf"), phone_key_of(before)).key
    app = goes_to(a_phone(here, phone_key=phone_key_of(before)), "table")

    [offered] = [label for label in labels(app) if label.endswith("?") and "Ana" in label]
    press(app, offered)

    assert table_of(app).names == {1: "Ana", 2: "Ben"}
    assert offered not in labels(app)


def test_result_stays_open_until_its_phone_continues() -> None:
    app = open_screen("result", BOTH_LAID)
    store.get_store().change(
        find_stored_table(app).key, phone_key_of(app), lambda now: next_game(now.table, 1, EVENING, by=2)
    )

    app.run()

    assert "</bdi> leads" in words(app)
    assert "Play again" not in labels(app)
    press(app, "Ben has begun the next game \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}")
    assert "</bdi> leads" not in words(goes_to(app, "result"))


# --- Boxes


def as_read(app: AppTest) -> dict[str, str]:
    """Return the code of the kingdom that was read of each castle."""
    sources = ((seat.colour.value, seat.board.source) for seat in table_of(app).seats if seat.board)
    return {castle: str(source.kingdom) for castle, source in sources if source}


def test_changing_the_box_rereads_the_kingdoms() -> None:
    """Whether the app felt that the box is there, or somebody chooses it."""
    photo = (SAMPLES / "age-of-giants.jpg").read_bytes()
    felt = photographs(open_screen("whole_table", Table()), photo)
    chosen = press(open_screen("table", table_of(felt)), "Rules")
    with_the_base_game = as_read(felt)

    assert "These tiles look like Age of Giants. Are you playing with it?" in words(goes_to(felt, "table"))
    press(felt, "Play with Age of Giants")
    [boxes] = [row for row in chosen.button_group if row.label == "Expansions"]
    boxes.set_value([Title.KINGDOMINO, Title.GIANTS]).run()
    press(chosen, "Draw two quests")

    assert len(table_of(chosen).rules.quests) == 2
    for app in (felt, chosen):
        assert Title.GIANTS in table_of(app).rules.box
        assert "These tiles look like" not in words(goes_to(app, "table"))
        assert as_read(app).keys() == with_the_base_game.keys()
        assert as_read(app) != with_the_base_game


def test_phone_remembers_the_box() -> None:
    played = set_quests(set_boxes(Rules(), [Title.GIANTS, Title.COURT]), [Quest.LOST_CORNER])
    before = phone_at(replace(BOTH_LAID, rules=played))
    later = press(a_phone(phone_key=phone_key_of(before)).run(), "Enter a board by hand")

    assert table_of(later).rules == Rules(box=BASE + GIANTS + COURT)
    assert [seat.name for seat in table_of(later).seats] == ["Blue"]


# --- One photo for all

TWO = SAMPLES / "two-kingdoms.jpg"
FIRST, SECOND = codes_of(TWO)


def test_kingdoms_of_unknown_castles_take_a_tap_each() -> None:
    app = open_screen("whole_table", ANA_AND_BEN)
    holding(
        app,
        assignment=Assignment((shrink_photo(load(TWO)),) * 2, (reading_of(FIRST), reading_of(SECOND)), (None, None)),
    ).run()
    assert "Whose kingdom is this?" in words(app)

    press(press(app, "Kingdom 2"), ":green[:material/castle:] Ben")
    assert "Our guess" in words(goes_to(app, "table"))
    press(app, "Not Ana’s? Change player")
    press(goes_to(app, "whole_table"), ":violet[:material/castle:] Pink")

    assert {seat.name: str(seat.board.kingdom) for seat in table_of(app).seats if seat.board} == {
        "Ben": SECOND,
        "Pink": FIRST,
    }


def test_photo_on_the_result_begins_the_next_game() -> None:
    assigned = table_of(photographs(open_screen("whole_table", Table()), TWO.read_bytes()))
    for seat in assigned.seats:
        assert seat.board
        assigned = assigned.with_board(seat.number, replace(seat.board, confirmed=True))
    app = open_screen("result", assigned)
    assert "Play again" in list_requested_photos(app)

    photographs(app, TWO.read_bytes())

    assert [len(game.results) for game in table_of(app).games] == [2]
    assert table_of(app).recorded is None
    assert [seat.board is not None for seat in table_of(app).seats] == [True, True]


def test_next_game_begun_by_mistake_is_undone() -> None:
    app = press(open_screen("result", BOTH_LAID), "Play again")
    goes_to(app, "table")

    press(app, "Back to last game")

    assert [seat.board and str(seat.board.kingdom) for seat in table_of(app).seats] == ["w1w/Cf", "m3m/Cf"]


def test_assignment_notice_is_brief_and_undo_stays() -> None:
    app = photographs(open_screen("table", ANA_AND_BEN), TWO.read_bytes())
    assert "2 kingdoms found" in words(goes_to(app, "table"))
    assert "Undo" in labels(app)

    assert "kingdoms found" not in words(goes_to(after(app, NOTICED_SECONDS), "table"))
    press(press(app, "More"), "Undo the last photo")

    assert [seat.board for seat in table_of(app).seats if seat.name in ("Ana", "Ben")] == [None, None]


def test_points_with_open_doubts_have_a_question_mark() -> None:
    picture = shrink_photo(load(TWO))
    accepted = make_board(reading_of(FIRST, (0, 0)), picture).confirm()
    table = ANA_AND_BEN.with_new_board(1, accepted).with_new_board(2, make_board(reading_of(SECOND), picture))

    pills = re.findall(r"<span>([^<]*)</span><b>([^<]*)</b></span>", words(open_screen("table", table)))

    points = [sheet(table, seat.board).total for seat in table.seats if seat.board]
    assert pills == [("Ana", f"{points[0]} ?"), ("Ben", f"{points[1]}")]


def test_table_keeps_the_winner_of_this_game_to_itself() -> None:
    won = BOTH_LAID.again(datetime.now(UTC))
    second = add_record(replace(BOTH_LAID, games=won.games), datetime.now(UTC))

    assert len(second.games) == 2
    assert '<p class="cs-tally' not in words(open_screen("table", BOTH_LAID))
    assert 'cs-tally">Wins: Ben 1<' in words(open_screen("table", won))
    assert 'cs-tally">Wins: Ben 1<' in words(open_screen("table", second))
    assert 'cs-tally">Wins: Ben 2<' in words(open_screen("result", second))


def test_table_photo_without_kingdom_allows_manual_entry() -> None:
    app = photographs(open_screen("whole_table", ANA_AND_BEN), BARE_PHOTO)
    assert "No kingdom found. Shoot" in words(app)
    assert 'alt="the photo"' in words(app)
    assert list_requested_photos(app)[0] == "Photograph again"

    press(press(app, "Enter by hand"), ":green[:material/castle:] Ben")

    assert [seat.board and seat.board.by_hand for seat in table_of(app).seats] == [None, True]
    assert 'alt="the photo"' in words(goes_to(app, "kingdom"))


# --- Past games


def test_history_groups_games_by_evening_with_pages() -> None:
    app = open_screen("history", BOTH_LAID.again(EVENING))
    assert "Saturday, November 21, 2026" in words(app)
    press(app, "Ben 6, Ana 2")
    assert "<h1><bdi>Ben</bdi> wins</h1>" in words(app)
    assert "4 points ahead" in words(app)
    press(app, "‹ Past games")
    assert "<h1>Past games</h1>" in words(app)

    press(app, "**Ben** · 1 game · 1 win")
    goes_to(app, "player")
    assert figures(app)[:4] == [("Games", "1"), ("Wins", "1"), ("Average", "6.0"), ("Best", "6")]
    press(app, "Ben 6, Ana 2")
    goes_to(app, "past")
    press(app, "‹ Ben")
    assert "<h1><bdi>Ben</bdi></h1>" in words(app)


def test_games_that_do_not_fit_on_a_page_stand_on_the_next() -> None:
    [last] = BOTH_LAID.again(EVENING).games
    games = tuple(replace(last, number=number, played=EVENING + timedelta(days=number)) for number in range(1, 24))
    app = open_screen("history", replace(BOTH_LAID, games=games))
    assert words(app).count('class="cs-game"') == 20
    assert "**Ben** · 23 games · 23 wins" in labels(app)

    press(app, "Earlier games")
    assert words(app).count('class="cs-game"') == 3
    assert "Sunday, November 22, 2026" in words(app)  # the day after the first evening
    assert "Earlier games" not in labels(app)
    press(app, "‹ Past games")
    assert words(app).count('class="cs-game"') == 20


def test_a_game_of_the_games_so_far_tells_its_quests_and_pieces() -> None:
    pieces = Pieces(giants=(((0, 0), 1),), tokens=frozenset({(0, 2)}), characters=(((0, 1), Character.FARMER),))
    board = Board(Kingdom.parse("w2www./..C../...../...../....."), pieces=pieces)
    boxes = set_boxes(Rules(), [Title.KINGDOMINO, Title.GIANTS, Title.COURT])
    rules = set_quests(boxes, [Quest.LOCAL_BUSINESS_WHEAT])
    app = open_screen("history", replace(ANA_AND_BEN.with_new_board(1, board), rules=rules).again(EVENING))
    press(app, next(label for label in labels(app) if label.startswith("Ana ")))
    press(goes_to(app, "past"), "Ana’s board")

    for told in ("Local Business: wheat +15", "farmer +6", "Without giants it would be"):
        assert told in words(app)


NOT_THERE = [("past", {"g": "<script>"}), ("player", {"n": "<script>" * 99, "a": "<script>"})]


@pytest.mark.parametrize(("screen", "query"), NOT_THERE)
def test_missing_game_or_player_address_is_explained(screen: str, query: dict[str, str]) -> None:
    app = phone_at(ANA_AND_BEN)
    app.run().switch_page(page_of(screen))
    for name, value in query.items():
        app.query_params[name] = value
    app.run()

    assert not app.exception
    assert "cs-notice" in words(app)
    assert "<script>" not in words(app)


def test_a_dynasty_is_one_row_that_opens_to_its_games() -> None:
    table = ANA_AND_BEN.with_dynasty(begun=True)
    for minute, code in enumerate(("C m1", "C m2", "C m3")):
        table = with_boards(table, code, "C w1").again(EVENING.replace(minute=minute))
    app = open_screen("history", table)
    press(app, "Dynasty, 3 games of 3 Ana 6, Ben 3")
    goes_to(app, "past")

    assert "<bdi>Ana</bdi> <span>1 + 2 + 3 = 6</span>" in words(app)
    assert "2 points ahead" in words(app)  # of the last game


def test_file_of_games_is_previewed_and_added_once() -> None:
    app = press(goes_to(a_phone(), "start"), "Restore or import games")
    chooses_file(goes_to(app, "history"), json.dumps(BG_STATS).encode())
    assert "2 games, 4 names. 2 others skipped." in words(app)
    assert "<bdi>Ana, Anonymous player, Anonymous player 2 and Ben</bdi>" in words(app)
    assert keeps_nothing(app)

    press(app, "Add 2 games")
    assert "2 games added. 2 others skipped." in words(app)
    assert "**Ana** · 2 games · 1 win" in labels(app)

    chooses_file(app, json.dumps(BG_STATS).encode())
    assert "2 games, 4 names. 2 were already here. 2 others skipped." in words(app)
    assert not [label for label in labels(app) if label.startswith("Add ")]


def test_file_without_games_is_refused_at_once() -> None:
    app = chooses_file(open_screen("history", ANA_AND_BEN), b"{}")

    assert 'role="alert"' in words(app)
    assert not [label for label in labels(app) if label.startswith("Add ")]


def test_bg_stats_games_are_listed_without_boards() -> None:
    app = open_screen("history", ANA_AND_BEN)
    chooses_file(app, json.dumps(BG_STATS).encode())
    press(app, "Add 2 games")
    assert "**Ana** · 2 games · 1 win" in labels(app)

    press(app, "Brought in Anonymous player 54, Ana 54, Anonymous player 2 12")
    assert "<h1><bdi>Anonymous player</bdi> wins</h1>" in words(app)
    assert "there are no boards" in words(app)
    assert 'class="castle"' not in words(app)  # nobody knows whose was whose
    press(app, "‹ Past games")
    press(app, "Kingdoms, brought in Ana 120, Ben -5")
    assert "<h1><bdi>Ana</bdi> wins</h1>" in words(app)
    press(app, "‹ Past games")
    press(app, "**Ana** · 2 games · 1 win")
    assert figures(app)[:5] == [("Games", "1"), ("Wins", "0"), ("Average", "54.0"), ("Best", "54"), ("Favourite", "–")]
