"""The pieces of the game: tiles and castles, and how many of each the box has."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.message import LabelledEnum, Message, message

HIGHEST_VALUE = 6  # of a resource or a hazard
HIGHEST_RANK = 4  # of a castle


class Colour(LabelledEnum):
    """A player's colour (rulebook, contents); the value is its name in files and on the command line."""

    RED = "red", message("red")
    BLUE = "blue", message("blue")
    YELLOW = "yellow", message("yellow")
    GREEN = "green", message("green")

    @property
    def letter(self) -> str:
        """The letter of the board text: ``r b y g``."""
        return str(self.value)[0]


class Kind(LabelledEnum):
    """The kind of a tile (rulebook, tiles); the value is its English name."""

    RESOURCE = "resource", message("resource")
    HAZARD = "hazard", message("hazard")
    MOUNTAIN = "mountain", message("mountain")
    DRAGON = "dragon", message("dragon")
    GOLD_MINE = "gold mine", message("gold mine")
    WIZARD = "wizard", message("wizard")


SIGNS = {Kind.RESOURCE: "+", Kind.HAZARD: "-"}
LETTERS = {Kind.MOUNTAIN: "M", Kind.DRAGON: "D", Kind.GOLD_MINE: "G", Kind.WIZARD: "W"}

TILES_IN_THE_BOX = {
    Kind.RESOURCE: 12,
    Kind.HAZARD: 6,
    Kind.MOUNTAIN: 2,
    Kind.DRAGON: 1,
    Kind.GOLD_MINE: 1,
    Kind.WIZARD: 1,
}
"""How many tiles of each kind there are (rulebook, contents)."""


@dataclass(frozen=True)
class Tile:
    """A tile: its kind, and for a resource or a hazard the number printed on it, 1 to 6.

    Raises ValueError for a number that no such tile has.
    """

    kind: Kind
    value: int = 0

    def __post_init__(self) -> None:
        if self.kind in SIGNS and not 1 <= self.value <= HIGHEST_VALUE:
            raise ValueError(f"a {self.kind.value} is 1 to {HIGHEST_VALUE}, not {self.value}")
        if self.kind not in SIGNS and self.value:
            raise ValueError(f"a {self.kind.value} has no number")

    @property
    def label(self) -> Message:
        """The name for players: ``resource +3``, ``gold mine``."""
        if self.kind in SIGNS:
            return message("{kind} {number}", kind=self.kind.label, number=str(self))
        return self.kind.label

    def __str__(self) -> str:
        """Return the tile as the board text has it: ``+3``, ``-6``, ``M``."""
        return f"{SIGNS[self.kind]}{self.value}" if self.kind in SIGNS else LETTERS[self.kind]


@dataclass(frozen=True)
class Castle:
    """A player's castle with its rank, the number of its towers; raises ValueError for a rank outside 1 to 4."""

    colour: Colour
    rank: int

    def __post_init__(self) -> None:
        if not 1 <= self.rank <= HIGHEST_RANK:
            raise ValueError(f"a castle's rank is 1 to {HIGHEST_RANK}, not {self.rank}")

    @property
    def label(self) -> Message:
        """The name for players: ``red castle of rank 2``."""
        return message("{colour} castle of rank {rank}", colour=self.colour.label, rank=self.rank)

    def __str__(self) -> str:
        """Return the castle as the board text has it: ``r2``."""
        return f"{self.colour.letter}{self.rank}"


Piece = Tile | Castle

MOUNTAIN, DRAGON, GOLD_MINE, WIZARD = (Tile(kind) for kind in LETTERS)

TILES: tuple[Tile, ...] = (
    *(Tile(kind, value) for kind in SIGNS for value in range(1, HIGHEST_VALUE + 1)),
    *(Tile(kind) for kind in LETTERS),
)
"""The 16 different tiles."""

CASTLES: tuple[Castle, ...] = tuple(Castle(colour, rank) for colour in Colour for rank in range(1, HIGHEST_RANK + 1))
"""The 16 different castles."""

_BY_TOKEN: dict[str, Piece] = {str(tile): tile for tile in TILES} | {str(castle): castle for castle in CASTLES}


def parse_piece(token: str) -> Piece:
    """Parse a token of the board text; ``parse_piece(str(piece)) == piece``. Raises KeyError for any other text."""
    return _BY_TOKEN[token]


def count_castles_owned(rank: int, players: int) -> int:
    """Count the castles of a rank that a player has at the start of the game (rulebook, contents and set-up).

    Rank 1 depends on the number of players: 4 with two, 3 with three, 2 with four.
    """
    return {1: 6 - players, 2: 3, 3: 2, 4: 1}[rank]
