"""Decide which classified grids are kingdoms, and split grids that are two kingdoms in line.

Anything square makes a lattice, and the classifier always answers with a kind of tile. So a grid is accepted by its
features: the certainty of its corners, the confidence of its squares once they are decoded as dominoes, the number of
castles, whether tiles were detected where the classifier sees them, and how many different kinds of tiles it has: other
games repeat a few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.terrain import CASTLE, EMPTY
from vision.decode.decode import decode_without_limit
from vision.decode.domino_set import build_domino_set
from vision.locate.lattice import LARGE_GRID, MIN_SQUARES, SMALL_GRID
from vision.locate.locate import Location, Search
from vision.photo.photo import Photo
from vision.pipeline.calibration import Calibration, KingdomClassifier, get_calibration
from vision.squares.classify import KINDS
from vision.squares.printing import NO_EVIDENCE, Odds

CROWNS = np.array([kind.crowns for kind in KINDS], np.float32)
CERTAINLY_NOT = -30.0  # log-probability of what a square does not show

LogProbabilities = NDArray[np.float32]  # (rows, columns, 18)


@dataclass(frozen=True)
class GridThresholds:
    """Limits of what is a kingdom, and bounds of its features.

    How certain a kingdom has to be is learned: see ``KingdomClassifier``.
    """

    locator_weight: float = 0.5  # of the locator's log-probability of a gap beside the classifier's
    max_occupancy: float = 0.99  # so that the logarithm of its complement is bounded
    castle_probability: float = 0.3  # of the most probable castle in a grid that has one
    tile_probability: float = 0.5  # by the locator, of a square that counts as a tile; hidden squares have less
    max_undrafted_squares: int = 8  # rulebook: at most four dominoes lie in a line before they are drafted
    empty_line_probability: float = 0.5  # geometric mean over the squares of a line that splits a grid by itself
    touching_cost_nats: float = 2.0  # by which a border between squares has to explain a grid better than an empty line
    clear_border_nats: float = 6.0  # by which it has to explain it better than any other border to need no question
    large_grid_nats: float = 30.0  # that speak against a split, for each kingdom larger than 5x5
    small_grid_bonus_nats: float = 1.0  # a square of the line, for a split into two kingdoms of at most 5x5
    min_certainty: float = 0.01  # of corners and squares, so that their logarithms are bounded
    max_confidence: float = 1.05  # above 1, so that the log-odds of confidence 1 are bounded
    max_extra_castles: float = 2.0
    several_castles: float = 1.0  # beside its own, from which people are asked: towns of other boxes look like castles
    max_contradiction: float = 0.4


THRESHOLDS = GridThresholds()


class GridReading(NamedTuple):
    """A located grid and the evidence for the kind of each of its squares.

    Attributes:
        location: The grid, of ``rows`` and ``columns``.
        log_probabilities: (rows, columns, 18), by the classifier.
        hidden: (rows, columns), the share of each square that is not visible.
        novel_probabilities: (rows, columns, 1 + kinds of dominoes), the probability that a square shows what the
            network was not trained on: first an unknown kind, then the kinds of dominoes, as taught. The last axis is
            empty in the base game.
        printing: Log-likelihoods (3,) of the printings, by the whole grid that was located.
        contested: Whether another explanation competes: another border, an implausible first search, or tiles that are
            left out as stray dominoes.
        uncertain: Whether it may be no kingdom, so that people are asked.
        fast_prediction: Log-probabilities without test-time augmentation; None if they equal ``log_probabilities``.
    """

    location: Location
    log_probabilities: LogProbabilities
    hidden: NDArray[np.float32]
    novel_probabilities: NDArray[np.float32]
    printing: Odds = NO_EVIDENCE
    contested: bool = False
    uncertain: bool = False
    fast_prediction: LogProbabilities | None = None

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


@dataclass(frozen=True, eq=False)
class PhotoGrids:
    """The kingdoms found in a photo: classified, not yet decoded."""

    photo: Photo
    grids: Sequence[GridReading]
    seconds: float  # that finding them took
    manual_corners: bool  # the corners were set by hand
    box: Box = BASE
    taught: bool = False  # classified with a tile set that people have taught
    retry_searches: tuple[Search, ...] = ()  # for kingdoms that are not settled once they are decoded
    cut_off: bool = False  # tiles that belong to no kingdom continue outside the photo
    calibration: Calibration = field(default_factory=get_calibration)  # of the networks that classified them


class KingdomFeatures(NamedTuple):
    """Features of a grid, for the ``KingdomClassifier``."""

    corners: float  # natural logarithm of their certainty
    squares: float  # log-odds of the mean confidence of its tiles when it is decoded by itself
    castles: float  # in excess of one; 0 for other boxes, whose towns look like castles
    too_many: float  # share of its dominoes that exceeds the box
    contradiction: float  # mean difference between the locator's and the classifier's probabilities of a tile
    crowns: float  # mean of its tiles
    certainty: float  # mean natural logarithm of the probabilities of its tiles' kinds, by the classifier alone
    variety: float  # entropy of the kinds of its tiles, in nats


def compute_features(grid: GridReading, box: Box) -> KingdomFeatures:
    """Compute the features of a grid from its fast prediction.

    Certainties enter as logarithms or log-odds, so that the classifier, which is linear, adds up evidence.
    """
    domino_set, occupancy = build_domino_set(box), grid.location.occupancy
    logs = grid.log_probabilities if grid.fast_prediction is None else grid.fast_prediction
    expanded = domino_set.expand_log_probabilities(logs, grid.novel_probabilities)
    decoded, excess = decode_without_limit(expanded, occupancy, domino_set)
    is_tile = decoded.kinds != domino_set.empty_index
    chosen = np.take_along_axis(decoded.probabilities, decoded.kinds[..., None], 2)
    confidence = float(chosen[is_tile].mean()) if is_tile.any() else 0.0
    extra_castles = float(np.exp(expanded[..., domino_set.castle_index]).sum()) - 1  # expected number, but one
    tile_probabilities = 1 - np.exp(logs[..., KINDS.index(EMPTY)])
    has_tile = _mark_tiles(logs)
    tiles = logs[has_tile] if has_tile.any() else logs.reshape(-1, len(KINDS))
    shares = np.unique(tiles.argmax(1), return_counts=True)[1] / len(tiles)  # of each kind
    return KingdomFeatures(
        corners=float(np.log(max(grid.location.certainty, THRESHOLDS.min_certainty))),
        squares=float(np.log(max(confidence, THRESHOLDS.min_certainty) / (THRESHOLDS.max_confidence - confidence))),
        castles=min(max(extra_castles, 0.0), THRESHOLDS.max_extra_castles) if box == BASE else 0.0,
        too_many=excess,
        contradiction=min(float(np.abs(occupancy - tile_probabilities).mean()), THRESHOLDS.max_contradiction),
        crowns=float((np.exp(tiles) @ CROWNS).mean()),
        certainty=float(tiles.max(1).mean()),
        variety=float(-shares @ np.log(shares)),
    )


def empty_strays(grid: GridReading) -> GridReading:
    """Empty the squares on which stray dominoes lie; the grid is contested if tiles are classified there.

    Nothing is emptied if one of them shows a castle, because a castle is not on a domino.
    """
    stray, castle = grid.location.stray, grid.log_probabilities[..., KINDS.index(CASTLE)]
    if stray is None or castle[stray].max() >= np.log(THRESHOLDS.castle_probability):
        return grid
    is_empty = np.array([kind == EMPTY for kind in KINDS])
    logs = np.where(stray[..., None], np.where(is_empty, 0.0, CERTAINLY_NOT), grid.log_probabilities)
    return grid._replace(
        log_probabilities=np.asarray(logs, np.float32),
        hidden=np.where(stray, np.float32(0), grid.hidden),
        contested=bool((stray & _mark_tiles(grid.log_probabilities)).any()),
    )


def has_enough_tiles(grid: GridReading) -> bool:
    """Return whether a grid has a castle and a domino, or more tiles than a line of undrafted dominoes."""
    is_tile = _mark_tiles(grid.log_probabilities)
    located = int((is_tile & (grid.location.occupancy > THRESHOLDS.tile_probability)).sum())
    has_castle = _max_castle_probability(grid.log_probabilities) >= THRESHOLDS.castle_probability
    return (has_castle or located > THRESHOLDS.max_undrafted_squares) and int(is_tile.sum()) >= MIN_SQUARES


def may_hold_kingdom(grid: GridReading, box: Box, classifier: KingdomClassifier) -> bool:
    """Return whether a fast prediction may be a kingdom; always with boxes whose tiles may be unknown."""
    if box != BASE:
        return True
    return any(
        classifier.log_odds(compute_features(part, box)) >= classifier.accept_log_odds for part in split_grid(grid)
    )


def select_kingdoms(grid: GridReading, box: Box, classifier: KingdomClassifier) -> list[GridReading]:
    """Return the kingdoms in a grid: none, one, or two in line.

    Undrafted dominoes, patterned cloths and other games' boards are rejected. A kingdom that is accepted with little
    confidence, or has several castles, is marked ``uncertain``.
    """
    kingdoms = []
    for part in split_grid(grid):
        features = compute_features(part, box)
        log_odds = classifier.log_odds(features)
        if has_enough_tiles(part) and log_odds >= classifier.accept_log_odds:
            uncertain = log_odds < classifier.certain_log_odds or features.castles >= THRESHOLDS.several_castles
            kingdoms.append(part._replace(uncertain=uncertain))
    return kingdoms


def _max_castle_probability(logs: LogProbabilities) -> float:
    """Return the probability of a castle on the square where it is most probable."""
    return float(np.exp(logs[..., KINDS.index(CASTLE)]).max())


def _mark_tiles(logs: LogProbabilities) -> NDArray[np.bool_]:
    """Return a mask (rows, columns) of the squares that are classified as tiles."""
    return np.asarray(logs.argmax(2) != KINDS.index(EMPTY))


class _Line(NamedTuple):
    """A line of squares that splits a grid into two parts; the line has no squares where two kingdoms touch."""

    rows: tuple[slice, slice, slice]  # first part, line, second part
    columns: tuple[slice, slice, slice]

    def parts(self, grid: GridReading) -> list[GridReading]:
        """Return the two parts of a grid."""
        return [grid.part(self.rows[side], self.columns[side]) for side in (0, 2)]


def split_grid(grid: GridReading) -> list[GridReading]:
    """Split a grid larger than any kingdom in two, or return it whole.

    It is split at the emptiest line that has a castle on either side or is probably empty, or at the border of two
    kingdoms that touch, if dominoes explain the squares better so. Both are ``contested`` if another border explains
    them nearly as well.
    """
    location, logs = grid.location, grid.log_probabilities
    if max(location.rows, location.columns) <= LARGE_GRID:
        return [grid]
    located_empty = np.log1p(-location.occupancy.clip(0, THRESHOLDS.max_occupancy))
    empty = logs[..., KINDS.index(EMPTY)] + located_empty * THRESHOLDS.locator_weight

    def rate(line: _Line) -> float:
        """Return the mean log-probability that the squares of a line are empty, with the bonus of small grids."""
        sizes = [part.stop - part.start for lines in (line.rows, line.columns) for part in (lines[0], lines[2])]
        bonus = THRESHOLDS.small_grid_bonus_nats if max(sizes) <= SMALL_GRID else 0.0
        return float(empty[line.rows[1], line.columns[1]].mean()) + bonus

    lines = [line for line in _list_lines(location.rows, location.columns) if _may_separate(line, logs)]
    best = max(lines, key=rate, default=None)
    borders = [line for line in _list_lines(location.rows, location.columns, 0) if _has_two_castles(line, logs)]
    if not borders:
        return best.parts(grid) if best else [grid]
    costs = sorted(((_explanation_cost(line, grid), index) for index, line in enumerate(borders)))
    cost_of_line = _explanation_cost(best, grid) if best else np.inf
    if cost_of_line <= costs[0][0] + THRESHOLDS.touching_cost_nats:
        return best.parts(grid) if best else [grid]
    others = min([cost_of_line, *(cost for cost, _ in costs[1:])])
    contested = others < costs[0][0] + THRESHOLDS.clear_border_nats
    return [part._replace(contested=part.contested or contested) for part in borders[costs[0][1]].parts(grid)]


def _explanation_cost(line: _Line, grid: GridReading) -> float:
    """Return the nats by which the squares are less probable as two kingdoms than each by itself.

    For each square this is the log-probability of its most probable kind less that of the kind it has in the kingdom of
    dominoes on its side; squares of the line are empty. A kingdom larger than 5x5 costs a constant, since few games are
    played on the larger grid.
    """
    logs = grid.log_probabilities
    of_line = logs[line.rows[1], line.columns[1]]
    cost = float((of_line.max(2) - of_line[..., KINDS.index(EMPTY)]).sum())
    for part in line.parts(grid):
        decoded, _ = decode_without_limit(part.log_probabilities, part.location.occupancy)
        chosen = np.take_along_axis(part.log_probabilities, decoded.kinds[..., None], 2)[..., 0]
        cost += float((part.log_probabilities.max(2) - chosen).sum())
        crop = decoded.kingdom.crop()
        cost += THRESHOLDS.large_grid_nats if max(crop.height, crop.width) > SMALL_GRID else 0.0
    return cost


def _list_lines(rows: int, columns: int, width: int = 1) -> Iterator[_Line]:
    """Yield the lines so many squares wide that leave no part larger than a kingdom."""
    every = (slice(0, rows), slice(0, columns))
    if rows <= LARGE_GRID:
        yield from (_Line((every[0],) * 3, cut) for cut in _cuts(columns, width))
    elif columns <= LARGE_GRID:
        yield from (_Line(cut, (every[1],) * 3) for cut in _cuts(rows, width))


def _cuts(length: int, width: int) -> Iterator[tuple[slice, slice, slice]]:
    """Yield the first part, the line, and the second part along one side."""
    for at in range(1, length - width):
        if max(at, length - at - width) <= LARGE_GRID:
            yield slice(0, at), slice(at, at + width), slice(at + width, length)


def _may_separate(line: _Line, logs: LogProbabilities) -> bool:
    """Return whether a line may separate two kingdoms: castles on both sides, or the line is probably empty."""
    empty = float(logs[line.rows[1], line.columns[1], KINDS.index(EMPTY)].mean())
    return _has_two_castles(line, logs) or empty >= np.log(THRESHOLDS.empty_line_probability)


def _has_two_castles(line: _Line, logs: LogProbabilities) -> bool:
    """Return whether there is a castle on either side of a line."""
    return all(
        _max_castle_probability(logs[line.rows[side], line.columns[side]]) >= THRESHOLDS.castle_probability
        for side in (0, 2)
    )
