"""Squares that something covers or that lie beyond the edge of the photo: how much of each is hidden, and what fits."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.dominoes.legality import build_order
from scoring.kingdom import Kingdom, Position, place_name
from scoring.message import Message, plural
from vision.locate.locate import Location, visible_share
from vision.photo.photo import Bgr
from vision.squares.classify import Logs, covered_shares

Shares = NDArray[np.float32]  # (rows, columns): how much of each square is hidden, 0 to 1

SLIGHT = 0.1  # of a square: a grid is not fitted better, and no crown is lost
COVERED = 0.4  # of a square: of less the network says too little for the square to be read otherwise
MOSTLY = 0.5  # of a square: from there on its tile mask says nothing either


def beyond_edge(image: Bgr, location: Location) -> Shares:
    """How much of each square of a grid lies outside the picture."""
    hidden = 1 - visible_share(image, location.homography, (location.rows, location.columns))
    return np.where(hidden > SLIGHT, hidden, 0.0).astype(np.float32)


def occluded_shares(crops: NDArray[np.uint8], logs: Logs) -> Shares:
    """How much of each crop (n, 64, 64, 3) a hand, a cup or another thing covers, (n,); nothing of what is sure."""
    return covered_shares(crops, logs)


def significant(shares: Shares) -> Shares:
    """The shares of squares of which so much is covered that they are read otherwise; nothing of the others."""
    return np.where(shares >= COVERED, shares, 0.0).astype(np.float32)


def with_hidden(logs: Logs, hidden: Shares) -> Logs:
    """Log-probabilities (rows, columns, 18) that say the less of a square, the more of it is hidden."""
    share = hidden[..., None]
    return np.log((1 - share) * np.exp(logs) + share / logs.shape[-1] + 1e-12).astype(np.float32)


def unknown_where(hidden: Shares, location: Location) -> Location:
    """The location with an even chance of a tile on the squares that are mostly hidden."""
    occupancy = np.where(hidden > MOSTLY, np.float32(0.5), location.occupancy)
    return replace(location, occupancy=occupancy)


def what_fits(kingdom: Kingdom, hidden: Collection[Position], box: Box = BASE) -> tuple[Message, ...]:
    """How many dominoes of the box fit on each hidden square, beside what is seen; nothing where no dominoes do."""
    placed = build_order(kingdom, box=box)
    if placed is None:
        return ()
    found = []
    for laid in placed:
        for square, partner in (laid.squares, laid.squares[::-1]):
            if square in hidden:
                others = {other.number for other in placed if other is not laid}
                left = [domino for domino in box.dominoes if domino.number not in others]
                fits = len(left) if partner in hidden else sum(kingdom[partner] in domino.squares for domino in left)
                found.append(
                    plural(
                        fits,
                        "{places} is hidden: {number} of {all} dominoes fits.",
                        "{places} is hidden: {number} of {all} dominoes fit.",
                        places=place_name(square),
                        all=len(box.dominoes),
                    )
                )
    return tuple(found)
