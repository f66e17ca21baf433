"""How far a kingdom can be relied on: five states, and the words for them."""

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
    READ = "read"
    """There is a board that the reader found without a doubt, and no player has said that it looks right."""
    CHECKED = "checked"
    """A player has said that it looks right, and every doubt is answered."""
    ACCEPTED = "accepted"
    """A player has said that it looks right, and left doubts unanswered."""

    @property
    def is_settled(self) -> bool:
        """True if nobody has to look at the board any more."""
        return self in {Trust.READ, Trust.CHECKED, Trust.ACCEPTED}


def trust_in(*, checked: bool, doubts: int, looked_at: bool = True) -> Trust:
    """The state of a board with so many doubts unanswered; unless it was ``looked_at`` the reader alone checked it."""
    if not checked:
        return Trust.TO_CHECK
    if doubts:
        return Trust.ACCEPTED
    return Trust.CHECKED if looked_at else Trust.READ


class State(NamedTuple):
    """How far a kingdom can be relied on, and how many of its squares are doubtful and unanswered."""

    trust: Trust
    doubts: int


def reservation(state: State) -> Message | None:
    """The words that belong beside the score of a kingdom in that state; None if nothing is in doubt."""
    return None if state.trust in {Trust.READ, Trust.CHECKED} else trust_words(*state)


def trust_words(trust: Trust, doubts: int = 0) -> Message:
    """A state as a player reads it: ``unread``, ``3 to check``, ``looked at``, ``accepted with 2 doubts``."""
    match trust:
        case Trust.UNREAD:
            return message("unread")
        case Trust.TO_CHECK if doubts:
            return plural(doubts, "{number} to check", "{number} to check")
        case Trust.TO_CHECK:
            return message("to check")
        case Trust.CHECKED:
            return message("looked at")
        case Trust.READ:
            return message("read")
        case Trust.ACCEPTED:
            return plural(doubts, "accepted with {number} doubt", "accepted with {number} doubts")
