"""The most probable kingdoms that one box can lay: no domino twice.

An integer program (HiGHS), kept small by the dynamic program of ``tilings``: that tells for every domino in every
place how good the best kingdom with it can be, and what is far below the best is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from vision.pieces import CASTLE_KIND, COPIES, EMPTY_KIND, Faces, Laid, Pieces, faces_of, relative_worth
from vision.tilings import Position, Weights

SECONDS = 1.5  # for the integer program; hard boards take a tenth of that
REACH = 14.0  # nats below the best tiling within which pieces are considered first
FAR = 60.0  # and if no kingdom can be made of those


@dataclass(frozen=True)
class _Choice:
    """A piece in a place of one board, as a variable of the integer program."""

    board: int
    cells: tuple[Position, ...]  # none: the board has no castle
    kinds: tuple[int, ...]
    gain: float  # log worth


def fits(boards: Sequence[Laid]) -> bool:
    """Whether one box has all the dominoes used."""
    used: Counter[Faces] = sum((board.used for board in boards), Counter())
    return used <= COPIES


def distinct(boards: Sequence[tuple[Pieces, Weights]]) -> list[Laid] | None:
    """The most probable kingdoms of one box, or None if none was found in time.

    Each board comes with the shares of its crossing with MAX.
    """
    for reach in (REACH, FAR):
        choices = [choice for index, board in enumerate(boards) for choice in _choices(index, *board, reach)]
        chosen = _solve(choices, boards)
        if chosen is not None:
            return [_laid(board[0], [c for c in chosen if c.board == index]) for index, board in enumerate(boards)]
    return None


def _choices(board: int, worth: Pieces, shares: Weights, reach: float) -> list[_Choice]:
    least = np.exp(-reach)
    choices = []
    for kind, share in ((CASTLE_KIND, shares.castle), (EMPTY_KIND, shares.empty)):
        for row, column in np.argwhere(share >= least).tolist():
            gain = float(np.log(worth.single[row, column, kind]))
            choices.append(_Choice(board, ((row, column),), (kind,), gain))
    across, down = relative_worth(worth, shares)
    for relative, worths, (step_down, step_right) in ((across, worth.across, (0, 1)), (down, worth.down, (1, 0))):
        found = np.argwhere(relative >= least)
        gains = np.log(worths[tuple(found.T)])
        for (row, column, first, second), gain in zip(found.tolist(), gains.tolist(), strict=True):
            cells = ((row, column), (row + step_down, column + step_right))
            choices.append(_Choice(board, cells, (first, second), gain))
    if worth.bare > 0:
        choices.append(_Choice(board, (), (CASTLE_KIND,), float(np.log(worth.bare))))
    return choices


def _solve(choices: Sequence[_Choice], boards: Sequence[tuple[Pieces, Weights]]) -> list[_Choice] | None:
    """Every cell covered once, one castle a board, no domino more often than the box has it."""
    rows: dict[object, int] = {}
    for board, (worth, _) in enumerate(boards):
        for name in ("castle", *np.ndindex(worth.single.shape[:2])):
            rows[board, name] = len(rows)
    once = len(rows)
    rows |= {faces: once + index for index, faces in enumerate(COPIES)}
    entries = [(rows[name], column) for column, choice in enumerate(choices) for name in _claims(choice)]
    row, column = np.array(entries).T
    solved = milp(
        -np.array([choice.gain for choice in choices]),
        integrality=np.ones(len(choices)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(
            coo_array((np.ones(len(entries)), (row, column)), shape=(len(rows), len(choices))).tocsr(),
            np.repeat([1.0, 0.0], [once, len(COPIES)]),
            np.concatenate([np.ones(once), list(COPIES.values())]),
        ),
        options={"time_limit": SECONDS},
    )
    if solved.x is None:
        return None
    return [choice for choice, taken in zip(choices, solved.x > 0.5, strict=True) if taken]


def _claims(choice: _Choice) -> Iterator[object]:
    """What a piece takes up: its cells, its domino, and the board's one castle."""
    for cell in choice.cells:
        yield choice.board, cell
    if len(choice.cells) == 2:
        yield faces_of(*choice.kinds)
    elif choice.kinds[0] == CASTLE_KIND:
        yield choice.board, "castle"


def _laid(worth: Pieces, chosen: Sequence[_Choice]) -> Laid:
    kinds = np.full(worth.single.shape[:2], EMPTY_KIND)
    for choice in chosen:
        for cell, kind in zip(choice.cells, choice.kinds, strict=False):
            kinds[cell] = kind
    return Laid(kinds, Counter(faces_of(*choice.kinds) for choice in chosen if len(choice.cells) == 2))
