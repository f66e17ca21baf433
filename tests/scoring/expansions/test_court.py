"""The Court: characters, tokens and buildings, and where they may not be."""

from __future__ import annotations

import pytest

from scoring import BASE, COURT, GIANTS, Building, Character, Kingdom, Pieces, score
from scoring.bonuses import Earned
from scoring.expansions import court
from scoring.expansions.limits import piece_problems, table_problems
from scoring.terrain import Terrain

BOX = BASE + COURT
AROUND = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]


def earned(code: str, pieces: Pieces) -> list[int]:
    sheet = score(Kingdom.parse(code), pieces=pieces)
    return [earning.points for earning in sheet.earnings if earning.kind is Earned.CHARACTER]


def wrong(code: str, pieces: Pieces) -> list[str]:
    return [str(problem.text) for problem in piece_problems(Kingdom.parse(code), pieces, BOX)]


def test_there_are_59_tokens_as_many_as_crownless_squares_of_these_terrains() -> None:
    bare = sum(number for square, number in BASE.squares.items() if court.bears_token(square))

    assert sum(court.TOKENS.values()) == bare == 59


def test_there_are_25_tiles_13_of_them_buildings() -> None:
    assert sum(court.BUILDINGS.values()) == 13
    assert len(Character) == 12


@pytest.mark.parametrize(
    ("who", "letter"), [("farmer", "w"), ("lumberjack", "f"), ("fisherman", "l"), ("shepherdess", "g")]
)
def test_collectors_earn_three_and_three_for_each_token_of_theirs_around(who: str, letter: str) -> None:
    code = f"{letter * 3}/{letter}s{letter}/{letter * 3}"
    here = (((1, 1), Character(who)),)

    assert earned(code, Pieces(characters=here)) == [3]
    assert earned(code, Pieces(characters=here, tokens=frozenset(AROUND[:3]))) == [12]
    assert earned("sss/sss/sss", Pieces(characters=here, tokens=frozenset(AROUND))) == [3]


def test_the_merchant_earns_two_and_two_for_each_token_of_any_kind_around() -> None:
    pieces = Pieces(characters=(((1, 1), Character.MERCHANT),), tokens=frozenset(AROUND[:4]))

    assert earned("wfl/gss/mmm", pieces) == [2 + 2 * 4]


@pytest.mark.parametrize(
    ("who", "points"), [("axe_warrior", 3), ("sword_warrior", 3), ("light_archer", 4), ("heavy_archer", 4)]
)
def test_warriors_earn_what_is_printed_on_them(who: str, points: int) -> None:
    assert earned("w", Pieces(characters=(((0, 0), Character(who)),))) == [points]


def test_the_captain_earns_one_and_three_for_each_other_warrior_around() -> None:
    others = [Character.AXE_WARRIOR, Character.HEAVY_ARCHER, Character.FARMER]
    pieces = Pieces(characters=(((1, 1), Character.CAPTAIN), *zip(AROUND, others, strict=False)))

    assert earned("www/www/www", pieces)[0] == 1 + 3 * 2


def test_the_king_earns_one_for_each_crown_around_printed_or_built() -> None:
    pieces = Pieces(characters=(((1, 1), Character.KING),), buildings=(((2, 2), Building(crowns=2)),))

    assert earned("w1w w/m3w w/w w g", pieces) == [1 + 3 + 2]


def test_the_king_counts_a_crown_under_a_giant_as_two_engines_do() -> None:
    pieces = Pieces(characters=(((0, 1), Character.KING),), giants=(((0, 2), 1),))

    assert earned("w1 w m3", pieces) == [1 + 3]


def test_the_queen_earns_two_and_two_for_each_other_character_around() -> None:
    pieces = Pieces(characters=(((0, 0), Character.QUEEN), ((0, 1), Character.KING), ((0, 2), Character.FARMER)))

    assert earned("www", pieces)[0] == 4


def test_a_building_adds_its_crowns_to_its_territory() -> None:
    sheet = score(Kingdom.parse("g g1 g C"), pieces=Pieces(buildings=(((0, 0), Building(crowns=2)),)))

    assert (sheet.total, sheet.crowns) == (9, 3)


def test_the_square_of_a_character_still_counts_for_its_territory() -> None:
    sheet = score(Kingdom.parse("w1 w w C"), pieces=Pieces(characters=(((0, 2), Character.AXE_WARRIOR),)))

    assert sheet.total == 3 + 3


@pytest.mark.parametrize(
    ("code", "pieces", "said"),
    [
        ("w1C", Pieces(tokens=frozenset({(0, 0)})), "row 1, column 1: no token lies on wheat with 1 crown"),
        ("sC", Pieces(tokens=frozenset({(0, 0)})), "row 1, column 1: no token lies on swamp"),
        ("w1C", Pieces(characters=(((0, 0), Character.KING),)), "only on a square without a crown"),
        ("wC", Pieces(characters=(((0, 0), Character.KING),), tokens=frozenset({(0, 0)})), "without a token"),
        ("wC", Pieces(characters=(((0, 1), Character.KING),)), "no tile stands on castle"),
        ("mC", Pieces(buildings=(((0, 0), Building(crowns=1)),)), "no such building for mine"),
        ("wC", Pieces(buildings=(((0, 0), Building(crowns=2)),)), "no such building for wheat"),
        (
            "wwC",
            Pieces(characters=(((0, 0), Character.KING), ((0, 1), Character.KING))),
            "king is there 2 times; the box has one",
        ),
        (
            "gggC",
            Pieces(buildings=(((0, 0), Building(crowns=1)), ((0, 1), Building(crowns=1)))),
            "2 buildings on grassland with 1 crown; the box has 1",
        ),
    ],
)
def test_pieces_stand_where_the_rules_allow(code: str, pieces: Pieces, said: str) -> None:
    assert any(said in text for text in wrong(code, pieces))


def test_each_character_is_on_the_table_once() -> None:
    board = Kingdom.parse("wC"), Pieces(characters=(((0, 0), Character.KING),))

    assert [str(problem.text) for problem in table_problems([board, board])] == [
        "king is there 2 times; the box has one"
    ]


def test_pieces_of_a_box_that_is_not_there_are_named() -> None:
    found = piece_problems(Kingdom.parse("wC"), Pieces(tokens=frozenset({(0, 0)})), BASE + GIANTS)

    assert "Pieces of The Court lie here" in str(found[0].text)


def test_pieces_as_they_may_stand_are_no_problem() -> None:
    pieces = Pieces(
        tokens=frozenset({(0, 0)}),
        characters=(((0, 1), Character.KING),),
        buildings=(((0, 2), Building(crowns=1)),),
    )

    assert wrong("wwwC", pieces) == []
    assert court.TOKENS[Terrain.WHEAT] == 21
