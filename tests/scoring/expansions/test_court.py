"""The Court: what lies in its box, and where its characters, tokens and buildings may not be."""

from __future__ import annotations

import pytest

from scoring import BASE, COURT, GIANTS, Building, Character, Kingdom, Pieces, Position
from scoring.expansions import court
from scoring.expansions.limits import piece_problems, table_problems

BOX = BASE + COURT


def test_the_box_has_a_token_for_every_crownless_square_of_these_terrains_and_25_tiles() -> None:
    bare = sum(number for square, number in BASE.squares.items() if court.bears_token(square))

    assert sum(court.TOKENS.values()) == bare == 59
    assert sum(court.BUILDINGS.values()) == 13
    assert len(Character) == 12


def placed(**where: Position) -> tuple[tuple[Position, Character], ...]:
    return tuple((at, Character(who)) for who, at in where.items())


KING = placed(king=(0, 0))


@pytest.mark.parametrize(
    ("code", "pieces", "said"),
    [
        ("w1C", Pieces(tokens=frozenset({(0, 0)})), "row 1, column 1: no token lies on wheat with 1 crown"),
        ("sC", Pieces(tokens=frozenset({(0, 0)})), "row 1, column 1: no token lies on swamp"),
        ("w1C", Pieces(characters=KING), "only on a square without a crown"),
        ("wC", Pieces(characters=KING, tokens=frozenset({(0, 0)})), "without a token"),
        ("wC", Pieces(characters=placed(king=(0, 1))), "no tile stands on castle"),
        ("mC", Pieces(buildings=(((0, 0), Building(crowns=1)),)), "no such building for mine"),
        ("wC", Pieces(buildings=(((0, 0), Building(crowns=2)),)), "no such building for wheat"),
        ("wwC", Pieces(characters=(*KING, ((0, 1), Character.KING))), "king is there 2 times; the box has one"),
        (
            "gggC",
            Pieces(buildings=(((0, 0), Building(crowns=1)), ((0, 1), Building(crowns=1)))),
            "2 buildings on grassland with 1 crown; the box has 1",
        ),
    ],
)
def test_what_the_rules_do_not_allow_is_named(code: str, pieces: Pieces, said: str) -> None:
    assert any(said in str(problem.text) for problem in piece_problems(Kingdom.parse(code), pieces, BOX))


def test_pieces_as_they_may_stand_are_no_problem() -> None:
    pieces = Pieces(
        tokens=frozenset({(0, 0)}),
        characters=placed(king=(0, 1)),
        buildings=(((0, 2), Building(crowns=1)),),
    )

    assert piece_problems(Kingdom.parse("wwwC"), pieces, BOX) == ()


def test_each_character_is_on_the_table_once() -> None:
    board = Kingdom.parse("wC"), Pieces(characters=KING)

    assert [str(problem.text) for problem in table_problems([board, board])] == [
        "king is there 2 times; the box has one"
    ]


def test_pieces_of_a_box_that_is_not_there_are_named() -> None:
    found = piece_problems(Kingdom.parse("wC"), Pieces(tokens=frozenset({(0, 0)})), BASE + GIANTS)

    assert "Pieces of The Court lie here" in str(found[0].text)
