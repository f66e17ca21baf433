"""What a browser sends becomes a board only if it could have come from the editor."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom
from ui.board_editor import correction
from ui.table import Board

BOARD = Board(Kingdom.parse("C w1/f ."), number=3, revision=5, checked=True)


def sent(**changed: Any) -> dict[str, Any]:
    return {"number": 3, "revision": 6, "code": "Cw/f1f", "doubts": []} | changed


def test_a_newer_revision_replaces_the_board() -> None:
    corrected = correction(BOARD, sent())

    assert corrected is not None
    assert str(corrected.kingdom) == "Cw/f1f"
    assert corrected.revision == 6


def test_a_corrected_board_wants_checking_again() -> None:
    corrected = correction(BOARD, sent())

    assert corrected is not None
    assert not corrected.checked


@pytest.mark.parametrize(
    "changed",
    [
        {"revision": 5},
        {"number": 2},
        {"code": "Cww/f1f."},
        {"code": "CC/f1f"},
        {"code": "C<script>/ff"},
        {"code": ["C", "w"]},
        {"code": "." * 1_000_000},
        {"revision": "7"},
        {"revision": True},
        {"doubts": [[0]]},
        {"doubts": 4},
    ],
    ids=str,
)
def test_older_foreign_or_broken_boards_change_nothing(changed: dict[str, Any]) -> None:
    assert correction(BOARD, sent(**changed)) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["number", "revision", "code", "doubts"]), inner),
)


@given(JSON)
def test_nothing_a_browser_can_send_is_an_error(message: Any) -> None:
    assert correction(BOARD, message) is None


@given(st.lists(st.tuples(st.integers(), st.integers())))
def test_only_squares_the_reader_doubted_can_be_doubtful(doubts: list[tuple[int, int]]) -> None:
    corrected = correction(BOARD, sent(doubts=doubts))

    assert corrected is not None
    assert not corrected.doubtful  # this board was entered by hand
