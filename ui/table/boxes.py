"""What lies on the table: boxes and quests, what follows from choosing them, and the edition of the tiles."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from scoring import BASE, Box, Quest, Rules, Title
from scoring.boxes import Printing

ALONE = {Title.KINGDOMINO, Title.QUEENDOMINO}  # boxes that can be played without another
QUESTS_DRAWN = 2  # tiles that apply to everybody (rulebook of Age of Giants)


def with_boxes(rules: Rules, titles: Collection[Title]) -> Rules:
    """The rules with these boxes on the table; quests go with Age of Giants, and there is a game to play.

    With its quests, Harmony and Middle Kingdom are two of them.
    """
    chosen = Box(frozenset(titles))
    box = chosen if chosen.titles & ALONE else chosen + BASE
    if Title.GIANTS not in box:
        return replace(rules, box=box, quests=())
    switched = {Quest.HARMONY: rules.harmony, Quest.MIDDLE_KINGDOM: rules.middle_kingdom}
    return with_quests(replace(rules, box=box), {*rules.quests, *(quest for quest, on in switched.items() if on)})


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


@dataclass(frozen=True)
class Tiles:
    """The edition of a table's tiles.

    ``seen`` is the printing that its photos showed, None where that is not plain; ``chosen`` the one that a player says
    lies there. ``taught`` is the number of an edition that was taught to the phone of the host. ``answered`` says that
    somebody has answered what is to be done about strange tiles.
    """

    seen: Printing | None = None
    chosen: Printing | None = None
    taught: int | None = None
    answered: bool = False

    @property
    def printing(self) -> Printing | None:
        """The printing that lies there as far as anybody knows; None for a taught edition."""
        return None if self.taught else self.chosen or self.seen

    @property
    def are_strange(self) -> bool:
        """True while it is still to be asked what is to be done, because no known edition lies there."""
        return self.printing is Printing.OTHER and not self.answered

    def after_photo(self, seen: Printing | None) -> Tiles:
        """The same once a photo has shown this printing."""
        return replace(self, seen=seen) if seen else self

    def detected(self) -> Tiles:
        """The same where photos tell what lies there."""
        return replace(self, chosen=None, taught=None)

    def of_printing(self, printing: Printing) -> Tiles:
        """The same where a player says that an official printing lies there."""
        return replace(self, chosen=printing, taught=None)

    def as_taught(self, number: int) -> Tiles:
        """The same where the tiles are those of a taught edition."""
        return replace(self, chosen=None, taught=number)


UNTOLD = Tiles()
"""What is known of the tiles before the first photo."""
