"""What a decoder lays: the kinds of squares on the dominoes of a box, and how many dominoes show which two of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.terrain import CASTLE, EMPTY, Square
from vision.squares.classify import KINDS

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

    @property
    def lands(self) -> int:
        """How many kinds dominoes show."""
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
