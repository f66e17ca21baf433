"""A kingdom may tell that its table plays on the other grid."""

from __future__ import annotations

from scoring import Kingdom, Rules
from scoring.castle import Castle
from ui.table.board import Board
from ui.table.table import Table, other_grid, with_grid

TABLE = Table().with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
SEVEN = Table(rules=Rules(grid=7)).with_player("Ana", Castle.BLUE).with_player("Ben", Castle.GREEN)
WIDE = Board(Kingdom.parse("wwwCww"))
FULL = Board(Kingdom.parse("wwwww/wwwww/wwCww/wwwww/wwww."), doubtful=frozenset({(0, 1)}))


def test_a_kingdom_too_large_for_the_grid_tells_of_seven() -> None:
    assert other_grid(TABLE, WIDE) == 7
    assert other_grid(SEVEN, WIDE) is None


def test_a_finished_small_kingdom_tells_of_five_unless_another_is_larger() -> None:
    assert other_grid(SEVEN, FULL) == 5
    assert other_grid(SEVEN.with_new_board(2, WIDE), FULL) is None
    assert other_grid(SEVEN, Board(Kingdom.parse("wwC"))) is None


def test_on_another_grid_every_kingdom_that_fits_has_its_frame_and_its_doubts() -> None:
    table = with_grid(TABLE.with_new_board(1, WIDE).with_new_board(2, FULL), 7)

    boards = [seat.board for seat in table.seats if seat.board]
    assert table.rules.grid == 7
    assert [(board.kingdom.height, board.kingdom.width) for board in boards] == [(7, 7), (7, 7)]
    assert [board.doubts for board in boards] == [0, 1]
    back = with_grid(table, 5)
    assert [seat.board.kingdom.height for seat in back.seats if seat.board] == [7, 5]
