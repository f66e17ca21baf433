"""Boxes on a table: which dominoes, castles and expansions are in play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from scoring.castle import BASE_GAME, Castle
from scoring.domino import DOMINOES, Domino, domino_label
from scoring.expansions import EXPANSIONS
from scoring.expansions.expansion import Expansion, Title
from scoring.terrain import Square, Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["BASE", "COURT", "DOMINOES", "GIANTS", "QUEENDOMINO", "Box", "Domino", "Printing", "Title", "domino_label"]

FACES_BY_NUMBER = {domino.number: domino.squares for domino in DOMINOES} | {
    domino.number: domino.squares for expansion in EXPANSIONS.values() for domino in expansion.dominoes
}
"""The two squares of every domino of any box, by its number."""


@dataclass(frozen=True)
class Box:
    """The boxes in play on one table, in any mix.

    Example:
        >>> (BASE + GIANTS).max_players
        5
    """

    titles: frozenset[Title]

    def __add__(self, other: Box) -> Box:
        return Box(self.titles | other.titles)

    def __contains__(self, title: Title) -> bool:
        return title in self.titles

    @property
    def expansions(self) -> tuple[Expansion, ...]:
        """The expansions among the boxes, in order of publication."""
        return tuple(EXPANSIONS[title] for title in self.in_order if title in EXPANSIONS)

    @property
    def dominoes(self) -> tuple[Domino, ...]:
        """All dominoes, box by box in the order of their numbers."""
        return _collect_dominoes(self)

    @property
    def castles(self) -> tuple[Castle, ...]:
        """All castles; those of full games before the single one of Age of Giants, which fewer players need."""
        base = BASE_GAME if Title.KINGDOMINO in self else ()
        return (*base, *(castle for expansion in reversed(self.expansions) for castle in expansion.castles))

    @property
    def max_players(self) -> int:
        """The most players; two boxes of dominoes together are enough for 6 (rulebook of Queendomino)."""
        if {Title.KINGDOMINO, Title.QUEENDOMINO} <= self.titles:
            return 6
        return max((one.max_players for one in self.expansions), default=4)

    @property
    def squares(self) -> Mapping[Square, int]:
        """The number of squares of each kind on all dominoes."""
        return _count_squares(self)

    @property
    def terrains(self) -> tuple[Terrain, ...]:
        """The terrains on the dominoes."""
        found = {square.terrain for square in self.squares}
        return tuple(terrain for terrain in Terrain if terrain in found)

    @property
    def builds(self) -> bool:
        """True if tiles are placed on squares: buildings, or the characters of The Court."""
        return not self.titles.isdisjoint({Title.COURT, Title.QUEENDOMINO})

    @property
    def in_order(self) -> tuple[Title, ...]:
        """The titles in order of publication."""
        return tuple(title for title in Title if title in self.titles)


BASE = Box(frozenset({Title.KINGDOMINO}))
GIANTS = Box(frozenset({Title.GIANTS}))
COURT = Box(frozenset({Title.COURT}))
QUEENDOMINO = Box(frozenset({Title.QUEENDOMINO}))


@cache
def _collect_dominoes(box: Box) -> tuple[Domino, ...]:
    base = DOMINOES if Title.KINGDOMINO in box else ()
    return (*base, *(domino for expansion in box.expansions for domino in expansion.dominoes))


@cache
def _count_squares(box: Box) -> Mapping[Square, int]:
    return MappingProxyType(Counter(square for domino in _collect_dominoes(box) for square in domino.squares))


class Printing(StrEnum):
    """The art on the dominoes; the faces are the same in all. In the order of the network's outputs."""

    OLDER = "older"  # by Cyril Bouquet, 2016
    NEWER = "newer"  # by Pauline Detraz
    OTHER = "other"  # another edition, or one made at home
