"""Dominoes: their numbers and faces, and the 48 of the base game."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.terrain import Square, Terrain

FIRST_LETTER = 61  # our number of domino A of Age of Giants, whose dominoes A to F have letters
FIRST_OF_QUEENDOMINO = 101  # our number of domino 1 of Queendomino, which prints 1 to 48 again


@dataclass(frozen=True)
class Domino:
    """One domino and the two squares on its face.

    Attributes:
        number: Unique over all boxes: 1 to 48 base game, 49 to 54 and 61 to 66 (A to F) Age of Giants, 101 to 148
            Queendomino (printed 1 to 48).
        squares: The two squares in printed order.
    """

    number: int
    squares: tuple[Square, Square]

    @property
    def name(self) -> str:
        """The print on its back: ``13``, ``A``; ``Q13`` for a domino of Queendomino."""
        return domino_label(self.number)

    def __str__(self) -> str:
        """Return the printed name and the kingdom code of the face: ``48: wm3``."""
        return f"{self.name}: {self.squares[0]}{self.squares[1]}"


def domino_label(number: int) -> str:
    """Return the print on the back of the domino with this number.

    Example:
        >>> domino_label(13), domino_label(61), domino_label(113)
        ('13', 'A', 'Q13')
    """
    if number >= FIRST_OF_QUEENDOMINO:
        return f"Q{number - FIRST_OF_QUEENDOMINO + 1}"
    return chr(ord("A") + number - FIRST_LETTER) if number >= FIRST_LETTER else str(number)


def parse_faces(text: str, first: int) -> tuple[Domino, ...]:
    """Parse pairs of squares in kingdom code into dominoes numbered from ``first``."""
    faces = [Square(Terrain.from_letter(face[0]), int(face[1:] or 0)) for face in text.split()]
    pairs = zip(faces[::2], faces[1::2], strict=True)
    return tuple(Domino(number, pair) for number, pair in enumerate(pairs, start=first))


DOMINOES: tuple[Domino, ...] = parse_faces(
    """
    w w   w w   f f   f f   f f   f f   l l   l l   l l   g g   g g   s s
    w f   w l   w g   w s   f l   f g   w1 f  w1 l  w1 g  w1 s  w1 m  f1 w
    f1 w  f1 w  f1 w  f1 l  f1 g  l1 w  l1 w  l1 f  l1 f  l1 f  l1 f  w g1
    l g1  w s1  g s1  m1 w  w g2  l g2  w s2  g s2  m2 w  s m2  s m2  w m3
    """,
    1,
)
"""The 48 dominoes of the base game by number; both editions print the same faces (rulebook, last page)."""
