"""Commands on tables and boards: idempotent, authorized, and merged with concurrent changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scoring import BASE, Kingdom
from scoring.castle import Castle
from tests.ui.api.phones import ServedTables
from tests.ui.factories import ANA_AND_BEN, reading_of
from tests.ui.store_helpers import ANAS_PHONE, BENS_PHONE
from ui.api.board_view import MOST_REMARKS, remarks
from ui.store.codes import new_key
from ui.table.board import Board, make_blank_board, make_board
from ui.table.photo_reading import MAX_TRANSFORMS, Picture
from ui.table.table import Table
from vision.warning import ReadingWarning, WarningCode

STRANGER = "s" * 22
EMPTY = str(make_blank_board(5).kingdom)


def to(row: int, column: int, code: str) -> dict[str, Any]:
    """Return the edit that sets a square to a code."""
    return {"at": [row, column], "to": [code, False]}


SPACE = {"at": [0, 0], "to": "r2"}
NONSENSE: tuple[dict[str, Any], ...] = (  # in an edit
    {"key": "short"},
    {"key": "AbcdefghIjklmnopQrstuv\n"},
    {"squares": [to(0, 0, "ww")]},
    {"squares": [to(0, 0, "w9")]},
    {"squares": [to(0, 10**12, "w")]},
    {"squares": [{"at": [float("inf"), 0], "to": ["w", False]}]},
    {"squares": [to(0, 0, "w")] * 501},
    {"move": [2, 0]},
    {"pieces": [{"before": "", "after": ",giant@99.1"}]},
    {"pieces": [{"before": "", "after": "/ww"}]},
    {"pieces": [{"before": "", "after": "," * 6_000}]},
    {"more": 1},
)


def test_a_request_that_is_sent_again_is_stored_once(served: ServedTables) -> None:
    kept, key = served.opens_a_table(), new_key()
    served.edits(kept, key=key, squares=[to(0, 0, "w")])
    served.edits(kept, BENS_PHONE, squares=[to(0, 0, "f")])

    again = served.edits(kept, key=key, squares=[to(0, 0, "w")])

    assert again.status == 200
    assert again.said["board"]["code"].startswith("f")
    assert served.board(kept).kingdom[0, 0] == Kingdom.parse("f")[0, 0]


def test_repeated_request_is_answered_without_a_gone_board(served: ServedTables) -> None:
    kept, key = served.opens_a_table(), new_key()
    served.edits(kept, key=key, squares=[to(0, 0, "w")])
    for _ in range(MAX_TRANSFORMS + 1):
        served.edits(kept, BENS_PHONE, board=served.board(kept).number, rotate=True)

    again = served.edits(kept, key=key, squares=[to(0, 0, "w")])

    assert again.status == 200
    assert again.said == {"version": kept.version + 1 + MAX_TRANSFORMS + 1}
    assert served.edits(kept, squares=[to(0, 0, "w")]).status == 409


def test_strangers_can_neither_see_nor_change_a_table(served: ServedTables) -> None:
    kept = served.opens_a_table()
    path = f"/api/tables/{kept.key}"

    assert served.edits(kept, STRANGER, squares=[to(0, 0, "w")]).status == 404
    assert served.edits(kept, "", squares=[to(0, 0, "w")]).status == 403
    for shown in (f"{path}/updates", f"{path}/boards/3/photo.jpg"):
        assert served.asks(shown, STRANGER).status == 404
        assert served.asks(shown, "").status == 403
    assert str(served.board(kept).kingdom) == EMPTY


def test_cross_site_request_is_no_command(served: ServedTables) -> None:
    kept = served.opens_a_table()
    body = json.dumps({"key": new_key(), "do": "edit", "board": 3, "squares": [to(0, 0, "w")]}).encode()

    assert served.asks(f"/api/tables/{kept.key}", body=body, Content_Type="text/plain").status == 415


def twice_laid() -> Table:
    """Ana's kingdom, and the one that lay there before."""
    return ANA_AND_BEN.with_new_board(1, make_blank_board(7)).with_new_board(1, make_blank_board(5))


