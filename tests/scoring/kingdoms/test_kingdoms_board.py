"""A board of Kingdoms has a text that round-trips, and says where a text cannot be read."""

from __future__ import annotations

from random import Random

import pytest

from scoring.kingdoms import (
    CASTLES,
    TILES,
    Board,
    BoardError,
    Castle,
    Colour,
    Kind,
    Tile,
    piece_of,
)
from tests.scoring.kingdoms.slow_steward import draw_board, with_rows


def test_every_piece_has_a_token_that_reads_back() -> None:
    pieces = [*TILES, *CASTLES]

    assert len({str(piece) for piece in pieces}) == 32
    assert all(piece_of(str(piece)) == piece for piece in pieces)


def test_a_board_reads_back_from_its_text() -> None:
    for seed in range(50):
        board = draw_board(Random(seed))

        assert Board.parse(str(board)) == board


def test_pieces_say_what_they_are() -> None:
    assert str(piece_of("+3").words) == "resource +3"
    assert str(piece_of("-6").words) == "hazard -6"
    assert str(piece_of("G").words) == "gold mine"
    assert str(piece_of("y4").words) == "yellow castle of rank 4"


@pytest.mark.parametrize(
    ("text", "sentence", "position"),
    [
        ("", "5 rows parted by /, not 1", None),
        (with_rows(*[". . . . . ."] * 6), "5 rows parted by /, not 6", None),
        (with_rows(". . . . ."), "a space is missing: row 1 has 5 spaces", None),
        (with_rows(". . . . . . ."), "a space too many: row 1 has 7 spaces", None),
        (with_rows(". . +7 . . ."), "row 1, column 3: '+7' is not a piece", (0, 2)),
        (with_rows(". g5 . . . ."), "row 1, column 2: 'g5' is not a piece", (0, 1)),
        (with_rows("m . . . . ."), "row 1, column 1: 'm' is not a piece", (0, 0)),
        (with_rows("x" * 900 + " . . . . ."), "'xxxxxxxxxxxx...' is not a piece", (0, 0)),
    ],
)
def test_a_text_that_is_no_board_is_refused_where_it_goes_wrong(
    text: str, sentence: str, position: tuple[int, int] | None
) -> None:
    with pytest.raises(BoardError) as refused:
        Board.parse(text)

    assert sentence in str(refused.value)
    assert refused.value.position == position


def test_no_piece_has_a_number_the_box_does_not_print() -> None:
    with pytest.raises(ValueError, match="1 to 6, not 7"):
        Tile(Kind.RESOURCE, 7)
    with pytest.raises(ValueError, match="has no number"):
        Tile(Kind.DRAGON, 1)
    with pytest.raises(ValueError, match="1 to 4, not 0"):
        Castle(Colour.RED, 0)
