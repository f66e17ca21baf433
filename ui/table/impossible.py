"""Kingdoms read from a photo that could not have been laid: what is wrong with them, and where to look first."""

from __future__ import annotations

from functools import lru_cache

from scoring import Box, Kingdom, Position, Problem, problems
from ui.table.board import Board
from ui.table.table import Table

REMEMBERED = 200  # kingdoms that are not judged again at the next tap


def impossible(table: Table, board: Board) -> Problem | None:
    """The first thing that is wrong with a board that was read from a photo, and of which nothing else is in doubt."""
    return None if board.doubtful else problem_as_read(table, board)


def problem_as_read(table: Table, board: Board) -> Problem | None:
    """The first thing that is wrong with a board that was read from a photo, whatever else is in doubt."""
    return _first_problem(board.kingdom, table.rules.grid, table.rules.box) if board.source else None


def suspect(board: Board, problem: Problem) -> Position:
    """The square to look at first: one that the problem names, else the first that is not empty."""
    laid = (position for position, square in board.kingdom.squares() if not square.is_empty)
    return problem.positions[0] if problem.positions else next(laid, (0, 0))


@lru_cache(REMEMBERED)
def _first_problem(kingdom: Kingdom, grid: int, box: Box) -> Problem | None:
    return next(iter(problems(kingdom, grid, box)), None)
