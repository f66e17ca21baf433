"""The score of one kingdom, line by line: territories, bonuses, quests and pieces."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.bonuses import BonusItem, BonusKind, BonusScore, score_harmony, score_middle_kingdom
from scoring.dominoes.grid import find_grid_problem
from scoring.expansions import EXPANSIONS
from scoring.expansions.expansion import ScoredBoard
from scoring.kingdom import Kingdom, Position
from scoring.message import Described
from scoring.pieces import NO_PIECES, Board, Pieces
from scoring.problem import Problem
from scoring.rules import DEFAULT_RULES, Rules
from scoring.territories import Territory, find_territories
from scoring.type_check import check_type

ScoreLine = Territory | BonusScore | BonusItem
"""A line of a score sheet; each has ``points``, and ``str(line)`` is the sum as a player would write it."""


@dataclass(frozen=True)
class ScoreSheet(Described):
    """The points of a kingdom (rulebook, end of game); ``str(sheet)`` prints every sum.

    Attributes:
        territories: Its territories, most points first.
        bonuses: The bonuses that are played for.
        items: What quests and pieces of expansions score.
        without_giants: The total if no giant had come; None if none came.
        problems: A kingdom larger than the grid; everything else that is wrong is found by ``find_problems``.
    """

    territories: tuple[Territory, ...]
    bonuses: tuple[BonusScore, ...] = ()
    items: tuple[BonusItem, ...] = ()
    without_giants: int | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """All lines in the order of the sheet."""
        return (*self.territories, *self.bonuses, *self.items)

    @property
    def total(self) -> int:
        """The points of all lines."""
        return sum([line.points for line in self.lines])

    @property
    def largest_territory(self) -> int:
        """The squares of the largest territory, with or without crowns; 0 without any (rulebook, ties)."""
        return max([len(territory.squares) for territory in self.territories], default=0)

    @property
    def crowns(self) -> int:
        """All crowns of the kingdom that count."""
        return sum([territory.crowns for territory in self.territories])

    def to_dict(self, *, with_pieces: bool = True) -> dict[str, Any]:
        """Return the sheet as the command line prints it as JSON.

        Args:
            with_pieces: Whether to add what quests and pieces score.

        Example:
            >>> score(Kingdom.parse("w1wC")).to_dict(with_pieces=False)["total"]
            2
        """
        sheet: dict[str, Any] = {
            "territories": [
                {
                    "terrain": territory.terrain.value,
                    "squares": [list(position) for position in territory.squares],
                    "size": territory.size,
                    "crowns": territory.crowns,
                    "points": territory.points,
                }
                for territory in self.territories
            ],
            "bonuses": [{"name": bonus.bonus.value, "points": bonus.points} for bonus in self.bonuses],
            "total": self.total,
            "largest_territory": self.largest_territory,
            "crowns": self.crowns,
        }
        return sheet | self._pieces_to_dict() if with_pieces else sheet

    def _pieces_to_dict(self) -> dict[str, Any]:
        of = {kind: [item for item in self.items if item.kind is kind] for kind in BonusKind}
        return {
            "quests": {item.name: item.points for item in of[BonusKind.QUEST]},
            "characters": [item.points for item in of[BonusKind.CHARACTER]],
            "buildings": [item.points for item in of[BonusKind.BUILDING]],
            "coins": sum(item.points for item in of[BonusKind.COINS]),
            "queen": sum(item.points for item in of[BonusKind.QUEEN]),
            "without_giants": self.total if self.without_giants is None else self.without_giants,
            "lines": [[list(position) for position in line] for item in of[BonusKind.QUEST] for line in item.lines],
        }


def score(
    kingdom: Kingdom, rules: Rules = DEFAULT_RULES, *, offset: Position | None = None, pieces: Pieces = NO_PIECES
) -> ScoreSheet:
    """Score a kingdom, whether it is legal or not.

    Args:
        kingdom: The kingdom.
        rules: The rules of the table.
        offset: Where players say the kingdom lies in the grid (``grid_offsets``). By default the best for the castle;
            quests take a kingdom that is written with its whole grid as it is written.
        pieces: The pieces on the kingdom.

    Returns:
        The sheet. A kingdom larger than the grid is scored, and the sheet's ``problems`` say so.

    Example:
        >>> print(score(Kingdom.parse("w1w/Cf1")))
        wheat 2 squares x 1 crown = 2
        forest 1 square x 1 crown = 1
        total 3
    """
    check_type("kingdom", kingdom, Kingdom, "read one from a code with Kingdom.parse(text)")
    check_type("rules", rules, Rules, "pass for example Rules(harmony=True)")
    bonuses = []
    if rules.harmony:
        bonuses.append(score_harmony(kingdom, rules.grid))
    if rules.middle_kingdom:
        bonuses.append(score_middle_kingdom(kingdom, rules.grid, offset))
    problems = tuple(find_grid_problem(kingdom, rules.grid))
    if pieces is NO_PIECES and not rules.quests:
        return ScoreSheet(find_territories(kingdom), tuple(bonuses), problems=problems)
    board = ScoredBoard(Board(kingdom, pieces), rules.grid, offset, rules.quests)
    items = tuple(item for expansion in EXPANSIONS.values() for item in expansion.score(board))
    sheet = ScoreSheet(board.territories, tuple(bonuses), items, problems=problems)
    if not pieces.giants:
        return sheet
    return replace(sheet, without_giants=score(kingdom, rules, offset=offset, pieces=pieces.without_giants).total)
