"""What the rules forbid, as a value: the same for every game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.kingdom import Position
from scoring.message import Message


@dataclass(frozen=True)
class Problem:
    """Something the rules forbid, in a sentence for the player, and where it is.

    ``rule`` is what is broken, of the rules that the game lists.
    """

    text: Message
    positions: tuple[Position, ...]
    rule: StrEnum
