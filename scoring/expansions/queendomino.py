"""Queendomino: coins, buildings in towns, the queen, and the limits of the box."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum

from scoring.earnings import Earned, Earning
from scoring.kingdom import Kingdom, Position, at_place
from scoring.message import Message, message, plural
from scoring.pieces import Building, Figure, Pieces
from scoring.problem import Problem
from scoring.terrain import Terrain
from scoring.territories import Territory, counted_squares

COINS_A_POINT = 3
TOWERS, KNIGHTS, BUILDINGS = 15, 22, 32  # in the box
ONES, THREES, NINES = 12, 18, 12  # coins in the box


class Rule(StrEnum):
    """What pieces of Queendomino can break."""

    BUILDINGS = "buildings"  # stand on towns
    COINS = "coins"  # can be paid with the coins of the box
    FIGURES = "figures"  # are no more than the box has
    QUEEN = "queen"  # is hosted by one, who has no fewer towers than others


def earned_in(found: Sequence[Territory], pieces: Pieces) -> Iterator[Earning]:
    """What buildings earn, in the order of their squares, then coins and queen; ``found`` are the territories."""
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
        size = counted_squares(len(squares))
        line = message("queen +{points}: a crown on the largest territory, {size}", points=len(squares), size=size)
        yield Earning(Earned.QUEEN, "queen", len(squares), squares, line)


def _of_building(position: Position, building: Building, found: Sequence[Territory], pieces: Pieces) -> Earning:
    if building.per is None:
        return Earning(Earned.BUILDING, "building", building.points, (position,), _plain(building))
    if isinstance(building.per, Figure):
        number = pieces.towers if building.per is Figure.TOWER else pieces.knights
        points = building.points + building.each * number
        line = _sum(points, number, building, building.per.words)
        return Earning(Earned.BUILDING, "building", points, (position,), line)
    counted = [territory for territory in found if territory.terrain is building.per]
    points = building.points + building.each * len(counted)
    squares = (position, *sorted(square for territory in counted for square in territory.squares))
    return Earning(
        Earned.BUILDING, "building", points, squares, _sum(points, len(counted), building, building.per.words)
    )


def _plain(building: Building) -> Message:
    if building.points or not building.crowns:
        return message("building +{points}", points=building.points)
    crowns = building.crowns
    return plural(crowns, "building: {number} crown in its territory", "building: {number} crowns in its territory")


def _sum(points: int, number: int, building: Building, thing: Message) -> Message:
    parts = {"points": points, "number": number, "each": building.each}
    return message("building +{points}: {number} x {each} for {thing}", thing=thing, **parts)


def problems(kingdom: Kingdom, pieces: Pieces) -> Iterator[Problem]:
    """Buildings of Queendomino that stand on no town."""
    for position, building in pieces.buildings:
        if kingdom[position].terrain is not Terrain.TOWN and not building.crowns:
            text = at_place(position, message("this building stands only on a town"))
            yield Problem(text, (position,), Rule.BUILDINGS)


def too_many(everybodys: Iterable[tuple[Kingdom, Pieces]]) -> Iterator[Problem]:
    """More figures, buildings or coins on a table than the box has, or a queen hosted by the wrong player."""
    everybodys = list(everybodys)
    towns = sum(kingdom[at].terrain is Terrain.TOWN for kingdom, pieces in everybodys for at, _ in pieces.buildings)
    towers = [pieces.towers for _, pieces in everybodys]
    knights = sum(pieces.knights for _, pieces in everybodys)
    if sum(towers) > TOWERS:
        text = message("{here} towers; the box has {there}", here=sum(towers), there=TOWERS)
        yield Problem(text, (), Rule.FIGURES)
    if knights > KNIGHTS:
        yield Problem(message("{here} knights; the box has {there}", here=knights, there=KNIGHTS), (), Rule.FIGURES)
    if towns > BUILDINGS:
        yield Problem(message("{here} buildings; the box has {there}", here=towns, there=BUILDINGS), (), Rule.BUILDINGS)
    if not are_payable([pieces.coins for _, pieces in everybodys]):
        yield Problem(message("the coins of the box are not enough for what everybody has"), (), Rule.COINS)
    hosts = [pieces.towers for _, pieces in everybodys if pieces.queen]
    if len(hosts) > 1:
        yield Problem(message("{hosts} players host the queen; there is one", hosts=len(hosts)), (), Rule.QUEEN)
    if len(hosts) == 1 and hosts[0] < max(towers):
        yield Problem(message("the queen is with the player who has the most towers"), (), Rule.QUEEN)


def are_payable(purses: Collection[int]) -> bool:
    """Whether the coins of one box, of 1, 3 and 9, can pay all these purses at once."""
    ones = sum(purse % 3 for purse in purses)
    threes = sum(purse // 3 for purse in purses)
    nines = min(NINES, sum(purse // 9 for purse in purses))
    return ones <= ONES and threes - 3 * nines <= THREES + (ONES - ones) // 3
