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
    BROWN = "brown"  # in the box of Age of Giants only

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
}

BASE_GAME = (Castle.BLUE, Castle.GREEN, Castle.PINK, Castle.YELLOW)
"""The castles of a box without expansions."""


def castles_of(box: Box) -> tuple[Castle, ...]:
    """The castles on a table with these boxes."""
    return (*BASE_GAME, Castle.BROWN) if Title.GIANTS in box else BASE_GAME
