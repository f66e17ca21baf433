"""Queendomino: coins, buildings in towns, the queen, and the limits of the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from scoring.bonuses import Earned, Earning
from scoring.kingdom import Kingdom, Position, Problem, prefix_position
from scoring.message import Message, message, plural
from scoring.pieces import Building, Figure, Pieces
from scoring.terrain import Terrain
from scoring.territories import Territory, squares_label

COINS_A_POINT = 3
TOWERS, KNIGHTS = 15, 22  # in the box
ONES, THREES, NINES = 12, 18, 12  # coins in the box

BUILDINGS: Mapping[Building, int] = {
    Building(crowns=1): 3,
    Building(points=2): 4,
    Building(points=3): 4,
    Building(points=5): 3,
    **{Building(each=1, per=figure): 2 for figure in Figure},
    **{Building(each=2, per=terrain): 2 for terrain in Terrain},
}
"""The 32 building tiles in the box by what they earn; how many there are of each is from a single source."""


class Rule(StrEnum):
    """What pieces of Queendomino can break."""

    BUILDINGS = "buildings"  # stand on towns
    COINS = "coins"  # can be paid with the coins of the box
    FIGURES = "figures"  # are no more than the box has
    QUEEN = "queen"  # is hosted by one, who has no fewer towers than others


def earned_in(found: Sequence[Territory], pieces: Pieces) -> Iterator[Earning]:
    """The earnings of buildings by square, then of coins and queen; ``found`` are the territories."""
    for position, building in pieces.buildings:
        yield _of_building(position, building, found, pieces)
    if pieces.coins:
        points = pieces.coins // COINS_A_POINT
        coins = plural(
            pieces.coins,
            "coins +{points}: {number} coin, 1 point for every {each}",
            "coins +{points}: {number} coins, 1 point for every {each}",
            points=points,
            each=COINS_A_POINT,
        )
        yield Earning(Earned.COINS, "coins", points, (), coins)
    if pieces.queen:
        largest = max(found, key=lambda territory: territory.size, default=None)
        squares = largest.squares if largest else ()
        size = squares_label(len(squares))
        line = message("queen +{points}: a crown on the largest territory, {size}", points=len(squares), size=size)
        yield Earning(Earned.QUEEN, "queen", len(squares), squares, line)


def _of_building(position: Position, building: Building, found: Sequence[Territory], pieces: Pieces) -> Earning:
    if building.per is None:
        return Earning(Earned.BUILDING, "building", building.points, (position,), _plain(building))
    if isinstance(building.per, Figure):
        number = pieces.towers if building.per is Figure.TOWER else pieces.knights
        points = building.points + building.each * number
        line = _sum(points, number, building, building.per.label)
        return Earning(Earned.BUILDING, "building", points, (position,), line)
    counted = [territory for territory in found if territory.terrain is building.per]
    points = building.points + building.each * len(counted)
    squares = (position, *sorted(square for territory in counted for square in territory.squares))
    return Earning(
        Earned.BUILDING, "building", points, squares, _sum(points, len(counted), building, building.per.label)
    )


def _plain(building: Building) -> Message:
    if building.points or not building.crowns:
        return message("building +{points}", points=building.points)
    crowns = building.crowns
    return plural(crowns, "building: {number} crown in its territory", "building: {number} crowns in its territory")


def _sum(points: int, number: int, building: Building, thing: Message) -> Message:
    parts = {"points": points, "number": number, "each": building.each}
    return message("building +{points}: {number} x {each} for {thing}", thing=thing, **parts)


def find_problems(kingdom: Kingdom, pieces: Pieces) -> Iterator[Problem]:
    """Buildings of Queendomino that stand on no town, and buildings in towns that its box does not have."""
    for position, building in pieces.buildings:
        in_town = kingdom[position].terrain is Terrain.TOWN
        if not in_town and not building.crowns:
            text = prefix_position(position, message("this building stands only on a town"))
            yield Problem(text, (position,), Rule.BUILDINGS)
        if in_town and building not in BUILDINGS:
            yield Problem(prefix_position(position, message("no box has such a building")), (position,), Rule.BUILDINGS)


def check_supply(boards: Iterable[tuple[Kingdom, Pieces]]) -> Iterator[Problem]:
    """More figures, buildings or coins on a table than the box has, or a queen hosted by the wrong player."""
    boards = list(boards)
    pieces = [pieces for _, pieces in boards]
    towers, knights = sum(one.towers for one in pieces), sum(one.knights for one in pieces)
    if towers > TOWERS:
        yield Problem(message("{here} towers; the box has {there}", here=towers, there=TOWERS), (), Rule.FIGURES)
    if knights > KNIGHTS:
        yield Problem(message("{here} knights; the box has {there}", here=knights, there=KNIGHTS), (), Rule.FIGURES)
    standing = Counter(building for board in boards for building in town_buildings(*board))
    for building, number in standing.items():
        there = BUILDINGS.get(building, number)
        if number > there:
            text = message(
                "{here} times {building}; the box has {there}", here=number, building=called(building), there=there
            )
            yield Problem(text, (), Rule.BUILDINGS)
    if not are_payable([one.coins for one in pieces]):
        yield Problem(message("the coins of the box are not enough for what everybody has"), (), Rule.COINS)
    hosts = [one.towers for one in pieces if one.queen]
    if len(hosts) > 1:
        yield Problem(message("{hosts} players host the queen; there is one", hosts=len(hosts)), (), Rule.QUEEN)
    if len(hosts) == 1 and hosts[0] < max(one.towers for one in pieces):
        yield Problem(message("the queen is with the player who has the most towers"), (), Rule.QUEEN)


def town_buildings(kingdom: Kingdom, pieces: Pieces) -> Iterator[Building]:
    """The buildings of a kingdom that stand in towns, which are those of Queendomino."""
    return (building for position, building in pieces.buildings if kingdom[position].terrain is Terrain.TOWN)


def called(building: Building) -> Message:
    """A building of the box as a player says it."""
    if building.per is not None:
        thing, each = building.per.label, building.each
        if isinstance(building.per, Figure):
            return message("town building: {each} for every {thing}", each=each, thing=thing)
        return message("town building: {each} for every territory of {thing}", each=each, thing=thing)
    if building.crowns:
        return message("town building with a crown")
    return message("town building: {points} points", points=building.points)


def are_payable(purses: Collection[int]) -> bool:
    """True if the coins of one box, of 1, 3 and 9, can pay all these purses at once."""
    ones = sum(purse % 3 for purse in purses)
    threes = sum(purse // 3 for purse in purses)
    nines = min(NINES, sum(purse // 9 for purse in purses))
    return ones <= ONES and threes - 3 * nines <= THREES + (ONES - ones) // 3
