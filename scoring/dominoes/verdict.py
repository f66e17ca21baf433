"""What it means when one box cannot hold all kingdoms of a table: a misread square, or kingdoms of several boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from scoring.dominoes.claims import Conflict, Name
from scoring.message import Message, message, plural

MOST_BY_MISREADING = 3  # conflicts that a few misread squares explain; more need another box
MOST_NAMED = 2  # conflicts, so that with their meaning they are three lines


@dataclass(frozen=True)
class Verdict(Generic[Name]):
    """What conflicts mean, and those worth a look; none where the kingdoms are not of one box."""

    meaning: Message
    named: tuple[Conflict[Name], ...]


def verdict(found: Sequence[Conflict[Name]]) -> Verdict[Name] | None:
    """What the conflicts of a table's kingdoms mean; None without any."""
    if not found:
        return None
    if len(found) > MOST_BY_MISREADING:
        meaning = message(
            "These kingdoms do not come from one box: {number} of its dominoes would be needed more often than it has "
            "them. In one game that means that several squares are misread.",
            number=len(found),
        )
        return Verdict(meaning, ())
    meaning = plural(
        len(found),
        "One domino is in more kingdoms than the box has of it: a square is probably misread.",
        "{number} dominoes are in more kingdoms than the box has of them: a square is probably misread.",
    )
    return Verdict(meaning, tuple(found[:MOST_NAMED]))
