"""Castle colours: classify the tile under a castle, and assign different colours to the kingdoms of one table.

A castle's tile has cobbles with a crown and a rim of stones in the player's colour. The grey cobbles between crown and
rim are in the same light as these, so the features of a tile are its colours relative to the cobbles. A standing castle
hides most of them; the answer is then "no colour".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
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
from vision.squares.classify import CROP_PX
from vision.squares.reading import Squares

COLOURS = (*BASE_GAME, Castle.BROWN)  # without those of Queendomino, of which no tile could be photographed
NO_COLOUR = len(COLOURS)  # index of the last class: crown and rim of one colour are not visible

CERTAIN_CASTLE_PROBABILITY = 0.9  # of the class of a square, from which it is the castle
LOG_OFFSET = 6.0  # added to all channels before the logarithm, because the noise of dark ones is large
MIN_CHROMA, FULL_CHROMA = 0.06, 0.31  # relative to the cobbles; the weight of a pixel grows from 0 to 1 between them
HUE_SECTORS = 8
TAIL_QUANTILES = (0.1, 0.9)
RIM_WIDTH = 0.085  # of the side of a tile
COBBLES_FROM_EDGE = (0.10, 0.20)
CROWN_FROM_EDGE = 0.27

Floats = NDArray[np.float32]
Probabilities = NDArray[np.floating]  # (6,): of each of COLOURS, and of no colour


@dataclass(frozen=True)
class CastleThresholds:
    """Probabilities for telling the colours of castles."""

    different_colours: float = 0.99  # prior that kingdoms photographed together have different castles
    min_own: float = 0.5  # of a colour by the tile alone; below it the other castles would decide


THRESHOLDS = CastleThresholds()


class CastleReading(NamedTuple):
    """A castle's colour and its probability; None and 0 if it cannot be told."""

    castle: Castle | None
    confidence: float


NOT_RECOGNISED = CastleReading(None, 0.0)


def classify_castle(board: Bgr, squares: Squares, printing: Printing | None, box: Box) -> Probabilities | None:
    """Return the colour probabilities (6,) of the castle on a board, or None if no castle is visible.

    Args:
        board: The rectified picture, 64 pixels a square.
        squares: Its squares, row by row.
        printing: The printing of the tiles, if known.
        box: The box that the castle belongs to.
    """
    for row, of_row in enumerate(squares):
        for column, read in enumerate(of_row):
            if read.square.is_castle and read.confidence >= CERTAIN_CASTLE_PROBABILITY:
                square = np.s_[row * SQUARE_PX : (row + 1) * SQUARE_PX, column * SQUARE_PX : (column + 1) * SQUARE_PX]
                return distribute_no_colour(box.castles, classify_colour(normalise_light(board)[square], printing))
    return None


def distribute_no_colour(castles: Sequence[Castle], probabilities: Probabilities) -> Probabilities:
    """Distribute the probability of no colour evenly over the castles of a box, if all of them are in COLOURS.

    The other colours keep their probability, so that a castle of another box is not taken for one of this box.
    """
    if not set(castles) <= set(COLOURS):
        return probabilities
    in_box = np.array([colour in castles for colour in COLOURS])
    return np.append(probabilities[:NO_COLOUR] + in_box * probabilities[NO_COLOUR] / in_box.sum(), 0.0)


def assign_castles(castles: Sequence[Probabilities | None], min_confidence: float) -> list[CastleReading]:
    """Assign colours to the kingdoms of one table, in their order.

    Kingdoms of different boxes, or one photographed twice, may have the same castle; clear evidence for that outweighs
    the prior of different colours. A colour that is improbable for its tile alone is not assigned: it may follow by
    elimination later, where people see that it was not read.

    Args:
        castles: The probabilities (6,) of each kingdom's castle by itself; None if no castle is visible.
        min_confidence: The probability from which a colour is assigned.
    """
    visible = [index for index, each in enumerate(castles) if each is not None]
    alone = np.array([each for each in castles if each is not None], np.float64).reshape(len(visible), NO_COLOUR + 1)
    together = _prefer_different(alone) if 1 < len(visible) <= len(COLOURS) else alone
    readings = [NOT_RECOGNISED] * len(castles)
    for index, probabilities, own in zip(visible, together, alone, strict=True):
        best = int(probabilities[:NO_COLOUR].argmax())
        if probabilities[best] >= min_confidence and own[best] >= THRESHOLDS.min_own:
            readings[index] = CastleReading(COLOURS[best], float(probabilities[best]))
    return readings


