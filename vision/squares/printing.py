"""Printings: find out which official artwork the tiles have, and use it to classify squares.

All tiles of a kingdom come from one box, so all have the same artwork. The network gives the probability of each kind
in each printing. A kind in one artwork may resemble another kind in another artwork, so the evidence of the other
squares for a printing helps to classify each square.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import Printing
from vision.squares.classify import KINDS, InPrintings, Logs

Odds = NDArray[np.float64]  # (3,): log-likelihoods of the printings in their order, up to a constant

NO_EVIDENCE: Odds = np.zeros(len(Printing))
ON_DOMINOES = np.array([square.terrain is not None for square in KINDS])  # mask (18,) of kinds that dominoes show


@dataclass(frozen=True)
class PrintingThresholds:
    """Weights of the evidence for a printing."""

    max_square_nats: float = 4.0  # of one square: unusual light misleads the network about several
    square_weight: float = 0.5  # of each square, because squares in the same light are wrong together
    min_probability: float = 0.9  # from which the printing is reported
    certain_nats: float = 1e4  # exceeds the evidence of all squares in a photo


THRESHOLDS = PrintingThresholds()


def compute_printing_odds(joint: InPrintings) -> NDArray[np.float64]:
    """Return the log-likelihoods (n, 3) of the printings by each square, up to a constant; near zero if it is no tile.

    Args:
        joint: (n, 18, 3), log-probabilities of kinds in printings.
    """
    tiles = np.logaddexp.reduce(joint[:, ON_DOMINOES], 1).astype(np.float64)
    tile_probability = np.exp(np.logaddexp.reduce(tiles, 1))
    odds = (tiles - tiles.max(1, keepdims=True)).clip(-THRESHOLDS.max_square_nats)
    return np.asarray(odds * tile_probability[:, None])


def find_likely_printing(odds: Odds) -> Printing | None:
    """Return the printing of tiles with the summed ``odds`` (3,), or None if that is uncertain."""
    probabilities = np.exp(_normalise(THRESHOLDS.square_weight * odds))
    best = int(probabilities.argmax())
    return list(Printing)[best] if probabilities[best] >= THRESHOLDS.min_probability else None


def build_certain_odds(printing: Printing) -> Odds:
    """Return odds (3,) that make a printing certain, because a person named it."""
    return np.where([one is printing for one in Printing], 0.0, -THRESHOLDS.certain_nats)


def condition_on_one_printing(logs: Logs, joint: InPrintings, prior: Odds = NO_EVIDENCE) -> Logs:
    """Return log-probabilities (n, 18) of the squares of a grid, given that all tiles have the same printing.

    The probability that a square shows a domino at all is not changed. A square is not evidence for its own printing.

    Args:
        logs: (n, 18), log-probabilities of kinds.
        joint: (n, 18, 3), log-probabilities of kinds in printings.
        prior: (3,), odds of the printings before the squares are seen.
    """
    by_square = THRESHOLDS.square_weight * compute_printing_odds(joint)
    by_others = _normalise(prior + by_square.sum(0) - by_square)  # (n, 3)
    of_kind = joint - np.logaddexp.reduce(joint, 2)[..., None]  # log-probabilities of the printings given the kind
    weighed = logs + np.logaddexp.reduce(of_kind + by_others[:, None], 2)
    after, before = weighed[:, ON_DOMINOES], logs[:, ON_DOMINOES]
    result = logs.copy()
    result[:, ON_DOMINOES] = after + (np.logaddexp.reduce(before, 1) - np.logaddexp.reduce(after, 1))[:, None]
    return result


def _normalise(logs: NDArray[np.floating]) -> NDArray[np.float64]:
    """Subtract the logarithm of the sum of probabilities along the last axis."""
    return np.asarray(logs - np.logaddexp.reduce(logs, axis=-1, keepdims=True), np.float64)
