"""How far a reading can be relied on: the confidence of its least sure square, and the share of it that is seen.

Both thresholds are plain numbers in ``models/sure.json``, made by ``python -m models.training.evaluation.sure``; the
model card says what they promise.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from vision.occlusion.shares import Shares
from vision.squares.classify import SquareReading

NUMBERS = "sure.json"

Squares = tuple[tuple[SquareReading, ...], ...]


class Numbers(NamedTuple):
    """Confidences from 0 to 1: of its least sure square, from which a board is sure; below which a square is asked
    about."""

    sure: float
    doubtful: float


def is_sure(squares: Squares) -> bool:
    """Whether a board is probably right as a whole, as far as its squares tell."""
    return least_confidence(squares) >= numbers().sure


def least_confidence(squares: Squares) -> float:
    """The confidence of the least sure square, 0 to 1."""
    return min(square.confidence for row in squares for square in row)


@cache
def numbers() -> Numbers:
    """The numbers that ship."""
    content: Any = json.loads((files("models") / NUMBERS).read_text(encoding="utf-8"))
    return Numbers(content["sure"], content["doubtful"])


def as_far_as_seen(squares: Squares, hidden: Shares) -> Squares:
    """The squares with a confidence that is the lower, the more of each is hidden."""
    return tuple(
        tuple(
            replace(square, confidence=square.confidence * (1 - float(share)))
            for square, share in zip(row, shares, strict=True)
        )
        for row, shares in zip(squares, hidden, strict=True)
    )
