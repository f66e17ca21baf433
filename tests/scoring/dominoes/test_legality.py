"""What the rules forbid, in the words a player reads; and the proof for what they allow."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import CASTLE, Kingdom, PlacedDomino, build_order, problems, usual_grid
from tests.scoring.legal_play import play, replay

SEEDS = st.integers(0, 2**32)


def texts(code: str, grid: int | None = None) -> list[str]:
    return [str(problem.text) for problem in problems(Kingdom.parse(code), grid)]


def rules_broken(code: str, grid: int | None = None) -> set[str]:
    return {problem.rule for problem in problems(Kingdom.parse(code), grid)}


def test_a_castle_alone_is_a_legal_kingdom() -> None:
    assert problems(Kingdom.parse("C")) == ()
    assert build_order(Kingdom.parse("C")) == ()


def test_a_domino_at_the_castle_is_legal() -> None:
    assert build_order(Kingdom.parse("C w f")) == (PlacedDomino(13, ((0, 1), (0, 2))),)


def test_a_domino_is_laid_as_it_is_printed() -> None:
    """Domino 19 is wheat with a crown, then forest."""
    assert build_order(Kingdom.parse("C f w1")) == (PlacedDomino(19, ((0, 2), (0, 1))),)


def test_identical_dominoes_are_numbered_one_after_the_other() -> None:
    order = build_order(Kingdom.parse("w w / C . / w w"))

    assert order is not None
    assert [placed.number for placed in order] == [1, 2]


def test_a_kingdom_is_built_from_the_castle_outwards() -> None:
    order = build_order(Kingdom.parse("l f f f C"))

    assert order is not None
    assert [placed.squares for placed in order] == [((0, 2), (0, 3)), ((0, 1), (0, 0))]


def test_without_a_castle_nothing_was_built() -> None:
    assert texts("w f") == ["There is no castle"]
    assert build_order(Kingdom.parse("w f")) is None


def test_two_castles_are_named_with_their_places() -> None:
    kingdom = Kingdom.parse("C w f w").with_square(0, 3, CASTLE)
    (problem,) = problems(kingdom)

    assert str(problem.text) == "There are 2 castles: row 1, column 1; row 1, column 4"
    assert problem.positions == ((0, 0), (0, 3))


def test_a_kingdom_larger_than_the_grid_names_what_sticks_out() -> None:
    (problem,) = problems(Kingdom.parse("w w C f f f f"), grid=5)

    assert str(problem.text) == "The kingdom is 1x7, larger than the 5x5 grid: 2 squares too far out"
    assert problem.positions in (((0, 0), (0, 1)), ((0, 5), (0, 6)))


def test_seven_squares_wide_is_legal_in_the_mighty_duel_only() -> None:
    code = "w w C w f f f"

    assert rules_broken(code, grid=7) == set()
    assert rules_broken(code, grid=5) == {"grid"}
    assert rules_broken(code) == set()


def test_the_usual_grid_is_5_unless_the_kingdom_is_wider() -> None:
    assert usual_grid(Kingdom.empty(9, 9).with_square(4, 4, CASTLE)) == 5
    assert usual_grid(Kingdom.parse("C w f l w w")) == 7


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("C w2", "2 crowns on a wheat square do not exist: row 1, column 2"),
        ("C f / w l3", "3 crowns on a lake square do not exist: row 2, column 2"),
    ],
)
def test_more_crowns_than_a_terrain_can_have(code: str, text: str) -> None:
    assert text in texts(code)


def test_more_squares_of_a_kind_than_the_box_has() -> None:
    assert "2 squares of mine with 3 crowns are too many: the box has 1" in texts("m3 w C w m3")


def test_more_squares_of_a_terrain_than_the_box_has() -> None:
    assert "8 mine squares are too many: the box has 6" in texts("C m m m/m1 m2 m2 m2/m3 . . .")


def test_squares_cut_off_from_the_castle_are_named() -> None:
    (problem,) = problems(Kingdom.parse("C . w w"))

    assert str(problem.text) == "Cut off from the rest of the kingdom: row 1, column 3; row 1, column 4"


def test_corners_do_not_hold_a_kingdom_together() -> None:
    assert "cut off" in rules_broken("C . . / . w w")


def test_an_odd_number_of_squares_cannot_be_dominoes() -> None:
    assert "3 squares besides the castle are an odd number, and a domino covers two" in texts("C w f l")


def test_a_square_no_domino_joins_to_a_neighbour_is_named() -> None:
    """No domino of the box has grassland and swamp without a crown."""
    assert texts("C g s") == [
        "No domino joins grassland to a square beside it: row 1, column 2",
        "No domino joins swamp to a square beside it: row 1, column 3",
    ]


def test_the_box_has_only_two_dominoes_of_wheat_and_wheat() -> None:
    (problem,) = problems(Kingdom.parse("w w . / . C . / . w w / . w w"))[-1:]

    assert problem.rule in ("cover", "cut off")
    assert rules_broken("ww.ww/wwCww") == {"cover"}


def test_only_the_squares_to_blame_are_named() -> None:
    """Two swamps with two crowns need dominoes 43 and 44; here both want the one with grassland."""
    (problem,) = problems(Kingdom.parse("s2 g . . . / . . C f f / s2 g . . ."))[-1:]

    assert str(problem.text) == "No distinct dominoes cover these 2 squares together: row 1, column 1; row 3, column 1"


def test_a_kingdom_no_order_builds_is_not_legal() -> None:
    """Two dominoes would cover it, but the lakes touch neither the castle nor a lake."""
    (problem,) = problems(Kingdom.parse("C w w l l"))

    assert problem.rule == "order"
    assert str(problem.text) == (
        "No order of legal placements lays all dominoes; left over: row 1, column 4; row 1, column 5"
    )


def test_any_square_beside_the_castle_joins_it() -> None:
    assert rules_broken("w w C l l") == set()


def test_everything_wrong_is_named_at_once() -> None:
    kingdom = Kingdom.parse("w2 . . . . . . C").with_square(0, 5, CASTLE)

    assert [problem.rule for problem in problems(kingdom)] == ["castle", "grid", "crowns", "cut off", "cut off"]


def test_an_empty_board_only_lacks_its_castle() -> None:
    assert texts(".....") == ["There is no castle"]


@given(SEEDS, st.booleans())
@settings(max_examples=40)
def test_every_kingdom_played_by_the_rules_is_legal_and_its_order_replays(seed: int, tidy: bool) -> None:
    kingdom, _ = play(seed, tidy=tidy)
    order = build_order(kingdom)

    assert problems(kingdom) == ()
    assert order is not None
    assert replay(kingdom, order, grid=5) == kingdom


@given(SEEDS, st.booleans())
@settings(max_examples=12)
def test_every_mighty_duel_played_by_the_rules_is_legal_and_its_order_replays(seed: int, tidy: bool) -> None:
    kingdom, _ = play(seed, grid=7, tidy=tidy)
    order = build_order(kingdom, grid=7)

    assert problems(kingdom, grid=7) == ()
    assert order is not None
    assert replay(kingdom, order, grid=7) == kingdom
