"""The fewest squares whose change makes a kingdom legal, and dominoes that only lie beside it."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import CASTLE, EMPTY, Kingdom, Square, Terrain, nearest_legal, problems
from scoring.boxes import BASE
from scoring.dominoes.nearest import Change, loose_dominoes, without
from tests.scoring.legal_play import play
from tests.scoring.slow_referee import is_buildable

ANY_SQUARE = [*BASE.squares, CASTLE, EMPTY]


def repaired(kingdom: Kingdom, changes: tuple[Change, ...]) -> Kingdom:
    for change in changes:
        assert kingdom[change.position] == change.was
        kingdom = kingdom.with_square(*change.position, change.becomes)
    return kingdom


def test_a_legal_kingdom_needs_no_change() -> None:
    assert nearest_legal(Kingdom.parse("C w f")) == ()


def test_a_change_says_what_was_there_and_what_should_be() -> None:
    change = Change((1, 3), Square(Terrain.MINE, 3), Square(Terrain.FOREST))

    assert str(change.words) == "row 2, column 4: forest instead of mine with 3 crowns"


def test_an_impossible_crown_is_taken_back() -> None:
    (change,) = nearest_legal(Kingdom.parse("f f C w2 f")) or ()

    assert change.position == (0, 3)


@pytest.mark.parametrize("code", ["f w f f1", "w f . f f / w w . . ."])
def test_a_missing_castle_is_put_back(code: str) -> None:
    changes = nearest_legal(Kingdom.parse(code))

    assert changes is not None
    assert CASTLE in [change.becomes for change in changes]


def test_a_second_castle_is_taken_away() -> None:
    kingdom = Kingdom.parse("C w f l l").with_square(0, 3, CASTLE)
    changes = nearest_legal(kingdom)

    assert changes is not None
    assert problems(repaired(kingdom, changes)) == ()


def test_a_square_outside_the_grid_is_taken_away() -> None:
    changes = nearest_legal(Kingdom.parse("l f C w f l"), grid=5)

    assert changes == (Change((0, 5), Square(Terrain.LAKE), EMPTY),)


def test_a_kingdom_far_from_any_legal_one_has_no_near_one() -> None:
    assert nearest_legal(Kingdom.parse("m3m3m3m3m3/m3m3m3m3m3"), most=2) is None


def test_a_board_for_which_the_box_has_far_too_few_dominoes_has_no_near_one() -> None:
    """Every kind of square lies here no more often than in the box, but not on such dominoes."""
    assert nearest_legal(Kingdom.parse("fffffff/fffffff/lllllll/lllClll/wwwwwww/wwwwwww/ggggggg")) is None


@given(st.integers(0, 2**32), st.sampled_from([5, 7]))
@settings(max_examples=6)
def test_two_misread_squares_are_at_most_two_changes_away(seed: int, grid: int) -> None:
    kingdom, _ = play(seed, grid)
    chance = random.Random(seed)
    for _ in range(2):
        row, column = chance.choice([position for position, _ in kingdom.squares()])
        kingdom = kingdom.with_square(row, column, chance.choice(ANY_SQUARE))

    changes = nearest_legal(kingdom, grid)

    assert changes is not None
    assert len(changes) <= 2
    assert problems(repaired(kingdom, changes), grid) == ()


@given(st.integers(0, 2**32), st.sampled_from([5, 7]))
@settings(max_examples=12)
def test_one_misread_square_is_one_change_away(seed: int, grid: int) -> None:
    kingdom, _ = play(seed, grid)
    chance = random.Random(seed)
    row, column = chance.choice([position for position, _ in kingdom.squares()])
    misread = kingdom.with_square(row, column, chance.choice(ANY_SQUARE))

    changes = nearest_legal(misread, grid)

    assert changes is not None
    assert len(changes) == bool(problems(misread, grid))
    assert problems(repaired(misread, changes), grid) == ()


@given(st.integers(0, 2**32))
@settings(max_examples=5)
def test_no_single_change_does_where_two_are_told(seed: int) -> None:
    """Checked by trying every square on a small kingdom."""
    kingdom, _ = play(seed, grid=3)
    chance = random.Random(seed)
    for _ in range(2):
        row, column = chance.choice([position for position, _ in kingdom.squares()])
        kingdom = kingdom.with_square(row, column, chance.choice(ANY_SQUARE))

    changes = nearest_legal(kingdom, grid=3)
    by_trying = any(
        is_buildable(kingdom.with_square(*position, square), grid=3)
        for (position, _), square in product(kingdom.squares(), ANY_SQUARE)
    )

    assert changes is not None
    assert (len(changes) <= 1) == by_trying


LAID = "m2ss2sw1/sswlw1/Cwwwm3/wwww1m/m1fg1ws"
WITH_ONE_BESIDE = Kingdom.parse("m2ss2sw1./sswlw1l1/Cwwwm3f/wwww1m./m1fg1ws.")


def test_the_domino_without_which_a_kingdom_fits_its_grid_may_lie_beside_it() -> None:
    assert loose_dominoes(WITH_ONE_BESIDE) == (((1, 5), (2, 5)),)
    assert without(WITH_ONE_BESIDE, ((1, 5), (2, 5))).trimmed() == Kingdom.parse(LAID)


def test_a_kingdom_that_fits_its_grid_has_none() -> None:
    assert loose_dominoes(Kingdom.parse(LAID)) == ()
    assert loose_dominoes(Kingdom.parse("wwwwwww/wwwwwww/wwwwwww/wwwCwww/wwwwwww/wwwwwww/wwwwwww")) == ()


def test_the_castle_and_what_joins_the_rest_to_it_belong_to_a_kingdom() -> None:
    assert loose_dominoes(Kingdom.parse("Cwwwww.")) == ()
    assert loose_dominoes(Kingdom.parse("Cwwwwf/.....f/.....f/.....f/.....f")) == ()


def test_of_two_ends_that_stick_out_only_one_without_which_the_rest_can_have_been_laid_may_lie_beside() -> None:
    assert loose_dominoes(Kingdom.parse("wwCwwww")) == (((0, 0), (0, 1)), ((0, 5), (0, 6)))
    assert loose_dominoes(Kingdom.parse("wwCllss")) == (((0, 5), (0, 6)),)  # without the wheat the swamp joins nothing


def test_a_domino_that_touches_nothing_may_lie_beside() -> None:
    assert loose_dominoes(Kingdom.parse("ss.Cwwww")) == (((0, 0), (0, 1)),)


def test_dominoes_on_both_sides_are_not_guessed_at() -> None:
    assert loose_dominoes(Kingdom.parse("sswwCwwgg")) == ()
