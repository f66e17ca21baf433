"""The score of one kingdom, line by line."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.bonuses import BonusScore, harmony, middle_kingdom
from scoring.kingdom import Kingdom, Position
from scoring.message import Message
from scoring.rules import USUAL_RULES, Rules
from scoring.territories import Territory, territories


@dataclass(frozen=True)
class ScoreSheet:
    """What a kingdom earns: its territories, most points first, and the bonuses (rulebook, end of game)."""

    territories: tuple[Territory, ...]
    bonuses: tuple[BonusScore, ...] = ()

    @property
    def total(self) -> int:
        """Points of all territories and bonuses."""
        return sum([territory.points for territory in self.territories]) + sum([bonus.points for bonus in self.bonuses])

    @property
    def largest_territory(self) -> int:
        """Squares of the largest territory, with or without crowns; 0 without any (rulebook, ties)."""
        return max([len(territory.squares) for territory in self.territories], default=0)

    @property
    def crowns(self) -> int:
        """All crowns of the kingdom."""
        return sum([territory.crowns for territory in self.territories])

    @property
    def lines(self) -> tuple[Message, ...]:
        """The sums of the territories and then the bonuses, one line each."""
        return tuple(territory.line for territory in self.territories) + tuple(bonus.line for bonus in self.bonuses)


def score(kingdom: Kingdom, rules: Rules = USUAL_RULES, *, place: Position | None = None) -> ScoreSheet:
    """The score sheet of a kingdom, a legal one or not: what breaks the rules is for ``problems`` to say.

    ``place`` is its position in the grid (``frame_positions``) if the players say; else the best for the castle.
    """
    bonuses = []
    if rules.harmony:
        bonuses.append(harmony(kingdom, rules.grid))
    if rules.middle_kingdom:
        bonuses.append(middle_kingdom(kingdom, rules.grid, place))
    return ScoreSheet(territories(kingdom), tuple(bonuses))
