"""Rules of a table: edition, grid, variants, and the set-up they ask for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from scoring.errors import CrownsightError
from scoring.message import message


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
        """What is compared after the points, in order; if all are equal, victory is shared (rulebooks, end of game)."""
        largest = (Measure.LARGEST_TERRITORY,)
        return largest if self is Edition.CURRENT else (*largest, Measure.CROWNS)

    @property
    def three_player_dominoes(self) -> int:
        """The dominoes in play with three players (rulebooks, set-up)."""
        return 48 if self is Edition.CURRENT else 36

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise RulesError(message("the edition is current or original, not {edition}", edition=repr(value)))


GRIDS = (5, 7)
"""Sides of the grid: 5x5, or 7x7 in the Mighty Duel."""


@dataclass(frozen=True)
class Rules:
    """The rules of one table; any mix of variants may be played (rulebook, variants).

    ``grid`` is the side of the grid: 5, or 7 for the Mighty Duel. Raises RulesError for what no rulebook has.
    """

    edition: Edition = Edition.CURRENT
    grid: int = 5
    harmony: bool = False
    middle_kingdom: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "edition", Edition(self.edition))  # a screen and a file know it by its name
        if self.grid not in GRIDS:
            raise RulesError(message("the grid is 5 for 5x5 or 7 for 7x7, not {grid}", grid=repr(self.grid)))


USUAL_RULES = Rules()
"""The current edition on 5x5 without variants."""


@dataclass(frozen=True)
class GameSetup:
    """What lies on the table for a number of players (rulebook, set-up).

    ``dominoes`` are in play; each player takes ``dominoes_each`` of them, and what is left over
    in each line of the draft, ``leftovers`` in all, is discarded.
    """

    players: int
    grid: int
    dominoes: int
    dominoes_each: int

    @property
    def leftovers(self) -> int:
        """How many dominoes in play go to nobody."""
        return self.dominoes - self.players * self.dominoes_each


def game_setup(players: int, rules: Rules = USUAL_RULES) -> GameSetup:
    """The set-up for 2, 3 or 4 players; two on a 7x7 grid play the Mighty Duel with all 48 dominoes.

    Raises RulesError for another number of players, or more than two on 7x7.
    """
    if players not in (2, 3, 4):
        raise RulesError(message("Kingdomino is for 2, 3 or 4 players, not {players}", players=players))
    if rules.grid == 7:
        if players != 2:
            raise RulesError(
                message("the 7x7 grid is for the Mighty Duel of two players, not {players}", players=players)
            )
        return GameSetup(2, 7, dominoes=48, dominoes_each=24)
    dominoes = {2: 24, 3: rules.edition.three_player_dominoes, 4: 48}[players]
    return GameSetup(players, 5, dominoes, dominoes_each=12)
