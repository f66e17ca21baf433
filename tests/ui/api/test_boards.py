"""Boards are edited by plain requests: each once, by phones at the table, on top of what others did meanwhile."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from scoring import Kingdom
from tests.ui.api.phones import ServedTables
from tests.ui.kept_tables import ANAS_PHONE, BENS_PHONE
from tests.ui.laid import ANA_AND_BEN
from ui.store.codes import new_key
from ui.table.board import blank_board
from ui.table.source import MOST_TURNS

STRANGER = "s" * 22


def to(row: int, column: int, code: str, doubtful: bool = False, **more: Any) -> dict[str, Any]:
    """A square set to a code."""
    return {"at": [row, column], "to": [code, doubtful]} | more


def test_a_request_that_is_sent_again_is_stored_once(served: ServedTables) -> None:
    kept, key = served.opens_a_table(), new_key()
    served.edits(kept, key=key, squares=[to(0, 0, "w")])
    served.edits(kept, BENS_PHONE, squares=[to(0, 0, "f")])

    again = served.edits(kept, key=key, squares=[to(0, 0, "w")])

    assert again.status == 200
    assert again.said["board"]["code"].startswith("f")
    assert served.board(kept).kingdom[0, 0] == Kingdom.parse("f")[0, 0]


def test_a_request_that_is_sent_again_is_answered_without_its_board_where_that_is_gone(served: ServedTables) -> None:
    kept, key = served.opens_a_table(), new_key()
    served.edits(kept, key=key, squares=[to(0, 0, "w")])
    for _ in range(MOST_TURNS + 1):
        served.edits(kept, BENS_PHONE, board=served.board(kept).number, turn=True)

    again = served.edits(kept, key=key, squares=[to(0, 0, "w")])

    assert again.status == 200
    assert again.said == {"version": kept.version + 1 + MOST_TURNS + 1}
    assert served.edits(kept, squares=[to(0, 0, "w")]).status == 409


def test_who_is_not_at_the_table_changes_and_sees_nothing(served: ServedTables) -> None:
    kept = served.opens_a_table()
    path = f"/api/tables/{kept.key}"

    assert served.edits(kept, STRANGER, squares=[to(0, 0, "w")]).status == 404
    assert served.edits(kept, "", squares=[to(0, 0, "w")]).status == 403
    for shown in (f"{path}/news", f"{path}/boards/3/photo.jpg"):
        assert served.asks(shown, STRANGER).status == 404
        assert served.asks(shown, "").status == 403
    assert str(served.board(kept).kingdom) == "...../...../..C../...../....."


def test_what_any_web_page_may_send_is_no_command(served: ServedTables) -> None:
    kept = served.opens_a_table()
    body = json.dumps({"key": new_key(), "do": "edit", "board": 3, "squares": [to(0, 0, "w")]}).encode()

    assert served.asks(f"/api/tables/{kept.key}", body=body, Content_Type="text/plain").status == 415


@pytest.mark.parametrize(
    "edit",
    [
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
    ],
    ids=lambda edit: str(edit)[:40],
)
def test_nonsense_is_refused_with_its_place_and_changes_nothing(served: ServedTables, edit: dict[str, Any]) -> None:
    kept = served.opens_a_table()

    answer = served.edits(kept, phone=ANAS_PHONE, **edit)

    assert answer.status == 400
    assert answer.said["error"]
    assert str(served.board(kept).kingdom) == "...../...../..C../...../....."


def test_hidden_scores_are_in_no_answer(served: ServedTables) -> None:
    kept = served.opens_a_table(replace(ANA_AND_BEN.with_new_board(1, blank_board(5)), hide_scores=True))

    answer = served.edits(kept, squares=[to(0, 0, "m3")])
    news = served.asks(f"/api/tables/{kept.key}/news?seat=all")

    assert answer.said["board"]["total"] is None
    assert answer.said["board"]["lines"] == []
    assert '<span class="sum">–</span>' in news.said["cards"][0]["html"]


def test_words_are_in_the_language_that_is_asked_for(served: ServedTables) -> None:
    kept = served.opens_a_table()
    missing = f"/api/tables/{kept.key}/boards/99/photo.jpg"

    assert served.asks(f"{missing}?l=de").said == {"error": "An diesem Tisch gibt es diesen Plan nicht."}
    assert served.asks(f"{missing}?l=xx").said == {"error": "There is no such board at this table."}
