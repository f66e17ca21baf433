"""Repair of kingdoms that cannot have been built, by the nearest that can.

Dominoes that cover a kingdom need not be those of a legal game: each has to join the castle or its own terrain when it
is laid. People break that rule now and then, so it does not outweigh what is plainly seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from scoring.dominoes.legality import build_order
from scoring.kingdom import Kingdom
from vision.decode.deck import BASE_DECK, Deck
from vision.decode.forward_backward import MAX, best_tiling, sweep
from vision.decode.one_box import Relaxed, fits
from vision.decode.potentials import Kinds, Solution, marginals_by_kind, solution_of

# Nats a kingdom may be less probable than one that breaks the rule. Of 28 real kingdoms one breaks it, of the kingdoms
# read wrong about a third. On 806 simulated and pieced-together boards 3 nats made 9 wrong ones right and no right one
# wrong; with 5 the first right one was lost.
LENIENCE = 3.0
TRIES = 40  # a 7x7 board takes about 3 ms each


def kingdom_of(kinds: Kinds, deck: Deck = BASE_DECK) -> Kingdom:
    """The kingdom whose squares are of these kinds."""
    return Kingdom(tuple(tuple(deck.kinds[kind] for kind in row) for row in kinds.tolist()))


def is_buildable(found: Solution) -> bool:
    """Whether dominoes of one box, laid by the rules, give this kingdom."""
    return found.whole and build_order(kingdom_of(found.kinds, found.deck), box=found.deck.box) is not None


def buildable(boards: Sequence[Relaxed], best: Sequence[Solution]) -> list[Solution]:
    """The kingdoms of a table, each that cannot have been built replaced by a near one that can, if there is one.

    Kingdoms that were laid from one box stay so.
    """
    found = list(best)
    of_one_box = fits(best)
    for index, board in enumerate(boards):
        if found[index].whole and not is_buildable(found[index]):
            others = found[:index] + found[index + 1 :] if of_one_box else []
            near = (other for other in _nearest(board, found[index]) if fits([*others, other]) and is_buildable(other))
            found[index] = next(near, found[index])
    return found


def _nearest(board: Relaxed, found: Solution) -> Iterator[Solution]:
    """The best kingdoms that show another kind somewhere, the best first."""
    marginals = marginals_by_kind(board.potentials, board.max_marginals, MAX)
    np.put_along_axis(marginals, found.kinds[..., None], 0.0, axis=2)
    for place in np.argsort(-marginals, axis=None)[:TRIES]:
        row, column, kind = (int(index) for index in np.unravel_index(place, marginals.shape))
        if marginals[row, column, kind] < np.exp(-LENIENCE):
            return
        allowed = np.ones(marginals.shape, bool)
        allowed[row, column] = np.arange(marginals.shape[2]) == kind
        potentials = board.potentials.among(allowed)
        yield solution_of(potentials, best_tiling(sweep(potentials.weights(MAX), MAX)))
