"""Boxes on the table: which dominoes they hold, and which terrains and pieces come with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from scoring.dominoes import DOMINOES, GIANTS_DOMINOES, QUEENDOMINO_DOMINOES, Domino
from scoring.message import Message, message
from scoring.terrain import Square, Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping


class Title(StrEnum):
    """A box as it is sold; the value is its name in files and on the command line."""

    KINGDOMINO = "kingdomino"
    GIANTS = "giants"
    COURT = "court"
    QUEENDOMINO = "queendomino"

    @property
    def words(self) -> Message:
        """The name on its lid."""
        return _WORDS[self]


_WORDS = {
    Title.KINGDOMINO: message("Kingdomino"),
    Title.GIANTS: message("Age of Giants"),
    Title.COURT: message("The Court"),
    Title.QUEENDOMINO: message("Queendomino"),
}
_DOMINOES = {
    Title.KINGDOMINO: DOMINOES,
    Title.GIANTS: GIANTS_DOMINOES,
    Title.COURT: (),
    Title.QUEENDOMINO: QUEENDOMINO_DOMINOES,
}


@dataclass(frozen=True)
class Box:
    """What lies on one table: ``BASE + GIANTS``. People mix boxes freely, so none excludes another."""

    titles: frozenset[Title]

    def __add__(self, other: Box) -> Box:
        return Box(self.titles | other.titles)

    def __contains__(self, title: Title) -> bool:
        return title in self.titles

    @property
    def dominoes(self) -> tuple[Domino, ...]:
        """All its dominoes, box by box in the order of their numbers."""
        return _dominoes(self)

    @property
    def squares(self) -> Mapping[Square, int]:
        """How many squares of each kind its dominoes have together."""
        return _squares(self)

    @property
    def terrains(self) -> tuple[Terrain, ...]:
        """The terrains on its dominoes."""
        found = {square.terrain for square in self.squares}
        return tuple(terrain for terrain in Terrain if terrain in found)

    @property
    def builds(self) -> bool:
        """Whether tiles come to lie on squares: buildings, and the characters of The Court."""
        return not self.titles.isdisjoint({Title.COURT, Title.QUEENDOMINO})

    @property
    def in_order(self) -> tuple[Title, ...]:
        """The boxes, in the order in which they came out."""
        return tuple(title for title in Title if title in self.titles)


BASE = Box(frozenset({Title.KINGDOMINO}))
GIANTS = Box(frozenset({Title.GIANTS}))
COURT = Box(frozenset({Title.COURT}))
QUEENDOMINO = Box(frozenset({Title.QUEENDOMINO}))


@cache
def _dominoes(box: Box) -> tuple[Domino, ...]:
    return tuple(domino for title in box.in_order for domino in _DOMINOES[title])


@cache
def _squares(box: Box) -> Mapping[Square, int]:
    return MappingProxyType(Counter(square for domino in _dominoes(box) for square in domino.squares))
