"""Who wins: tables of four kingdoms drawn from hard evenings, as read and once what is asked was answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from models.training.evaluation.evenings import Evening, Lying
from models.training.evaluation.matching import matched, turn_between
from models.training.evaluation.read_boards import points_of
from scoring.kingdom import Position
from scoring.stakes import Span, certain_places, points_span
from scoring.terrain import Square
from vision.errors import NoKingdomFound, PhotoError
from vision.photo.photo import Photo
from vision.pipeline.read import read
from vision.pipeline.reading import Reading

PLAYERS = 4
SIDES = 4
TABLES = 20_000
SEED = 4


@dataclass(frozen=True)
class Contender:
    """A kingdom's points: as it lies, as it was read, once its doubts are answered, and all that they leave open."""

    true: int
    read: int
    answered: int
    span: Span | None


@dataclass(frozen=True)
class Winners:
    """Tables, those with a wrong winner as read and after the answers, those whose winner is certain, and of them
    those with a wrong one."""

    tables: int
    wrong: int
    wrong_after: int
    certain: int
    certain_and_wrong: int

    def __str__(self) -> str:
        return (
            f"tables of {PLAYERS} drawn: {self.tables}\n"
            f"  another winner as read: {self.wrong / self.tables:.1%}\n"
            f"  once what is asked was answered: {self.wrong_after / self.tables:.1%}\n"
            f"  winner certain, whatever the answers: {self.certain / self.tables:.1%}, wrong of these "
            f"{self.certain_and_wrong / max(self.certain, 1):.2%}"
        )


def contenders(evening: Evening) -> Iterator[Contender]:
    """The kingdoms of an evening that were found at all."""
    try:
        readings = read(Photo(evening.image, 1.0))
    except (NoKingdomFound, PhotoError):
        return
    for reading, lying in matched(readings, evening.lying)[0]:
        if reading is not None:
            yield _contender(reading, lying)


def _contender(reading: Reading, lying: Lying) -> Contender:
    doubts = {at: _others(reading, at) for at in sorted(reading.doubtful)}
    spoken_against = not reading.legal or reading.warnings or not (doubts or reading.sure)
    span = None if spoken_against else points_span(reading.kingdom, doubts, points_of)
    return Contender(points_of(lying.kingdom), points_of(reading.kingdom), _answered(reading, lying), span)


def _others(reading: Reading, at: Position) -> list[Square]:
    other = reading.squares[at[0]][at[1]].alternative
    return [] if other is None else [other]


def _answered(reading: Reading, lying: Lying) -> int:
    """The points once every marked square is put right; a kingdom in another grid stays as it was read."""
    turn = turn_between(reading, lying)
    if turn is None:
        return points_of(reading.kingdom)
    as_read = lying.kingdom
    for _ in range(SIDES - turn):
        as_read = as_read.rotated()
    kingdom = reading.kingdom
    for at in reading.doubtful:
        kingdom = kingdom.with_square(*at, as_read[at])
    return points_of(kingdom)


def winners(lying: Sequence[Contender]) -> Winners:
    """Who wins at tables of four kingdoms drawn from these."""
    rng = np.random.default_rng(SEED)
    counts = np.zeros(4, int)
    for _ in range(TABLES):
        table = [lying[at] for at in rng.choice(len(lying), PLAYERS, replace=False)]
        won = _ahead([each.true for each in table])
        certain = _certain(table)
        wrong = _ahead([each.read for each in table]) != won
        counts += (wrong, _ahead([each.answered for each in table]) != won, certain, certain and wrong)
    return Winners(TABLES, *counts.tolist())


def _ahead(points: Sequence[int]) -> list[int]:
    """Who has most points: several where they tie."""
    return [player for player, own in enumerate(points) if own == max(points)]


def _certain(table: Sequence[Contender]) -> bool:
    first = max(range(len(table)), key=lambda player: table[player].read)
    return first in certain_places({player: each.span for player, each in enumerate(table)})


def figures(evenings: Iterable[Evening]) -> Iterator[object]:
    """The figures of tables drawn from these evenings."""
    lying = [each for evening in evenings for each in contenders(evening)]
    yield f"kingdoms: {len(lying)}, whose points are limited: {sum(each.span is not None for each in lying)}"
    yield winners(lying)
