"""Points beside the territories: bonuses of the variants, each with its reason, and what quests and pieces earn."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.kingdom import Kingdom, Position, grid_offsets, pad_to_grid
from scoring.message import LabelledStrEnum, Message, message, plural


class Bonus(LabelledStrEnum):
    """What a variant rewards (rulebook, variants); the value is its name in Rules, in files and on the command line."""

    HARMONY = "harmony", message("Harmony")
    MIDDLE_KINGDOM = "middle_kingdom", message("Middle Kingdom")

    @property
    def points(self) -> int:
        """The points that it adds where it is earned."""
        return {Bonus.HARMONY: 5, Bonus.MIDDLE_KINGDOM: 10}[self]


@dataclass(frozen=True)
class BonusScore:
    """A bonus that was played for: whether it was earned, and why."""

    bonus: Bonus
    earned: bool
    reason: Message

    @property
    def points(self) -> int:
        """The points that it adds; 0 if it was missed."""
        return self.bonus.points if self.earned else 0

    @property
    def line(self) -> Message:
        """The bonus as a player would write it: ``Harmony +5: the 5x5 grid is complete``."""
        return message("{title} +{points}: {reason}", title=self.bonus.label, points=self.points, reason=self.reason)


def harmony(kingdom: Kingdom, grid: int = 5) -> BonusScore:
    """5 points for a complete grid, ``grid`` squares a side, without a gap (rulebook, Harmony)."""
    kingdom = kingdom.crop()
    name = f"{grid}x{grid}"
    if max(kingdom.height, kingdom.width) > grid:
        size = f"{kingdom.height}x{kingdom.width}"
        larger = message("the kingdom is {size}, larger than {grid}", size=size, grid=name)
        return BonusScore(Bonus.HARMONY, False, larger)
    missing = grid * grid - kingdom.tile_count
    if missing:
        empty = plural(
            missing,
            "{number} square of the {grid} grid is empty",
            "{number} squares of the {grid} grid are empty",
            grid=name,
        )
        return BonusScore(Bonus.HARMONY, False, empty)
    return BonusScore(Bonus.HARMONY, True, message("the {grid} grid is complete", grid=name))


def middle_kingdom(kingdom: Kingdom, grid: int = 5, place: Position | None = None) -> BonusScore:
    """10 points for the castle in the centre of the grid, gaps allowed (rulebook, Middle Kingdom).

    A kingdom smaller than the grid counts if the grid can be laid over it with the castle in the centre: no
    square is further than 2 rows or columns from the castle, 3 on a 7x7 grid. Where players say at which ``place``
    in the grid it lies, the castle must be in the centre there; a position that does not fit is ignored.
    """
    castles = kingdom.castles
    if len(castles) != 1:
        several = message("the kingdom has {castles} castles", castles=len(castles))
        reason = several if castles else message("the kingdom has no castle")
        return BonusScore(Bonus.MIDDLE_KINGDOM, False, reason)
    row, column = castles[0]
    distance = max(max(abs(r - row), abs(c - column)) for r, c in kingdom.tiles)
    reach, name = grid // 2, f"{grid}x{grid}"
    if distance > reach:
        return BonusScore(Bonus.MIDDLE_KINGDOM, False, message("the castle is not in the middle"))
    if place in grid_offsets(kingdom, grid) and not pad_to_grid(kingdom, grid, place)[reach, reach].is_castle:
        off = message("the castle is not in the centre of the {grid} grid as it lies", grid=name)
        return BonusScore(Bonus.MIDDLE_KINGDOM, False, off)
    reason = message("the castle is the centre of the {grid} grid", grid=name)
    return BonusScore(Bonus.MIDDLE_KINGDOM, True, reason)


CrownLine = tuple[Position, Position, Position]
"""Three squares one after the other, from the top, or from the left in a row."""


class Earned(LabelledStrEnum):
    """What points are earned for; the value is its name in files."""

    QUEST = "quest", message("Quests")
    CHARACTER = "character", message("Characters")
    BUILDING = "building", message("Buildings")
    COINS = "coins", message("Coins")
    QUEEN = "queen", message("Queen")


@dataclass(frozen=True)
class Earning:
    """Points for one thing, the squares that were counted for it, and the sum in words.

    ``name`` tells things of one kind apart, as in files: ``lost_corner``, ``farmer``. ``lines`` are the lines of crowns
    that a quest counted.
    """

    kind: Earned
    name: str
    points: int
    squares: tuple[Position, ...]
    line: Message
    lines: tuple[CrownLine, ...] = ()
