"""Rules of a table: edition, grid, boxes, variants, and how many can play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from scoring.boxes import BASE, Box, Title
from scoring.expansions.giants import Quest
from scoring.message import CrownsightError, Text, join_or, message


class RulesError(CrownsightError):
    """No rulebook has such a game; the message says which there are."""


class Measure(StrEnum):
    """What is compared to see who won."""

    POINTS = "points"
    LARGEST_TERRITORY = "largest_territory"
    CROWNS = "crowns"


class Edition(StrEnum):
    """One printing of the rulebook, where the printings differ; the value is its name in files and on the command line.

    Raises RulesError for the name of another.
    """

    CURRENT = "current"
    ORIGINAL = "original"

    @property
    def tie_breaks(self) -> tuple[Measure, ...]:
        """The measures compared after the points; if all are equal, victory is shared (rulebooks, end of game)."""
        largest = (Measure.LARGEST_TERRITORY,)
        return largest if self is Edition.CURRENT else (*largest, Measure.CROWNS)

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise RulesError(message("the edition is current or original, not {edition}", edition=repr(value)))


GRIDS = (5, 7)
"""Sides of the grid, smallest first: 5x5, or 7x7 in the Mighty Duel."""


def smallest_grid(squares: int) -> int:
    """The side of the smallest grid with room for so many squares side by side; of the largest if there are more."""
    return next((side for side in GRIDS if side >= squares), GRIDS[-1])


def grid_label() -> Text:
    """The sides that a grid can have, as a player reads them: ``5 for 5x5 or 7 for 7x7``."""
    return join_or([message("{side} for {side}x{side}", side=side) for side in GRIDS])


@dataclass(frozen=True)
class Rules:
    """The rules of one table; any mix of variants may be played (rulebook, variants), with any mix of boxes.

    ``grid`` is the side of the grid, one of GRIDS. Raises RulesError for what no rulebook has.
    """

    edition: Edition = Edition.CURRENT
    grid: int = GRIDS[0]
    harmony: bool = False
    middle_kingdom: bool = False
    box: Box = BASE
    quests: tuple[Quest, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "edition", Edition(self.edition))  # a screen and a file know it by its name
        if self.grid not in GRIDS:
            raise RulesError(message("the grid is {grids}, not {grid}", grids=grid_label(), grid=repr(self.grid)))

    @property
    def tie_breaks(self) -> tuple[Measure, ...]:
        """The measures compared after the points: the edition's; with Queendomino never the crowns (its rulebook)."""
        if Title.QUEENDOMINO in self.box:
            return (Measure.LARGEST_TERRITORY,)
        return self.edition.tie_breaks


DEFAULT_RULES = Rules()
"""The current edition on 5x5 without variants."""


MIN_PLAYERS = 2


def max_players(box: Box) -> int:
    """How many can play: 4, a fifth castle comes with Age of Giants, and two boxes of dominoes are enough for 6."""
    if {Title.KINGDOMINO, Title.QUEENDOMINO} <= box.titles:
        return 6
    return 5 if Title.GIANTS in box else 4


def check_player_count(players: int, rules: Rules) -> None:
    """Raises RulesError where no rulebook has so many players with these boxes, or on this grid.

    Two play the Mighty Duel on the larger one; with Kingdomino and Queendomino together, the Royal Wedding, up to four.
    """
    most = max_players(rules.box)
    if not MIN_PLAYERS <= players <= most:
        if most == 4:
            raise RulesError(message("Kingdomino is for 2, 3 or 4 players, not {players}", players=players))
        raise RulesError(message("these boxes are for 2 to {most} players, not {players}", most=most, players=players))
    wedding = {Title.KINGDOMINO, Title.QUEENDOMINO} <= rules.box.titles
    if rules.grid > GRIDS[0] and players > (4 if wedding else 2):
        size = f"{rules.grid}x{rules.grid}"
        if wedding:
            raise RulesError(
                message("the {size} grid is for up to four players, not {players}", size=size, players=players)
            )
        raise RulesError(
            message("the {size} grid is for the Mighty Duel of two players, not {players}", size=size, players=players)
        )
