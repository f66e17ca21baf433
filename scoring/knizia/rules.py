"""The rules that a board of Knizia's Kingdoms can break."""

from __future__ import annotations

from enum import StrEnum


class Rule(StrEnum):
    """A rule that can be broken; ``scoring.knizia.wording`` has one sentence for each."""

    BOX = "box"  # there are only so many tiles of a kind
    PLAYERS = "players"  # there is one colour for each player
    OWNED = "owned"  # each player owns only so many castles of a rank
    SPENT = "spent"  # castles of rank 2 to 4 leave the game after their epoch
    FREE = "free"  # an epoch ends when every space is filled
