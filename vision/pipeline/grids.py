"""Decide which classified grids are kingdoms, and split grids that are two kingdoms in line.

Anything square makes a lattice, and the classifier always answers with a kind of tile. So a grid is accepted by its
features: the certainty of its corners, the confidence of its squares once they are decoded as dominoes, the number of
castles, and whether tiles were detected where the classifier sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.terrain import CASTLE, EMPTY
from vision.decode.decode import decode_without_limit
from vision.decode.domino_set import build_domino_set
from vision.locate.lattice import LARGE_GRID, MIN_SQUARES, SMALL_GRID
from vision.locate.locate import Location
from vision.photo.photo import Photo
from vision.pipeline.calibration import KingdomClassifier
from vision.squares.classify import KINDS
from vision.squares.printing import NOTHING_SAID, Odds

MIN_CASTLE_PROBABILITY = 0.3  # probability of a castle somewhere that makes a lattice, or a part of one, a kingdom
EMPTY_LINE = (
    0.5  # geometric mean of the probabilities that the squares between two parts are empty, where no castle is seen
)
USUAL_SIZE = 1.0  # nats a square of the line that two kingdoms of 5x5 are favoured by over one of them larger
LEAST, MOST = 0.01, 1.05  # of certainty, for its logarithm, and of confidence, for its log-odds
MOST_CASTLES, MOST_CONTRADICTION = 2.0, 0.4  # beyond which signs say no more
LAID = 0.5  # probability of a tile beyond which one is counted; of hidden squares it is known no better
MAX_UNDRAFTED_SQUARES = 8  # squares of a line of four undrafted dominoes

CROWNS = np.array([kind.crowns for kind in KINDS], np.float32)

LogProbabilities = NDArray[np.float32]  # (rows, columns, 18)


STEPS = ("opening", "finding", "reading", "checking")  # of reading a photo, for progress and timings


class GridReading(NamedTuple):
    """A located grid and the evidence for the kind of each of its squares."""

    location: Location
    log_probabilities: LogProbabilities
    hidden: NDArray[np.float32]  # (rows, columns), the share of each square that is not visible
    # Probabilities (rows, columns, 1 + kinds of dominoes) that a square shows what the network was not trained on:
    # first an unknown kind, then kinds that only this box has. The last axis is empty in the base game.
    novel_probabilities: NDArray[np.float32]
    printing: Odds = NOTHING_SAID  # log-likelihoods of the printings, by the whole grid that was located
    contested: bool = False  # a retry search found another kingdom here
    questioned: bool = False  # it may be no kingdom; people are asked
    fast_prediction: LogProbabilities | None = None  # without test-time augmentation; None: same as the above

    def part(self, rows: slice, columns: slice) -> GridReading:
        """Crop to some of the rows and columns."""
        where = rows, columns
        location = self.location.part(rows, columns)
        return self._replace(
            location=location,
            log_probabilities=self.log_probabilities[where],
            hidden=self.hidden[where],
            novel_probabilities=self.novel_probabilities[where],
            fast_prediction=None if self.fast_prediction is None else self.fast_prediction[where],
        )


RetrySearch = Callable[[Sequence[Location]], Sequence[GridReading]]
"""Searches a photo in another way; returns the kingdoms that overlap the given locations."""


@dataclass(frozen=True, eq=False)
class PhotoGrids:
    """The kingdoms found in a photo: classified, not yet decoded."""

    photo: Photo
    grids: Sequence[GridReading]
    timings: Mapping[str, float]  # seconds by step
    framed: bool  # the corners were set by hand
    box: Box = BASE
    taught: bool = False  # classified with a tile set that people have taught
    retry_searches: tuple[RetrySearch, ...] = ()  # not needed to find any kingdom
    cut_off: bool = False  # tiles that belong to no kingdom continue outside the photo


class KingdomFeatures(NamedTuple):
    """Features of a grid, for the ``KingdomClassifier``."""

    corners: float  # natural logarithm of how certain they are
    squares: float  # log-odds of the mean confidence of its tiles, decoded by itself
    castles: float  # seen beside the one that a kingdom has; none of other boxes, whose towns look like castles
    too_many: float  # share of its dominoes that no box has so often
    contradiction: float  # how far the probabilities of tiles by corners and by squares lie apart
    crowns: float  # of a tile, as a rule


def kingdom_features(grid: GridReading, box: Box) -> KingdomFeatures:
    """Compute the features of a grid, from its fast prediction."""
    domino_set, occupancy = build_domino_set(box), grid.location.occupancy
    logs = grid.log_probabilities if grid.fast_prediction is None else grid.fast_prediction
    looks = domino_set.expand_log_probabilities(logs, grid.novel_probabilities)
    found, too_many = decode_without_limit(looks, occupancy, domino_set)
    kinds = np.array([[domino_set.kinds.index(square) for square in row] for row in found.kingdom.rows])[..., None]
    laid = kinds[..., 0] != domino_set.empty_index
    confidence = float(np.take_along_axis(found.marginals, kinds, 2)[laid].mean()) if laid.any() else 0.0
    castles = float(np.exp(looks[..., domino_set.castle_index]).sum()) - 1
    tiled = 1 - np.exp(logs[..., KINDS.index(EMPTY)])
    crowns = np.exp(logs[_tiled(logs)]) @ CROWNS
    return KingdomFeatures(
        float(np.log(max(grid.location.confidence, LEAST))),
        float(np.log(max(confidence, LEAST) / (MOST - confidence))),
        min(max(castles, 0.0), MOST_CASTLES) if box == BASE else 0.0,
        too_many,
        min(float(np.abs(occupancy - tiled).mean()), MOST_CONTRADICTION),
        float(crowns.mean()) if crowns.size else 0.0,
    )


def has_enough_tiles(grid: GridReading) -> bool:
    """Return whether a grid has a castle and a domino, or more tiles than a line of undrafted dominoes."""
    tiled = _tiled(grid.log_probabilities)
    lying = int((tiled & (grid.location.occupancy > LAID)).sum())
    castle = _castle(grid.log_probabilities) >= MIN_CASTLE_PROBABILITY
    return (castle or lying > MAX_UNDRAFTED_SQUARES) and int(tiled.sum()) >= MIN_SQUARES


def may_hold_kingdom(grid: GridReading, box: Box, classifier: KingdomClassifier) -> bool:
    """Return whether a fast prediction may be a kingdom; always with boxes whose tiles may be unknown."""
    if box != BASE:
        return True
    return any(classifier.log_odds(kingdom_features(part, box)) >= classifier.claimed for part in split(grid))


def kingdoms_in(grid: GridReading, box: Box, classifier: KingdomClassifier) -> list[GridReading]:
    """Return the kingdoms in a grid: none, one, or two in line.

    Undrafted dominoes, patterned cloths and other games' boards are rejected. A kingdom that is accepted with little
    confidence is ``questioned``.
    """
    rated = [(part, classifier.log_odds(kingdom_features(part, box))) for part in split(grid) if has_enough_tiles(part)]
    return [part._replace(questioned=odds < classifier.plain) for part, odds in rated if odds >= classifier.claimed]


def _castle(logs: LogProbabilities) -> float:
    """Return the probability of a castle on the square where it is most probable."""
    return float(np.exp(logs[..., KINDS.index(CASTLE)]).max())


def _tiled(logs: LogProbabilities) -> NDArray[np.bool_]:
    """Return a mask (rows, columns) of the squares that are classified as tiles."""
    return np.asarray(logs.argmax(2) != KINDS.index(EMPTY))


class _Line(NamedTuple):
    """A line of squares that splits a grid into two parts."""

    rows: tuple[slice, slice, slice]  # first part, line, second part
    columns: tuple[slice, slice, slice]


def split(grid: GridReading) -> list[GridReading]:
    """Split a grid larger than any kingdom in two at a line of empty squares, or return it whole.

    Such a line has a castle on either side, or its squares are certainly empty.
    """
    location, logs = grid.location, grid.log_probabilities
    if max(location.rows, location.columns) <= LARGE_GRID:
        return [grid]
    empty = logs[..., KINDS.index(EMPTY)] + np.log1p(-location.occupancy.clip(0, 0.99)) * 0.5
    found = [line for line in _lines(location.rows, location.columns) if _splits(line, logs)]
    if not found:
        return [grid]

    def likelihood(line: _Line) -> float:
        sizes = [part.stop - part.start for lines in (line.rows, line.columns) for part in (lines[0], lines[2])]
        usual = USUAL_SIZE if max(sizes) <= SMALL_GRID else 0.0
        return float(empty[line.rows[1], line.columns[1]].mean()) + usual

    best = max(found, key=likelihood)
    return [grid.part(best.rows[side], best.columns[side]) for side in (0, 2)]


def _lines(rows: int, columns: int) -> Iterator[_Line]:
    """Yield the lines that leave no part larger than a kingdom."""
    every = (slice(0, rows), slice(0, columns))
    if rows <= LARGE_GRID:
        yield from (_Line((every[0],) * 3, _cut(at, columns)) for at in range(1, columns - 1) if _fits(at, columns))
    elif columns <= LARGE_GRID:
        yield from (_Line(_cut(at, rows), (every[1],) * 3) for at in range(1, rows - 1) if _fits(at, rows))


def _fits(at: int, length: int) -> bool:
    return max(at, length - at - 1) <= LARGE_GRID


def _cut(at: int, length: int) -> tuple[slice, slice, slice]:
    return slice(0, at), slice(at, at + 1), slice(at + 1, length)


def _splits(line: _Line, logs: LogProbabilities) -> bool:
    """Return whether there is a kingdom on either side of a line."""
    castles = [_castle(logs[line.rows[side], line.columns[side]]) >= MIN_CASTLE_PROBABILITY for side in (0, 2)]
    empty = float(logs[line.rows[1], line.columns[1], KINDS.index(EMPTY)].mean())
    return all(castles) or empty >= np.log(EMPTY_LINE)
