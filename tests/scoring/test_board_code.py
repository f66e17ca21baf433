"""The code of a kingdom with its pieces."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import NO_PIECES, Building, Character, CodeError, Kingdom, Pieces, Terrain, board_code, parse_board
from tests.scoring.expansions.slow_engine import any_kingdom, any_pieces

CODE = "w2wC/f.t"
PIECES = Pieces(
    giants=(((0, 0), 2),),
    tokens=frozenset({(0, 1)}),
    characters=(((1, 0), Character.FARMER),),
    buildings=(((1, 2), Building(each=2, per=Terrain.FOREST)),),
    coins=8,
    towers=1,
    knights=2,
    queen=True,
)
WRITTEN = f"{CODE},giant@1.1x2,token@1.2,farmer@2.1,building@2.3:forest:2,coins:8,towers:1,knights:2,queen"


def test_pieces_stand_behind_commas_with_row_and_column_from_one() -> None:
    assert board_code(Kingdom.parse(CODE), PIECES) == WRITTEN
    assert parse_board(WRITTEN) == (Kingdom.parse(CODE), PIECES)


def test_a_code_without_pieces_is_the_kingdom_code_of_always() -> None:
    assert board_code(Kingdom.parse(CODE)) == CODE
    assert parse_board("w1wCf1f") == (Kingdom.parse("w1wCf1f"), NO_PIECES)


def test_t_is_a_town() -> None:
    assert Kingdom.parse("Ct")[0, 1].terrain is Terrain.TOWN
    assert str(Kingdom.parse("Ct")) == "Ct"


@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_the_code_of_any_board_reads_back(seed: int) -> None:
    chance = random.Random(seed)
    kingdom = any_kingdom(chance, 5)
    pieces = any_pieces(chance, kingdom)
    read_kingdom, read = parse_board(board_code(kingdom, pieces))

    assert (read_kingdom, read.tokens, dict(read.giants)) == (kingdom, pieces.tokens, dict(pieces.giants))
    assert (dict(read.characters), dict(read.buildings)) == (dict(pieces.characters), dict(pieces.buildings))
    assert (read.coins, read.towers, read.knights, read.queen) == (
        pieces.coins,
        pieces.towers,
        pieces.knights,
        pieces.queen,
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("wC,giant@1.3", "giant@1.3: the kingdom is 1x2 and has no row 1, column 3"),
        ("wC,giant@0.1", "has no row 0, column 1"),
        ("wC,wizard@1.1", "'wizard@1.1' is no piece"),
        ("wC,giant", "'giant' is no piece"),
        ("wC,building@1.1", "is no piece"),
        ("wC,building@1.1:moat:2", "is no piece"),
        ("wC,coins:-3", "is no piece"),
        ("wC,", "'' is no piece"),
        ("wx,giant@1.1", "row 1, column 2: 'x' is not a square"),
        ("wC" + ",queen" * 1000, "more than 5000 characters"),
    ],
)
def test_what_cannot_be_read_is_named(code: str, said: str) -> None:
    with pytest.raises(CodeError) as refused:
        parse_board(code)
    assert said in str(refused.value)
