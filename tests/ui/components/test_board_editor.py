"""What a browser sends becomes a board only if it could have come from the editor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BASE, Kingdom
from scoring.message import Message
from ui.api.board_view import remarks
from ui.components.sent import ChangedKingdom, correction, sent_in
from ui.drawing.board_words import MOST_REMARKS
from ui.table.board import Board, read_board
from ui.table.source import BoardReading, Picture, ReadSquare

BOARD = Board(Kingdom.parse("C w1/f ."), number=3, revision=5, checked=True)


def sent(**changed: Any) -> dict[str, Any]:
    return {"number": 3, "revision": 6, "code": "Cw/f1f", "doubts": []} | changed


def changed_by(message: Any) -> Board | None:
    """The board after what a browser sent."""
    changed = sent_in(message, ChangedKingdom)
    return correction(BOARD, changed, BOARD.revision) if changed else None


def test_a_newer_revision_replaces_the_board() -> None:
    corrected = changed_by(sent())

    assert corrected is not None
    assert str(corrected.kingdom) == "Cw/f1f"
    assert corrected.revision == 6


def test_a_corrected_board_wants_checking_again() -> None:
    corrected = changed_by(sent())

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
        {"doubts": [[-1, 0]]},
        {"base": "5"},
        {"turn": 1},
        {"move": [1]},
    ],
    ids=str,
)
def test_older_foreign_or_broken_boards_change_nothing(changed: dict[str, Any]) -> None:
    assert changed_by(sent(**changed)) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["number", "revision", "code", "doubts"]), inner),
)


@given(JSON)
def test_nothing_a_browser_can_send_is_an_error(message: Any) -> None:
    assert changed_by(message) is None


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=99))
def test_only_squares_the_reader_doubted_can_be_doubtful(doubts: list[tuple[int, int]]) -> None:
    corrected = changed_by(sent(doubts=doubts))

    assert corrected is not None
    assert not corrected.doubtful  # this board was entered by hand


FAULTY = Kingdom.parse("g3 w w/f l s")  # no castle, and three crowns on grassland


def read_from_photo(kingdom: Kingdom, *warnings: str) -> Board:
    """The board as the reader gave it, with what it warns of."""
    squares = tuple(tuple(ReadSquare(square, 1.0) for square in row) for row in kingdom.rows)
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return read_board(
        BoardReading(kingdom, squares, corners, warnings=tuple(map(Message, warnings))), Picture(b"", 1, 1, 1.0)
    )


def texts(board: Board) -> list[str]:
    return [remark.text for remark in remarks(board, 5, BASE)]


def test_what_the_reader_warns_of_is_said_before_what_the_rules_forbid() -> None:
    first, second, *_ = texts(read_from_photo(FAULTY, "The photo is blurred."))

    assert first == "The photo is blurred."
    assert second.startswith("3 crowns on a grassland square")


def test_a_missing_castle_is_said_once() -> None:
    assert sum("castle" in text for text in texts(read_from_photo(FAULTY, "I see no castle."))) == 1
    assert sum("castle" in text for text in texts(read_from_photo(FAULTY))) == 1


def test_the_reader_warns_of_the_board_it_read_not_of_a_corrected_one() -> None:
    board = read_from_photo(Kingdom.parse("w w/f f"), "I see no castle.")

    assert "I see no castle." not in texts(replace(board, kingdom=Kingdom.parse("C w/f f")))


def test_remarks_beyond_the_first_few_are_counted() -> None:
    warnings = [f"Warning {number}." for number in range(MOST_REMARKS + 2)]

    assert texts(read_from_photo(Kingdom.parse("C"), *warnings)) == [*warnings[:MOST_REMARKS], "And 2 more."]
