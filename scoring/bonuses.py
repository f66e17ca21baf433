"""Points besides territories: the bonuses of the variants, and items scored by quests and pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring.kingdom import Kingdom, Position, grid_offsets, pad_to_grid
from scoring.message import Described, LabelledStrEnum, message


class Bonus(LabelledStrEnum):
    """A variant's bonus (rulebook, variants); the value is its name in ``Rules``, files and on the command line."""

    HARMONY = "harmony", message("Harmony")
    MIDDLE_KINGDOM = "middle_kingdom", message("Middle Kingdom")

    @property
    def points(self) -> int:
        """The points for the bonus if it is earned."""
        return {Bonus.HARMONY: 5, Bonus.MIDDLE_KINGDOM: 10}[self]


class ScoreReason(StrEnum):
    """Why a bonus, quest or piece scores what it scores; ``scoring.wording`` has one sentence for each."""

    LARGER_THAN_GRID = "larger than grid"
    GRID_INCOMPLETE = "grid incomplete"
    GRID_COMPLETE = "grid complete"
    NO_CASTLE = "no castle"
    SEVERAL_CASTLES = "several castles"
    CASTLE_OFF_CENTRE = "castle off centre"  # wherever the kingdom lies in the grid
    CASTLE_OFF_CENTRE_AS_PLACED = "castle off centre as placed"
    CASTLE_IN_CENTRE = "castle in centre"
    CASTLE_IN_CORNER = "castle in corner"
    CASTLE_IN_NO_CORNER = "castle in no corner"
    CORNERS_OF_TERRAIN = "corners of terrain"
    SQUARES_AROUND_CASTLE = "squares around castle"
    CROWNLESS_TERRITORIES = "crownless territories"
    CROWN_LINES = "crown lines"
    CHARACTER_ALONE = "character alone"  # a fixed number of points
    CHARACTER_AND_NEIGHBOURS = "character and neighbours"
    BUILDING_POINTS = "building points"
    BUILDING_CROWNS = "building crowns"
    BUILDING_COUNT = "building count"  # points for each of something
    COINS = "coins"
    QUEEN = "queen"


@dataclass(frozen=True)
class BonusScore(Described):
    """The result of one bonus that is played for.

    Attributes:
        bonus: The bonus.
        earned: Whether its points are scored.
        reason: Why, or why not.
        params: The numbers that the reason names.
    """

    bonus: Bonus
    earned: bool
    reason: ScoreReason
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def points(self) -> int:
        """The points scored; 0 if the bonus was missed."""
        return self.bonus.points if self.earned else 0


def score_harmony(kingdom: Kingdom, grid: int = 5) -> BonusScore:
    """Score 5 points for a complete grid without gaps (rulebook, Harmony).

    Args:
        kingdom: The kingdom, with or without empty outer rows.
        grid: Side of the grid in squares.
    """
    kingdom = kingdom.crop()
    if max(kingdom.height, kingdom.width) > grid:
        size = {"height": kingdom.height, "width": kingdom.width, "grid": grid}
        return BonusScore(Bonus.HARMONY, False, ScoreReason.LARGER_THAN_GRID, size)
    missing = grid * grid - kingdom.tile_count
    if missing:
        return BonusScore(Bonus.HARMONY, False, ScoreReason.GRID_INCOMPLETE, {"number": missing, "grid": grid})
    return BonusScore(Bonus.HARMONY, True, ScoreReason.GRID_COMPLETE, {"grid": grid})


def score_middle_kingdom(kingdom: Kingdom, grid: int = 5, offset: Position | None = None) -> BonusScore:
    """Score 10 points for the castle in the centre of the grid; gaps are allowed (rulebook, Middle Kingdom).

    A kingdom smaller than the grid scores if the grid can be laid over it with the castle in the centre: no square is
    further than 2 rows or columns from the castle, 3 on a 7x7 grid.

    Args:
        kingdom: The kingdom.
        grid: Side of the grid in squares.
        offset: Where players say the kingdom lies in the grid (``grid_offsets``); one that does not fit is ignored.
    """
    castles = kingdom.castles
    if not castles:
        return BonusScore(Bonus.MIDDLE_KINGDOM, False, ScoreReason.NO_CASTLE)
    if len(castles) > 1:
        return BonusScore(Bonus.MIDDLE_KINGDOM, False, ScoreReason.SEVERAL_CASTLES, {"castles": len(castles)})
    row, column = castles[0]
    distance = max(max(abs(r - row), abs(c - column)) for r, c in kingdom.tiles)
    reach = grid // 2
    if distance > reach:
        return BonusScore(Bonus.MIDDLE_KINGDOM, False, ScoreReason.CASTLE_OFF_CENTRE)
    if offset in grid_offsets(kingdom, grid) and not pad_to_grid(kingdom, grid, offset)[reach, reach].is_castle:
        return BonusScore(Bonus.MIDDLE_KINGDOM, False, ScoreReason.CASTLE_OFF_CENTRE_AS_PLACED, {"grid": grid})
    return BonusScore(Bonus.MIDDLE_KINGDOM, True, ScoreReason.CASTLE_IN_CENTRE, {"grid": grid})


CrownLine = tuple[Position, Position, Position]
"""Three adjacent squares in a line, from the top, or from the left in a row."""


class BonusKind(LabelledStrEnum):
    """What scores besides territories and bonuses; the value is its name in files."""

    QUEST = "quest", message("Quests")
    CHARACTER = "character", message("Characters")
    BUILDING = "building", message("Buildings")
    COINS = "coins", message("Coins")
    QUEEN = "queen", message("Queen")


@dataclass(frozen=True)
class BonusItem(Described):
    """The points of one quest or piece.

    Attributes:
        kind: What it is.
        name: Its name in files, which tells items of a kind apart: ``lost_corner``, ``farmer``.
        points: The points scored.
        squares: The squares of the kingdom that were counted.
        reason: Why it scores these points.
        params: What the reason names: numbers, terrains, pieces.
        lines: The lines of crowns that a quest counted.
    """

    kind: BonusKind
    name: str
    points: int
    squares: tuple[Position, ...]
    reason: ScoreReason
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
    lines: tuple[CrownLine, ...] = ()
