"""An integer programme for the most probable kingdoms that one box of dominoes can lay.

A domino is rarely wanted twice, so the best tiling of each board by itself usually is the answer. If not, an integer
program (HiGHS) finds it, kept small by the max-marginals of the sweep: how good the best kingdom with a given domino in
a given place can be. Kingdoms within a few nats of the best are searched first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.decode.deck import Deck, Faces, faces_of
from vision.decode.forward_backward import MAX, Position, Weights, best_tiling, log_best, marginals, sweep
from vision.decode.potentials import Potentials, Solution, marginals_by_domino, solution_of

# Nats below the best tilings within which kingdoms are searched, in turn. Of 55 simulated boards that wanted a domino
# twice, 53 had an answer within 3 nats (15 ms for 7x7) and all within 5; searching 14 nats at once takes 600 ms.
# Kingdoms that need more than the last are not of one box: two boxes mixed, or one kingdom photographed twice.
REACHES = (3.0, 6.0, 12.0, 24.0)
NODES = 50  # of the search tree of each, at most: of 250 searches none took more than its root

# Nats that it may cost to lay kingdoms from one box, for each after the first. Boards of two games with simulated
# misreads: of 114 groups from one game that shared a domino when read apart, 110 cost less, and laying these together
# made 170 squares right and 5 wrong; of 153 groups from several games 23 cost less, and lost 28 squares.
ALLOWED = 2.5


@dataclass(frozen=True, eq=False)
class Relaxed:
    """The problem of one board without the limit of the box: its best kingdom, and what every piece would cost."""

    potentials: Potentials
    best: Solution
    log_best: float
    max_marginals: Weights  # the weight of the best kingdom with each piece, relative to the best of all


@dataclass(frozen=True)
class _Choice:
    """A piece in a place of one board, as a variable of the integer program."""

    board: int
    cells: tuple[Position, ...]  # none: the board has no castle
    kinds: tuple[int, ...]
    gain: float  # log weight
    settles_castle: bool = False


def relax(potentials: Potentials) -> Relaxed:
    """The best kingdom of a board, whatever the box holds."""
    messages = sweep(potentials.weights(MAX), MAX)
    best = solution_of(potentials, best_tiling(messages))
    return Relaxed(potentials, best, messages.log_partition, marginals(messages, MAX))


def fits(boards: Sequence[Solution]) -> bool:
    """True where one box has all the dominoes used."""
    used: Counter[Faces] = sum((board.used for board in boards), Counter())
    return not boards or used <= boards[0].deck.copies


def lay(boards: Sequence[Relaxed]) -> list[Solution]:
    """The most probable kingdoms of one box.

    If these are too improbable, or none were found within NODES, each board is laid from a box of its own, and at last
    as if the box were bottomless: ask ``fits``.
    """
    best = [board.best for board in boards]
    if fits(best):
        return best
    if len(boards) == 1:
        return search(boards) or best
    apart = [found for board in boards for found in lay([board])]
    losses = (
        board.log_best - log_best(board.potentials.only(found.kinds).weights(MAX))
        for board, found in zip(boards, apart, strict=True)
    )
    allowed = ALLOWED * (len(boards) - 1) + sum(losses)
    together = search(boards, [*(reach for reach in REACHES if reach < allowed), allowed])
    return together or apart


def search(boards: Sequence[Relaxed], reaches: Sequence[float] = REACHES) -> list[Solution] | None:
    """The most probable kingdoms of one box by the integer program, or None if it found none within NODES.

    ``reaches`` are the nats below the best tilings within which kingdoms are searched, in turn.
    """
    best = sum(board.log_best for board in boards)
    found: list[_Choice] | None = None
    for reach in reaches:
        choices = [choice for index, board in enumerate(boards) for choice in _choices(index, board, reach)]
        chosen = _solve(choices, boards)
        loss = best - sum(choice.gain for choice in chosen) if chosen else np.inf
        if loss <= reaches[-1]:
            found = chosen
        if loss <= reach:
            break  # whatever was left out is worse
    if found is None:
        return None
    return [
        _solution(board, [choice for choice in found if choice.board == index]) for index, board in enumerate(boards)
    ]


def _choices(index: int, board: Relaxed, reach: float) -> Iterator[_Choice]:
    least = np.exp(-reach)
    potentials, max_marginals = board.potentials, board.max_marginals
    deck = potentials.deck
    for row, column in np.argwhere(max_marginals.castle >= least).tolist():
        yield _Choice(index, ((row, column),), (deck.castle,), float(np.log(potentials.castle[row, column])), True)
    alone = potentials.alone()
    for row, column in np.argwhere(max_marginals.lone >= least).tolist():
        kind = int(alone[row, column])
        yield _Choice(index, ((row, column),), (kind,), float(np.log(potentials.lone[row, column, kind])))
    across, down = marginals_by_domino(potentials, max_marginals, MAX)
    for marginal, weights, (below, right) in ((across, potentials.across, (0, 1)), (down, potentials.down, (1, 0))):
        found = np.argwhere(marginal >= least)
        gains = np.log(weights[tuple(found.T)]).tolist()
        for (row, column, first, second), gain in zip(found.tolist(), gains, strict=True):
            yield _Choice(index, ((row, column), (row + below, column + right)), (first, second), gain)
    yield _Choice(index, (), (), float(np.log(potentials.bare)), True)


def _solve(choices: Sequence[_Choice], boards: Sequence[Relaxed]) -> list[_Choice] | None:
    """The best choices with every cell covered once, one castle a board, and no domino more often than in the box."""
    # Slow to import, and asked for only where a domino is wanted twice.
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    rows: dict[object, int] = {}
    for index, board in enumerate(boards):
        for name in ("castle", *np.ndindex(board.best.kinds.shape)):
            rows[index, name] = len(rows)
    once = len(rows)
    copies = boards[0].potentials.deck.copies
    rows |= {faces: once + index for index, faces in enumerate(copies)}
    claims = [(rows[name], column) for column, choice in enumerate(choices) for name in _claims(choice)]
    solved = milp(
        -np.array([choice.gain for choice in choices]),
        integrality=np.ones(len(choices)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(
            coo_array((np.ones(len(claims)), tuple(np.array(claims).T)), shape=(len(rows), len(choices))).tocsr(),
            np.repeat([1.0, 0.0], [once, len(copies)]),
            np.concatenate([np.ones(once), list(copies.values())]),
        ),
        options={"node_limit": NODES},
    )
    if solved.x is None:
        return None
    return [choice for choice, taken in zip(choices, solved.x > 0.5, strict=True) if taken]


def _claims(choice: _Choice) -> Iterator[object]:
    """The claims of a piece: its cells, its domino, and the board's one castle."""
    for cell in choice.cells:
        yield choice.board, cell
    if len(choice.cells) == 2:
        yield faces_of(*choice.kinds)
    if choice.settles_castle:
        yield choice.board, "castle"


def _solution(board: Relaxed, chosen: Sequence[_Choice]) -> Solution:
    kinds = board.best.kinds.copy()
    for choice in chosen:
        for cell, kind in zip(choice.cells, choice.kinds, strict=True):
            kinds[cell] = kind
    used = Counter(faces_of(*choice.kinds) for choice in chosen if len(choice.cells) == 2)
    deck = board.potentials.deck
    return Solution(deck, kinds, used, all(_is_proper(choice, deck) for choice in chosen))


def _is_proper(choice: _Choice, deck: Deck) -> bool:
    """True for what is neither a stray nor a missing castle."""
    if choice.settles_castle:
        return bool(choice.cells)
    return len(choice.cells) == 2 or choice.kinds == (deck.empty,)
