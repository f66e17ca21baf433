"""The score of one kingdom, line by line, with all that quests and pieces earn beside the territories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.bonuses import BonusScore, Earning, harmony, middle_kingdom
from scoring.expansions import court, queendomino
from scoring.expansions.giants import QuestBoard, score_quest
from scoring.kingdom import Kingdom, Position, crop_offset, default_grid_offset, grid_offsets, pad_to_grid
from scoring.message import Message, message
from scoring.pieces import NO_PIECES, Pieces
from scoring.rules import DEFAULT_RULES, Rules
from scoring.territories import Territory, find_territories, replace_crowns

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
        """The total without giants, in words; nothing where none came."""
        if self.without_giants is None:
            return ()
        return (message("Without giants it would be {points}", points=self.without_giants),)


def score(
    kingdom: Kingdom, rules: Rules = DEFAULT_RULES, *, place: Position | None = None, pieces: Pieces = NO_PIECES
) -> ScoreSheet:
    """The score sheet of a kingdom, a legal one or not: what breaks the rules is for ``find_problems`` to say.

    ``place`` is its position in the grid (``grid_offsets``) if the players say; else the best for the castle, and
    for quests as it is written where that is a whole grid.
    """
    bonuses = []
    if rules.harmony:
        bonuses.append(harmony(kingdom, rules.grid))
    if rules.middle_kingdom:
        bonuses.append(middle_kingdom(kingdom, rules.grid, place))
    found = find_territories(kingdom)
    if pieces is NO_PIECES and not rules.quests:
        return ScoreSheet(found, tuple(bonuses))
    crowned = replace_crowns(found, pieces.crowns_on(kingdom))
    earned = earned_in(kingdom, crowned, rules, place, pieces)
    sheet = ScoreSheet(crowned, tuple(bonuses), earned)
    if not pieces.giants:
        return sheet
    return replace(sheet, without_giants=score(kingdom, rules, place=place, pieces=pieces.without_giants).total)


def earned_in(
    kingdom: Kingdom, found: Sequence[Territory], rules: Rules, place: Position | None, pieces: Pieces
) -> tuple[Earning, ...]:
    """Quests in the order of the rules, characters and buildings by square, coins, queen.

    ``found`` are the territories with the crowns that count; ``place`` says where the kingdom lies in the grid.
    """
    quests: tuple[Earning, ...] = ()
    if rules.quests:
        board = in_grid(kingdom, rules, place, pieces)
        quests = tuple(score_quest(quest, board) for quest in rules.quests)
    return (*quests, *court.earned_in(kingdom, pieces), *queendomino.earned_in(found, pieces))


def in_grid(kingdom: Kingdom, rules: Rules, place: Position | None, pieces: Pieces) -> QuestBoard:
    """A kingdom as quests see it: in its grid at ``place``.

    Without one, as it is written if that is a whole grid, else at the usual position. One that is larger than the grid
    lies in its own rectangle.
    """
    whole = kingdom.height == kingdom.width == rules.grid
    fitting = grid_offsets(kingdom, rules.grid)
    if place not in fitting:
        place = None
    if not fitting or (whole and place is None):
        grid, first = kingdom, (0, 0)
    else:
        at = default_grid_offset(kingdom, rules.grid) if place is None else place
        (top, left), grid = crop_offset(kingdom), pad_to_grid(kingdom, rules.grid, at)
        first = top - at[0], left - at[1]
    moved = {position: (position[0] - first[0], position[1] - first[1]) for position, _ in kingdom.squares()}
    crowns = {moved[position]: number for position, number in pieces.crowns_on(kingdom).items()}
    return QuestBoard(grid, crowns, replace_crowns(find_territories(grid), crowns), first)
