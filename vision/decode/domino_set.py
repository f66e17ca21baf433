"""Domino sets: the kinds of squares in a box, and how many of its dominoes show which two of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.terrain import CASTLE, EMPTY, Square
from vision.squares.classify import KINDS, Logs

EXTRA_CROWN_PROBABILITY = 0.3  # of one crown more than the most that the classifier knows of a terrain
MIN_PROBABILITY = 1e-12  # has a logarithm

Faces = tuple[int, int]  # the kinds of a domino's two squares, the smaller first


def sort_faces(first: int, second: int) -> Faces:
    """Return the faces of the domino that shows these two kinds."""
    return (first, second) if first <= second else (second, first)


@dataclass(frozen=True, eq=False)
class DominoSet:
    """The dominoes of a box, as counts over kinds of squares.

    Attributes:
        box: The box.
        kinds: What a square can be: the classifier's kinds that dominoes show, then ``unclassified``, then the castle
            and the empty square.
        unclassified: Kinds on the dominoes of this box that the classifier does not know.
        copies: The number of dominoes with each pair of faces.
        pair_counts: (domino kinds, domino kinds), the number of dominoes that can show one kind here and another
            there. A domino can be turned, so this is symmetric.
    """

    box: Box
    kinds: tuple[Square, ...]
    unclassified: tuple[Square, ...]
    copies: Counter[Faces]
    pair_counts: NDArray[np.float64]

    def expand_log_probabilities(self, logs: Logs, novel_probabilities: NDArray[np.float32]) -> Logs:
        """Return log-probabilities (rows, columns, kinds) of the kinds in this box.

        An unknown tile may be of any kind. A square with the most crowns that the classifier knows of a terrain may
        have one more if the box has such dominoes.

        Args:
            logs: (rows, columns, 18), log-probabilities by the classifier.
            novel_probabilities: (rows, columns, 1 + kinds of dominoes), the probability of an unknown tile and of each
                taught kind; (rows, columns, 0) for the base game.
        """
        if self.kinds == KINDS:
            return logs
        classified = np.exp(logs)
        expanded = np.zeros((*logs.shape[:2], len(self.kinds)), np.float32)
        for kind, square in enumerate(KINDS):
            expanded[..., self.kinds.index(square)] = classified[..., kind]
        for square in self.unclassified:
            fewer = Square(square.terrain, square.crowns - 1) if square.crowns else None
            if fewer in KINDS:
                expanded[..., self.kinds.index(square)] = EXTRA_CROWN_PROBABILITY * classified[..., KINDS.index(fewer)]
                expanded[..., self.kinds.index(fewer)] *= 1 - EXTRA_CROWN_PROBABILITY
        if novel_probabilities.shape[2]:
            unknown, taught = novel_probabilities[..., :1], novel_probabilities[..., 1:]
            expanded *= 1 - novel_probabilities.sum(2, keepdims=True)
            expanded[..., : self.domino_kind_count] += taught
            expanded[..., : self.empty_index] += unknown / self.empty_index  # any kind, or an unknown castle
        return np.log(expanded + MIN_PROBABILITY).astype(np.float32)

    @property
    def domino_kind_count(self) -> int:
        """The number of kinds that dominoes show; they are the first of ``kinds``."""
        return len(self.kinds) - 2

    @property
    def castle_index(self) -> int:
        """The index of the castle in ``kinds``."""
        return self.domino_kind_count

    @property
    def empty_index(self) -> int:
        """The index of the empty square in ``kinds``."""
        return self.domino_kind_count + 1


@cache
def build_domino_set(box: Box) -> DominoSet:
    """Build the domino set of a box; the kinds of the base game are those of the classifier, in its order."""
    unclassified = tuple(square for square in box.squares if square not in KINDS)
    kinds = (*(square for square in KINDS if square.terrain is not None), *unclassified, CASTLE, EMPTY)
    copies = Counter(sort_faces(*map(kinds.index, domino.squares)) for domino in box.dominoes)
    pair_counts = np.zeros((len(kinds) - 2, len(kinds) - 2))
    for (first, second), number in copies.items():
        pair_counts[first, second] = pair_counts[second, first] = number
    return DominoSet(box, kinds, unclassified, copies, pair_counts)


BASE_DOMINO_SET = build_domino_set(BASE)
