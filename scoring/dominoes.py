"""The 48 dominoes of the game, as printed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from scoring.terrain import Square, Terrain


@dataclass(frozen=True)
class Domino:
    """One domino: the number on its back, 1 to 48, and the two squares on its face (rulebook, last page)."""

    number: int
    squares: tuple[Square, Square]

    def __str__(self) -> str:
        """The domino as a kingdom code of one row behind its number: ``48: wm3``."""
        return f"{self.number}: {self.squares[0]}{self.squares[1]}"


# Both editions print the same faces (rulebook, last page). In the order of the numbers, from 1.
_FACES = """
    w w   w w   f f   f f   f f   f f   l l   l l   l l   g g   g g   s s
    w f   w l   w g   w s   f l   f g   w1 f  w1 l  w1 g  w1 s  w1 m  f1 w
    f1 w  f1 w  f1 w  f1 l  f1 g  l1 w  l1 w  l1 f  l1 f  l1 f  l1 f  w g1
    l g1  w s1  g s1  m1 w  w g2  l g2  w s2  g s2  m2 w  s m2  s m2  w m3
"""


def _face(text: str) -> Square:
    return Square(Terrain.from_letter(text[0]), int(text[1:] or 0))


def _dominoes() -> tuple[Domino, ...]:
    faces = [_face(text) for text in _FACES.split()]
    pairs = zip(faces[::2], faces[1::2], strict=True)
    return tuple(Domino(number, pair) for number, pair in enumerate(pairs, start=1))


DOMINOES: tuple[Domino, ...] = _dominoes()
"""The 48 dominoes in the order of their numbers (rulebook, last page)."""

SQUARES_IN_THE_BOX: Counter[Square] = Counter(square for domino in DOMINOES for square in domino.squares)
"""How many squares of each kind the 48 dominoes have together."""
