"""Points that are earned beside territories and bonuses: for what, and for which squares."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.expansions.crown_lines import CrownLine
from scoring.kingdom import Position
from scoring.message import Message, message


class Earned(StrEnum):
    """What points are earned for; the value is its name in files."""

    QUEST = "quest"
    CHARACTER = "character"
    BUILDING = "building"
    COINS = "coins"
    QUEEN = "queen"

    @property
    def words(self) -> Message:
        """What earns these points, as a player says it."""
        return _WORDS[self]


_WORDS = {
    Earned.QUEST: message("Quests"),
    Earned.CHARACTER: message("Characters"),
    Earned.BUILDING: message("Buildings"),
    Earned.COINS: message("Coins"),
    Earned.QUEEN: message("Queen"),
}


@dataclass(frozen=True)
class Earning:
    """Points for one thing, the squares that were counted for it, and the sum in words.

    ``name`` tells things of one kind apart, as in files: ``lost_corner``, ``farmer``. ``lines`` are the lines of crowns
    that a quest counted.
    """

    kind: Earned
    name: str
    points: int
    squares: tuple[Position, ...]
    line: Message
    lines: tuple[CrownLine, ...] = ()
