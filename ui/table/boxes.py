"""What lies on the table beside the base game: boxes and quests, and what follows from choosing them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from scoring import BASE, Box, Quest, Rules, Title

ALONE = {Title.KINGDOMINO, Title.QUEENDOMINO}  # boxes that can be played without another
QUESTS_DRAWN = 2  # tiles that apply to everybody (rulebook of Age of Giants)


def with_boxes(rules: Rules, titles: Collection[Title]) -> Rules:
    """The rules with these boxes on the table; quests go with Age of Giants, and there is a game to play."""
    chosen = Box(frozenset(titles))
    box = chosen if chosen.titles & ALONE else chosen + BASE
    return replace(rules, box=box, quests=rules.quests if Title.GIANTS in box else ())


def for_another_evening(rules: Rules) -> Rules:
    """The rules with which a later table begins: the same boxes, quests still to be drawn, and a grid that is usual.

    A photo of a larger kingdom brings its own grid.
    """
    return replace(rules, quests=(), grid=Rules().grid)


def with_quests(rules: Rules, quests: Collection[Quest]) -> Rules:
    """The rules with these quests, in the order of the box; with quests, Harmony and Middle Kingdom are two of them."""
    chosen = tuple(quest for quest in Quest if quest in quests)
    if not chosen:
        return replace(rules, quests=())
    return replace(rules, quests=chosen, harmony=False, middle_kingdom=False)
