"""Laws that hold for every board of Kingdoms, tried on boards drawn at random."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.kingdoms import COLUMNS, MOUNTAIN, ROWS, Board, Castle, EpochSheet, Line, problems, score_epoch
from tests.scoring.kingdoms.legal_boards import draw_board
from tests.scoring.kingdoms.slow_steward import stewards_count

BOARDS = st.integers(0, 2**32).map(lambda seed: draw_board(Random(seed)))
PLAIN_BOARDS = st.integers(0, 2**32).map(lambda seed: draw_board(Random(seed), special=False))
MANY = 10_000


def bases(line: Line) -> list[int]:
    return [part.base for part in line.parts]


def totals(sheet: EpochSheet) -> dict[str, tuple[int, int]]:
    return {one.colour.letter: (one.rows, one.columns) for one in sheet.earnings}


def test_a_slow_steward_counts_the_same_gold_on_ten_thousand_boards() -> None:
    chance = Random(7)
    for _ in range(MANY):
        board = draw_board(chance)

        assert totals(score_epoch(board)) == stewards_count(str(board)), str(board)


@given(BOARDS)
@settings(max_examples=60)
def test_mirroring_a_board_mirrors_its_lines_and_keeps_the_totals(board: Board) -> None:
    sheet, mirrored = score_epoch(board), score_epoch(board.mirrored())

    assert totals(mirrored) == totals(sheet)
    assert [bases(line)[::-1] for line in mirrored.lines[:ROWS]] == [bases(line) for line in sheet.lines[:ROWS]]
    assert [bases(line) for line in mirrored.lines[ROWS:]] == [bases(line) for line in reversed(sheet.lines[ROWS:])]


@given(BOARDS, st.integers(0, ROWS - 1), st.integers(1, COLUMNS - 2))
@settings(max_examples=60)
def test_a_mountain_in_a_row_equals_two_separate_boards(board: Board, row: int, column: int) -> None:
    board = board.with_piece(row, column, MOUNTAIN)
    left, right = board, board
    for other in range(COLUMNS):
        left = left if other < column else left.with_piece(row, other, None)
        right = right if other > column else right.with_piece(row, other, None)
    whole = score_epoch(board).lines[row]

    assert [p.base for p in whole.parts if p.spaces[-1][1] < column] == _bases_of(left, row, 0, column)
    assert [p.base for p in whole.parts if p.spaces[0][1] > column] == _bases_of(right, row, column + 1, COLUMNS)


def _bases_of(board: Board, row: int, start: int, end: int) -> list[int]:
    """The bases of the parts of a row that lie at least partly between two columns."""
    parts = score_epoch(board).lines[row].parts
    return [part.base for part in parts if any(start <= column < end for _, column in part.spaces)]


@given(PLAIN_BOARDS)
@settings(max_examples=60)
def test_without_special_tiles_all_row_gains_are_the_bases_times_all_ranks(board: Board) -> None:
    sheet = score_epoch(board)
    ranks = [sum(space.rank for space in row if isinstance(space, Castle)) for row in board.rows]

    expected = sum(line.parts[0].base * rank for line, rank in zip(sheet.lines[:ROWS], ranks, strict=True))
    assert sum(one.rows for one in sheet.earnings) == expected


@given(BOARDS)
@settings(max_examples=60)
def test_a_board_drawn_from_the_box_has_no_problems(board: Board) -> None:
    assert problems(board, players=_players(board)) == ()


def _players(board: Board) -> int:
    return max(2, len(score_epoch(board).earnings))
