"""How far a reading can be relied on: a score of the whole board, and the share of a square that is seen.

The weights of the score and both thresholds are plain numbers in ``models/sure.json``, made by ``python -m
models.training.evaluation.sure``; the model card says what they promise.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.occlusion.shares import Shares
from vision.photo.light import lost_shares
from vision.photo.photo import Bgr
from vision.squares.classify import SquareReading

NUMBERS = "sure.json"
FAR, WELL_BEHIND = 8.0, -5.0  # nats between which a margin counts
HARDLY = 1e-3  # confidence below which it counts no less

Squares = tuple[tuple[SquareReading, ...], ...]


class Evidence(NamedTuple):
    """What speaks for a board as it was read; the more of each, the likelier it is right."""

    margin: float  # nats that the kingdom is ahead of the second, within limits
    plain: float  # minus the logarithm of one and the nats by which its squares look more like others
    in_view: float  # minus the share of the square that is covered most
    mask: float  # logarithm of the least probability, by the tile mask, that a square is a tile or bare as it was read
    exposed: float  # minus the share of the tiles that is brighter than the camera could tell
    least: float  # logarithm of the least confidence of its squares, within limits


class Numbers(NamedTuple):
    """The weight of each part of the evidence and what is added to their sum; from where on a board is sure, and below
    which confidence a square is asked about."""

    weights: Evidence
    offset: float
    sure: float
    doubtful: float


def evidence(
    board: Bgr,
    *,
    looks: NDArray[np.floating],
    kinds: NDArray[np.intp],
    bare: int,
    tiles: Shares,
    hidden: Shares,
    margin: float,
    squares: Squares,
) -> Evidence:
    """What speaks for a board, rectified to 64 pixels a square.

    ``looks`` (rows, columns, kinds) are the log-probabilities of its squares alone, ``kinds`` (rows, columns) what was
    read, of which ``bare`` is the table; ``tiles`` is the tile mask, ``hidden`` how much of each square is covered,
    ``squares`` how it was read, as far as each square is seen.
    """
    tiled = kinds != bare
    chosen = np.take_along_axis(looks, kinds[..., None], 2)[..., 0]
    lost = lost_shares(board, *kinds.shape)
    return Evidence(
        margin=float(np.clip(margin, WELL_BEHIND, FAR)),
        plain=-float(np.log1p((looks.max(2) - chosen).sum())),
        in_view=-float(hidden.max(initial=0.0)),
        mask=float(np.log(np.where(tiled, tiles, 1 - tiles).clip(1e-3).min(initial=1.0))),
        exposed=-float(lost[tiled].mean()) if tiled.any() else 0.0,
        least=float(np.log(max(HARDLY, min(square.confidence for row in squares for square in row)))),
    )


def is_sure(found: Evidence) -> bool:
    """Whether a board is probably right as a whole, as far as its squares tell."""
    return score(found, numbers()) >= numbers().sure


def score(found: Evidence, numbers: Numbers) -> float:
    """The logarithm of the odds that a board is right, but for a constant."""
    return numbers.offset + float(np.dot(numbers.weights, found))


@cache
def numbers() -> Numbers:
    """The numbers that ship."""
    content: Any = json.loads((files("models") / NUMBERS).read_text(encoding="utf-8"))
    return Numbers(Evidence(**content["weights"]), content["offset"], content["sure"], content["doubtful"])


def as_far_as_seen(squares: Squares, hidden: Shares) -> Squares:
    """The squares with a confidence that is the lower, the more of each is hidden."""
    return tuple(
        tuple(
            replace(square, confidence=square.confidence * (1 - float(share)))
            for square, share in zip(row, shares, strict=True)
        )
        for row, shares in zip(squares, hidden, strict=True)
    )
