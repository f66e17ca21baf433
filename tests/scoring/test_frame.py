"""A kingdom smaller than the grid can lie in it in several places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom, Rules, frame_position, frame_positions, score, usual_frame_position
from scoring.frame import framed

STRIP = Kingdom.parse("w1 w C")
WIDE = Kingdom.parse("wwwww/wwCww/wwwww/wwwww")
LARGE = Kingdom.parse("C w w w w w")
WITH_CENTRE = Rules(middle_kingdom=True)


def test_a_complete_kingdom_has_one_place() -> None:
    assert frame_positions(Kingdom.parse("wwwww/wwwww/wwCww/wwwww/wwwww")) == ((0, 0),)


def test_a_row_too_few_leaves_two_places() -> None:
    assert frame_positions(WIDE) == ((0, 0), (1, 0))


def test_empty_rows_around_a_kingdom_do_not_count() -> None:
    assert frame_positions(framed(STRIP)) == frame_positions(STRIP)


def test_a_kingdom_larger_than_the_grid_has_no_place() -> None:
    assert frame_positions(LARGE) == ()


def test_the_castle_usually_lies_in_the_centre() -> None:
    assert usual_frame_position(STRIP) == (2, 0)
    assert usual_frame_position(WIDE) == (1, 0)
    assert usual_frame_position(WIDE, 7) == (2, 1)


def test_a_castle_that_cannot_reach_the_centre_lies_as_near_as_it_can() -> None:
    assert usual_frame_position(Kingdom.parse("C w w w w")) == (2, 0)


def test_a_kingdom_without_a_castle_lies_in_the_middle() -> None:
    assert usual_frame_position(Kingdom.parse("www/www/www")) == (1, 1)


@given(st.sampled_from([STRIP, WIDE, Kingdom.parse("C w/. w")]), st.sampled_from([5, 7]))
def test_a_framed_kingdom_fills_the_grid_and_stays_the_same_kingdom(kingdom: Kingdom, grid: int) -> None:
    for place in frame_positions(kingdom, grid):
        in_grid = framed(kingdom, grid, place)

        assert (in_grid.height, in_grid.width) == (grid, grid)
        assert in_grid.trimmed() == kingdom
        assert frame_position(in_grid) == place


@pytest.mark.parametrize(("kingdom", "place"), [(STRIP, (5, 0)), (STRIP, (0, -1)), (LARGE, None)])
def test_a_frame_that_does_not_fit_is_refused(kingdom: Kingdom, place: tuple[int, int] | None) -> None:
    with pytest.raises(ValueError, match="5x5 grid"):
        framed(kingdom, 5, place)


def test_an_empty_kingdom_lies_somewhere() -> None:
    assert frame_position(Kingdom.empty(3, 3)) == (0, 0)
    assert framed(Kingdom.empty(3, 3)) == Kingdom.empty(5, 5)


def test_the_middle_kingdom_is_earned_where_the_players_say_the_kingdom_lies() -> None:
    assert score(WIDE, WITH_CENTRE).bonuses[0].points == 10
    assert score(WIDE, WITH_CENTRE, place=(1, 0)).bonuses[0].points == 10
    (bonus,) = score(WIDE, WITH_CENTRE, place=(0, 0)).bonuses

    assert (bonus.points, str(bonus.reason)) == (0, "the castle is not in the centre of the 5x5 grid as it lies")


def test_a_place_that_the_kingdom_has_outgrown_says_nothing() -> None:
    assert score(WIDE, WITH_CENTRE, place=(4, 4)).bonuses[0].points == 10
