"""Checks of the pieces on a board, and of all boards of a table, against the boxes in play."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scoring.boxes import Box, Title
from scoring.expansions import EXPANSIONS
from scoring.kingdom import Kingdom
from scoring.pieces import NO_PIECES, Board, Pieces
from scoring.problem import Problem, Rule


def find_piece_problems(kingdom: Kingdom, pieces: Pieces, box: Box) -> tuple[Problem, ...]:
    """Return everything that the rules forbid about the pieces of one kingdom; empty if there is nothing.

    Example:
        >>> from scoring import BASE, parse_board
        >>> [str(problem) for problem in find_piece_problems(*parse_board("w1wC,giant@1.2"), BASE)][0]
        'Pieces of Age of Giants lie here, which is not on this table'
    """
    board = Board(kingdom, pieces)
    missing = find_required_boxes(kingdom, pieces) - box.titles
    problems = [Problem(Rule.BOX_NOT_IN_PLAY, (), {"box": title}) for title in Title if title in missing]
    for expansion in EXPANSIONS.values():
        problems += expansion.check(board)
        problems += expansion.check_supply([board])
    return tuple(problems)


def find_supply_problems(boards: Collection[Board]) -> tuple[Problem, ...]:
    """Return pieces of which a table has more than the boxes, though no board alone has too many.

    Example:
        >>> from scoring import parse_board
        >>> [str(one) for one in find_supply_problems([parse_board("wC,king@1.1")] * 2)]
        ['king is there 2 times; the box has one']
    """
    alone = [problem for board in boards for problem in _check_supply([board])]
    return tuple(problem for problem in _check_supply(boards) if problem not in alone)


def find_required_boxes(kingdom: Kingdom, pieces: Pieces) -> frozenset[Title]:
    """Return the boxes without which a kingdom could not have its towns and pieces."""
    board = Board(kingdom, pieces)
    return frozenset(title for title, expansion in EXPANSIONS.items() if expansion.is_needed(board))


def has_pieces(box: Box) -> bool:
    """Return whether a box in play has pieces to place on boards."""
    return box.titles > {Title.KINGDOMINO} or Title.KINGDOMINO not in box


def pieces_in_play(box: Box, kingdom: Kingdom, pieces: Pieces) -> Pieces:
    """Return the pieces without those of boxes that are not in play."""
    if pieces == NO_PIECES:
        return NO_PIECES
    for title, expansion in EXPANSIONS.items():
        if title not in box:
            pieces = expansion.remove_pieces(Board(kingdom, pieces))
    return pieces


def _check_supply(boards: Collection[Board]) -> Iterator[Problem]:
    for expansion in EXPANSIONS.values():
        yield from expansion.check_supply(boards)
