"""Age of Giants: each giant covers a crown, and quests score the shape of the kingdom."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.bonuses import Bonus, BonusItem, BonusKind, CrownLine, ScoreReason, score_harmony
from scoring.castle import Castle
from scoring.domino import FIRST_LETTER, parse_faces
from scoring.expansions.expansion import Expansion, PieceKind, QuestBoard, ScoredBoard, Title, squares_in
from scoring.kingdom import Position, crop_offset, default_grid_offset, grid_offsets, pad_to_grid
from scoring.pieces import Board, Marker, Pieces, neighbours_among
from scoring.problem import Problem, Rule
from scoring.quests import Quest
from scoring.terrain import Terrain
from scoring.territories import find_territories, replace_crowns

MAX_GIANTS = 6  # in the box
DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1))
"""Steps along a row, a falling diagonal, a column and a rising diagonal, each to a later square in reading order."""

LOST_CORNER, FOUR_CORNERS, LOCAL_BUSINESS, BLEAK_KING, CROWN_LINE = 20, 5, 5, 10, 10  # points for one of each
BLEAK_SQUARES = 5  # the smallest crownless territory that counts
BLEAK_TERRAINS = (Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE, Terrain.GRASSLAND)


class AgeOfGiants(Expansion):
    """The expansion; see ``Expansion`` for the meaning of its members."""

    title = Title.GIANTS
    # 49 to 54 send a giant away, A to F bring one; which letter is which was inferred from the order in one source.
    dominoes = (
        *parse_faces("w2 f1  f2 l1  l2 g1  g2 s1  s2 m1  m2 s1", 49),
        *parse_faces("f w  f w  l w  m g  s g  l g", FIRST_LETTER),
    )
    castles = (Castle.BROWN,)
    max_players = 5

    def score(self, board: ScoredBoard) -> Iterator[BonusItem]:
        """Score the quests in the order of the rules."""
        if board.quests:
            padded = build_quest_board(board)
            yield from (score_quest(quest, padded) for quest in board.quests)

    def check(self, board: Board) -> Iterator[Problem]:
        """Find giants on squares with fewer crowns than giants."""
        crowns = board.pieces.without_giants.crowns_on(board.kingdom)
        for position, giants in board.pieces.giants:
            here = crowns.get(position, 0)
            if giants > here:
                yield Problem(Rule.GIANTS_WITHOUT_CROWN, (position,), {"number": giants, "crowns": here})

    def check_supply(self, boards: Collection[Board]) -> Iterator[Problem]:
        """Find more giants than the box has."""
        giants = sum(map(_count_giants, boards))
        if giants > MAX_GIANTS:
            yield Problem(Rule.TOO_MANY_GIANTS, (), {"here": giants, "there": MAX_GIANTS})

    def palette(self, board: Board, others: Collection[Board]) -> Iterator[PieceKind]:
        """List giants, which may stand on squares with crowns."""
        crowns = board.pieces.without_giants.crowns_on(board.kingdom)
        left = max(0, MAX_GIANTS - sum(map(_count_giants, others)))
        yield PieceKind(Marker.GIANT.value, Marker.GIANT, left, crowns)

    def is_needed(self, board: Board) -> bool:
        """Return whether the board has giants."""
        return bool(board.pieces.giants)

    def remove_pieces(self, board: Board) -> Pieces:
        """Return the pieces without giants."""
        return board.pieces.without_giants


def _count_giants(board: Board) -> int:
    return sum(count for _, count in board.pieces.giants)


def build_quest_board(scored: ScoredBoard) -> QuestBoard:
    """Pad a kingdom to its grid for the quests.

    The kingdom lies at the offset that players say; without one, as it is written if that is a whole grid, else at its
    default offset. A kingdom larger than the grid stays in its own rectangle.
    """
    kingdom, grid = scored.board.kingdom, scored.grid
    fitting = grid_offsets(kingdom, grid)
    offset = scored.offset if scored.offset in fitting else None
    is_whole_grid = kingdom.height == kingdom.width == grid
    if not fitting or (is_whole_grid and offset is None):
        padded, origin = kingdom, (0, 0)
    else:
        at = default_grid_offset(kingdom, grid) if offset is None else offset
        (top, left), padded = crop_offset(kingdom), pad_to_grid(kingdom, grid, at)
        origin = top - at[0], left - at[1]
    crowns = {(row - origin[0], column - origin[1]): number for (row, column), number in scored.crowns.items()}
    return QuestBoard(padded, crowns, replace_crowns(find_territories(padded), crowns), origin)


@dataclass(frozen=True)
class _QuestScore:
    """The points of a quest, the squares of the grid counted for them, and why."""

    points: int
    squares: tuple[Position, ...]
    reason: ScoreReason
    params: Mapping[str, Any] = field(default_factory=dict)
    lines: tuple[CrownLine, ...] = ()


def score_quest(quest: Quest, board: QuestBoard) -> BonusItem:
    """Score a quest; 0 points if it was missed."""
    found = _score_in_grid(quest, board)
    lines = tuple((board.in_kingdom(a), board.in_kingdom(b), board.in_kingdom(c)) for a, b, c in found.lines)
    squares = tuple(map(board.in_kingdom, found.squares))
    return BonusItem(BonusKind.QUEST, quest.value, found.points, squares, found.reason, found.params, lines)


def _score_in_grid(quest: Quest, board: QuestBoard) -> _QuestScore:
    if quest.terrain is not None:
        score_terrain = _four_corners if quest.value.startswith("four_corners") else _local_business
        return score_terrain(board, quest.terrain)
    return {
        Quest.HARMONY: _harmony,
        Quest.MIDDLE_KINGDOM: _middle_kingdom,
        Quest.LOST_CORNER: _corner_castle,
        Quest.BLEAK_KING: _bleak_king,
        Quest.FOLIE_DES_GRANDEURS: _folie_des_grandeurs,
    }[quest](board)


def _harmony(board: QuestBoard) -> _QuestScore:
    bonus = score_harmony(board.kingdom, max(board.kingdom.height, board.kingdom.width))
    return _QuestScore(bonus.points, (), bonus.reason, bonus.params)


def _middle_kingdom(board: QuestBoard) -> _QuestScore:
    grid = {"grid": (board.kingdom.height, board.kingdom.width)}
    middle = board.kingdom.height // 2, board.kingdom.width // 2
    if middle in board.castles:
        return _QuestScore(Bonus.MIDDLE_KINGDOM.points, (middle,), ScoreReason.CASTLE_IN_CENTRE, grid)
    return _QuestScore(0, (), ScoreReason.CASTLE_OFF_CENTRE_AS_PLACED, grid)


def _corner_castle(board: QuestBoard) -> _QuestScore:
    found = tuple(position for position in board.castles if position in board.corners)
    if found:
        return _QuestScore(LOST_CORNER, found[:1], ScoreReason.CASTLE_IN_CORNER)
    return _QuestScore(0, (), ScoreReason.CASTLE_IN_NO_CORNER)


def _four_corners(board: QuestBoard, terrain: Terrain) -> _QuestScore:
    found = tuple(position for position in board.corners if board.kingdom[position].terrain is terrain)
    counted = {"number": len(found), "terrain": terrain}
    return _QuestScore(FOUR_CORNERS * len(found), found, ScoreReason.CORNERS_OF_TERRAIN, counted)


def _local_business(board: QuestBoard, terrain: Terrain) -> _QuestScore:
    land = squares_in(board.kingdom, terrain)
    found = tuple(sorted({near for castle in board.castles for near in neighbours_among(castle, land)}))
    counted = {"number": len(found), "terrain": terrain}
    return _QuestScore(LOCAL_BUSINESS * len(found), found, ScoreReason.SQUARES_AROUND_CASTLE, counted)


def _bleak_king(board: QuestBoard) -> _QuestScore:
    bleak = [
        territory
        for territory in board.territories
        if territory.terrain in BLEAK_TERRAINS and territory.size >= BLEAK_SQUARES and not territory.crowns
    ]
    squares = tuple(sorted(position for territory in bleak for position in territory.squares))
    counted = {"number": len(bleak), "squares": BLEAK_SQUARES}
    return _QuestScore(BLEAK_KING * len(bleak), squares, ScoreReason.CROWNLESS_TERRITORIES, counted)


def _folie_des_grandeurs(board: QuestBoard) -> _QuestScore:
    lines = crown_lines(frozenset(board.crowns))
    squares = tuple(sorted({position for line in lines for position in line}))
    return _QuestScore(CROWN_LINE * len(lines), squares, ScoreReason.CROWN_LINES, {"number": len(lines)}, lines)


def crown_lines(crowned: Collection[Position]) -> tuple[CrownLine, ...]:
    """Return lines of three crowned squares of which no two share more than one square.

    A run of n squares has (n - 1) // 2 of them. Sources disagree on the tile: some allow each counted line at most one
    square that is in any other. Lines in different directions share at most one square, so each run is counted by
    itself.
    """
    return tuple(line for down, right in DIRECTIONS for line in _lines_along(crowned, down, right))


def _lines_along(crowned: Collection[Position], down: int, right: int) -> Iterator[CrownLine]:
    for row, column in sorted(crowned):
        if (row - down, column - right) in crowned:
            continue  # not the first of its run
        while all((row + step * down, column + step * right) in crowned for step in range(3)):
            yield (row, column), (row + down, column + right), (row + 2 * down, column + 2 * right)
            row, column = row + 2 * down, column + 2 * right


GIANTS = AgeOfGiants()
