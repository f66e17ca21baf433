"""The score of one kingdom, line by line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.bonuses import BonusScore, harmony, middle_kingdom
from scoring.earnings import earned_in
from scoring.expansions.earning import Earning
from scoring.kingdom import Kingdom, Position
from scoring.message import Message, message
from scoring.pieces import NO_PIECES, Pieces
from scoring.rules import USUAL_RULES, Rules
from scoring.territories import Territory, recrowned, territories

_Part = Territory | BonusScore | Earning


@dataclass(frozen=True)
class ScoreSheet:
    """What a kingdom earns: its territories, most points first, and the bonuses (rulebook, end of game).

    ``earnings`` are for quests and pieces of other boxes. ``without_giants`` is what the total would be had no giant
    come; None where none did.
    """

    territories: tuple[Territory, ...]
    bonuses: tuple[BonusScore, ...] = ()
    earnings: tuple[Earning, ...] = ()
    without_giants: int | None = None

    @property
    def total(self) -> int:
        """Points of all territories, bonuses, quests and pieces."""
        parts: tuple[_Part, ...] = (*self.territories, *self.bonuses, *self.earnings)
        return sum([part.points for part in parts])

    @property
    def largest_territory(self) -> int:
        """Squares of the largest territory, with or without crowns; 0 without any (rulebook, ties)."""
        return max([len(territory.squares) for territory in self.territories], default=0)

    @property
    def crowns(self) -> int:
        """All crowns of the kingdom that count."""
        return sum([territory.crowns for territory in self.territories])

    @property
    def lines(self) -> tuple[Message, ...]:
        """The sums of the territories, then the bonuses, quests and pieces, one line each."""
        parts: tuple[_Part, ...] = (*self.territories, *self.bonuses, *self.earnings)
        return (*(part.line for part in parts), *self.giants_line)

    @property
    def giants_line(self) -> tuple[Message, ...]:
        """What the total would be without giants, in words; nothing where none came."""
        if self.without_giants is None:
            return ()
        return (message("Without giants it would be {points}", points=self.without_giants),)


def score(
    kingdom: Kingdom, rules: Rules = USUAL_RULES, *, place: Position | None = None, pieces: Pieces = NO_PIECES
) -> ScoreSheet:
    """The score sheet of a kingdom, a legal one or not: what breaks the rules is for ``problems`` to say.

    ``place`` is its position in the grid (``frame_positions``) if the players say; else the best for the castle, and
    for quests as it is written where that is a whole grid.
    """
    bonuses = []
    if rules.harmony:
        bonuses.append(harmony(kingdom, rules.grid))
    if rules.middle_kingdom:
        bonuses.append(middle_kingdom(kingdom, rules.grid, place))
    found = territories(kingdom)
    if pieces is NO_PIECES and not rules.quests:
        return ScoreSheet(found, tuple(bonuses))
    crowned = recrowned(found, pieces.crowns_on(kingdom))
    earned = earned_in(kingdom, crowned, rules, place, pieces)
    sheet = ScoreSheet(crowned, tuple(bonuses), earned)
    if not pieces.giants:
        return sheet
    return replace(sheet, without_giants=score(kingdom, rules, place=place, pieces=pieces.without_giants).total)
