"""The fewest squares whose change makes a kingdom legal, and dominoes that only lie beside it."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import CASTLE, EMPTY, Kingdom, Position, nearest_legal, problems
from scoring.boxes import BASE
from scoring.dominoes.nearest import Change, loose_dominoes, without
from tests.scoring.legal_play import is_buildable, play

ANY_SQUARE = [*BASE.squares, CASTLE, EMPTY]


def repaired(kingdom: Kingdom, changes: tuple[Change, ...]) -> Kingdom:
    for change in changes:
        assert kingdom[change.position] == change.was
        kingdom = kingdom.with_square(*change.position, change.becomes)
    return kingdom


@pytest.mark.parametrize("code", ["f w f f1", "w f . f f / w w . . ."])
def test_a_missing_castle_is_put_back(code: str) -> None:
    changes = nearest_legal(Kingdom.parse(code))

    assert changes is not None
    assert CASTLE in [change.becomes for change in changes]


def test_a_kingdom_far_from_any_legal_one_has_no_near_one() -> None:
    assert nearest_legal(Kingdom.parse("m3m3m3m3m3/m3m3m3m3m3"), most=2) is None


def test_a_board_for_which_the_box_has_far_too_few_dominoes_has_no_near_one() -> None:
    """Every kind of square lies here no more often than in the box, but not on such dominoes."""
    assert nearest_legal(Kingdom.parse("fffffff/fffffff/lllllll/lllClll/wwwwwww/wwwwwww/ggggggg")) is None


@given(st.integers(0, 2**32), st.sampled_from([5, 7]), st.integers(0, 2))
@settings(max_examples=6)
def test_misread_squares_are_as_many_changes_away_at_most(seed: int, grid: int, misread: int) -> None:
    kingdom, _ = play(seed, grid)
    chance = random.Random(seed)
    for _ in range(misread):
        row, column = chance.choice([position for position, _ in kingdom.squares()])
        kingdom = kingdom.with_square(row, column, chance.choice(ANY_SQUARE))

    changes = nearest_legal(kingdom, grid)

    assert changes is not None
    assert bool(problems(kingdom, grid)) <= len(changes) <= misread
    assert problems(repaired(kingdom, changes), grid) == ()


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


@pytest.mark.parametrize(
    ("code", "loose"),
    [
        (LAID, ()),  # fits its grid
        ("wwwwwww/wwwwwww/wwwwwww/wwwCwww/wwwwwww/wwwwwww/wwwwwww", ()),
        ("Cwwwww.", ()),  # the castle and what joins the rest to it belong to a kingdom
        ("Cwwwwf/.....f/.....f/.....f/.....f", ()),
        ("wwCwwww", (((0, 0), (0, 1)), ((0, 5), (0, 6)))),
        ("wwCllss", (((0, 5), (0, 6)),)),  # without the wheat the swamp joins nothing
        ("ss.Cwwww", (((0, 0), (0, 1)),)),  # touches nothing
        ("sswwCwwgg", ()),  # on both sides: not guessed at
    ],
)
def test_only_a_domino_without_which_the_rest_can_have_been_laid_may_lie_beside(
    code: str, loose: tuple[tuple[Position, Position], ...]
) -> None:
    assert loose_dominoes(Kingdom.parse(code)) == loose
