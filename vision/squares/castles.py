"""The castles of one table together: a box has one of each colour, so no two kingdoms have the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import Box, Printing
from scoring.castle import Castle, castles_of
from vision.photo.light import light_normalised
from vision.photo.photo import Bgr
from vision.rectify import SQUARE_PX
from vision.squares.castle_colour import COLOURS, NO_COLOUR, colour_probabilities
from vision.squares.classify import SquareReading

PLAIN = 0.9  # confidence of a square from which it is the castle
ONE_BOX = 0.99  # chance, before they are seen, that kingdoms shown together have different castles
MORE_LIKELY_THAN_NOT = 0.5
Probabilities = NDArray[np.floating]  # (6,): of each colour and, last, of none


class CastleReading(NamedTuple):
    """A castle's colour and how probable it is; None where it cannot be told."""

    castle: Castle | None
    confidence: float


UNTOLD = CastleReading(None, 0.0)


def castle_look(
    board: Bgr, squares: Sequence[Sequence[SquareReading]], printing: Printing | None, box: Box
) -> Probabilities | None:
    """What the castle of a board looks like, rectified to 64 pixels a square, as one of the box's.

    None where no castle is plainly seen.
    """
    for row, of_row in enumerate(squares):
        for column, read in enumerate(of_row):
            if read.square.is_castle and read.confidence >= PLAIN:
                square = np.s_[row * SQUARE_PX : (row + 1) * SQUARE_PX, column * SQUARE_PX : (column + 1) * SQUARE_PX]
                return as_one_of(castles_of(box), colour_probabilities(light_normalised(board)[square], printing))
    return None


def as_one_of(castles: Sequence[Castle], look: Probabilities) -> Probabilities:
    """The probabilities of a castle on a table with these: where all could be told, one without colour is any of them.

    Another colour stays as probable as it looks, so that a castle of another box is not taken for one of these.
    """
    if not set(castles) <= set(COLOURS):
        return look
    there = np.array([colour in castles for colour in COLOURS])
    return np.append(look[:NO_COLOUR] + there * look[NO_COLOUR] / there.sum(), 0.0)


def assign_castles(looks: Sequence[Probabilities | None], plain: float) -> list[CastleReading]:
    """The castles of the kingdoms of a table, in their order; None where none is seen or none so probable as ``plain``.

    Kingdoms of different boxes, or one photographed twice, may have the same castle: the plainer that is to be seen,
    the less it counts that one box has each castle once. One that does not look like its colour by itself is not told:
    it can be dealt by elimination, which is then said.
    """
    seen = [index for index, look in enumerate(looks) if look is not None]
    alone = np.array([look for look in looks if look is not None], np.float64).reshape(len(seen), NO_COLOUR + 1)
    together = _together(alone) if 1 < len(seen) <= len(COLOURS) else alone
    found = [UNTOLD] * len(looks)
    for index, probabilities, own in zip(seen, together, alone, strict=True):
        best = int(probabilities[:NO_COLOUR].argmax())
        if probabilities[best] >= plain and own[best] >= MORE_LIKELY_THAN_NOT:
            found[index] = CastleReading(COLOURS[best], float(probabilities[best]))
    return found


def _together(alone: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities (n, 6) of n castles, given those of each for itself and that few share a colour."""
    count = len(alone)
    different, weight = np.zeros_like(alone), 0.0
    rows = np.arange(count)
    choices = [*range(NO_COLOUR), *[NO_COLOUR] * count]  # any number of castles may show no colour
    for kinds in {order for order in permutations(choices, count)}:
        chance = float(alone[rows, kinds].prod())
        different[rows, kinds] += chance
        weight += chance
    shares = ONE_BOX * different + (1 - ONE_BOX) * alone
    return shares / (ONE_BOX * weight + (1 - ONE_BOX))
