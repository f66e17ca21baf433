"""Load the thresholds on confidence that belong to the networks, and compare readings with them.

The thresholds are two entries of the networks' manifest, made by ``python -m models.training.train_kingdoms`` and
``models.training.calibrate``; the model card says what they guarantee. An entry is valid only for the networks that it
was made for. Without a valid entry no reading is sure, or every grid is accepted as a kingdom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from vision.networks import WeightsError, read_manifest_entry, read_network_id
from vision.occlusion import Shares
from vision.squares.reading import Squares

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ENTRY, KINGDOM = "calibration", "kingdom"
CALIBRATED_NETWORKS = ("castles", "corners", "squares")


class KingdomClassifier(NamedTuple):
    """A logistic regression that tells kingdoms from other grids, and two thresholds in log-odds."""

    weights: tuple[float, ...]  # one for each field of ``vision.pipeline.grids.KingdomFeatures``
    bias: float
    accept_log_odds: float  # from which a grid is accepted as a kingdom
    certain_log_odds: float  # from which nobody is asked whether it is one

    def log_odds(self, features: Sequence[float]) -> float:
        """Return the log-odds that a grid with these features is a kingdom."""
        return self.bias + sum(weight * value for weight, value in zip(self.weights, features, strict=True))


ACCEPT_ALL = KingdomClassifier((0.0,) * 8, 0.0, -inf, -inf)  # for networks that it was not trained for


class Calibration(NamedTuple):
    """Thresholds on confidences, 0 to 1; infinite if no confidence is enough. The names are those in the manifest."""

    sure: float  # a kingdom is sure if its least confident square reaches this
    doubtful: float  # a square below this is doubtful
    castle: float  # a castle's colour is reported from this on
    kingdom: KingdomClassifier = ACCEPT_ALL


UNCALIBRATED = Calibration(sure=inf, doubtful=0.99, castle=inf)


def is_sure(squares: Squares, calibration: Calibration) -> bool:
    """Return whether every square is confident enough for the whole kingdom to be sure."""
    return least_confidence(squares) >= calibration.sure


def least_confidence(squares: Squares) -> float:
    """Return the confidence of the least confident square, 0 to 1."""
    return min(square.confidence for row in squares for square in row)


@cache
def get_calibration() -> Calibration:
    """Return the calibration of the networks in use, which are loaded once in a process."""
    return load_calibration(None)


def load_calibration(folder: Traversable | None) -> Calibration:
    """Load the calibration from the manifest of a folder of networks; None is the folder in use.

    Returns:
        ``UNCALIBRATED`` if the manifest has none for these networks. Its kingdom classifier is an entry of its own,
        which is valid without the rest.
    """
    thresholds, fit = _load_entry(ENTRY, folder), _load_entry(KINGDOM, folder)
    classifier = KingdomClassifier(*(fit[name] for name in KingdomClassifier._fields)) if fit else ACCEPT_ALL
    if thresholds is None:
        return UNCALIBRATED._replace(kingdom=classifier)
    sure, doubtful, castle = (float(thresholds[name]) for name in ("sure", "doubtful", "castle"))
    return Calibration(sure, doubtful, castle, classifier)


def _load_entry(name: str, folder: Traversable | None) -> Mapping[str, Any] | None:
    """Return an entry of a folder's manifest; None if there is none, or it was made for other networks."""
    try:
        entry = read_manifest_entry(name, folder)
        return entry if entry["of"] == identify_networks(folder) else None
    except WeightsError:
        return None


def identify_networks(folder: Traversable | None) -> dict[str, str]:
    """Return the identities, by name, of the networks that a calibration is made for.

    Raises:
        WeightsError: The manifest lacks one of them.
    """
    return {name: read_network_id(name, folder) for name in CALIBRATED_NETWORKS}


def weaken_hidden_squares(squares: Squares, hidden: Shares) -> Squares:
    """Multiply the confidence of each square by its visible share."""
    return tuple(
        tuple(
            replace(square, confidence=square.confidence * (1 - float(share)))
            for square, share in zip(row, shares, strict=True)
        )
        for row, shares in zip(squares, hidden, strict=True)
    )
