"""The evidence of a photo for one kingdom, and the assessment of the decoded kingdom.

Kingdoms can be decoded again from their evidence, together or with squares fixed, without the photo or a network.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box
from scoring.dominoes.legality import build_order
from scoring.dominoes.nearest import find_stray_dominoes
from scoring.kingdom import Kingdom, Position
from scoring.terrain import EMPTY, Square
from vision.decode.decode import Decoded, decode_together
from vision.decode.domino_set import BASE_DOMINO_SET, DominoSet, build_domino_set
from vision.pipeline.calibration import UNCALIBRATED, Squares, as_far_as_seen, calibrated, is_sure
from vision.pipeline.warnings import (
    Warnings,
    warn_of_calibration,
    warn_of_castle,
    warn_of_hidden_squares,
    warn_of_kingdom,
    warn_of_unknown_squares,
)
from vision.squares.classify import Logs, SquareReading

HIDDEN = 0.3  # of a square: what is hidden of it from which it is asked about, whatever it seems to be
MOST_EXPLAINED = 3  # hidden squares of which it is said
DOUBTFUL = calibrated().doubtful  # confidence of a square below which it deserves a look
OPEN = 0.5  # chance of being of no known kind from which a square is left open and asked about, never guessed

FIXED_OUT = -30.0  # log-probability of all other kinds on a square that a person has set

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Evidence:
    """The evidence of a photo for the squares of one kingdom, and what was noticed about the photo."""

    logs: Floats  # (rows, columns, 18), log-probabilities of the network's kinds
    occupancy: Floats  # (rows, columns), probability of a tile
    hidden: Floats  # (rows, columns), share of each square that is not visible
    novel_probabilities: Floats  # (rows, columns, n), as in ``GridReading``
    blocking_warnings: Warnings = ()  # with these no reading is sure
    lighting_warnings: Warnings = ()  # shown if the reading is not sure
    tips: Warnings = ()  # shown always
    pale: bool = False  # the colours are too weak to be sure
    taught: bool = False  # the tile set was taught by people

    def is_of(self, box: Box) -> bool:
        """Return whether the evidence was collected with that box."""
        return self.novel_probabilities.shape[2] == (0 if box == BASE else 1 + build_domino_set(box).domino_kind_count)


@dataclass(frozen=True, eq=False)
class DecodedGrid:
    """The contents of a grid: probabilities (rows, columns, kinds) and the kind chosen for every square."""

    domino_set: DominoSet
    probabilities: Floats
    kinds: NDArray[np.intp]
    explained: bool  # by dominoes; whether they were laid by the rules is another question

    @staticmethod
    def of_answer(answer: Decoded, domino_set: DominoSet) -> DecodedGrid:
        """The decoder's answer."""
        kinds = np.array([[domino_set.kinds.index(square) for square in row] for row in answer.kingdom.rows])
        return DecodedGrid(domino_set, answer.marginals, kinds, answer.explained)

    def part(self, rows: slice, columns: slice) -> DecodedGrid:
        """The contents of some of its rows and columns."""
        return replace(self, probabilities=self.probabilities[rows, columns], kinds=self.kinds[rows, columns])

    @staticmethod
    def of_classifier(logs: Logs) -> DecodedGrid:
        """The classifier's own answer."""
        probabilities = np.exp(logs)
        return DecodedGrid(BASE_DOMINO_SET, probabilities, probabilities.argmax(2), explained=True)

    @property
    def squares(self) -> Squares:
        """Every square with how probable its kind is, and the most probable other one."""
        rows, columns = self.kinds.shape
        return tuple(tuple(self._square(row, column) for column in range(columns)) for row in range(rows))

    def _square(self, row: int, column: int) -> SquareReading:
        kind, others = self.kinds[row, column], self.probabilities[row, column].copy()
        confidence = float(np.clip(others[kind], 0.0, 1.0))
        others[kind] = -1.0
        return SquareReading(self.domino_set.kinds[kind], confidence, self.domino_set.kinds[int(others.argmax())])


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """A decoded kingdom and how far it can be trusted."""

    kingdom: Kingdom
    squares: Squares  # in the shape of the kingdom
    legal: bool  # it can be built from the dominoes by the rules
    sure: bool  # the whole kingdom is probably right
    warnings: Warnings
    plausible: bool  # it can lie there as it was read
    open_to_trust: bool  # only the confidence of its squares can keep it from being sure
    hidden: Mapping[Position, float] = field(default_factory=dict, hash=False)  # covered squares: covered share, 0 to 1
    unknown: frozenset[Position] = frozenset()  # squares of an unknown kind, empty in ``kingdom``; other boxes only
    beside: frozenset[Position] = frozenset()  # squares of dominoes that may be stray

    @property
    def doubtful(self) -> frozenset[Position]:
        """Return the squares that deserve a look: of low confidence, hidden, unknown, or of a stray domino."""
        unsure = (
            (row, column)
            for row, of_row in enumerate(self.squares)
            for column, square in enumerate(of_row)
            if square.confidence < DOUBTFUL
        )
        return frozenset(unsure).union(self.hidden, self.unknown, self.beside)


