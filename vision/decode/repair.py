"""The nearest kingdom that could have been built.

Dominoes that cover a kingdom need not be those of a legal game: each has to join the castle or its own terrain when it
is laid. People break that rule now and then, so it does not outweigh what is plainly seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from scoring.kingdom import Kingdom
from scoring.legality import build_order
from vision.decode.forward_backward import MAX, best_tiling, cross
from vision.decode.one_box import Weighed, fits
from vision.decode.potentials import Kinds, Laid, by_kind, laid
from vision.squares.classify import KINDS

# Nats a kingdom may be less probable than one that breaks the rule. Of 28 real kingdoms one breaks it, of the kingdoms
# read wrong about a third. On 806 simulated and pieced-together boards 3 nats made 9 wrong ones right and no right one
# wrong; with 5 the first right one was lost.
LENIENCE = 3.0
TRIES = 40  # a 7x7 board takes about 3 ms each


def kingdom_of(kinds: Kinds) -> Kingdom:
    """The kingdom whose squares are of these kinds."""
    return Kingdom(tuple(tuple(KINDS[kind] for kind in row) for row in kinds.tolist()))


def is_buildable(found: Laid) -> bool:
    """Whether dominoes of one box, laid by the rules, give this kingdom."""
    return found.whole and build_order(kingdom_of(found.kinds)) is not None


def buildable(boards: Sequence[Weighed], best: Sequence[Laid]) -> list[Laid]:
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


def _nearest(board: Weighed, found: Laid) -> Iterator[Laid]:
    """The best kingdoms that show another kind somewhere, the best first."""
    shares = by_kind(board.worth, board.relative, MAX)
    np.put_along_axis(shares, found.kinds[..., None], 0.0, axis=2)
    for place in np.argsort(-shares, axis=None)[:TRIES]:
        row, column, kind = (int(index) for index in np.unravel_index(place, shares.shape))
        if shares[row, column, kind] < np.exp(-LENIENCE):
            return
        allowed = np.ones(shares.shape, bool)
        allowed[row, column] = np.arange(len(KINDS)) == kind
        worth = board.worth.among(allowed)
        yield laid(worth, best_tiling(cross(worth.weights(MAX), MAX)))
