"""The castles: a colour for every player, that of the castle and of the start tile it stands on."""

from __future__ import annotations

from enum import StrEnum

from scoring.boxes import Box, Title
from scoring.message import Message, message


class Castle(StrEnum):
    """A castle by its colour; the value is the name in files."""

    BLUE = "blue"
    GREEN = "green"
    PINK = "pink"
    YELLOW = "yellow"
    BROWN = "brown"
    ORANGE = "orange"
    PURPLE = "purple"
    WHITE = "white"
    RED = "red"

    @property
    def words(self) -> Message:
        """The colour as a player says it."""
        return _WORDS[self]


_WORDS = {
    Castle.BLUE: message("blue"),
    Castle.GREEN: message("green"),
    Castle.PINK: message("pink"),
    Castle.YELLOW: message("yellow"),
    Castle.BROWN: message("brown"),
    Castle.ORANGE: message("orange"),
    Castle.PURPLE: message("purple"),
    Castle.WHITE: message("white"),
    Castle.RED: message("red"),
}

BASE_GAME = (Castle.BLUE, Castle.GREEN, Castle.PINK, Castle.YELLOW)
"""The castles of a box without expansions."""

_IN_BOX = {
    Title.KINGDOMINO: BASE_GAME,
    Title.QUEENDOMINO: (Castle.ORANGE, Castle.PURPLE, Castle.WHITE, Castle.RED),
    Title.GIANTS: (Castle.BROWN,),
}


def castles_of(box: Box) -> tuple[Castle, ...]:
    """The castles on a table with these boxes."""
    return tuple(castle for title, castles in _IN_BOX.items() if title in box for castle in castles)
