"""The rules of a table: rulebook, grid, boxes, variants and the number of players."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from scoring.boxes import BASE, Box, Title
from scoring.message import CrownsightError, Text, join_or, message
from scoring.quests import Quest
from scoring.type_check import check_type


class RulesError(CrownsightError):
    """No rulebook has such a game; the message says which there are."""


class Measure(StrEnum):
    """What is compared to rank players."""

    POINTS = "points"
    LARGEST_TERRITORY = "largest_territory"
    CROWNS = "crowns"


class Rulebook(StrEnum):
    """A printing of the rulebook; the printings differ in their tie-breaks.

    The value is its name in files and on the command line. Raises RulesError for another name.
    """

    CURRENT = "current"
    ORIGINAL = "original"

    @property
    def tie_breaks(self) -> tuple[Measure, ...]:
        """The measures compared after the points; players equal in all share the place (rulebooks, end of game)."""
        largest = (Measure.LARGEST_TERRITORY,)
        return largest if self is Rulebook.CURRENT else (*largest, Measure.CROWNS)

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        if not isinstance(value, str):
            raise TypeError(f"rulebook is a Rulebook or its name, not a {type(value).__name__}; use Rulebook.CURRENT")
        raise RulesError(message("the rulebook is current or original, not {rulebook}", rulebook=repr(value)))


GRIDS = (5, 7)
"""Sides of the grid, smallest first: 5x5, or 7x7 in the Mighty Duel."""

MIN_PLAYERS = 2


def smallest_grid(squares: int) -> int:
    """Return the side of the smallest grid with room for so many squares in a row; the largest if none has."""
    return next((side for side in GRIDS if side >= squares), GRIDS[-1])


def grid_label() -> Text:
    """Return the sides that a grid can have, for players: ``5 for 5x5 or 7 for 7x7``."""
    return join_or([message("{side} for {side}x{side}", side=side) for side in GRIDS])


@dataclass(frozen=True)
class Rules:
    """The rules of one table; variants and boxes mix freely (rulebook, variants).

    Attributes:
        rulebook: The rulebook whose tie-breaks hold; its name is converted.
        grid: Side of the grid in squares, one of ``GRIDS``.
        harmony: Whether Harmony is played.
        middle_kingdom: Whether Middle Kingdom is played.
        box: The boxes in play.
        quests: The quests in play, in the order in which they are scored.

    Raises RulesError for a rulebook or a grid that no rulebook has, and TypeError for other types.

    Example:
        >>> Rules(rulebook="original").tie_breaks[-1].value
        'crowns'
    """

    rulebook: Rulebook = Rulebook.CURRENT
    grid: int = GRIDS[0]
    harmony: bool = False
    middle_kingdom: bool = False
    box: Box = BASE
    quests: tuple[Quest, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rulebook", Rulebook(self.rulebook))  # files and screens know it by its name
        check_type("box", self.box, Box, "pass for example BASE + GIANTS")
        if self.grid not in GRIDS:
            raise RulesError(message("the grid is {grids}, not {grid}", grids=grid_label(), grid=repr(self.grid)))

    @property
    def tie_breaks(self) -> tuple[Measure, ...]:
        """The measures compared after the points: those of the rulebook; with Queendomino never the crowns."""
        if Title.QUEENDOMINO in self.box:
            return (Measure.LARGEST_TERRITORY,)
        return self.rulebook.tie_breaks


DEFAULT_RULES = Rules()
"""The current rulebook on 5x5 without variants."""


def check_player_count(players: int, rules: Rules) -> None:
    """Raise RulesError if no rulebook has so many players with these boxes and on this grid.

    Two play the Mighty Duel on 7x7; up to four with Kingdomino and Queendomino together, the Royal Wedding.

    Example:
        >>> check_player_count(4, DEFAULT_RULES)
    """
    most = rules.box.max_players
    if not MIN_PLAYERS <= players <= most:
        if most == 4:
            raise RulesError(message("Kingdomino is for 2, 3 or 4 players, not {players}", players=players))
        raise RulesError(message("these boxes are for 2 to {most} players, not {players}", most=most, players=players))
    is_royal_wedding = {Title.KINGDOMINO, Title.QUEENDOMINO} <= rules.box.titles
    if rules.grid > GRIDS[0] and players > (4 if is_royal_wedding else 2):
        size = f"{rules.grid}x{rules.grid}"
        if is_royal_wedding:
            raise RulesError(
                message("the {size} grid is for up to four players, not {players}", size=size, players=players)
            )
        raise RulesError(
            message("the {size} grid is for two players, and you have {players}", size=size, players=players)
        )
