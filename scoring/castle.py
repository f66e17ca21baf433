"""The castles: a colour for every player, that of the castle and of the start tile it stands on."""

from __future__ import annotations

from scoring.boxes import Box, Title
from scoring.message import LabelledStrEnum, message


class Castle(LabelledStrEnum):
    """A castle by its colour; the value is the name in files."""

    BLUE = "blue", message("blue")
    GREEN = "green", message("green")
    PINK = "pink", message("pink")
    YELLOW = "yellow", message("yellow")
    BROWN = "brown", message("brown")
    ORANGE = "orange", message("orange")
    PURPLE = "purple", message("purple")
    WHITE = "white", message("white")
    RED = "red", message("red")


BASE_GAME = (Castle.BLUE, Castle.GREEN, Castle.PINK, Castle.YELLOW)
"""The castles of a box without expansions."""

_IN_BOX = {
    Title.KINGDOMINO: BASE_GAME,
    Title.QUEENDOMINO: (Castle.ORANGE, Castle.PURPLE, Castle.WHITE, Castle.RED),
    Title.GIANTS: (Castle.BROWN,),
}


def castles_in(box: Box) -> tuple[Castle, ...]:
    """The castles on a table with these boxes."""
    return tuple(castle for title, castles in _IN_BOX.items() if title in box for castle in castles)