def _prefer_different(alone: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities (n, 6) of n castles given that they probably differ, from those of each by itself."""
    count = len(alone)
    different, evidence = np.zeros_like(alone), 0.0
    rows = np.arange(count)
    choices = [*range(NO_COLOUR), *[NO_COLOUR] * count]  # any number of castles may show no colour
    for colours in {order for order in permutations(choices, count)}:
        probability = float(alone[rows, colours].prod())
        different[rows, colours] += probability
        evidence += probability
    prior = THRESHOLDS.different_colours
    return (prior * different + (1 - prior) * alone) / (prior * evidence + (1 - prior))


class _Zones(NamedTuple):
    """Masks (64, 64) of rim, cobbles and crown in a crop; they are the same for a turned tile."""

    rim: NDArray[np.bool_]
    cobbles: NDArray[np.bool_]
    crown: NDArray[np.bool_]


def _build_zones() -> _Zones:
    centres = (np.arange(CROP_PX) + 0.5) / CROP_PX
    from_side = np.minimum(centres, 1 - centres)
    from_edge = np.minimum(from_side[:, None], from_side[None])
    low, high = COBBLES_FROM_EDGE
    return _Zones(from_edge < RIM_WIDTH, (from_edge >= low) & (from_edge < high), from_edge >= CROWN_FROM_EDGE)


ZONES = _build_zones()


def compute_features(crop: Bgr) -> Floats:
    """Return the features (38,) of a castle's tile in a crop (64, 64, 3) of normalised light."""
    channels = np.log(cv2.GaussianBlur(crop, (0, 0), 0.7).astype(np.float32) + LOG_OFFSET)
    pixels = np.stack([channels[..., 2] - channels[..., 1], channels[..., 0] - channels[..., 1], channels.mean(-1)])
    cobbles = np.median(pixels[:, ZONES.cobbles], axis=1)
    pixels = pixels - cobbles[:, None, None]
    spread = pixels[:, ZONES.cobbles].std(1)
    rim, crown = _summarise_zone(pixels[:, ZONES.rim]), _summarise_zone(pixels[:, ZONES.crown])
    return np.concatenate([rim, crown, spread, cobbles]).astype(np.float32)


def _summarise_zone(pixels: Floats) -> Floats:
    """Return the hue histogram of a zone, and the means, the spread of brightness and the tails of its pixels.

    Args:
        pixels: (3, n), logarithms of red to green, blue to green, and brightness.
    """
    red, blue, brightness = pixels
    weight = ((np.hypot(red, blue) - MIN_CHROMA) / (FULL_CHROMA - MIN_CHROMA)).clip(0, 1)
    hue = np.arctan2(blue, red) / (2 * np.pi) * HUE_SECTORS % HUE_SECTORS
    sector = hue.astype(np.int64)
    share = hue - sector  # of the next sector
    hues = np.bincount(sector % HUE_SECTORS, weight * (1 - share), HUE_SECTORS) + np.bincount(
        (sector + 1) % HUE_SECTORS, weight * share, HUE_SECTORS
    )
    tails = np.quantile(pixels[:2], TAIL_QUANTILES, axis=1)
    return np.concatenate([hues / pixels.shape[1], pixels.mean(1), [brightness.std()], tails.ravel()])


class Perceptron(NamedTuple):
    """A perceptron with one hidden layer on ``features * scale + shift``."""

    scale: Floats  # (38,)
    shift: Floats  # (38,)
    hidden: Floats  # (38, width)
    hidden_bias: Floats
    out: Floats  # (width, 6)
    out_bias: Floats

    def predict(self, features: Floats) -> Floats:
        """Return the probabilities (n, 6) of the colours, and of no colour, for features (n, 38)."""
        hidden = ((features * self.scale + self.shift) @ self.hidden + self.hidden_bias).clip(0)
        logits = hidden @ self.out + self.out_bias
        logits -= logits.max(1, keepdims=True)
        odds = np.exp(logits)
        return np.asarray(odds / odds.sum(1, keepdims=True), np.float32)


def classify_colour(crop: Bgr, printing: Printing | None) -> Floats:
    """Return the probabilities (6,) of COLOURS and of no colour for a crop (64, 64, 3) of a castle's tile.

    They are the mean of an ensemble of perceptrons, which is less certain where these disagree. The ensemble is that of
    the printing, or of the older one if the printing is unknown.
    """
    features, ensembles = compute_features(crop)[None], _load_ensembles()
    ensemble = ensembles.get(printing or Printing.OLDER, ensembles[Printing.OLDER])
    return np.asarray(np.mean([perceptron.predict(features)[0] for perceptron in ensemble], axis=0))


@cache
def _load_ensembles() -> dict[Printing, tuple[Perceptron, ...]]:
    return parse_ensembles(read_network("castles"))


def parse_ensembles(content: bytes) -> dict[Printing, tuple[Perceptron, ...]]:
    """Parse ``castles.json``: the perceptrons for each printing of the start tiles."""
    return {
        Printing(printing): tuple(
            Perceptron(*(np.array(each[name], np.float32) for name in Perceptron._fields)) for each in perceptrons
        )
        for printing, perceptrons in json.loads(content)["perceptrons"].items()
    }
