"""A phone at one kingdom need not draw anew what is changed in another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import GIANTS, Kingdom
from scoring.castle import Castle
from tests.given import EVENING
from ui.api.news import cards_view_key, seat_view_key, table_view_key
from ui.table.board import Board
from ui.table.table import Table

ANA, BEN = 1, 2
BOARD = Board(Kingdom.parse("www/wCw/www"), by_hand=True)
TABLE = (
    Table()
    .with_player("Ana", Castle.BLUE)
    .with_player("Ben", Castle.GREEN)
    .with_new_board(ANA, BOARD)
    .with_new_board(BEN, BOARD)
)


def other(code: str) -> Board:
    board = TABLE.seats[1].board
    assert board is not None
    return replace(board, kingdom=Kingdom.parse(code))


def test_a_square_is_seen_by_the_editor_of_its_board_alone() -> None:
    changed = TABLE.with_board(BEN, other("wwf/wCw/www"))

    assert seat_view_key(changed, ANA) == seat_view_key(TABLE, ANA)
    assert seat_view_key(changed, BEN) == seat_view_key(TABLE, BEN)
    assert table_view_key(changed) == table_view_key(TABLE)
    assert cards_view_key(changed) == cards_view_key(TABLE)


def test_where_pieces_are_placed_a_square_is_seen_beside_its_editor_too() -> None:
    with_giants = replace(TABLE, rules=replace(TABLE.rules, box=GIANTS))
    changed = with_giants.with_board(BEN, other("wwf/wCw/www"))

    assert seat_view_key(changed, ANA) == seat_view_key(with_giants, ANA)
    assert seat_view_key(changed, BEN) != seat_view_key(with_giants, BEN)


@pytest.mark.parametrize(
    "changed",
    [
        TABLE.with_board(BEN, other("www/wCw/www").accepted()),
        TABLE.with_player("Cora", Castle.PINK),
        TABLE.with_name(BEN, "Benno"),
        replace(TABLE, hide_scores=True),
        TABLE.again(EVENING),
    ],
)
def test_what_the_page_says_beside_the_board_is_seen_at_every_kingdom(changed: Table) -> None:
    assert seat_view_key(changed, ANA) != seat_view_key(TABLE, ANA)
    assert seat_view_key(changed, BEN) != seat_view_key(TABLE, BEN)
    assert table_view_key(changed) != table_view_key(TABLE)
    assert cards_view_key(changed) != cards_view_key(TABLE)