@pytest.mark.parametrize(
    ("do", "told", "then"),
    [
        ("add player", {"name": "Chloé", "colour": "pink"}, lambda table: table.names[5] == "Chloé"),
        ("name player", {"seat": 1, "name": "Anna"}, lambda table: table.names[1] == "Anna"),
        ("choose castle", {"seat": 1, "colour": "green"}, lambda table: table.seats[1].colour is Castle.BLUE),
        ("remove player", {"seat": 2}, lambda table: len(table.seats) == 1),
        ("close", {"board": 4, "kingdom": EMPTY, "accepted": []}, lambda table: table.seats[0].board.confirmed),
        ("check again", {"board": 4, "squares": [[0, 0]]}, lambda table: table.seats[0].board.doubts == 1),
        ("bring back", {"board": 4}, lambda table: table.seats[0].board.kingdom.height == 7),
        ("next game", {"over": 1}, lambda table: table.seats[0].board is None and len(table.games) == 1),
    ],
)
def test_a_command_is_carried_out_once_by_its_name(
    served: ServedTables, do: str, told: dict[str, Any], then: Callable[[Table], bool]
) -> None:
    kept, key = served.opens_a_table(twice_laid()), new_key()

    answers = [served.does(kept, do, ANAS_PHONE, key=key, **told) for _ in range(2)]

    found = served.store.find(kept.key, ANAS_PHONE)
    assert found
    assert then(found.table)
    assert [(answer.status, answer.said["version"]) for answer in answers] == [(200, 2)] * 2


@pytest.mark.parametrize(
    ("status", "why", "do", "told"),
    [
        (403, "Only the phone that opened the table can remove another player.", "remove player", {"seat": 1}),
        (403, "The blue castle is taken. Choose another colour.", "add player", {"name": "Chloé", "colour": "blue"}),
        (403, "Ben is already at the table. Choose another name.", "name player", {"seat": 1, "name": "Ben"}),
        (409, "Another board lies there by now.", "bring back", {"board": 3}),
        (403, "Somebody has changed this board", "close", {"board": 4, "kingdom": "wwC", "accepted": []}),
        *((400, "", "edit", {"board": 4} | edit) for edit in NONSENSE),
        (400, "kingdom: ", "close", {"board": 4, "kingdom": "C/x", "accepted": []}),
        (400, "colour: 'gold' is unknown", "add player", {"name": "Chloé", "colour": "gold"}),
        (400, "seat: missing", "remove player", {}),
        (400, "do: invalid value", "burn", {}),
        (400, "'why': unknown field", "remove player", {"seat": 1, "why": "rude"}),
        (400, "spaces[0].at", "edit epoch", {"epoch": 0, "board": 1, "spaces": [SPACE | {"at": [5, 0]}]}),
        (400, "spaces[0].to", "edit epoch", {"epoch": 0, "board": 1, "spaces": [SPACE | {"to": "r5"}]}),
        (400, "spaces: expected a list of at most", "edit epoch", {"epoch": 0, "board": 1, "spaces": [SPACE] * 501}),
    ],
    ids=lambda told: str(told)[:40],
)
def test_refused_edit_gives_a_reason_and_changes_nothing(
    served: ServedTables, status: int, why: str, do: str, told: dict[str, Any]
) -> None:
    kept = served.opens_a_table(twice_laid())

    answer = served.does(kept, do, BENS_PHONE, **told)

    assert (answer.status, answer.said["error"][: len(why)]) == (status, why)
    assert answer.said["error"]
    assert served.store.find(kept.key) == kept


def test_removed_player_is_refused_and_others_are_answered(
    served: ServedTables,
) -> None:
    kept = served.opens_a_table(twice_laid())
    url = f"/api/tables/{kept.key}/updates"

    assert served.does(kept, "remove player", ANAS_PHONE, seat=2).status == 200

    assert [served.asks(asked, BENS_PHONE).status for asked in (url, f"{url}?version=1")] == [404, 404]
    assert served.does(kept, "name player", BENS_PHONE, seat=1, name="Bea").status == 404
    assert served.does(kept, "name player", ANAS_PHONE, seat=1, name="Anna").status == 200
    assert served.asks(f"{url}?version=2").said == {"version": 3, "page": 3}


