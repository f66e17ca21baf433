"""Terrains, and what one square of a kingdom can hold."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.message import LabelledEnum, Message, message, plural

MAX_CROWNS = 3


class Terrain(LabelledEnum):
    """A kind of land (rulebook, contents); the value is its name in files and on the command line."""

    WHEAT = "wheat", message("wheat")
    FOREST = "forest", message("forest")
    LAKE = "lake", message("lake")
    GRASSLAND = "grassland", message("grassland")
    SWAMP = "swamp", message("swamp")
    MINE = "mine", message("mine")
    TOWN = "town", message("town")  # of Queendomino only; ``Box.terrains`` are those that a table has

    @property
    def letter(self) -> str:
        """The letter of the kingdom code: ``w f l g s m``, ``t`` for a town."""
        return str(self.value)[0]

    @staticmethod
    def from_letter(letter: str) -> Terrain:
        """Return the terrain of a kingdom-code letter; raise KeyError for any other letter."""
        return _BY_LETTER[letter]


_BY_LETTER = {terrain.letter: terrain for terrain in Terrain}


@dataclass(frozen=True)
class Square:
    """One square: a terrain with crowns, the castle, or empty table.

    Whether a domino has such a square is checked by ``find_problems``, not here. Raises ValueError for crowns outside
    0 to 3 and for crowns without a terrain, and TypeError for a terrain that is no ``Terrain``.

    Example:
        >>> Square(Terrain.MINE, 2) == Square.parse("m2")
        True
    """

    terrain: Terrain | None = None
    crowns: int = 0
    is_castle: bool = False

    def __post_init__(self) -> None:
        if self.terrain is not None and not isinstance(self.terrain, Terrain):
            raise TypeError(f"terrain is a Terrain, not {self.terrain!r}; use Terrain.WHEAT or Square.parse('w1')")
        if not 0 <= self.crowns <= MAX_CROWNS:
            raise ValueError(f"a square has 0 to {MAX_CROWNS} crowns, not {self.crowns}")
        if self.terrain is None and self.crowns:
            raise ValueError("only a terrain can have crowns")
        if self.terrain is not None and self.is_castle:
            raise ValueError("the castle has no terrain")

    @staticmethod
    def parse(code: str) -> Square:
        """Parse a square of a kingdom code: ``w``, ``m2``, ``t``, ``C`` or ``.``.

        Raises ValueError for any other text.

        Example:
            >>> Square.parse("m2").crowns
            2
        """
        square = _BY_CODE.get(code)
        if square is None:
            raise ValueError(f"{code!r} is not a square; use w f l g s m or t with 1-3 for crowns, C or .")
        return square

    @property
    def is_empty(self) -> bool:
        """True if neither a domino nor the castle covers the square."""
        return self.terrain is None and not self.is_castle

    @property
    def label(self) -> Message:
        """The name for players: ``wheat``, ``mine with 2 crowns``, ``castle``, ``empty``."""
        if self.terrain is None:
            return message("castle") if self.is_castle else message("empty")
        if not self.crowns:
            return self.terrain.label
        return plural(
            self.crowns, "{terrain} with {number} crown", "{terrain} with {number} crowns", terrain=self.terrain.label
        )

    def __str__(self) -> str:
        """Return the square in kingdom code: ``w``, ``m2``, ``C`` or ``.``."""
        if self.terrain is None:
            return "C" if self.is_castle else "."
        return self.terrain.letter + (str(self.crowns) if self.crowns else "")

    def __repr__(self) -> str:
        """Return the expression that rebuilds the square."""
        return f"Square.parse({str(self)!r})"


CASTLE = Square(is_castle=True)
EMPTY = Square()

# A server holds thousands of kingdoms: sharing their squares saves memory and time.
_BY_CODE = {
    str(square): square
    for square in (CASTLE, EMPTY, *(Square(terrain, crowns) for terrain in Terrain for crowns in range(MAX_CROWNS + 1)))
}
