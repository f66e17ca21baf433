"""The trust that a reading deserves: whether it is of a kingdom at all, how sure its least sure square is, and how much
of it is seen.

The numbers are two entries of the networks' manifest, made by ``python -m models.training.train_kingdoms`` and
``models.training.calibrate``; the model card says what they promise. They hold for the networks they were chosen for:
with any other nothing is sure, and anything may be a kingdom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources.abc import Traversable
from math import inf
from typing import Any, NamedTuple

from vision.networks import WeightsError, read_manifest_entry, read_network_id
from vision.occlusion import Shares
from vision.squares.classify import SquareReading

ENTRY, KINGDOM = "calibration", "kingdom"
CHOSEN_FOR = ("castles", "corners", "squares")

Squares = tuple[tuple[SquareReading, ...], ...]


class KingdomClassifier(NamedTuple):
    """A logistic regression that tells kingdoms from other grids, and two thresholds in log-odds."""

    weights: tuple[float, ...]  # one for each of ``KingdomFeatures``
    bias: float
    claimed: float  # accepts a kingdom
    plain: float  # accepts it without asking

    def log_odds(self, features: Sequence[float]) -> float:
        """Return the log-odds that a grid with these features is a kingdom."""
        return self.bias + sum(weight * value for weight, value in zip(self.weights, features, strict=True))


ANYTHING = KingdomClassifier((0.0,) * 6, 0.0, -inf, -inf)  # of networks of which nothing is known, and nothing is sure


class Calibration(NamedTuple):
    """Confidences, 0 to 1; infinite where no confidence will do."""

    sure: float  # of its least sure square, from which a board is sure
    doubtful: float  # of a square, below which it is asked about
    castle: float  # of a castle's colour, from which it is told
    kingdom: KingdomClassifier = ANYTHING


UNCALIBRATED = Calibration(sure=inf, doubtful=0.99, castle=inf)  # it asks about all but the plainest squares


def is_sure(squares: Squares, by: Calibration) -> bool:
    """True for a board that is probably right as a whole, as far as its squares tell."""
    return least_confidence(squares) >= by.sure


def least_confidence(squares: Squares) -> float:
    """The confidence of the least sure square, 0 to 1."""
    return min(square.confidence for row in squares for square in row)


@cache
def calibrated() -> Calibration:
    """The calibration of the product's networks."""
    return calibration_in(None)


def calibration_in(folder: Traversable | None) -> Calibration:
    """The calibration in the manifest of a folder (None: the product's); UNCALIBRATED where it is of other networks.

    How like a kingdom a grid has to look is fitted before the rest, and holds without it.
    """
    entry, fit = _of_these_networks(ENTRY, folder), _of_these_networks(KINGDOM, folder)
    like = KingdomClassifier(*(fit[name] for name in KingdomClassifier._fields)) if fit else ANYTHING
    if entry is None:
        return UNCALIBRATED._replace(kingdom=like)
    return Calibration(float(entry["sure"]), float(entry["doubtful"]), float(entry["castle"]), like)


def _of_these_networks(name: str, folder: Traversable | None) -> Mapping[str, Any] | None:
    """An entry of a folder's manifest; None where there is none, or it is of other networks."""
    try:
        entry = read_manifest_entry(name, folder)
        return entry if entry["of"] == networks_in(folder) else None
    except WeightsError:
        return None


def networks_in(folder: Traversable | None) -> dict[str, str]:
    """The identity of every network that a calibration is chosen for, by name. Raises WeightsError."""
    return {name: read_network_id(name, folder) for name in CHOSEN_FOR}


def as_far_as_seen(squares: Squares, hidden: Shares) -> Squares:
    """The squares with a confidence that is the lower, the more of each is hidden."""
    return tuple(
        tuple(
            replace(square, confidence=square.confidence * (1 - float(share)))
            for square, share in zip(row, shares, strict=True)
        )
        for row, shares in zip(squares, hidden, strict=True)
    )
