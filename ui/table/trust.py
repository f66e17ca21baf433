"""How far a kingdom can be relied on: four states, and the words for them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scoring.message import Message, message, plural


class Trust(StrEnum):
    """How far a kingdom can be relied on; the value is the name in files."""

    UNREAD = "unread"
    """There is no board yet."""
    TO_CHECK = "to check"
    """There is a board, and no player has said that it looks right."""
    CHECKED = "checked"
    """A player has said that it looks right, and every doubt is answered."""
    ACCEPTED = "accepted"
    """A player has said that it looks right, and left doubts unanswered."""

    @property
    def is_settled(self) -> bool:
        """Whether a player has said that the board looks right."""
        return self in {Trust.CHECKED, Trust.ACCEPTED}


def trust_in(*, checked: bool, doubts: int) -> Trust:
    """The state of a board with so many doubts unanswered."""
    if not checked:
        return Trust.TO_CHECK
    return Trust.ACCEPTED if doubts else Trust.CHECKED


class State(NamedTuple):
    """How far a kingdom can be relied on, and how many of its squares are doubtful and unanswered."""

    trust: Trust
    doubts: int


def reservation(state: State) -> Message | None:
    """What has to be said beside the score of a kingdom in that state; None if it is checked."""
    return None if state.trust is Trust.CHECKED else trust_words(*state)


def trust_words(trust: Trust, doubts: int = 0) -> Message:
    """A state as a player reads it: ``unread``, ``3 to check``, ``checked``, ``accepted with 2 doubts``."""
    match trust:
        case Trust.UNREAD:
            return message("unread")
        case Trust.TO_CHECK if doubts:
            return plural(doubts, "{number} to check", "{number} to check")
        case Trust.TO_CHECK:
            return message("to check")
        case Trust.CHECKED:
            return message("checked")
        case Trust.ACCEPTED:
            return plural(doubts, "accepted with {number} doubt", "accepted with {number} doubts")
