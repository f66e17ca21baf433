"""Age of Giants, The Court and Queendomino: scores, placement and supply of their pieces.

Scores are held against a slow engine of the tests' own on 400 random kingdoms full of pieces; as many as
CROWNSIGHT_KINGDOMS says otherwise: ``CROWNSIGHT_KINGDOMS=10000 python -m pytest tests/scoring/test_expansions.py``.
"""

from __future__ import annotations

import os
import random

import pytest

from scoring import (
    BASE,
    COURT,
    GIANTS,
    QUEENDOMINO,
    Board,
    Box,
    Building,
    Character,
    Kingdom,
    Pieces,
    Position,
    Quest,
    Rulebook,
    Rules,
    Terrain,
    rank,
    score,
)
from scoring.bonuses import BonusKind
from scoring.expansions import court, queendomino
from scoring.expansions.queendomino import are_payable
from scoring.limits import find_piece_problems, find_supply_problems
from scoring.pieces import Figure
from scoring.wording import describe_lines
from tests.scoring import slow_engine

KINGDOMS = int(os.environ.get("CROWNSIGHT_KINGDOMS", "400"))
ALL = BASE + GIANTS + COURT + QUEENDOMINO


def test_random_boards_match_the_slow_engine() -> None:
    for seed in range(KINGDOMS):
        chance = random.Random(seed)
        size = chance.choice([5, 5, 7])
        kingdom = slow_engine.any_kingdom(chance, size)
        pieces = slow_engine.any_pieces(chance, kingdom)

        sheet = score(kingdom, Rules(grid=size, box=ALL, quests=tuple(Quest)), pieces=pieces)

        ours = {quest.name: quest.points for quest in sheet.items if quest.kind == "quest"}
        assert ours == {q: slow_engine.quest_points(q, kingdom, pieces, size) for q in ours}
        assert sheet.total == slow_engine.total(kingdom, pieces, list(ours), size), (seed, str(kingdom), pieces)
        assert sheet.largest_territory == max(len(squares) for _, squares in slow_engine.regions(kingdom))
        assert sheet.crowns == sum(slow_engine.crowns_of(kingdom, pieces).values())
        bare = slow_engine.total(kingdom, pieces.without_giants, list(ours), size)
        assert bare == (sheet.total if sheet.without_giants is None else sheet.without_giants)


@pytest.mark.parametrize(
    ("code", "quest", "place", "points"),
    [
        ("Cww/www", Quest.LOST_CORNER, (0, 0), 20),
        ("Cww/www", Quest.LOST_CORNER, (1, 1), 0),
        ("wwwww1/....C", Quest.BLEAK_KING, (0, 0), 0),  # the crown lies on its square wherever the kingdom lies
        ("wwwww1/....C", Quest.BLEAK_KING, (3, 0), 0),
    ],
)
def test_quests_use_the_given_offset(code: str, quest: Quest, place: Position, points: int) -> None:
    sheet = score(Kingdom.parse(code), Rules(box=BASE + GIANTS, quests=(quest,)), offset=place)

    assert sheet.items[0].points == points


# --- What may be where, and how many of it


def giants(*standing: tuple[Position, int]) -> Pieces:
    return Pieces(giants=standing)


def court_of(**where: Position) -> Pieces:
    return Pieces(characters=tuple((at, Character(who)) for who, at in where.items()))


def build(*buildings: Building) -> Pieces:
    """Buildings on the first squares of the first row."""
    return Pieces(buildings=tuple(((0, column), building) for column, building in enumerate(buildings)))


@pytest.mark.parametrize(
    ("code", "pieces", "said"),
    [
        ("w1C", giants(((0, 0), 2)), "row 1, column 1: 2 giants on 1 crown, and each needs one"),
        ("wC", giants(((0, 0), 1)), "row 1, column 1: 1 giant on 0 crowns, and each needs one"),
        ("m3m3m3C", giants(((0, 0), 3), ((0, 1), 3), ((0, 2), 1)), "7 giants; the box has 6"),
        ("w1C", Pieces(tokens=frozenset({(0, 0)})), "row 1, column 1: no token lies on wheat with 1 crown"),
        ("sC", Pieces(tokens=frozenset({(0, 0)})), "row 1, column 1: no token lies on swamp"),
        ("w1C", court_of(king=(0, 0)), "only on a square without a crown"),
        ("wC", Pieces(characters=(((0, 0), Character.KING),), tokens=frozenset({(0, 0)})), "without a token"),
        ("wC", court_of(king=(0, 1)), "no tile stands on castle"),
        ("w.C", court_of(king=(0, 1)), "no tile stands on empty"),
        ("wC", court_of(king=(0, 0), queen=(0, 0)), "row 1, column 1: 2 tiles stand on one square"),
        ("mC", build(Building(crowns=1)), "no such building for mine"),
        ("wC", build(Building(crowns=2)), "no such building for wheat"),
        (
            "wwC",
            Pieces(characters=(((0, 0), Character.KING), ((0, 1), Character.KING))),
            "king is there 2 times; the box has one",
        ),
        ("gggC", build(*[Building(crowns=1)] * 2), "2 buildings on grassland with 1 crown; the box has 1"),
        ("wC", build(Building(points=3)), "stands only on a town"),
        ("tC", build(Building(points=4)), "no box has such a building"),
        ("ttttC", build(*[Building(points=5)] * 4), "4 times town building: 5 points; the box has 3"),
        ("C", Pieces(towers=16), "16 towers; the box has 15"),
        ("C", Pieces(knights=23), "23 knights; the box has 22"),
        ("C", Pieces(coins=175), "the coins of the box are not enough"),
    ],
)
def test_forbidden_pieces_are_problems(code: str, pieces: Pieces, said: str) -> None:
    assert any(said in str(problem) for problem in find_piece_problems(Kingdom.parse(code), pieces, ALL))


