"""The evidence of a photo on one kingdom, and the judgement of what lies there.

Kingdoms of several photos are decoded together from their evidence. The photos themselves are not needed for that, nor
a network: probabilities alone decide what dominoes lie there.
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
from scoring.message import Message
from scoring.terrain import EMPTY, Square
from vision.decode.deck import BASE_DECK, Deck, deck_of
from vision.decode.decode import Decoded, decode_table
from vision.pipeline.advice import (
    behind_castle,
    doubts_about,
    hidden_square_warnings,
    not_calibrated,
    unknown_square_warnings,
)
from vision.pipeline.calibration import UNCALIBRATED, Squares, as_far_as_seen, calibrated, is_sure
from vision.squares.classify import Logs, SquareReading

HIDDEN = 0.3  # of a square: what is hidden of it from which it is asked about, whatever it seems to be
MOST_EXPLAINED = 3  # hidden squares of which it is said
DOUBTFUL = calibrated().doubtful  # confidence of a square below which it deserves a look
OPEN = 0.5  # chance of being of no known kind from which a square is left open and asked about, never guessed

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Evidence:
    """The evidence of a photo on the squares of one kingdom, and on itself.

    ``logs`` (rows, columns, 18) are the log-probabilities of the network's kinds, ``occupancy`` and ``hidden`` (rows,
    columns) how probably a tile lies there and how much of it is covered, ``novel_probabilities`` (rows, columns, n)
    are those of a layout. ``against`` is what speaks against the photo or its tiles, so that nothing in it is sure;
    ``light`` is said of what is not sure, ``advice`` in any case. ``taught`` says that people have taught the edition.
    """

    logs: Floats
    occupancy: Floats
    hidden: Floats
    novel_probabilities: Floats
    against: tuple[Message, ...] = ()
    light: tuple[Message, ...] = ()
    advice: tuple[Message, ...] = ()
    pale: bool = False
    taught: bool = False

    def is_of(self, box: Box) -> bool:
        """True for evidence seen with that box on the table."""
        return self.novel_probabilities.shape[2] == (0 if box == BASE else 1 + deck_of(box).lands)


@dataclass(frozen=True, eq=False)
class Contents:
    """The contents of a grid: probabilities (rows, columns, kinds) and the kind chosen for every square of a deck."""

    deck: Deck
    probabilities: Floats
    kinds: NDArray[np.intp]
    explained: bool  # by dominoes; whether they were laid by the rules is another question

    @staticmethod
    def decoded(answer: Decoded, deck: Deck) -> Contents:
        """The decoder's answer."""
        kinds = np.array([[deck.kinds.index(square) for square in row] for row in answer.kingdom.rows])
        return Contents(deck, answer.marginals, kinds, answer.covered)

    def part(self, rows: slice, columns: slice) -> Contents:
        """The contents of some of its rows and columns."""
        return replace(self, probabilities=self.probabilities[rows, columns], kinds=self.kinds[rows, columns])

    @staticmethod
    def classified(logs: Logs) -> Contents:
        """The classifier's own answer."""
        probabilities = np.exp(logs)
        return Contents(BASE_DECK, probabilities, probabilities.argmax(2), explained=True)

    @property
    def squares(self) -> Squares:
        """Every square with how probable its kind is, and the most probable other one."""
        rows, columns = self.kinds.shape
        return tuple(tuple(self._square(row, column) for column in range(columns)) for row in range(rows))

    def _square(self, row: int, column: int) -> SquareReading:
        kind, others = self.kinds[row, column], self.probabilities[row, column].copy()
        confidence = float(np.clip(others[kind], 0.0, 1.0))
        others[kind] = -1.0
        return SquareReading(self.deck.kinds[kind], confidence, self.deck.kinds[int(others.argmax())])


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The judgement of a kingdom.

    ``squares`` has the shape of the kingdom; ``legal`` says that it could be built from the dominoes; ``sure`` that the
    whole board is probably right, ``plausible`` that it could lie there as it was read, ``open_to_trust`` that nothing
    but its squares can keep it from being sure. ``hidden`` has the squares that something covers, each with the share
    of it (0 to 1) that is covered; the others are in plain view. ``unknown`` are the squares that look like none of the
    kinds the reader knows: it says nothing of what lies there, and has them empty in ``kingdom``; only boxes beside the
    base game have such. ``beside`` are those of dominoes that may lie beside the kingdom (``loose_dominoes``).
    """

    kingdom: Kingdom
    squares: Squares
    legal: bool
    sure: bool
    warnings: tuple[Message, ...]
    plausible: bool
    open_to_trust: bool
    hidden: Mapping[Position, float] = field(default_factory=dict, hash=False)
    unknown: frozenset[Position] = frozenset()
    beside: frozenset[Position] = frozenset()

    @property
    def doubtful(self) -> frozenset[Position]:
        """The squares that deserve a look: those with a confidence below DOUBTFUL, the hidden and the unknown ones, and
        those that may lie beside the kingdom."""
        unsure = (
            (row, column)
            for row, of_row in enumerate(self.squares)
            for column, square in enumerate(of_row)
            if square.confidence < DOUBTFUL
        )
        return frozenset(unsure).union(self.hidden, self.unknown, self.beside)


def judge(contents: Contents, evidence: Evidence) -> Judgement:
    """The judgement of a kingdom whose squares hold this, as a photo shows them."""
    box = contents.deck.box
    squares = contents.squares
    kingdom = kingdom_of(squares)  # as laid; what lies on unknown squares of it is only possible
    unknown = unknown_squares(evidence.novel_probabilities)
    shares = evidence.hidden
    hidden = {(row, column): float(shares[row, column]) for row, column in np.argwhere(shares >= HIDDEN).tolist()}
    doubts = doubts_about(kingdom, explained=contents.explained, box=box)
    left = left_open(squares, unknown, box)
    asked = as_far_as_seen(left, shares)
    trusted = not (doubts or evidence.against or hidden or unknown or evidence.pale)
    sure = trusted and is_sure(asked, UNCALIBRATED if evidence.taught else calibrated())
    return Judgement(
        kingdom=kingdom_of(left),
        squares=asked,
        legal=build_order(kingdom, box=box) is not None,
        sure=sure,
        warnings=doubts
        + evidence.against
        + (() if evidence.taught else not_calibrated(calibrated()))
        + unknown_square_warnings(unknown)
        + (() if sure else evidence.light)
        + evidence.advice
        + behind_castle(asked)
        + hidden_square_warnings(kingdom, sorted(hidden)[:MOST_EXPLAINED]),
        hidden=hidden,
        unknown=unknown,
        beside=frozenset(square for pair in find_stray_dominoes(kingdom, box) for square in pair),
        plausible=not doubts,
        open_to_trust=trusted,
    )


def judge_together(seen: Sequence[Evidence], box: Box) -> list[Judgement]:
    """Return the judgements of kingdoms of one table and ``box``, decoded together: no domino is used twice."""
    deck = deck_of(box)
    looks = [deck.evidence(evidence.logs, evidence.novel_probabilities) for evidence in seen]
    answers = decode_table(looks, [evidence.occupancy for evidence in seen], deck=deck)
    return [judge(Contents.decoded(answer, deck), each) for answer, each in zip(answers, seen, strict=True)]


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
