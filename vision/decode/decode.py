"""Maximum a posteriori decoding: from log-probabilities of squares to the most probable kingdoms of a box.

Dominoes that cover a kingdom need not be those of a legal game: each has to join the castle or its own terrain when it
is laid. People break that rule now and then, so it does not outweigh what is plainly seen: a kingdom that cannot have
been built is repaired by the nearest that can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring.dominoes.legality import build_order
from scoring.kingdom import Kingdom
from vision.decode.deck import BASE_DECK, Deck, faces_of
from vision.decode.forward_backward import MAX, SUM, Floats, best_tiling, marginals, sweep
from vision.decode.one_box import Relaxed, fits, lay, relax
from vision.decode.potentials import Kinds, Solution, marginals_by_kind, potentials, solution_of

LogProbabilities = NDArray[np.float32]  # (rows, columns, kinds), the last axis in the order of a deck's kinds
Occupancy = NDArray[np.floating]  # (rows, columns): the probability that a tile lies there

# Nats a kingdom may be less probable than one that breaks the rule. Of 28 real kingdoms one breaks it, of the kingdoms
# read wrong about a third. On 806 simulated and pieced-together boards 3 nats made 9 wrong ones right and no right one
# wrong; with 5 the first right one was lost.
LENIENCE = 3.0
TRIES = 40  # a 7x7 board takes about 3 ms each


# Priors of a kingdom before it is seen, beside those of its pieces in ``potentials``. All were tuned on the 58 real
# boards read by a network trained without any board, on 178 boards for each of five families of photos pieced together
# from squares read by a network trained without the family, and on the real layouts with simulated misreads and foreign
# dominoes: by the probability of the true kingdom first, by boards right second.
DOUBT = 0.005  # chance that a square's probabilities mean nothing; with less, sure mistakes break others
TRUST = 0.98  # most that the locator is believed; 0.9 and 0.995 read the 16 photos alike


@dataclass(frozen=True, eq=False)
class Decoded:
    """A kingdom decoded from the probabilities of its squares.

    ``marginals`` is (rows, columns, kinds): the probability of every kind in every cell, given all cells and that they
    are made of dominoes. ``covered`` says that the kingdom has a castle and distinct dominoes of the box for all other
    squares; whether they can be laid by the rules is another question.
    """

    kingdom: Kingdom
    marginals: NDArray[np.float32]
    covered: bool


def decode(
    log_probabilities: LogProbabilities,
    occupancy: Occupancy | None = None,
    deck: Deck = BASE_DECK,
) -> Decoded:
    """The most probable kingdom for log-probabilities (rows, columns, kinds) of its squares; any numbers will do."""
    return decode_table([log_probabilities], [occupancy], deck)[0]


def decode_table(
    boards: Sequence[LogProbabilities],
    occupancies: Sequence[Occupancy | None] | None = None,
    deck: Deck = BASE_DECK,
) -> list[Decoded]:
    """The most probable kingdoms of one table, in the order given: no domino of the deck is used twice.

    ``boards`` are log-probabilities (rows, columns, kinds), ``occupancies`` probabilities of tiles (rows, columns).
    """
    pairs = zip(boards, occupancies or [None] * len(boards), strict=True)
    likelihoods = [_likelihoods(board, occupancy, deck) for board, occupancy in pairs]
    relaxed = [relax(potentials(deck, each)) for each in likelihoods]
    found = [_not_made_up(*pair) for pair in zip(likelihoods, buildable(relaxed, lay(relaxed)), strict=True)]
    return [_decoded(*board) for board in zip(relaxed, found, strict=True)]


def sketched(
    log_probabilities: LogProbabilities, occupancy: Occupancy, deck: Deck = BASE_DECK
) -> tuple[Decoded, float]:
    """The most probable kingdom as if the box were bottomless, and the share of its dominoes that no box has so often.

    It takes a few milliseconds whatever is shown, where ``decode`` may search for a second.
    """
    board = relax(potentials(deck, _likelihoods(log_probabilities, occupancy, deck)))
    too_many = (board.best.used - deck.copies).total() / max(1, board.best.used.total())
    return _decoded(board, board.best), too_many


def _likelihoods(log_probabilities: LogProbabilities, occupancy: Occupancy | None, deck: Deck) -> Floats:
    """Probabilities (rows, columns, kinds) that sum to one in every cell and are never near zero, from any numbers."""
    logs = np.nan_to_num(np.asarray(log_probabilities, np.float64), nan=-1e6, posinf=1e6, neginf=-1e6).clip(-1e6, 1e6)
    chances = np.exp(logs - logs.max(axis=2, keepdims=True))
    chances /= chances.sum(axis=2, keepdims=True)
    chances = (1 - DOUBT) * chances + DOUBT / len(deck.kinds)
    if occupancy is not None:
        tile = np.nan_to_num(np.asarray(occupancy, np.float64), nan=0.5).clip(1 - TRUST, TRUST)
        chances *= tile[..., None]
        chances[..., deck.empty] *= (1 - tile) / tile
        chances /= chances.sum(axis=2, keepdims=True)
    return np.asarray(chances)


def _not_made_up(likelihoods: Floats, found: Solution) -> Solution:
    """The kingdom, or bare table where a castle that looks rather like bare table is all that lies there."""
    deck = found.deck
    lonely = found.kinds != deck.empty
    if found.whole and not found.used and likelihoods[lonely][0, deck.castle] < likelihoods[lonely][0, deck.empty]:
        return Solution(deck, np.full_like(found.kinds, deck.empty), found.used, whole=False)
    return found


def kingdom_of(kinds: Kinds, deck: Deck = BASE_DECK) -> Kingdom:
    """The kingdom whose squares are of these kinds (rows, columns)."""
    return Kingdom(tuple(tuple(deck.kinds[kind] for kind in row) for row in kinds.tolist()))


def _as_built(found: Solution) -> Solution | None:
    """The kingdom of the dominoes of one box that give it, laid by the rules; None if there are none.

    The same squares can be cut into dominoes in several ways, of which some need a domino that the box has once twice.
    """
    order = build_order(kingdom_of(found.kinds, found.deck), box=found.deck.box) if found.whole else None
    if order is None:
        return None
    kinds = ([int(found.kinds[square]) for square in domino.squares] for domino in order)
    return replace(found, used=Counter(faces_of(first, second) for first, second in kinds))


def buildable(boards: Sequence[Relaxed], best: Sequence[Solution]) -> list[Solution]:
    """The kingdoms of a table, each that cannot have been built replaced by a near one that can, if there is one.

    Kingdoms that were laid from one box stay so.
    """
    found = list(best)
    of_one_box = fits(best)
    for index, board in enumerate(boards):
        if found[index].whole and _as_built(found[index]) is None:
            others = found[:index] + found[index + 1 :] if of_one_box else []
            near = map(_as_built, _nearest(board, found[index]))
            found[index] = next((built for built in near if built and fits([*others, built])), found[index])
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


def _decoded(board: Relaxed, found: Solution) -> Decoded:
    messages = sweep(board.potentials.weights(SUM), SUM)
    by_kind = marginals_by_kind(board.potentials, marginals(messages, SUM), SUM)
    return Decoded(
        kingdom=kingdom_of(found.kinds, found.deck),
        marginals=by_kind.astype(np.float32),
        covered=found.whole and fits([found]),
    )