@pytest.mark.parametrize(
    ("pieces", "box", "owner"),
    [
        (giants(((0, 0), 1)), BASE + COURT, "Age of Giants"),
        (Pieces(tokens=frozenset({(0, 1)})), BASE + GIANTS, "The Court"),
        (Pieces(coins=1), BASE + COURT, "Queendomino"),
    ],
)
def test_pieces_need_their_box(pieces: Pieces, box: Box, owner: str) -> None:
    (problem,) = find_piece_problems(Kingdom.parse("w1wC"), pieces, box)

    assert f"Pieces of {owner} lie here" in str(problem)


def test_legal_pieces_are_no_problem() -> None:
    pieces = Pieces(
        giants=(((0, 3), 3), ((0, 4), 1)),
        tokens=frozenset({(0, 0)}),
        characters=(((0, 1), Character.KING),),
        buildings=(((0, 2), Building(crowns=1)),),
    )

    assert find_piece_problems(Kingdom.parse("wwwm3m3C"), pieces, ALL) == ()


HOST = "C", Pieces(towers=1, queen=True)
SIX_GIANTS = "m3m3C", giants(((0, 0), 3), ((0, 1), 3))


@pytest.mark.parametrize(
    ("boards", "said"),
    [
        ([SIX_GIANTS, SIX_GIANTS], ["12 giants; the box has 6"]),
        ([("wC", court_of(king=(0, 0)))] * 2, ["king is there 2 times; the box has one"]),
        ([HOST, ("C", Pieces(towers=1))], []),
        ([HOST, ("C", Pieces(towers=2))], ["the queen is with the player who has the most towers"]),
        ([("C", Pieces(towers=16))], []),  # said of its own kingdom
        ([HOST, HOST], ["2 players host the queen; there is one"]),
    ],
)
def test_supply_is_checked_for_the_whole_table(boards: list[tuple[str, Pieces]], said: list[str]) -> None:
    found = find_supply_problems([Board(Kingdom.parse(code), pieces) for code, pieces in boards])

    assert [str(problem) for problem in found] == said


def test_the_boxes_hold_as_many_tiles_as_were_counted() -> None:
    bare = sum(number for square, number in BASE.squares.items() if court.bears_token(square))

    assert sum(court.TOKENS.values()) == bare == 59  # one for every square that bears one
    assert sum(court.BUILDINGS.values()) == 13
    assert len(Character) == 12
    assert sum(queendomino.BUILDINGS.values()) == 32


@pytest.mark.parametrize(
    ("purses", "payable"),
    [([174], True), ([175], False), ([2] * 6, True), ([2] * 7, False), ([43, 43, 44, 44], True), ([8] * 4 + [0], True)],
)
def test_purses_are_paid_with_coins_of_one_three_and_nine(purses: list[int], payable: bool) -> None:
    assert are_payable(purses) is payable


# --- What is said of it


def test_sheet_has_the_total_without_giants() -> None:
    sheet = score(Kingdom.parse("m3 m C"), pieces=giants(((0, 0), 1)))

    assert (sheet.total, sheet.without_giants) == (4, 6)
    assert str(describe_lines(sheet)[-1]) == "Without giants it would be 6"
    assert score(Kingdom.parse("m3 m C")).without_giants is None


def test_a_giant_moves_with_its_square() -> None:
    assert giants(((0, 1), 2)).relocate({(0, 1): (3, 4)}) == giants(((3, 4), 2))
    assert giants(((0, 1), 2)).relocate({}) == giants()


# --- Queendomino


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
    sheet = score(kingdom, Rules(box=BASE + QUEENDOMINO), pieces=pieces)
    crowns = {terrain: sum(t.points for t in sheet.territories if t.terrain is terrain) for terrain in Terrain}
    earned = {kind: [one.points for one in sheet.items if one.kind is kind] for kind in BonusKind}

    assert [crowns[terrain] for terrain in Terrain] == [3, 3, 6, 12, 1, 12, 0]
    assert crowns[Terrain.GRASSLAND] + sum(earned[BonusKind.QUEEN]) == 16
    assert earned[BonusKind.COINS] == [3]
    assert earned[BonusKind.BUILDING] == [6, 3, 8, 2, 5, 3]
    assert sheet.total == 3 + 41 + 27


def test_queen_without_territory_scores_nothing() -> None:
    assert score(Kingdom.parse("C"), Rules(box=BASE + QUEENDOMINO), pieces=Pieces(queen=True)).total == 0


def test_queendomino_never_breaks_ties_by_crowns() -> None:
    rules = Rules(Rulebook.ORIGINAL, box=BASE + QUEENDOMINO)
    few, many = score(Kingdom.parse("w1wClll"), rules), score(Kingdom.parse("w1f1Clll"), rules)

    assert (few.total, many.total, few.crowns, many.crowns) == (2, 2, 1, 2)
    assert [standing.rank for standing in rank({"Ana": few, "Ben": many}, rules)] == [1, 1]
