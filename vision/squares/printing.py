"""The printing of the box that tiles belong to: a kingdom is of one box, so all its tiles carry the art of one.

The squares network answers with kinds in printings. What a whole grid says of the printing is evidence for each of its
squares: what looks like one kind in one art may look like another in another.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import Printing
from vision.squares.classify import KINDS, InPrintings, Logs

Odds = NDArray[np.float64]  # (3,): log-likelihoods of the printings in their order, but for a constant

NOTHING_SAID: Odds = np.zeros(len(Printing))
DOMINOES = np.array([square.terrain is not None for square in KINDS])  # kinds that lie on dominoes
MOST = 4.0  # nats that one square says: light that is new to the network misleads it about several
SQUARE_WEIGHT = 0.5  # weight of each square beside the others: they lie in one light, and err together
PLAIN = 0.9  # probability from which the printing is told
CERTAIN = 1e4  # nats: more than all squares of a photo together say otherwise


def printing_odds(joint: InPrintings) -> NDArray[np.float64]:
    """The log-likelihoods (n, 3) of the printings by each square, but for a constant; nothing of what is no tile."""
    tiles = np.logaddexp.reduce(joint[:, DOMINOES], 1).astype(np.float64)
    share = np.exp(np.logaddexp.reduce(tiles, 1))
    said = (tiles - tiles.max(1, keepdims=True)).clip(-MOST)
    return np.asarray(said * share[:, None])


def likely_printing(odds: Odds) -> Printing | None:
    """The printing of tiles that say ``odds`` (3,) together; None where that is not plain."""
    chances = np.exp(_normalised(SQUARE_WEIGHT * odds))
    best = int(chances.argmax())
    return list(Printing)[best] if chances[best] >= PLAIN else None


def known_to_be(printing: Printing) -> Odds:
    """The odds (3,) of somebody who knows the printing."""
    return np.where([one is printing for one in Printing], 0.0, -CERTAIN)


def of_one_box(logs: Logs, joint: InPrintings, known: Odds = NOTHING_SAID) -> Logs:
    """Log-probabilities (n, 18) of a grid's squares, given that all its tiles are of one printing.

    How probable it is that a square shows a domino at all stays as it was. The squares besides itself say of which
    printing it is, and what is ``known`` of it.
    """
    said = SQUARE_WEIGHT * printing_odds(joint)
    others = _normalised(known + said.sum(0) - said)  # (n, 3)
    within = joint - np.logaddexp.reduce(joint, 2)[..., None]  # of each printing, if it is of that kind
    weighed = logs + np.logaddexp.reduce(within + others[:, None], 2)
    tiles, before = weighed[:, DOMINOES], logs[:, DOMINOES]
    result = logs.copy()
    result[:, DOMINOES] = tiles + (np.logaddexp.reduce(before, 1) - np.logaddexp.reduce(tiles, 1))[:, None]
    return result


def _normalised(logs: NDArray[np.floating]) -> NDArray[np.float64]:
    return np.asarray(logs - np.logaddexp.reduce(logs, axis=-1, keepdims=True), np.float64)
