"""Find the most probable kingdoms that the dominoes of one box can make.

Without the limit of the box, the best tiling of each board is found by itself (``relax``), and usually is the answer,
because few kingdoms want a domino twice. Otherwise an integer program (HiGHS) over all boards finds the answer. It is
kept small by the max-marginals of the relaxed problem: pieces that no kingdom within a few nats of the best has are
left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.decode.domino_set import DominoSet, Faces, sort_faces
from vision.decode.forward_backward import (
    MAX,
    Position,
    Weights,
    compute_log_best,
    compute_marginals,
    sweep,
    trace_best_tiling,
)
from vision.decode.potentials import Potentials, Solution, build_solution, compute_domino_marginals


@dataclass(frozen=True)
class SearchLimits:
    """Limits of the integer program."""

    # Below the best tilings, searched in turn. Kingdoms that lose more than the last do not come from one box: two
    # boxes were mixed, or one kingdom was photographed twice.
    losses_nats: tuple[float, ...] = (3.0, 6.0, 12.0, 24.0)
    max_nodes: int = 50  # of the search tree
    max_loss_nats: float = 2.5  # for each board after the first, to decode boards as of one box


LIMITS = SearchLimits()


@dataclass(frozen=True, eq=False)
class RelaxedBoard:
    """A board solved without the limit of the box."""

    potentials: Potentials
    best: Solution
    log_best: float
    max_marginals: Weights  # the weight of the best kingdom with each piece, relative to ``best``


@dataclass(frozen=True)
class _Choice:
    """A piece in a position on one board, as a variable of the integer program."""

    board: int
    cells: tuple[Position, ...]  # empty for the choice of having no castle
    kinds: tuple[int, ...]
    log_weight: float
    decides_castle: bool = False


def relax(potentials: Potentials) -> RelaxedBoard:
    """Find the best kingdom of a board, however often it uses a domino."""
    messages = sweep(potentials.reduce_kinds(MAX), MAX)
    best = build_solution(potentials, trace_best_tiling(messages))
    return RelaxedBoard(potentials, best, messages.log_partition, compute_marginals(messages, MAX))


def fit_one_box(boards: Sequence[Solution]) -> bool:
    """Return whether one box has all the dominoes that these boards use."""
    used: Counter[Faces] = sum((board.used for board in boards), Counter())
    return not boards or used <= boards[0].domino_set.copies


def solve(boards: Sequence[RelaxedBoard]) -> list[Solution]:
    """Return the most probable kingdoms of one box.

    If that loses too much, or nothing was found within the limits, each board is solved with a box of its own, or
    without the limit of a box if even that fails; ``fit_one_box`` tells.
    """
    best = [board.best for board in boards]
    if fit_one_box(best):
        return best
    if len(boards) == 1:
        return solve_integer_program(boards) or best
    apart = [solution for board in boards for solution in solve([board])]
    losses = (
        board.log_best - compute_log_best(board.potentials.restrict_to_kinds(solution.kinds).reduce_kinds(MAX))
        for board, solution in zip(boards, apart, strict=True)
    )
    max_loss = LIMITS.max_loss_nats * (len(boards) - 1) + sum(losses)
    together = solve_integer_program(boards, [*(loss for loss in LIMITS.losses_nats if loss < max_loss), max_loss])
    return together or apart


def solve_integer_program(
    boards: Sequence[RelaxedBoard], losses_nats: Sequence[float] = LIMITS.losses_nats
) -> list[Solution] | None:
    """Find the most probable kingdoms of one box by the integer program.

    Args:
        boards: The boards.
        losses_nats: Losses against the best tilings within which kingdoms are searched, in turn.

    Returns:
        The kingdoms, or None if none were found within the limits.
    """
    best = sum(board.log_best for board in boards)
    found: list[_Choice] | None = None
    for max_loss in losses_nats:
        choices = [choice for index, board in enumerate(boards) for choice in _list_choices(index, board, max_loss)]
        chosen = _run_solver(choices, boards)
        loss = best - sum(choice.log_weight for choice in chosen) if chosen else np.inf
        if loss <= losses_nats[-1]:
            found = chosen
        if loss <= max_loss:
            break  # every piece that was left out loses more
    if found is None:
        return None
    return [
        _build_solution(board, [choice for choice in found if choice.board == index])
        for index, board in enumerate(boards)
    ]


def _list_choices(index: int, board: RelaxedBoard, max_loss_nats: float) -> Iterator[_Choice]:
    """Yield the pieces of all kingdoms of a board that lose at most so much."""
    min_marginal = np.exp(-max_loss_nats)
    potentials, max_marginals = board.potentials, board.max_marginals
    castle = potentials.domino_set.castle_index
    for row, column in np.argwhere(max_marginals.castle >= min_marginal).tolist():
        yield _Choice(index, ((row, column),), (castle,), float(np.log(potentials.castle[row, column])), True)
    singles = potentials.find_best_singles()
    for row, column in np.argwhere(max_marginals.single >= min_marginal).tolist():
        kind = int(singles[row, column])
        yield _Choice(index, ((row, column),), (kind,), float(np.log(potentials.single[row, column, kind])))
    across, down = compute_domino_marginals(potentials, max_marginals, MAX)
    for marginal, weights, (below, right) in ((across, potentials.across, (0, 1)), (down, potentials.down, (1, 0))):
        found = np.argwhere(marginal >= min_marginal)
        log_weights = np.log(weights[tuple(found.T)]).tolist()
        for (row, column, first, second), log_weight in zip(found.tolist(), log_weights, strict=True):
            yield _Choice(index, ((row, column), (row + below, column + right)), (first, second), log_weight)
    yield _Choice(index, (), (), float(np.log(potentials.no_castle)), True)


def _run_solver(choices: Sequence[_Choice], boards: Sequence[RelaxedBoard]) -> list[_Choice] | None:
    """Choose the best pieces that cover each cell once, with one castle a board and no domino more often than the box.

    Returns:
        The pieces, or None if the solver found no solution.
    """
    # Imported here because SciPy is slow to import, and few photos need it.
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    constraints: dict[object, int] = {}
    for index, board in enumerate(boards):
        for name in ("castle", *np.ndindex(board.best.kinds.shape)):
            constraints[index, name] = len(constraints)
    exact_count = len(constraints)
    copies = boards[0].potentials.domino_set.copies
    constraints |= {faces: exact_count + index for index, faces in enumerate(copies)}
    entries = [(constraints[key], column) for column, choice in enumerate(choices) for key in _list_constraints(choice)]
    shape = (len(constraints), len(choices))
    solved = milp(
        -np.array([choice.log_weight for choice in choices]),
        integrality=np.ones(len(choices)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(
            coo_array((np.ones(len(entries)), tuple(np.array(entries).T)), shape=shape).tocsr(),
            np.repeat([1.0, 0.0], [exact_count, len(copies)]),
            np.concatenate([np.ones(exact_count), list(copies.values())]),
        ),
        options={"node_limit": LIMITS.max_nodes},
    )
    if solved.x is None:
        return None
    return [choice for choice, value in zip(choices, solved.x > 0.5, strict=True) if value]


def _list_constraints(choice: _Choice) -> Iterator[object]:
    """Yield the keys of the constraints in which a piece counts: its cells, its domino, the board's one castle."""
    for cell in choice.cells:
        yield choice.board, cell
    if len(choice.cells) == 2:
        yield sort_faces(*choice.kinds)
    if choice.decides_castle:
        yield choice.board, "castle"


def _build_solution(board: RelaxedBoard, chosen: Sequence[_Choice]) -> Solution:
    """Build the kingdom of the chosen pieces of a board."""
    kinds = board.best.kinds.copy()
    for choice in chosen:
        for cell, kind in zip(choice.cells, choice.kinds, strict=True):
            kinds[cell] = kind
    used = Counter(sort_faces(*choice.kinds) for choice in chosen if len(choice.cells) == 2)
    domino_set = board.potentials.domino_set
    return Solution(domino_set, kinds, used, all(_is_proper(choice, domino_set) for choice in chosen))


def _is_proper(choice: _Choice, domino_set: DominoSet) -> bool:
    """Return whether a choice is neither a stray nor a missing castle."""
    if choice.decides_castle:
        return bool(choice.cells)
    return len(choice.cells) == 2 or choice.kinds == (domino_set.empty_index,)
