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
from scoring.kingdom import Kingdom, Position
from scoring.terrain import EMPTY, Square
from vision.decode.decode import Decoded, decode_together
from vision.decode.domino_set import build_domino_set
from vision.pipeline.calibration import Calibration, get_calibration, is_sure, weaken_hidden_squares
from vision.pipeline.reading import Assessment
from vision.pipeline.warnings import (
    Warnings,
    warn_of_calibration,
    warn_of_castle,
    warn_of_hidden_squares,
    warn_of_kingdom,
    warn_of_unknown_squares,
)
from vision.squares.reading import SquareReading, Squares
from vision.warning import WarningCode

FIXED_OUT = -30.0  # log-probability of all other kinds on a square that a person has set

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class AssessmentThresholds:
    """Limits beyond which people are asked about a square; the limits of confidence are in the ``Calibration``."""

    min_hidden_share: float = 0.3  # of a square, from which it is doubtful whatever it seems to be
    max_hidden_warnings: int = 3  # one a hidden square
    min_unknown_probability: float = 0.5  # from which a square is left empty and asked about, never guessed


THRESHOLDS = AssessmentThresholds()


@dataclass(frozen=True, eq=False)
class Evidence:
    """The evidence of a photo for the squares of one kingdom, and what was noticed about the photo."""

    log_probabilities: Floats  # (rows, columns, 18), of the kinds by the classifier
    occupancy: Floats  # (rows, columns), probability of a tile
    hidden: Floats  # (rows, columns), share of each square that is not visible
    novel_probabilities: Floats  # (rows, columns, n), as in ``GridReading``
    blocking_warnings: Warnings = ()  # with these no reading is sure
    lighting_warnings: Warnings = ()  # shown if the reading is not sure
    tips: Warnings = ()  # shown always
    washed_out: bool = False  # the colours are too weak to be sure
    taught: bool = False  # the tile set was taught by people, so that no reading is sure
    calibration: Calibration = field(default_factory=get_calibration)  # of the networks that gave the probabilities

    @property
    def allows_sure(self) -> bool:
        """Whether nothing but the kingdom itself can keep a reading from being sure."""
        return not (self.blocking_warnings or self.washed_out or self.taught)

    def is_of(self, box: Box) -> bool:
        """Return whether the evidence was collected with that box."""
        return self.novel_probabilities.shape[2] == (0 if box == BASE else 1 + build_domino_set(box).domino_kind_count)

    def decode(self, fixed: Mapping[Position, Square], box: Box) -> Assessment:
        """Decode and assess the kingdom, some squares of which a person has set.

        Raises:
            ValueError: The box has no such square.
        """
        domino_set = build_domino_set(box)
        for square in fixed.values():
            if square not in domino_set.kinds:
                raise ValueError(f"no domino of this box shows the square {square}")
        kinds = {position: domino_set.kinds.index(square) for position, square in fixed.items()}
        evidence = self._show_squares(fixed)
        logs = domino_set.expand_log_probabilities(evidence.log_probabilities, evidence.novel_probabilities).copy()
        for position, kind in kinds.items():
            logs[position] = FIXED_OUT
            logs[(*position, kind)] = 0.0
        [answer] = decode_together([logs], [evidence.occupancy], domino_set)
        return assess_kingdom(_fix_kinds(answer, kinds), evidence)

    def _show_squares(self, squares: Mapping[Position, Square]) -> Evidence:
        """Return the evidence as if nothing hid these squares and their tiles were known."""
        occupancy, hidden, novel = self.occupancy.copy(), self.hidden.copy(), self.novel_probabilities.copy()
        for position, square in squares.items():
            occupancy[position], hidden[position], novel[position] = float(not square.is_empty), 0.0, 0.0
        return replace(self, occupancy=occupancy, hidden=hidden, novel_probabilities=novel)


def decode_grids(grids: Sequence[tuple[Floats, Floats, Floats]], box: Box) -> list[Decoded]:
    """Decode the grids of one table together, so that no domino is used twice.

    Args:
        grids: The log-probabilities, novel probabilities and occupancy of each, as in ``Evidence``.
        box: The dominoes on the table.
    """
    domino_set = build_domino_set(box)
    log_probabilities = [domino_set.expand_log_probabilities(logs, novel) for logs, novel, _ in grids]
    return decode_together(log_probabilities, [occupancy for *_, occupancy in grids], domino_set)


