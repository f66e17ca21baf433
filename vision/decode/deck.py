"""The deck of a decoder: kinds of squares on the dominoes of a box, and how many dominoes show which two of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.terrain import CASTLE, EMPTY, Square
from vision.squares.classify import KINDS, Logs

MORE_CROWNED = 0.3  # chance that a square with the most crowns that the network knows there has one more
LEAST = 1e-12  # probability, so that it has a logarithm

Faces = tuple[int, int]  # the kinds of a domino's two squares, the smaller first


def faces_of(first: int, second: int) -> Faces:
    """The domino with these two kinds on its face."""
    return (first, second) if first <= second else (second, first)


@dataclass(frozen=True, eq=False)
class Deck:
    """The dominoes of a box as a decoder counts them.

    ``kinds`` are what a square can be: those that dominoes show, first what the network knows, then ``beyond``, what
    only this box has; the castle and the empty square come last. ``copies`` is how often each different domino is
    there, ``ways`` (lands, lands) how many dominoes can show one kind here and the other there: any can be turned.
    """

    box: Box
    kinds: tuple[Square, ...]
    beyond: tuple[Square, ...]
    copies: Counter[Faces]
    ways: NDArray[np.float64]

    def evidence(self, logs: Logs, novel_probabilities: NDArray[np.float32]) -> Logs:
        """Log-probabilities (rows, columns, kinds) of the kinds here.

        ``logs`` (rows, columns, 18) are the network's, ``novel_probabilities`` are those of a layout. Nothing is known
        of a square that looks like none of what the network knows but that it is a tile; its most crowned squares of a
        terrain may have a crown more where the box has such dominoes.
        """
        if self.kinds == KINDS:
            return logs
        seen = np.exp(logs)
        found = np.zeros((*logs.shape[:2], len(self.kinds)), np.float32)
        for kind, square in enumerate(KINDS):
            found[..., self.kinds.index(square)] = seen[..., kind]
        for square in self.beyond:
            fewer = Square(square.terrain, square.crowns - 1) if square.crowns else None
            if fewer in KINDS:
                found[..., self.kinds.index(square)] = MORE_CROWNED * seen[..., KINDS.index(fewer)]
                found[..., self.kinds.index(fewer)] *= 1 - MORE_CROWNED
        if novel_probabilities.shape[2]:
            unknown, taught = novel_probabilities[..., :1], novel_probabilities[..., 1:]
            found *= 1 - novel_probabilities.sum(2, keepdims=True)
            found[..., : self.lands] += taught
            found[..., : self.empty] += unknown / self.empty  # any land, or a castle that nobody has seen before
        return np.log(found + LEAST).astype(np.float32)

    @property
    def lands(self) -> int:
        """The number of kinds that dominoes show."""
        return len(self.kinds) - 2

    @property
    def castle(self) -> int:
        """The index of the castle among the kinds."""
        return self.lands

    @property
    def empty(self) -> int:
        """The index of the empty square among the kinds."""
        return self.lands + 1


@cache
def deck_of(box: Box) -> Deck:
    """The deck of a box; of the base game its kinds are those of the network, in its order."""
    beyond = tuple(square for square in box.squares if square not in KINDS)
    kinds = (*(square for square in KINDS if square.terrain is not None), *beyond, CASTLE, EMPTY)
    copies = Counter(faces_of(*map(kinds.index, domino.squares)) for domino in box.dominoes)
    ways = np.zeros((len(kinds) - 2, len(kinds) - 2))
    for (first, second), number in copies.items():
        ways[first, second] = ways[second, first] = number
    return Deck(box, kinds, beyond, copies, ways)


BASE_DECK = deck_of(BASE)
