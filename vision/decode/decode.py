"""Maximum a posteriori decoding: find the most probable kingdoms of a box for log-probabilities of squares.

Dominoes that cover a kingdom may not be those of a legal game, in which each domino joins the castle or its own terrain
when it is placed. People break that rule now and then, so clear evidence outweighs it: an illegal kingdom is replaced
only by a legal one that is nearly as probable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring.dominoes.legality import build_order
from scoring.kingdom import Kingdom
from vision.decode.domino_set import BASE_DOMINO_SET, DominoSet, sort_faces
from vision.decode.forward_backward import MAX, SUM, Floats, compute_marginals, sweep, trace_best_tiling
from vision.decode.one_box import RelaxedBoard, fit_one_box, relax, solve
from vision.decode.potentials import Kinds, Solution, build_potentials, build_solution, compute_kind_marginals
from vision.squares.classify import Logs
from vision.squares.reading import SquareReading, Squares

LogProbabilities = NDArray[np.float32]  # (rows, columns, kinds), the last axis in the order of a domino set's kinds
Occupancy = NDArray[np.floating]  # (rows, columns): the probability of a tile on each square


@dataclass(frozen=True)
class DecodeThresholds:
    """Priors on the evidence, and limits of the repair of illegal kingdoms."""

    uninformative: float = 0.005  # probability that a square's evidence means nothing; less lets sure mistakes spread
    max_certainty: float = 0.98  # of the locator on a tile or a gap
    max_repair_loss_nats: float = 3.0  # that a legal kingdom may be less probable than an illegal one
    max_repair_tries: int = 40  # at most


THRESHOLDS = DecodeThresholds()


@dataclass(frozen=True, eq=False)
class Decoded:
    """The kind that was chosen for each square of a grid, and the probabilities of all kinds."""

    domino_set: DominoSet
    kinds: Kinds
    probabilities: NDArray[np.float32]  # (rows, columns, kinds), given the whole board
    explained: bool  # it has a castle and distinct dominoes of the box for all other squares, legally placed or not

    @staticmethod
    def from_classifier(logs: Logs) -> Decoded:
        """Take the most probable kind of each square by itself; ``logs`` are (rows, columns, 18)."""
        probabilities = np.exp(logs)
        return Decoded(BASE_DOMINO_SET, probabilities.argmax(2), probabilities, explained=True)

    def part(self, rows: slice, columns: slice) -> Decoded:
        """Crop to some of the rows and columns."""
        return replace(self, kinds=self.kinds[rows, columns], probabilities=self.probabilities[rows, columns])

    @property
    def kingdom(self) -> Kingdom:
        """The kingdom of the chosen squares."""
        return build_kingdom(self.kinds, self.domino_set)

    @property
    def squares(self) -> Squares:
        """The chosen square at each position with its probability, and the next most probable one."""
        rows, columns = self.kinds.shape
        return tuple(tuple(self._read_square(row, column) for column in range(columns)) for row in range(rows))

    def _read_square(self, row: int, column: int) -> SquareReading:
        kind, others = self.kinds[row, column], self.probabilities[row, column].copy()
        confidence = float(np.clip(others[kind], 0.0, 1.0))
        others[kind] = -1.0
        return SquareReading(self.domino_set.kinds[kind], confidence, self.domino_set.kinds[int(others.argmax())])


def decode_together(
    boards: Sequence[LogProbabilities], occupancies: Sequence[Occupancy], domino_set: DominoSet = BASE_DOMINO_SET
) -> list[Decoded]:
    """Find the most probable kingdoms of one game, which share one box of dominoes.

    Any numbers are accepted, infinite ones and NaN included.

    Args:
        boards: Log-probabilities (rows, columns, kinds) of each board.
        occupancies: Probabilities (rows, columns) of a tile on each square, for each board.
        domino_set: The dominoes of the box.

    Returns:
        The kingdoms in the order given.
    """
    likelihoods = [_compute_likelihoods(*pair, domino_set) for pair in zip(boards, occupancies, strict=True)]
    relaxed = [relax(build_potentials(domino_set, each)) for each in likelihoods]
    repaired = repair_illegal(relaxed, solve(relaxed))
    solutions = [_drop_doubtful_castle(*pair) for pair in zip(likelihoods, repaired, strict=True)]
    return [_build_result(*pair) for pair in zip(relaxed, solutions, strict=True)]


def decode_without_limit(
    log_probabilities: LogProbabilities, occupancy: Occupancy, domino_set: DominoSet = BASE_DOMINO_SET
) -> tuple[Decoded, float]:
    """Find the most probable kingdom as if the box had any number of each domino.

    This takes a few milliseconds for any board; ``decode_together`` may take a second.

    Returns:
        The kingdom, and the share of its dominoes that exceeds the box, 0 to 1.
    """
    board = relax(build_potentials(domino_set, _compute_likelihoods(log_probabilities, occupancy, domino_set)))
    excess = (board.best.used - domino_set.copies).total() / max(1, board.best.used.total())
    return _build_result(board, board.best), excess


def _compute_likelihoods(log_probabilities: LogProbabilities, occupancy: Occupancy, domino_set: DominoSet) -> Floats:
    """Return probabilities (rows, columns, kinds) that sum to one in each cell and are never near zero."""
    logs = np.nan_to_num(np.asarray(log_probabilities, np.float64), nan=-1e6, posinf=1e6, neginf=-1e6).clip(-1e6, 1e6)
    likelihoods = np.exp(logs - logs.max(axis=2, keepdims=True))
    likelihoods /= likelihoods.sum(axis=2, keepdims=True)
    uninformative, certainty = THRESHOLDS.uninformative, THRESHOLDS.max_certainty
    likelihoods = (1 - uninformative) * likelihoods + uninformative / len(domino_set.kinds)
    tile = np.nan_to_num(np.asarray(occupancy, np.float64), nan=0.5).clip(1 - certainty, certainty)
    likelihoods *= tile[..., None]
    likelihoods[..., domino_set.empty_index] *= (1 - tile) / tile
    likelihoods /= likelihoods.sum(axis=2, keepdims=True)
    return np.asarray(likelihoods)


def _drop_doubtful_castle(likelihoods: Floats, solution: Solution) -> Solution:
    """Return an empty board if all it has is a castle that is less probable than an empty square."""
    domino_set = solution.domino_set
    is_tile = solution.kinds != domino_set.empty_index
    if not solution.is_complete or solution.used:
        return solution
    castle, empty = likelihoods[is_tile][0, [domino_set.castle_index, domino_set.empty_index]]
    if castle >= empty:
        return solution
    return Solution(domino_set, np.full_like(solution.kinds, domino_set.empty_index), solution.used, is_complete=False)


def build_kingdom(kinds: Kinds, domino_set: DominoSet) -> Kingdom:
    """Build the kingdom of squares of these kinds (rows, columns)."""
    return Kingdom(tuple(tuple(domino_set.kinds[kind] for kind in row) for row in kinds.tolist()))


def _tile_legally(solution: Solution) -> Solution | None:
    """Return the kingdom with the dominoes of a legal game, or None if it is illegal.

    One kingdom can be cut into dominoes in several ways, some of which use a domino more often than the box has it.
    """
    if not solution.is_complete:
        return None
    order = build_order(build_kingdom(solution.kinds, solution.domino_set), box=solution.domino_set.box)
    if order is None:
        return None
    kinds = ([int(solution.kinds[square]) for square in domino.squares] for domino in order)
    return replace(solution, used=Counter(sort_faces(first, second) for first, second in kinds))


def repair_illegal(boards: Sequence[RelaxedBoard], solutions: Sequence[Solution]) -> list[Solution]:
    """Replace each illegal kingdom by a legal one that is nearly as probable, if there is one.

    Kingdoms that fit one box still do afterwards.
    """
    repaired = list(solutions)
    of_one_box = fit_one_box(solutions)
    for index, board in enumerate(boards):
        if repaired[index].is_complete and _tile_legally(repaired[index]) is None:
            others = repaired[:index] + repaired[index + 1 :] if of_one_box else []
            legal = map(_tile_legally, _generate_near(board, repaired[index]))
            repaired[index] = next((each for each in legal if each and fit_one_box([*others, each])), repaired[index])
    return repaired


def _generate_near(board: RelaxedBoard, solution: Solution) -> Iterator[Solution]:
    """Yield the best kingdoms that differ in the kind of one square, the most probable first."""
    marginals = compute_kind_marginals(board.potentials, board.max_marginals, MAX)
    np.put_along_axis(marginals, solution.kinds[..., None], 0.0, axis=2)
    for index in np.argsort(-marginals, axis=None)[: THRESHOLDS.max_repair_tries]:
        row, column, kind = (int(each) for each in np.unravel_index(index, marginals.shape))
        if marginals[row, column, kind] < np.exp(-THRESHOLDS.max_repair_loss_nats):
            return
        allowed = np.ones(marginals.shape, bool)
        allowed[row, column] = np.arange(marginals.shape[2]) == kind
        potentials = board.potentials.restrict(allowed)
        yield build_solution(potentials, trace_best_tiling(sweep(potentials.reduce_kinds(MAX), MAX)))


def _build_result(board: RelaxedBoard, solution: Solution) -> Decoded:
    """Build the result of a solution, with the marginals of its board."""
    messages = sweep(board.potentials.reduce_kinds(SUM), SUM)
    by_kind = compute_kind_marginals(board.potentials, compute_marginals(messages, SUM), SUM)
    explained = solution.is_complete and fit_one_box([solution])
    return Decoded(solution.domino_set, solution.kinds, by_kind.astype(np.float32), explained)
