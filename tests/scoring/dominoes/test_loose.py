"""A domino that lies beside a kingdom makes it wider than its grid; without it the kingdom fits."""

from __future__ import annotations

from scoring import Kingdom
from scoring.dominoes.loose import loose_dominoes, without

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
