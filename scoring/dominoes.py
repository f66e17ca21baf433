"""The dominoes of every box, as printed."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.terrain import Square, Terrain

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
        """What is printed on its back: ``13``, ``A``; ``Q13`` for one of Queendomino."""
        return printed_name(self.number)

    def __str__(self) -> str:
        """The domino as a kingdom code of one row behind its name: ``48: wm3``."""
        return f"{self.name}: {self.squares[0]}{self.squares[1]}"


def printed_name(number: int) -> str:
    """What is printed on the back of the domino that we know by this number: ``13``, ``A``, ``Q13``."""
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


def _face(text: str) -> Square:
    return Square(Terrain.from_letter(text[0]), int(text[1:] or 0))


def _dominoes(text: str, first: int) -> tuple[Domino, ...]:
    faces = [_face(face) for face in text.split()]
    pairs = zip(faces[::2], faces[1::2], strict=True)
    return tuple(Domino(number, pair) for number, pair in enumerate(pairs, start=first))


DOMINOES: tuple[Domino, ...] = _dominoes(_FACES, 1)
"""The 48 dominoes of the base game in the order of their numbers (rulebook, last page)."""

GIANTS_DOMINOES = _dominoes(_NUMBERED_GIANTS, 49) + _dominoes(_LETTERED_GIANTS, FIRST_LETTER)
"""The 12 dominoes of Age of Giants: 49 to 54, then A to F."""

QUEENDOMINO_DOMINOES = _dominoes(_QUEENDOMINO_FACES, FIRST_OF_QUEENDOMINO)
"""The 48 dominoes of Queendomino in the order of their numbers."""

FACE_OF = {domino.number: domino.squares for domino in DOMINOES + GIANTS_DOMINOES + QUEENDOMINO_DOMINOES}
"""The two squares of every domino, by the number we know it by."""
