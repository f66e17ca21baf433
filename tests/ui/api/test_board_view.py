"""What is said of a board: what the reader warns of, and what the rules forbid."""

from __future__ import annotations

from dataclasses import replace

from scoring import BASE, Kingdom
from scoring.message import Message
from tests.ui.laid import reading_of
from ui.api.board_view import MOST_REMARKS, remarks
from ui.table.board import Board, read_board
from ui.table.source import Picture

FAULTY = Kingdom.parse("g3 w w/f l s")  # no castle, and three crowns on grassland


def read_from_photo(kingdom: Kingdom, *warnings: str) -> Board:
    """The board as the reader gave it, with what it warns of."""
    return read_board(reading_of(kingdom, warnings=tuple(map(Message, warnings))), Picture(b"", 1, 1, 1.0))


def texts(board: Board) -> list[str]:
    return [remark["text"] for remark in remarks(board, 5, BASE)]


def test_what_the_reader_warns_of_is_said_before_what_the_rules_forbid_and_a_missing_castle_once() -> None:
    blurred, too_many, *_ = texts(read_from_photo(FAULTY, "The photo is blurred."))

    assert blurred == "The photo is blurred."
    assert too_many.startswith("3 crowns on a grassland square")
    for warned in ([], ["I see no castle."]):
        assert sum("castle" in text for text in texts(read_from_photo(FAULTY, *warned))) == 1


def test_the_reader_warns_of_the_board_it_read_not_of_a_corrected_one() -> None:
    board = read_from_photo(Kingdom.parse("w w/f f"), "I see no castle.")

    assert "I see no castle." not in texts(replace(board, kingdom=Kingdom.parse("C w/f f")))


def test_remarks_beyond_the_first_few_are_counted() -> None:
    warnings = [f"Warning {number}." for number in range(MOST_REMARKS + 2)]

    assert texts(read_from_photo(Kingdom.parse("C"), *warnings)) == [*warnings[:MOST_REMARKS], "And 2 more."]
