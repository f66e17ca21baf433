"""The trust that a reading deserves: the confidence of its least sure square, and the share of it that is seen.

The thresholds are one entry of the networks' manifest, made by ``python -m models.training.calibrate``; the model card
says what they promise. They hold for the networks they were chosen for: with any other nothing is sure.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources.abc import Traversable
from math import inf
from typing import NamedTuple

from vision.networks import WeightsError, identity, manifest
from vision.occlusion import Shares
from vision.squares.classify import SquareReading

ENTRY = "calibration"
CHOSEN_FOR = ("castles", "corners", "squares")

CHECKED = 149  # kingdoms read without a mistake that prove, at 95 %, that at most 2 % are wrong (Clopper and Pearson)

Squares = tuple[tuple[SquareReading, ...], ...]


class Calibration(NamedTuple):
    """Confidences, 0 to 1; infinite where no confidence will do."""

    sure: float  # of its least sure square, from which a board is sure
    doubtful: float  # of a square, below which it is asked about
    castle: float  # of a castle's colour, from which it is told


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
    """The calibration in the manifest of a folder (None: the product's); UNCALIBRATED where it is of other networks."""
    try:
        entry = manifest(ENTRY, folder)
        if entry["of"] != networks_in(folder):
            return UNCALIBRATED
    except WeightsError:
        return UNCALIBRATED
    return Calibration(*(float(entry[name]) for name in Calibration._fields))


def networks_in(folder: Traversable | None) -> dict[str, str]:
    """The identity of every network that a calibration is chosen for, by name. Raises WeightsError."""
    return {name: identity(name, folder) for name in CHOSEN_FOR}


def as_far_as_seen(squares: Squares, hidden: Shares) -> Squares:
    """The squares with a confidence that is the lower, the more of each is hidden."""
    return tuple(
        tuple(
            replace(square, confidence=square.confidence * (1 - float(share)))
            for square, share in zip(row, shares, strict=True)
        )
        for row, shares in zip(squares, hidden, strict=True)
    )
