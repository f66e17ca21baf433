"""Maximum a posteriori decoding: from log-probabilities of squares to the most probable kingdoms of a box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.kingdom import Kingdom
from vision.decode.deck import BASE_DECK, Deck
from vision.decode.forward_backward import SUM, Floats, marginals, sweep
from vision.decode.one_box import Relaxed, fits, lay, relax
from vision.decode.potentials import Solution, marginals_by_kind, potentials
from vision.decode.repair import buildable, kingdom_of

LogProbabilities = NDArray[np.float32]  # (rows, columns, kinds), the last axis in the order of a deck's kinds
Occupancy = NDArray[np.floating]  # (rows, columns): the probability that a tile lies there


@dataclass(frozen=True)
class Beliefs:
    """The priors: what is believed of a kingdom before it is seen.

    Tuned on the 58 real boards read by a network trained without any board, on 178 boards for each of five families
    of photos pieced together from squares read by a network trained without the family, and on the real layouts with
    simulated misreads and foreign dominoes: by the probability of the true kingdom first, by boards right second.
    """

    # A weight is relative to a domino of which the box has one copy.
    doubt: float = 0.005  # chance that a square's probabilities mean nothing; with less, sure mistakes break others
    empty: float = 2.0  # weight of an empty cell; 4 is on a par, below 1 gaps beside wheat are filled
    stray: float = 0.03  # weight of a square of no domino; keeps 27 of 35 foreign dominoes as they are, 0.02 only 15
    bare: float = 1e-3  # weight of a kingdom whose castle is not to be seen; any small number will do
    trust: float = 0.98  # most that the locator is believed; 0.9 and 0.995 read the 16 photos alike


BELIEFS = Beliefs()


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
    beliefs: Beliefs = BELIEFS,
    deck: Deck = BASE_DECK,
) -> Decoded:
    """The most probable kingdom for squares that look like ``log_probabilities``; any numbers will do."""
    return decode_table([log_probabilities], [occupancy], beliefs, deck)[0]


def decode_table(
    boards: Sequence[LogProbabilities],
    occupancies: Sequence[Occupancy | None] | None = None,
    beliefs: Beliefs = BELIEFS,
    deck: Deck = BASE_DECK,
) -> list[Decoded]:
    """The most probable kingdoms of one table, in the order given: no domino of the deck is used twice."""
    pairs = zip(boards, occupancies or [None] * len(boards), strict=True)
    likelihoods = [_likelihoods(np.asarray(board), occupancy, beliefs, deck) for board, occupancy in pairs]
    relaxed = [relax(potentials(deck, each, beliefs.empty, beliefs.stray, beliefs.bare)) for each in likelihoods]
    found = [_not_made_up(*pair) for pair in zip(likelihoods, buildable(relaxed, lay(relaxed)), strict=True)]
    return [_decoded(*board) for board in zip(relaxed, found, strict=True)]


def _likelihoods(
    log_probabilities: NDArray[np.floating], occupancy: Occupancy | None, beliefs: Beliefs, deck: Deck
) -> Floats:
    """Probabilities (rows, columns, kinds) that sum to one in every cell and are never near zero, from any numbers."""
    logs = np.nan_to_num(np.asarray(log_probabilities, np.float64), nan=-1e6, posinf=1e6, neginf=-1e6).clip(-1e6, 1e6)
    chances = np.exp(logs - logs.max(axis=2, keepdims=True))
    chances /= chances.sum(axis=2, keepdims=True)
    chances = (1 - beliefs.doubt) * chances + beliefs.doubt / len(deck.kinds)
    if occupancy is not None:
        tile = np.nan_to_num(np.asarray(occupancy, np.float64), nan=0.5).clip(1 - beliefs.trust, beliefs.trust)
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


def _decoded(board: Relaxed, found: Solution) -> Decoded:
    messages = sweep(board.potentials.weights(SUM), SUM)
    by_kind = marginals_by_kind(board.potentials, marginals(messages, SUM), SUM)
    return Decoded(
        kingdom=kingdom_of(found.kinds, found.deck),
        marginals=by_kind.astype(np.float32),
        covered=found.whole and fits([found]),
    )