def test_hidden_scores_are_in_no_answer(served: ServedTables) -> None:
    kept = served.opens_a_table(replace(ANA_AND_BEN.with_new_board(1, make_blank_board(5)), hide_scores=True))

    answer = served.edits(kept, squares=[to(0, 0, "m3")])
    update = served.asks(f"/api/tables/{kept.key}/updates?seat=all")

    assert answer.said["board"]["total"] is None
    assert answer.said["board"]["lines"] == []
    assert '<span class="sum">–</span>' in update.said["cards"][0]["html"]


def test_words_are_in_the_language_that_is_asked_for(served: ServedTables) -> None:
    kept = served.opens_a_table()
    missing = f"/api/tables/{kept.key}/boards/99/photo.jpg"

    assert served.asks(f"{missing}?l=de").said == {"error": "An diesem Tisch gibt es diesen Plan nicht."}
    assert served.asks(f"{missing}?l=xx").said == {"error": "There is no such board at this table."}


# --- Remarks on a board: reading warnings, and problems of the rules


FAULTY = Kingdom.parse("g3 w w/f l s")  # no castle, and three crowns on grassland


def read_from_photo(kingdom: Kingdom, *codes: WarningCode) -> Board:
    """Return a board as it was read, with these warnings."""
    return make_board(reading_of(kingdom, warnings=tuple(map(ReadingWarning, codes))), Picture(b"", 1, 1, 1.0))


def remark_texts(board: Board) -> list[str]:
    return [remark["text"] for remark in remarks(board, 5, BASE)]


def test_reading_warnings_precede_problems() -> None:
    blurred, no_castle, too_many, *_ = remark_texts(read_from_photo(FAULTY, WarningCode.BLURRED))

    assert blurred.startswith("The photo is blurred.")
    assert no_castle == "There is no castle"
    assert too_many.startswith("3 crowns on a grassland square")


def test_missing_castle_is_remarked_once() -> None:
    first, *others = remark_texts(read_from_photo(FAULTY, WarningCode.NO_CASTLE))

    assert first.startswith("No castle found.")
    assert not any("castle" in text for text in others)


def test_corrected_board_shows_no_reading_warnings() -> None:
    board = read_from_photo(Kingdom.parse("w w/f f"), WarningCode.NO_CASTLE)

    text = remark_texts(replace(board, kingdom=Kingdom.parse("C w/f f")))

    assert str(ReadingWarning(WarningCode.NO_CASTLE)) not in text


def test_further_remarks_are_counted() -> None:
    codes = [WarningCode.BLURRED, WarningCode.CUT_OFF, WarningCode.SMALL, WarningCode.PALE] + [WarningCode.TINTED] * 2
    first = [str(ReadingWarning(code)) for code in codes[:MOST_REMARKS]]

    assert remark_texts(read_from_photo(Kingdom.parse("C"), *codes)) == [*first, "And 2 more."]


def test_remark_on_many_squares_is_on_the_board() -> None:
    squares = ((0, 0), (0, 1), (1, 0), (1, 1))
    glare = [ReadingWarning(WarningCode.GLARE, squares[:number]) for number in (3, 4)]
    board = make_board(reading_of("C w/f f", warnings=tuple(glare)), Picture(b"", 1, 1, 1.0))

    assert [remark["squares"] for remark in remarks(board, 5, BASE)[:2]] == [squares[:3], ()]


def test_other_phones_learn_who_changed_which_row(served: ServedTables) -> None:
    kept = served.opens_a_table()
    url = f"/api/tables/{kept.key}/updates?version={kept.version}&seat=1&l=en"

    served.edits(kept, BENS_PHONE, squares=[to(2, 0, "f")])

    assert served.asks(url).said["change"] == "Ben changed row 3"
    assert "change" not in served.asks(url, BENS_PHONE).said


def test_a_phone_without_a_seat_changes_a_row_namelessly(served: ServedTables) -> None:
    kept = served.opens_a_table()
    url = f"/api/tables/{kept.key}/updates?version={kept.version}&seat=1&l=en"

    served.edits(kept, ANAS_PHONE, squares=[to(0, 0, "f")])

    assert served.asks(url, BENS_PHONE).said["change"] == "Row 1 was changed on another phone"