def assess_kingdom(decoded: Decoded, evidence: Evidence) -> Assessment:
    """Assess a decoded kingdom by the evidence of its photo."""
    box = decoded.domino_set.box
    full_kingdom = decoded.kingdom  # with a guess on each unknown square
    unknown = find_unknown_squares(evidence.novel_probabilities)
    hidden = {
        (row, column): float(evidence.hidden[row, column])
        for row, column in np.argwhere(evidence.hidden >= THRESHOLDS.min_hidden_share).tolist()
    }
    kingdom_warnings = warn_of_kingdom(full_kingdom, box, explained=decoded.explained)
    known_squares = empty_unknown_squares(decoded.squares, unknown, box)
    squares = weaken_hidden_squares(known_squares, evidence.hidden)
    has_flaw = bool(kingdom_warnings or hidden or unknown)
    sure = evidence.allows_sure and not has_flaw and is_sure(squares, evidence.calibration)
    uncertain = {
        (row, column)
        for row, of_row in enumerate(squares)
        for column, square in enumerate(of_row)
        if square.confidence < evidence.calibration.doubtful
    }
    stray = {square for each in kingdom_warnings if each.code is WarningCode.STRAY_DOMINO for square in each.squares}
    return Assessment(
        kingdom=Kingdom(tuple(tuple(square.square for square in row) for row in known_squares)),
        squares=squares,
        legal=build_order(full_kingdom, box=box) is not None,
        sure=sure,
        warnings=kingdom_warnings
        + evidence.blocking_warnings
        + (() if evidence.taught else warn_of_calibration(evidence.calibration))
        + warn_of_unknown_squares(unknown)
        + (() if sure else evidence.lighting_warnings)
        + evidence.tips
        + warn_of_castle(squares)
        + warn_of_hidden_squares(full_kingdom, sorted(hidden)[: THRESHOLDS.max_hidden_warnings]),
        doubtful=frozenset(uncertain | stray | unknown | {*hidden}),
        hidden=hidden,
        unknown=unknown,
    )


def assess_together(evidences: Sequence[Evidence], box: Box) -> list[Assessment]:
    """Decode the kingdoms of one table together, so that no domino is used twice, and assess them."""
    grids = [(each.log_probabilities, each.novel_probabilities, each.occupancy) for each in evidences]
    decoded = decode_grids(grids, box)
    return [assess_kingdom(grid, evidence) for grid, evidence in zip(decoded, evidences, strict=True)]


def _fix_kinds(decoded: Decoded, fixed: Mapping[Position, int]) -> Decoded:
    """Return a decoded grid with these kinds, each certain; unexplained if the decoder had to choose another one."""
    kinds, probabilities, explained = decoded.kinds.copy(), decoded.probabilities.copy(), decoded.explained
    for position, kind in fixed.items():
        explained &= bool(kinds[position] == kind)
        kinds[position] = kind
        probabilities[position] = np.arange(probabilities.shape[2]) == kind
    return replace(decoded, kinds=kinds, probabilities=probabilities, explained=explained)


def find_unknown_squares(novel_probabilities: NDArray[np.float32]) -> frozenset[Position]:
    """Return the squares that are probably of an unknown kind; the argument is as in ``GridReading``."""
    if not novel_probabilities.shape[2]:
        return frozenset()
    unknown = np.argwhere(novel_probabilities[..., 0] >= THRESHOLDS.min_unknown_probability).tolist()
    return frozenset((row, column) for row, column in unknown)


def empty_unknown_squares(squares: Squares, unknown: Collection[Position], box: Box) -> Squares:
    """Replace the unknown squares by empty ones of no confidence.

    Their alternative is the terrain that only this box has, or, if it has none, the decoder's guess.
    """
    foreign = next((Square(terrain) for terrain in box.terrains if terrain not in BASE.terrains), None)
    return tuple(
        tuple(
            SquareReading(EMPTY, 0.0, foreign or square.square) if (row, column) in unknown else square
            for column, square in enumerate(of_row)
        )
        for row, of_row in enumerate(squares)
    )