def assess_kingdom(contents: DecodedGrid, evidence: Evidence) -> Assessment:
    """Assess a decoded kingdom by the evidence of its photo."""
    box = contents.domino_set.box
    squares = contents.squares
    kingdom = kingdom_of(squares)  # as laid; what lies on unknown squares of it is only possible
    unknown = unknown_squares(evidence.novel_probabilities)
    shares = evidence.hidden
    hidden = {(row, column): float(shares[row, column]) for row, column in np.argwhere(shares >= HIDDEN).tolist()}
    doubts = warn_of_kingdom(kingdom, explained=contents.explained, box=box)
    left = left_open(squares, unknown, box)
    asked = as_far_as_seen(left, shares)
    trusted = not (doubts or evidence.blocking_warnings or hidden or unknown or evidence.pale)
    sure = trusted and is_sure(asked, UNCALIBRATED if evidence.taught else calibrated())
    return Assessment(
        kingdom=kingdom_of(left),
        squares=asked,
        legal=build_order(kingdom, box=box) is not None,
        sure=sure,
        warnings=doubts
        + evidence.blocking_warnings
        + (() if evidence.taught else warn_of_calibration(calibrated()))
        + warn_of_unknown_squares(unknown)
        + (() if sure else evidence.lighting_warnings)
        + evidence.tips
        + warn_of_castle(asked)
        + warn_of_hidden_squares(kingdom, sorted(hidden)[:MOST_EXPLAINED]),
        hidden=hidden,
        unknown=unknown,
        beside=frozenset(square for pair in find_stray_dominoes(kingdom, box) for square in pair),
        plausible=not doubts,
        open_to_trust=trusted,
    )


def assess_together(seen: Sequence[Evidence], box: Box) -> list[Assessment]:
    """Decode the kingdoms of one table together, so that no domino is used twice, and assess them."""
    domino_set = build_domino_set(box)
    looks = [domino_set.expand_log_probabilities(evidence.logs, evidence.novel_probabilities) for evidence in seen]
    answers = decode_together(looks, [evidence.occupancy for evidence in seen], domino_set=domino_set)
    decoded = [DecodedGrid.of_answer(answer, domino_set) for answer in answers]
    return [assess_kingdom(grid, each) for grid, each in zip(decoded, seen, strict=True)]


def decode_with_fixed_squares(evidence: Evidence, fixed: Mapping[Position, Square], box: Box) -> Assessment:
    """Decode and assess a kingdom of which a person has set some squares.

    Raises:
        ValueError: The box has no such square.
    """
    domino_set = build_domino_set(box)
    logs = domino_set.expand_log_probabilities(evidence.logs, evidence.novel_probabilities).copy()
    occupancy, hidden, novel = evidence.occupancy.copy(), evidence.hidden.copy(), evidence.novel_probabilities.copy()
    for position, square in fixed.items():
        if square not in domino_set.kinds:
            raise ValueError(f"no domino of this box shows the square {square}")
        logs[position] = FIXED_OUT
        logs[(*position, domino_set.kinds.index(square))] = 0.0
        occupancy[position], hidden[position], novel[position] = float(not square.is_empty), 0.0, 0.0
    [answer] = decode_together([logs], [occupancy], domino_set=domino_set)
    decoded = DecodedGrid.of_answer(answer, domino_set)
    kinds, probabilities, explained = decoded.kinds.copy(), decoded.probabilities.copy(), decoded.explained
    for position, square in fixed.items():
        kind = domino_set.kinds.index(square)
        explained &= bool(kinds[position] == kind)  # no dominoes of the box have this square here
        kinds[position] = kind
        probabilities[position] = np.arange(len(domino_set.kinds)) == kind
    decoded = DecodedGrid(domino_set, probabilities, kinds, explained)
    seen = replace(evidence, occupancy=occupancy, hidden=hidden, novel_probabilities=novel)
    return assess_kingdom(decoded, seen)


def unknown_squares(novel_probabilities: NDArray[np.float32]) -> frozenset[Position]:
    """Return the squares left open, by a layout's ``novel_probabilities`` (rows, columns, 1 + lands)."""
    found = np.argwhere(novel_probabilities[..., 0] >= OPEN).tolist() if novel_probabilities.shape[2] else []
    return frozenset((row, column) for row, column in found)


def left_open(squares: Squares, unknown: Collection[Position], box: Box) -> Squares:
    """The squares with the unknown ones empty and in doubt.

    Their alternative is the terrain that only this box has; where it has none, what the dominoes around suggest.
    """
    foreign = next((Square(terrain) for terrain in box.terrains if terrain not in BASE.terrains), None)
    return tuple(
        tuple(
            SquareReading(EMPTY, 0.0, foreign or square.square) if (row, column) in unknown else square
            for column, square in enumerate(of_row)
        )
        for row, of_row in enumerate(squares)
    )


def kingdom_of(squares: Squares) -> Kingdom:
    """The kingdom of squares read."""
    return Kingdom(tuple(tuple(square.square for square in row) for row in squares))
