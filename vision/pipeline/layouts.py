"""Kingdoms among lattices: which classified grids are kingdoms, and which one is two of them in line.

Whatever lies in squares makes a lattice, and the classifier answers with tiles whatever it is shown. So a grid has to
look like a kingdom: by its corners, by how sure its squares are once dominoes make them up, by the one castle that a
kingdom has, and by whether tiles were found where squares show them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.terrain import CASTLE, EMPTY
from vision.decode.deck import deck_of
from vision.decode.decode import sketched
from vision.locate.lattice import LARGE_GRID, MIN_SQUARES, SMALL_GRID
from vision.locate.locate import Location
from vision.pipeline.calibration import calibrated
from vision.squares.classify import KINDS
from vision.squares.printing import NOTHING_SAID, Odds

CASTLE_LIKELY = 0.3  # probability of a castle somewhere that makes a lattice, or a part of one, a kingdom
BARE = 0.5  # geometric mean of the probabilities that the squares between two parts are bare, where no castle is seen
USUAL_SIZE = 1.0  # nats a square of the line that two kingdoms of 5x5 are favoured by over one of them larger
LEAST, MOST = 0.01, 1.05  # of certainty, for its logarithm, and of confidence, for its log-odds
MOST_CASTLES, MOST_CONTRADICTION = 2.0, 0.4  # beyond which signs say no more
LAID = 0.5  # probability of a tile beyond which one is counted; of hidden squares it is known no better
LYING_ABOUT = 8  # squares of a line of four undrafted dominoes

CROWNS = np.array([kind.crowns for kind in KINDS], np.float32)

LogProbabilities = NDArray[np.float32]  # (rows, columns, 18)


class Layout(NamedTuple):
    """The place of a grid, the looks of its squares, and the share of each that is hidden.

    ``novel_probabilities`` are the probabilities that a square shows what the network was not trained on: first an
    unknown kind, then each kind on the dominoes of the box, which only a taught edition tells. In the base game this is
    not asked, and the last axis is empty. ``printing`` is what the whole grid that
    was found says of the printing of its tiles, as ``vision.squares.printing`` has it. ``contested`` says that another
    look at the photo saw another kingdom there, ``questioned`` that it may be no kingdom at all. ``at_first`` are the
    looks of the squares at first sight, by which it is judged whether a kingdom lies there.
    """

    location: Location
    log_probabilities: LogProbabilities
    hidden: NDArray[np.float32]  # (rows, columns), 0 to 1
    novel_probabilities: NDArray[np.float32]  # (rows, columns, 1 + lands), 0 to 1; (rows, columns, 0) in the base game
    printing: Odds = NOTHING_SAID
    contested: bool = False
    questioned: bool = False
    at_first: LogProbabilities | None = None  # None: they were looked at once

    def part(self, rows: slice, columns: slice) -> Layout:
        """The same cut to some of its rows and columns."""
        where = rows, columns
        location = self.location.part(rows, columns)
        return self._replace(
            location=location,
            log_probabilities=self.log_probabilities[where],
            hidden=self.hidden[where],
            novel_probabilities=self.novel_probabilities[where],
            at_first=None if self.at_first is None else self.at_first[where],
        )


class Signs(NamedTuple):
    """The signs of a kingdom in a grid, by which ``Likeness`` weighs it."""

    corners: float  # natural logarithm of how certain they are
    squares: float  # log-odds of the mean confidence of its tiles, decoded by itself
    castles: float  # seen beside the one that a kingdom has; none of other boxes, whose towns look like castles
    too_many: float  # share of its dominoes that no box has so often
    contradiction: float  # how far the probabilities of tiles by corners and by squares lie apart
    crowns: float  # of a tile, as a rule


def signs_of(layout: Layout, box: Box) -> Signs:
    """The signs of a kingdom of a box in a grid, at first sight."""
    deck, occupancy = deck_of(box), layout.location.occupancy
    logs = layout.log_probabilities if layout.at_first is None else layout.at_first
    looks = deck.evidence(logs, layout.novel_probabilities)
    found, too_many = sketched(looks, occupancy, deck)
    kinds = np.array([[deck.kinds.index(square) for square in row] for row in found.kingdom.rows])[..., None]
    laid = kinds[..., 0] != deck.empty
    confidence = float(np.take_along_axis(found.marginals, kinds, 2)[laid].mean()) if laid.any() else 0.0
    castles = float(np.exp(looks[..., deck.castle]).sum()) - 1
    tiled = 1 - np.exp(logs[..., KINDS.index(EMPTY)])
    crowns = np.exp(logs[_tiled(logs)]) @ CROWNS
    return Signs(
        float(np.log(max(layout.location.confidence, LEAST))),
        float(np.log(max(confidence, LEAST) / (MOST - confidence))),
        min(max(castles, 0.0), MOST_CASTLES) if box == BASE else 0.0,
        too_many,
        min(float(np.abs(occupancy - tiled).mean()), MOST_CONTRADICTION),
        float(crowns.mean()) if crowns.size else 0.0,
    )


def is_begun(layout: Layout) -> bool:
    """True for a castle with a domino or more, or what has more tiles than lie about without one."""
    tiled = _tiled(layout.log_probabilities)
    lying = int((tiled & (layout.location.occupancy > LAID)).sum())
    castle = _castle(layout.log_probabilities) >= CASTLE_LIKELY
    return (castle or lying > LYING_ABOUT) and int(tiled.sum()) >= MIN_SQUARES


def may_hold_kingdom(layout: Layout, box: Box) -> bool:
    """False for a grid that holds none at first sight, and need not be looked at closer.

    Of a box of which squares may be unknown too little is known yet.
    """
    like = calibrated().kingdom
    return box != BASE or any(like.of(signs_of(part, box)) >= like.claimed for part in split(layout))


def kingdoms_in(layout: Layout, box: Box = BASE) -> list[Layout]:
    """The kingdoms in a layout: not a few undrafted dominoes, not a chequered cloth, not another game's board.

    One larger than any kingdom is split. Small ones without a castle are dominoes that lie about.
    """
    like = calibrated().kingdom
    judged = [(part, like.of(signs_of(part, box))) for part in split(layout) if is_begun(part)]
    return [part._replace(questioned=odds < like.plain) for part, odds in judged if odds >= like.claimed]


def _castle(logs: LogProbabilities) -> float:
    """The probability of a castle where it is most probable."""
    return float(np.exp(logs[..., KINDS.index(CASTLE)]).max())


def _tiled(logs: LogProbabilities) -> NDArray[np.bool_]:
    """The squares (rows, columns) that look more like a tile than like bare table."""
    return np.asarray(logs.argmax(2) != KINDS.index(EMPTY))


class _Line(NamedTuple):
    """A line of squares of the grid between two parts."""

    rows: tuple[slice, slice, slice]  # first part, line, second part
    columns: tuple[slice, slice, slice]


def split(layout: Layout) -> list[Layout]:
    """The kingdoms of a lattice larger than any kingdom, or the lattice itself if no line splits it.

    A line of squares splits it that look bare, with a castle on either side or nothing to doubt that they are bare.
    """
    location, logs = layout.location, layout.log_probabilities
    if max(location.rows, location.columns) <= LARGE_GRID:
        return [layout]
    bare = logs[..., KINDS.index(EMPTY)] + np.log1p(-location.occupancy.clip(0, 0.99)) * 0.5
    found = [line for line in _lines(location.rows, location.columns) if _splits(line, logs)]
    if not found:
        return [layout]

    def likelihood(line: _Line) -> float:
        sizes = [part.stop - part.start for lines in (line.rows, line.columns) for part in (lines[0], lines[2])]
        usual = USUAL_SIZE if max(sizes) <= SMALL_GRID else 0.0
        return float(bare[line.rows[1], line.columns[1]].mean()) + usual

    best = max(found, key=likelihood)
    return [layout.part(best.rows[side], best.columns[side]) for side in (0, 2)]


def _lines(rows: int, columns: int) -> Iterator[_Line]:
    """The columns, or the rows, that leave no part larger than a kingdom."""
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
    """True for a line with a kingdom on either side."""
    castles = [_castle(logs[line.rows[side], line.columns[side]]) >= CASTLE_LIKELY for side in (0, 2)]
    bare = float(logs[line.rows[1], line.columns[1], KINDS.index(EMPTY)].mean())
    return all(castles) or bare >= np.log(BARE)
