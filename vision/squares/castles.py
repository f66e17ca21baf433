"""Castles: the colour of the tile that one stands on, and those of one table together, of which no two are the same.

A castle's tile has cobbles with a crown and a rim of stones in the player's colour. The grey cobbles between crown and
rim are in the same light as the colours, so every pixel is compared with them; under a standing castle little of that
is seen, and nothing is said.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.boxes import Box, Printing
from scoring.castle import BASE_GAME, Castle
from vision.networks import read_network
from vision.photo.light import normalise_light
from vision.photo.photo import Bgr
from vision.rectify import SQUARE_PX
from vision.squares.classify import CROP_PX, SquareReading

COLOURS = (*BASE_GAME, Castle.BROWN)  # those of Queendomino are not told: no tile of it was at hand
NO_COLOUR = len(COLOURS)  # the last class: no crown and rim of one colour are to be seen

DARKEST = 6.0  # added to all channels, so that the noise of dark ones does not count
FAINT, STRONG = 0.06, 0.31  # chroma against the cobbles (natural logarithms) from which, and up to which, it counts
HUES = 8  # sectors of the circle of hues
TAILS = (0.1, 0.9)  # quantiles

Floats = NDArray[np.float32]

PLAIN = 0.9  # confidence of a square from which it is the castle
ONE_BOX = 0.99  # chance, before they are seen, that kingdoms shown together have different castles
MORE_LIKELY_THAN_NOT = 0.5
Probabilities = NDArray[np.floating]  # (6,): of each colour and, last, of none


class CastleReading(NamedTuple):
    """A castle's colour and how probable it is; None where it cannot be told."""

    castle: Castle | None
    confidence: float


NOT_RECOGNISED = CastleReading(None, 0.0)


def castle_probabilities(
    board: Bgr, squares: Sequence[Sequence[SquareReading]], printing: Printing | None, box: Box
) -> Probabilities | None:
    """The probabilities (6,) of the castle of a board, rectified to 64 pixels a square, as one of the box's.

    None where no castle is plainly seen.
    """
    for row, of_row in enumerate(squares):
        for column, read in enumerate(of_row):
            if read.square.is_castle and read.confidence >= PLAIN:
                square = np.s_[row * SQUARE_PX : (row + 1) * SQUARE_PX, column * SQUARE_PX : (column + 1) * SQUARE_PX]
                return as_one_of(box.castles, colour_probabilities(normalise_light(board)[square], printing))
    return None


def as_one_of(castles: Sequence[Castle], look: Probabilities) -> Probabilities:
    """The probabilities (6,) of a castle on a table with these: one without colour is any of them if all could be told.

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
    found = [NOT_RECOGNISED] * len(looks)
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


class _Zones(NamedTuple):
    """The pixels (64, 64) of a crop that are the rim, the cobbles and the crown, whichever way round the tile lies."""

    rim: NDArray[np.bool_]
    cobbles: NDArray[np.bool_]
    crown: NDArray[np.bool_]


def _zones() -> _Zones:
    at = (np.arange(CROP_PX) + 0.5) / CROP_PX
    from_edge = np.minimum(at, 1 - at)
    edge = np.minimum(from_edge[:, None], from_edge[None])
    return _Zones(edge < 0.085, (edge >= 0.10) & (edge < 0.20), edge >= 0.27)


ZONES = _zones()


def features(crop: Bgr) -> Floats:
    """The features (38,) that tell the colour of a castle's tile, of a crop (64, 64, 3) whose light was put right."""
    channels = np.log(cv2.GaussianBlur(crop, (0, 0), 0.7).astype(np.float32) + DARKEST)
    seen = np.stack([channels[..., 2] - channels[..., 1], channels[..., 0] - channels[..., 1], channels.mean(-1)])
    cobbles = np.median(seen[:, ZONES.cobbles], axis=1)
    seen = seen - cobbles[:, None, None]
    spread = seen[:, ZONES.cobbles].std(1)
    return np.concatenate([_zone(seen[:, ZONES.rim]), _zone(seen[:, ZONES.crown]), spread, cobbles]).astype(np.float32)


def _zone(seen: Floats) -> Floats:
    """The hues of a zone's pixels (3, n), and their means and tails: red and blue against green, brightness."""
    red, blue, brightness = seen
    weight = ((np.hypot(red, blue) - FAINT) / (STRONG - FAINT)).clip(0, 1)
    at = np.arctan2(blue, red) / (2 * np.pi) * HUES % HUES
    sector = at.astype(np.int64)
    share = at - sector
    hues = np.bincount(sector % HUES, weight * (1 - share), HUES) + np.bincount(
        (sector + 1) % HUES, weight * share, HUES
    )
    tails = np.quantile(seen[:2], TAILS, axis=1)
    return np.concatenate([hues / seen.shape[1], seen.mean(1), [brightness.std()], tails.ravel()])


class Layers(NamedTuple):
    """A perceptron with one hidden layer: ``features * scale + shift``, then two layers."""

    scale: Floats  # (38,)
    shift: Floats  # (38,)
    hidden: Floats  # (38, width)
    hidden_bias: Floats
    out: Floats  # (width, 6)
    out_bias: Floats

    def probabilities(self, seen: Floats) -> Floats:
        """The probabilities (n, 6) of the colours and of none, for features (n, 38)."""
        middle = ((seen * self.scale + self.shift) @ self.hidden + self.hidden_bias).clip(0)
        logits = middle @ self.out + self.out_bias
        logits -= logits.max(1, keepdims=True)
        odds = np.exp(logits)
        return np.asarray(odds / odds.sum(1, keepdims=True), np.float32)


def colour_probabilities(crop: Bgr, printing: Printing | None) -> Floats:
    """The probabilities (6,) of ``COLOURS`` and, last, of none of them, for the castle's crop as ``features`` takes it.

    They are the mean over a few perceptrons of the printing, those of the older edition where it is not known; where
    the perceptrons differ they know less.
    """
    seen, trained = features(crop)[None], _trained()
    of_printing = trained.get(printing or Printing.OLDER, trained[Printing.OLDER])
    return np.asarray(np.mean([layers.probabilities(seen)[0] for layers in of_printing], axis=0))


@cache
def _trained() -> dict[Printing, tuple[Layers, ...]]:
    return layers_in(read_network("castles"))


def layers_in(content: bytes) -> dict[Printing, tuple[Layers, ...]]:
    """The perceptrons in a file of ours, by the printing of the start tiles that they were shown."""
    return {
        Printing(printing): tuple(
            Layers(*(np.array(each[name], np.float32) for name in Layers._fields)) for each in perceptrons
        )
        for printing, perceptrons in json.loads(content)["perceptrons"].items()
    }
