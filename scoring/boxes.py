"""Boxes on the table: which dominoes they hold, in which art, and which terrains and pieces come with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from scoring.message import LabelledStrEnum, message
from scoring.terrain import Square, Terrain

if TYPE_CHECKING:
    from collections.abc import Mapping

FIRST_LETTER = 61  # the number by which we know domino A of Age of Giants, which has letters instead
FIRST_OF_QUEENDOMINO = 101  # the number by which we know domino 1 of Queendomino, which is printed with 1 to 48 again


@dataclass(frozen=True)
class Domino:
    """One domino: its number, no other of any box has the same, and the two squares on its face.

    1 to 48 are those of the base game (rulebook, last page), 49 to 54 and 61 to 66 (A to F) those of Age of Giants, 101
    to 148 those of Queendomino (1 to 48).
    """

    number: int
    squares: tuple[Square, Square]

    @property
    def name(self) -> str:
        """The print on its back: ``13``, ``A``; ``Q13`` for one of Queendomino."""
        return domino_label(self.number)

    def __str__(self) -> str:
        """The domino as a kingdom code of one row behind its name: ``48: wm3``."""
        return f"{self.name}: {self.squares[0]}{self.squares[1]}"


def domino_label(number: int) -> str:
    """The print on the back of the domino that we know by this number: ``13``, ``A``, ``Q13``."""
    if number >= FIRST_OF_QUEENDOMINO:
        return f"Q{number - FIRST_OF_QUEENDOMINO + 1}"
    return chr(ord("A") + number - FIRST_LETTER) if number >= FIRST_LETTER else str(number)


# Both editions print the same faces (rulebook, last page). In the order of the numbers, from 1.
_FACES = """
    w w   w w   f f   f f   f f   f f   l l   l l   l l   g g   g g   s s
    w f   w l   w g   w s   f l   f g   w1 f  w1 l  w1 g  w1 s  w1 m  f1 w
    f1 w  f1 w  f1 w  f1 l  f1 g  l1 w  l1 w  l1 f  l1 f  l1 f  l1 f  w g1
    l g1  w s1  g s1  m1 w  w g2  l g2  w s2  g s2  m2 w  s m2  s m2  w m3
"""
# 49 to 54 send a giant away, A to F bring one; which letter is which was inferred from the order in one source.
_NUMBERED_GIANTS = "w2 f1  f2 l1  l2 g1  g2 s1  s2 m1  m2 s1"
_LETTERED_GIANTS = "f w    f w    l w    m g    s g    l g"
# From a single source.
_QUEENDOMINO_FACES = """
    w w   w w   f f   f f   w1 s  w1 m  f1 w  f1 w  l l   l l   g g   g g
    f1 w  f1 l  f1 g  l1 w  s s   w1 f  w1 l  w1 g  l1 f  l1 f  l1 f  g1 w
    s1 w  g2 w  g2 f  s2 w  t s   f1 t  l1 t  l1 t  s2 f  m2 w  m2 w  t f
    g1 t  s1 t  m1 t  m2 t  t l   t l   t g   t g   m3 t  t t   t t   t t
"""


def _numbered(text: str, first: int) -> tuple[Domino, ...]:
    faces = [Square(Terrain.from_letter(face[0]), int(face[1:] or 0)) for face in text.split()]
    pairs = zip(faces[::2], faces[1::2], strict=True)
    return tuple(Domino(number, pair) for number, pair in enumerate(pairs, start=first))


DOMINOES: tuple[Domino, ...] = _numbered(_FACES, 1)
"""The 48 dominoes of the base game in the order of their numbers (rulebook, last page)."""

GIANTS_DOMINOES = _numbered(_NUMBERED_GIANTS, 49) + _numbered(_LETTERED_GIANTS, FIRST_LETTER)
"""The 12 dominoes of Age of Giants: 49 to 54, then A to F."""

QUEENDOMINO_DOMINOES = _numbered(_QUEENDOMINO_FACES, FIRST_OF_QUEENDOMINO)
"""The 48 dominoes of Queendomino in the order of their numbers."""

FACES_BY_NUMBER = {domino.number: domino.squares for domino in DOMINOES + GIANTS_DOMINOES + QUEENDOMINO_DOMINOES}
"""The two squares of every domino, by the number we know it by."""


class Title(LabelledStrEnum):
    """A box as it is sold; the value is its name in files and on the command line."""

    KINGDOMINO = "kingdomino", message("Kingdomino")
    GIANTS = "giants", message("Age of Giants")
    COURT = "court", message("The Court")
    QUEENDOMINO = "queendomino", message("Queendomino")


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
        """True if tiles come to lie on squares: buildings, and the characters of The Court."""
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


class Printing(StrEnum):
    """The art on the dominoes of a box, which are the same in all, in the order of the network's answers."""

    OLDER = "older"  # by Cyril Bouquet, 2016
    NEWER = "newer"  # by Pauline Detraz
    OTHER = "other"  # neither: another edition, or one made at home
