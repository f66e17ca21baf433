"""Queendomino: towns, buildings, coins and the queen, and the limits of its box."""

from __future__ import annotations

import pytest

from scoring import BASE, QUEENDOMINO, Building, Edition, Kingdom, Pieces, Rules, Terrain, rank, score
from scoring.bonuses import Earned
from scoring.expansions import queendomino
from scoring.expansions.limits import piece_problems, table_problems
from scoring.expansions.queendomino import are_payable
from scoring.pieces import Figure

BOX = BASE + QUEENDOMINO


def points(code: str, pieces: Pieces, kind: Earned) -> list[int]:
    sheet = score(Kingdom.parse(code), Rules(box=BOX), pieces=pieces)
    return [earning.points for earning in sheet.earnings if earning.kind is kind]


def test_the_scoring_example_of_the_rulebook() -> None:
    """Coins 3, crowns 41 with the queen on the grassland, buildings 27; the kingdom laid so that all of it is true."""
    kingdom = Kingdom.parse(
        """
        w1 w  w  t  f1
        t  f1 f  t  l1
        g1 g  C  l1 l
        g2 g  t  t  f
        m2 m1 m1 s1 t
        """
    )
    pieces = Pieces(
        buildings=(
            ((0, 3), Building(each=2, per=Terrain.FOREST)),  # Sawmill
            ((1, 3), Building(each=1, per=Figure.TOWER)),  # Travelling Castle
            ((1, 0), Building(each=2, per=Terrain.TOWN)),  # Church
            ((3, 2), Building(points=2)),  # Big Tavern
            ((3, 3), Building(points=5)),  # Statue
            ((4, 4), Building(points=3)),  # Guard Tower
        ),
        coins=11,
        towers=3,
        queen=True,
    )
    sheet = score(kingdom, Rules(box=BOX), pieces=pieces)
    crowns = {terrain: sum(t.points for t in sheet.territories if t.terrain is terrain) for terrain in Terrain}
    queen = points(str(kingdom), pieces, Earned.QUEEN)

    assert [crowns[terrain] for terrain in Terrain] == [3, 3, 6, 12, 1, 12, 0]
    assert crowns[Terrain.GRASSLAND] + sum(queen) == 16
    assert points(str(kingdom), pieces, Earned.COINS) == [3]
    assert points(str(kingdom), pieces, Earned.BUILDING) == [6, 3, 8, 2, 5, 3]
    assert sheet.total == 3 + 41 + 27


def test_a_queen_who_has_no_territory_to_crown_earns_nothing() -> None:
    assert points("C", Pieces(queen=True), Earned.QUEEN) == [0]


def test_crowns_never_break_a_tie() -> None:
    rules = Rules(Edition.ORIGINAL, box=BOX)
    few, many = score(Kingdom.parse("m2m.C"), rules), score(Kingdom.parse("m1m1.C/w1w1.."), rules)

    assert few.total == 4 == many.total - 4
    shared = rank({"Ana": few, "Ben": score(Kingdom.parse("w1w1C"), rules)}, rules)
    assert [standing.place for standing in shared] == [1, 1]


@pytest.mark.parametrize(
    ("code", "pieces", "said"),
    [
        ("wC", Pieces(buildings=(((0, 0), Building(points=3)),)), "stands only on a town"),
        ("tC", Pieces(buildings=(((0, 0), Building(points=4)),)), "no box has such a building"),
        (
            "t" * 4 + "C",
            Pieces(buildings=tuple(((0, at), Building(points=5)) for at in range(4))),
            "4 times town building: 5 points; the box has 3",
        ),
        ("C", Pieces(towers=16), "16 towers; the box has 15"),
        ("C", Pieces(knights=23), "23 knights; the box has 22"),
        ("C", Pieces(coins=175), "the coins of the box are not enough"),
    ],
)
def test_the_box_has_only_so_much(code: str, pieces: Pieces, said: str) -> None:
    assert any(said in str(problem.text) for problem in piece_problems(Kingdom.parse(code), pieces, BOX))
    assert sum(queendomino.BUILDINGS.values()) == 32


def test_the_queen_has_one_host_with_the_most_towers() -> None:
    castle = Kingdom.parse("C")
    host, rival = (castle, Pieces(towers=1, queen=True)), (castle, Pieces(towers=2))

    assert table_problems([host, (castle, Pieces(towers=1))]) == ()
    assert "most towers" in str(table_problems([host, rival])[0].text)
    assert "2 players host the queen" in str(table_problems([host, host])[0].text)


@pytest.mark.parametrize(
    ("purses", "payable"),
    [([174], True), ([175], False), ([2] * 6, True), ([2] * 7, False), ([43, 43, 44, 44], True), ([8] * 4 + [0], True)],
)
def test_purses_are_paid_with_coins_of_one_three_and_nine(purses: list[int], payable: bool) -> None:
    assert are_payable(purses) is payable
