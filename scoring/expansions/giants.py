"""Age of Giants: each giant stands on a crown, which is then worth nothing; what its 17 quests are worth, and where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.bonuses import Bonus, CrownLine, Earned, Earning, harmony
from scoring.kingdom import Kingdom, Position, Problem, prefix_position
from scoring.message import Message, message, plural
from scoring.pieces import Pieces, neighbours_among
from scoring.terrain import Terrain
from scoring.territories import Territory, crowns_label, squares_label

MOST = 6  # giants in the box
DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1))
"""Steps along a row, a falling diagonal, a column and a rising diagonal, each to a later square in reading order."""


class Rule(StrEnum):
    """What giants can break."""

    GIANTS = "giants"  # no more than crowns on their square, and than the box has


def find_problems(kingdom: Kingdom, pieces: Pieces) -> Iterator[Problem]:
    """Giants that stand where no crown is left for them."""
    crowns = pieces.without_giants.crowns_on(kingdom)
    for position, giants in pieces.giants:
        here = crowns.get(position, 0)
        if giants > here:
            many = plural(
                giants,
                "{number} giant on {crowns}, and each needs one",
                "{number} giants on {crowns}, and each needs one",
                crowns=crowns_label(here),
            )
            yield Problem(prefix_position(position, many), (position,), Rule.GIANTS)


def check_supply(pieces: Iterable[Pieces]) -> Iterator[Problem]:
    """More giants on a table than the box has."""
    giants = sum(count for one in pieces for _, count in one.giants)
    if giants > MOST:
        yield Problem(message("{here} giants; the box has {there}", here=giants, there=MOST), (), Rule.GIANTS)


LOST_CORNER, FOUR_CORNERS, LOCAL_BUSINESS, BLEAK_KING, CROWN_LINE = 20, 5, 5, 10, 10  # points, for one of each
BLEAK_SQUARES = 5  # of a territory without crowns, at least
BLEAK_TERRAINS = (Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE, Terrain.GRASSLAND)


class Quest(StrEnum):
    """One of the 17 quest tiles; the value is its name in files and on the command line."""

    HARMONY = "harmony"
    MIDDLE_KINGDOM = "middle_kingdom"
    LOST_CORNER = "lost_corner"
    FOUR_CORNERS_WHEAT = "four_corners:wheat"
    FOUR_CORNERS_FOREST = "four_corners:forest"
    FOUR_CORNERS_LAKE = "four_corners:lake"
    FOUR_CORNERS_GRASSLAND = "four_corners:grassland"
    FOUR_CORNERS_SWAMP = "four_corners:swamp"
    FOUR_CORNERS_MINE = "four_corners:mine"
    LOCAL_BUSINESS_WHEAT = "local_business:wheat"
    LOCAL_BUSINESS_FOREST = "local_business:forest"
    LOCAL_BUSINESS_LAKE = "local_business:lake"
    LOCAL_BUSINESS_GRASSLAND = "local_business:grassland"
    LOCAL_BUSINESS_SWAMP = "local_business:swamp"
    LOCAL_BUSINESS_MINE = "local_business:mine"
    BLEAK_KING = "bleak_king"
    FOLIE_DES_GRANDEURS = "folie_des_grandeurs"

    @property
    def terrain(self) -> Terrain | None:
        """The terrain that the tile names, if it names one."""
        _, named, terrain = self.value.partition(":")
        return Terrain(terrain) if named else None

    @property
    def label(self) -> Message:
        """The name of the tile."""
        title = _TITLES[self.value.partition(":")[0]]
        return message("{title}: {terrain}", title=title, terrain=self.terrain.label) if self.terrain else title


_TITLES = {
    "harmony": Bonus.HARMONY.label,
    "middle_kingdom": Bonus.MIDDLE_KINGDOM.label,
    "lost_corner": message("The Lost Corner"),
    "four_corners": message("The Four Corners"),
    "local_business": message("Local Business"),
    "bleak_king": message("The Bleak King"),
    "folie_des_grandeurs": message("Folie des grandeurs"),
}


@dataclass(frozen=True)
class QuestBoard:
    """A kingdom as quests see it: in its whole grid, with the crowns that count and its territories.

    ``first`` is the position in the kingdom of the top left square of the grid: quests answer with squares of the
    kingdom as it was given.
    """

    kingdom: Kingdom
    crowns: Mapping[Position, int]
    territories: tuple[Territory, ...]
    first: Position = (0, 0)

    @property
    def castles(self) -> tuple[Position, ...]:
        """The positions of the castles: one, in a legal kingdom."""
        return self.kingdom.castles

    @property
    def corners(self) -> tuple[Position, ...]:
        """The corner squares of the grid, row by row."""
        bottom, right = self.kingdom.height - 1, self.kingdom.width - 1
        return tuple(sorted({(0, 0), (0, right), (bottom, 0), (bottom, right)}))


class _Counted(NamedTuple):
    """Points, the squares of the grid counted for them, and why."""

    points: int
    squares: tuple[Position, ...]
    reason: Message
    lines: tuple[CrownLine, ...] = ()


def score_quest(quest: Quest, board: QuestBoard) -> Earning:
    """The worth of a quest in a kingdom, 0 if it was missed, and the squares that count."""
    points, squares, reason, lines = _counted(quest, board)
    line = message("{title} +{points}: {reason}", title=quest.label, points=points, reason=reason)
    moved = tuple((_moved(a, board), _moved(b, board), _moved(c, board)) for a, b, c in lines)
    return Earning(Earned.QUEST, quest.value, points, tuple(_moved(square, board) for square in squares), line, moved)


def _moved(position: Position, board: QuestBoard) -> Position:
    return position[0] + board.first[0], position[1] + board.first[1]


def _counted(quest: Quest, board: QuestBoard) -> _Counted:
    if quest.terrain is not None:
        count = _four_corners if quest.value.startswith("four_corners") else _local_business
        return count(board, quest.terrain)
    return {
        Quest.HARMONY: _harmony,
        Quest.MIDDLE_KINGDOM: _middle_kingdom,
        Quest.LOST_CORNER: _lost_corner,
        Quest.BLEAK_KING: _bleak_king,
        Quest.FOLIE_DES_GRANDEURS: _folie_des_grandeurs,
    }[quest](board)


def _harmony(board: QuestBoard) -> _Counted:
    bonus = harmony(board.kingdom, max(board.kingdom.height, board.kingdom.width))
    return _Counted(bonus.points, (), bonus.reason)


def _middle_kingdom(board: QuestBoard) -> _Counted:
    name = f"{board.kingdom.height}x{board.kingdom.width}"
    middle = board.kingdom.height // 2, board.kingdom.width // 2
    if middle in board.castles:
        centre = message("the castle is the centre of the {grid} grid", grid=name)
        return _Counted(Bonus.MIDDLE_KINGDOM.points, (middle,), centre)
    return _Counted(0, (), message("the castle is not in the centre of the {grid} grid as it lies", grid=name))


def _lost_corner(board: QuestBoard) -> _Counted:
    found = tuple(position for position in board.castles if position in board.corners)
    if found:
        return _Counted(LOST_CORNER, found[:1], message("the castle is in a corner of the grid"))
    return _Counted(0, (), message("the castle is in no corner of the grid"))


def _four_corners(board: QuestBoard, terrain: Terrain) -> _Counted:
    found = tuple(position for position in board.corners if board.kingdom[position].terrain is terrain)
    reason = plural(len(found), "{number} corner of {terrain}", "{number} corners of {terrain}", terrain=terrain.label)
    return _Counted(FOUR_CORNERS * len(found), found, reason)


def _local_business(board: QuestBoard, terrain: Terrain) -> _Counted:
    land = {position for position, square in board.kingdom.squares() if square.terrain is terrain}
    found = tuple(sorted({near for castle in board.castles for near in neighbours_among(castle, land)}))
    reason = plural(
        len(found),
        "{number} square of {terrain} around the castle",
        "{number} squares of {terrain} around the castle",
        terrain=terrain.label,
    )
    return _Counted(LOCAL_BUSINESS * len(found), found, reason)


def _bleak_king(board: QuestBoard) -> _Counted:
    bleak = [
        territory
        for territory in board.territories
        if territory.terrain in BLEAK_TERRAINS and territory.size >= BLEAK_SQUARES and not territory.crowns
    ]
    squares = tuple(sorted(position for territory in bleak for position in territory.squares))
    reason = plural(
        len(bleak),
        "{number} territory without a crown of {squares} or more",
        "{number} territories without a crown of {squares} or more",
        squares=squares_label(BLEAK_SQUARES),
    )
    return _Counted(BLEAK_KING * len(bleak), squares, reason)


def _folie_des_grandeurs(board: QuestBoard) -> _Counted:
    lines = crown_lines(frozenset(board.crowns))
    squares = tuple(sorted({position for line in lines for position in line}))
    reason = plural(
        len(lines),
        "{number} line of three crowns, no two sharing more than one square",
        "{number} lines of three crowns, no two sharing more than one square",
    )
    return _Counted(CROWN_LINE * len(lines), squares, reason, lines)


def crown_lines(crowned: Collection[Position]) -> tuple[CrownLine, ...]:
    """The lines of which no two share more than one square: in a run of n squares (n - 1) // 2 of them.

    Sources disagree on the tile: some let of each counted line one square at most be in any other. Lines in different
    directions share one square at most, so each run is counted by itself.
    """
    return tuple(line for down, right in DIRECTIONS for line in _along(crowned, down, right))


def _along(crowned: Collection[Position], down: int, right: int) -> Iterator[CrownLine]:
    for row, column in sorted(crowned):
        if (row - down, column - right) in crowned:
            continue  # not the first of its run
        while all((row + step * down, column + step * right) in crowned for step in range(3)):
            yield (row, column), (row + down, column + right), (row + 2 * down, column + 2 * right)
            row, column = row + 2 * down, column + 2 * right
