"""Where a domino may be laid: counts that must not change, and brute force beside them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training.synthesis.placements import is_legal_placement, legal_placements, open_ground, with_domino
from scoring import CASTLE, DOMINOES, Kingdom, PlacedDomino, build_order
from scoring.boxes import Domino
from tests.scoring.legal_play import Laid, play, ways

CASTLE_ALONE = Kingdom.parse("C")
WHEAT_WHEAT, WHEAT_FOREST = DOMINOES[0], DOMINOES[12]


def perft(kingdom: Kingdom, dominoes: list[Domino], grid: int) -> int:
    """In how many ways these dominoes can be laid one after the other."""
    if not dominoes:
        return 1
    return sum(
        perft(with_domino(kingdom, placed), dominoes[1:], grid)
        for placed in legal_placements(kingdom, dominoes[0], grid)
    )


def brute_force_perft(laid: Laid, dominoes: list[Domino], grid: int) -> int:
    if not dominoes:
        return 1
    different = {frozenset(way.items()) for way in ways(laid, grid, dominoes[0].squares)}
    return sum(brute_force_perft(laid | dict(way), dominoes[1:], grid) for way in different)


def test_a_domino_has_24_places_at_a_castle_alone() -> None:
    """Either half beside one of the castle's four sides, the other half in one of three directions."""
    ground = open_ground(CASTLE_ALONE)

    assert len(legal_placements(ground, WHEAT_FOREST)) == 4 * 3 * 2


def test_a_domino_of_two_equal_squares_lies_the_same_both_ways_round() -> None:
    assert len(legal_placements(open_ground(CASTLE_ALONE), WHEAT_WHEAT)) == 12


@pytest.mark.parametrize(
    ("numbers", "grid", "count"),
    [
        ([13], 5, 24),
        ([13, 48], 5, 540),
        ([1, 2], 5, 224),
        ([1, 2], 7, 224),
        ([1, 3], 3, 64),
        ([13, 17, 43], 3, 1552),
    ],
)
def test_the_number_of_ways_to_lay_dominoes_in_turn_stays(numbers: list[int], grid: int, count: int) -> None:
    dominoes = [DOMINOES[number - 1] for number in numbers]

    assert perft(open_ground(CASTLE_ALONE, grid), dominoes, grid) == count
    assert brute_force_perft({(0, 0): CASTLE}, dominoes, grid) == count


@pytest.mark.parametrize(
    ("code", "number", "count"),
    [
        ("w.w/.C./w.w", 1, 28),
        ("wwwww/wwwww/wwC.w/wwwww/wwwww", 1, 0),
        ("ffff./ffffw/ffC../fffff/fffff", 1, 1),
        ("lll../lll../llC../...../.....", 48, 12),
        ("m2w.../..C../.....", 48, 30),
    ],
)
def test_the_number_of_places_on_known_kingdoms_stays(code: str, number: int, count: int) -> None:
    ground = open_ground(Kingdom.parse(code))
    squares = {position: square for position, square in ground.squares() if not square.is_empty}

    assert len(legal_placements(ground, DOMINOES[number - 1])) == count
    assert brute_force_perft(squares, [DOMINOES[number - 1]], 5) == count


@given(st.integers(0, 2**32), st.sampled_from([5, 7]), st.integers(0, 14), st.sampled_from(DOMINOES))
@settings(max_examples=30)
def test_placements_are_those_that_brute_force_finds(seed: int, grid: int, laid: int, domino: Domino) -> None:
    kingdom, _ = play(seed, grid, laid)
    ground = open_ground(kingdom, grid)
    squares = {position: square for position, square in ground.squares() if not square.is_empty}

    found = [
        {position: square for position, square in zip(placed.squares, domino.squares, strict=True)}
        for placed in legal_placements(ground, domino, grid)
    ]
    expected = ways(squares, grid, domino.squares)

    assert {frozenset(way.items()) for way in found} == {frozenset(way.items()) for way in expected}


def test_every_step_of_a_building_order_is_a_legal_placement() -> None:
    kingdom, _ = play(seed=11)
    ((row, column),) = [position for position, square in kingdom.squares() if square.is_castle]
    growing = Kingdom.empty(kingdom.height, kingdom.width).with_square(row, column, CASTLE)

    for placed in build_order(kingdom) or ():
        assert is_legal_placement(growing, placed)

        growing = with_domino(growing, placed)

    assert growing == kingdom


@pytest.mark.parametrize(
    "squares", [((0, 0), (0, 1)), ((0, 1), (0, 3)), ((0, 3), (0, 4)), ((0, 4), (0, 5)), ((-1, 1), (0, 1))]
)
def test_a_domino_lies_on_two_free_joined_squares_side_by_side(
    squares: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    """On the castle, torn apart, joined to nothing, and off the ground."""
    assert not is_legal_placement(Kingdom.parse("C...."), PlacedDomino(13, squares))


def test_open_ground_has_room_for_the_grid_on_every_side() -> None:
    ground = open_ground(CASTLE_ALONE)

    assert (ground.height, ground.width) == (9, 9)
    assert ground[4, 4].is_castle
