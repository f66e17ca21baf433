"""Queendomino: coins, buildings in towns, and the queen."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.bonuses import BonusItem, BonusKind, ScoreReason
from scoring.castle import Castle
from scoring.domino import FIRST_OF_QUEENDOMINO, parse_faces
from scoring.expansions.expansion import Counter, Expansion, PieceKind, ScoredBoard, Title, squares_in
from scoring.kingdom import Position
from scoring.pieces import Board, Building, CounterKind, Figure, Pieces
from scoring.problem import Problem, Rule
from scoring.terrain import Terrain
from scoring.territories import Territory

COINS_PER_POINT = 3
MAX_TOWERS, MAX_KNIGHTS = 15, 22  # in the box
ONES, THREES, NINES = 12, 18, 12  # coins in the box, by value

BUILDINGS: Mapping[Building, int] = {
    Building(crowns=1): 3,
    Building(points=2): 4,
    Building(points=3): 4,
    Building(points=5): 3,
    **{Building(each=1, per=figure): 2 for figure in Figure},
    **{Building(each=2, per=terrain): 2 for terrain in Terrain},
}
"""The 32 building tiles in the box; how many there are of each is from a single source."""


class Queendomino(Expansion):
    """The box, played alone or with Kingdomino; see ``Expansion`` for the meaning of its members."""

    title = Title.QUEENDOMINO
    dominoes = parse_faces(  # from a single source
        """
        w w   w w   f f   f f   w1 s  w1 m  f1 w  f1 w  l l   l l   g g   g g
        f1 w  f1 l  f1 g  l1 w  s s   w1 f  w1 l  w1 g  l1 f  l1 f  l1 f  g1 w
        s1 w  g2 w  g2 f  s2 w  t s   f1 t  l1 t  l1 t  s2 f  m2 w  m2 w  t f
        g1 t  s1 t  m1 t  m2 t  t l   t l   t g   t g   m3 t  t t   t t   t t
        """,
        FIRST_OF_QUEENDOMINO,
    )
    castles = (Castle.ORANGE, Castle.PURPLE, Castle.WHITE, Castle.RED)
    counters = (
        Counter(CounterKind.COINS, ONES + 3 * THREES + 9 * NINES),
        Counter(CounterKind.TOWERS, MAX_TOWERS),
        Counter(CounterKind.KNIGHTS, MAX_KNIGHTS),
    )

    def score(self, board: ScoredBoard) -> Iterator[BonusItem]:
        """Score buildings by square, then coins and the queen."""
        pieces = board.board.pieces
        for position, building in pieces.buildings:
            yield _score_building(position, building, board.territories, pieces)
        if pieces.coins:
            points = pieces.coins // COINS_PER_POINT
            counted = {"number": pieces.coins, "each": COINS_PER_POINT}
            yield BonusItem(BonusKind.COINS, "coins", points, (), ScoreReason.COINS, counted)
        if pieces.queen:
            largest = max(board.territories, key=lambda territory: territory.size, default=None)
            squares = largest.squares if largest else ()
            counted = {"size": len(squares)}
            yield BonusItem(BonusKind.QUEEN, "queen", len(squares), squares, ScoreReason.QUEEN, counted)

    def check(self, board: Board) -> Iterator[Problem]:
        """Find its buildings outside towns, and buildings in towns that the box does not have."""
        for position, building in board.pieces.buildings:
            in_town = board.kingdom[position].terrain is Terrain.TOWN
            if not in_town and not building.crowns:
                yield Problem(Rule.BUILDING_OUTSIDE_TOWN, (position,))
            if in_town and building not in BUILDINGS:
                yield Problem(Rule.NO_SUCH_TOWN_BUILDING, (position,))

    def check_supply(self, boards: Collection[Board]) -> Iterator[Problem]:
        """Find more figures, buildings or coins than the box has, or a queen at the wrong player."""
        pieces = [board.pieces for board in boards]
        towers, knights = sum(one.towers for one in pieces), sum(one.knights for one in pieces)
        if towers > MAX_TOWERS:
            yield Problem(Rule.TOO_MANY_TOWERS, (), {"here": towers, "there": MAX_TOWERS})
        if knights > MAX_KNIGHTS:
            yield Problem(Rule.TOO_MANY_KNIGHTS, (), {"here": knights, "there": MAX_KNIGHTS})
        for building, number in Tally(one for board in boards for one in _town_buildings(board)).items():
            there = BUILDINGS.get(building, number)
            if number > there:
                counts = {"here": number, "building": building, "there": there}
                yield Problem(Rule.TOO_MANY_TOWN_BUILDINGS, (), counts)
        if not are_payable([one.coins for one in pieces]):
            yield Problem(Rule.NOT_ENOUGH_COINS)
        hosts = [one.towers for one in pieces if one.queen]
        if len(hosts) > 1:
            yield Problem(Rule.SEVERAL_QUEENS, (), {"hosts": len(hosts)})
        if len(hosts) == 1 and hosts[0] < max(one.towers for one in pieces):
            yield Problem(Rule.QUEEN_WITHOUT_TOWERS)

    def palette(self, board: Board, others: Collection[Board]) -> Iterator[PieceKind]:
        """List buildings, which stand in towns."""
        towns = dict.fromkeys(squares_in(board.kingdom, Terrain.TOWN), 1)
        taken = Tally(building for other in others for building in _town_buildings(other))
        for building, there in BUILDINGS.items():
            left = there - taken[building]
            if towns and left > 0:
                kind = f"crowns:{building.crowns}" if building.crowns else f"points:{building.points}"
                code = kind if building.per is None else f"{building.per.value}:{building.each}"
                yield PieceKind(f"building:{code}", building, left, towns)

    def is_needed(self, board: Board) -> bool:
        """Return whether the board has towns, coins, towers, knights or the queen."""
        pieces = board.pieces
        has_towns = bool(squares_in(board.kingdom, Terrain.TOWN))
        return bool(has_towns or pieces.coins or pieces.towers or pieces.knights or pieces.queen)

    def remove_pieces(self, board: Board) -> Pieces:
        """Return the pieces without buildings in towns, coins, figures and the queen."""
        kingdom, pieces = board
        others = tuple((at, one) for at, one in pieces.buildings if kingdom[at].terrain is not Terrain.TOWN)
        return replace(pieces, buildings=others, coins=0, towers=0, knights=0, queen=False)


def _town_buildings(board: Board) -> Iterator[Building]:
    """List the buildings in towns, which are those of Queendomino."""
    return (
        building for position, building in board.pieces.buildings if board.kingdom[position].terrain is Terrain.TOWN
    )


def _score_building(
    position: Position, building: Building, territories: Sequence[Territory], pieces: Pieces
) -> BonusItem:
    if building.per is None:
        is_crowns = building.crowns and not building.points
        reason = ScoreReason.BUILDING_CROWNS if is_crowns else ScoreReason.BUILDING_POINTS
        params = {"number": building.crowns}
        return BonusItem(BonusKind.BUILDING, "building", building.points, (position,), reason, params)
    if isinstance(building.per, Figure):
        number, counted = (pieces.towers if building.per is Figure.TOWER else pieces.knights), []
    else:
        counted = [territory for territory in territories if territory.terrain is building.per]
        number = len(counted)
    squares = (position, *sorted(square for territory in counted for square in territory.squares))
    points = building.points + building.each * number
    counts = {"number": number, "each": building.each, "thing": building.per}
    return BonusItem(BonusKind.BUILDING, "building", points, squares, ScoreReason.BUILDING_COUNT, counts)


def are_payable(purses: Collection[int]) -> bool:
    """Return whether the coins of one box, of 1, 3 and 9, can pay all these amounts at once."""
    ones = sum(purse % 3 for purse in purses)
    threes = sum(purse // 3 for purse in purses)
    nines = min(NINES, sum(purse // 9 for purse in purses))
    return ones <= ONES and threes - 3 * nines <= THREES + (ONES - ones) // 3


QUEENDOMINO = Queendomino()
