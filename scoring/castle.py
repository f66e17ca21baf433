"""Castles: one colour for every player, that of the castle and of the start tile below it."""

from __future__ import annotations

from scoring.message import LabelledStrEnum, message


class Castle(LabelledStrEnum):
    """A castle by its colour; the value is its name in files."""

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
"""The castles of the base game."""
