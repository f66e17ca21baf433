"""What the rules forbid, in the words a player reads; and the proof for what they allow."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring import BASE, CASTLE, EMPTY, Kingdom, build_order, problems, usual_grid
from tests.scoring.legal_play import is_buildable, play, replay

SEEDS = st.integers(0, 2**32)


def texts(code: str, grid: int | None = None) -> list[str]:
    return [str(problem.text) for problem in problems(Kingdom.parse(code), grid)]


def rules_broken(code: str, grid: int | None = None) -> set[str]:
    return {problem.rule for problem in problems(Kingdom.parse(code), grid)}


@pytest.mark.parametrize(
    ("code", "order"),
    [
        ("C", []),
        ("C w f", [(13, ((0, 1), (0, 2)))]),
        ("C f w1", [(19, ((0, 2), (0, 1)))]),  # as it is printed: wheat with a crown, then forest
        ("w w / C . / w w", [(1, ((0, 0), (0, 1))), (2, ((2, 0), (2, 1)))]),  # alike, and numbered one after the other
        ("l f f f C", [(3, ((0, 2), (0, 3))), (17, ((0, 1), (0, 0)))]),  # from the castle outwards
    ],
)
def test_a_legal_kingdom_names_the_dominoes_in_an_order_in_which_they_can_be_laid(
    code: str, order: list[tuple[int, tuple[tuple[int, int], tuple[int, int]]]]
) -> None:
    found = build_order(Kingdom.parse(code))

    assert problems(Kingdom.parse(code)) == ()
    assert found is not None
    assert [(placed.number, placed.squares) for placed in found] == order


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("w f", ["There is no castle"]),
        (".....", ["There is no castle"]),
        ("C w2", ["2 crowns on a wheat square do not exist: row 1, column 2"]),
        ("C f / w l3", ["3 crowns on a lake square do not exist: row 2, column 2"]),
        ("m3 w C w m3", ["2 squares of mine with 3 crowns are too many: the box has 1"]),
        ("C . w w", ["Cut off from the rest of the kingdom: row 1, column 3; row 1, column 4"]),
        ("C . . / . w w", ["Cut off from the rest of the kingdom: row 2, column 2; row 2, column 3"]),
        ("C w f l", ["3 squares besides the castle are an odd number, and a domino covers two"]),
        (  # no domino of the box has grassland and swamp without a crown
            "C g s",
            [
                "No domino joins grassland to a square beside it: row 1, column 2",
                "No domino joins swamp to a square beside it: row 1, column 3",
            ],
        ),
        (  # two swamps with two crowns need dominoes 43 and 44; here both want the one with grassland
            "s2 g . . . / . . C f f / s2 g . . .",
            ["No distinct dominoes cover these 2 squares together: row 1, column 1; row 3, column 1"],
        ),
        (  # two dominoes would cover it, but the lakes touch neither the castle nor a lake
            "C w w l l",
            ["No order of legal placements lays all dominoes; left over: row 1, column 4; row 1, column 5"],
        ),
        ("w w C l l", []),
        ("w w C w f f f", []),  # of the Mighty Duel
    ],
)
def test_what_the_rules_forbid_is_said_and_no_order_builds_it(code: str, said: list[str]) -> None:
    found = texts(code)

    assert [text for text in found if text in said] == said
    assert bool(found) is bool(said)
    assert (build_order(Kingdom.parse(code)) is None) is bool(said)


def test_a_box_has_only_so_many_dominoes_and_squares_of_a_terrain() -> None:
    assert rules_broken("ww.ww/wwCww") == {"cover"}
    assert "8 mine squares are too many: the box has 6" in texts("C m m m/m1 m2 m2 m2/m3 . . .")
    assert rules_broken("w w C w f f f", grid=5) == {"grid"}


def test_two_castles_are_named_with_their_places() -> None:
    kingdom = Kingdom.parse("C w f w").with_square(0, 3, CASTLE)
    (problem,) = problems(kingdom)

    assert str(problem.text) == "There are 2 castles: row 1, column 1; row 1, column 4"
    assert problem.positions == ((0, 0), (0, 3))


def test_a_kingdom_larger_than_the_grid_names_what_sticks_out() -> None:
    (problem,) = problems(Kingdom.parse("w w C f f f f"), grid=5)

    assert str(problem.text) == "The kingdom is 1x7, larger than the 5x5 grid: 2 squares too far out"
    assert problem.positions in (((0, 0), (0, 1)), ((0, 5), (0, 6)))


def test_the_usual_grid_is_5_unless_the_kingdom_is_wider() -> None:
    assert usual_grid(Kingdom.empty(9, 9).with_square(4, 4, CASTLE)) == 5
    assert usual_grid(Kingdom.parse("C w f l w w")) == 7


def test_everything_wrong_is_named_at_once() -> None:
    kingdom = Kingdom.parse("w2 . . . . . . C").with_square(0, 5, CASTLE)

    assert [problem.rule for problem in problems(kingdom)] == ["castle", "grid", "crowns", "cut off", "cut off"]


@given(SEEDS, st.sampled_from([5, 7]), st.integers(0, 48), st.booleans())
@settings(max_examples=20)
@example(seed=0, grid=5, dominoes=0, tidy=False)
def test_a_kingdom_played_by_the_rules_is_legal_at_every_moment_and_its_order_replays(
    seed: int, grid: int, dominoes: int, tidy: bool
) -> None:
    kingdom, numbers = play(seed, grid, dominoes, tidy)
    order = build_order(kingdom, grid)

    assert problems(kingdom, grid) == ()
    assert order is not None
    assert len(order) == len(numbers)
    assert replay(kingdom, order, grid) == kingdom


@given(SEEDS)
@settings(max_examples=10)
def test_a_changed_square_is_judged_as_cutting_in_every_way_judges_it(seed: int) -> None:
    kingdom, _ = play(seed)
    chance = random.Random(seed)

    for _ in range(6):
        row, column = chance.choice([position for position, _ in kingdom.squares()])
        changed = kingdom.with_square(row, column, chance.choice([*BASE.squares, CASTLE, EMPTY]))

        assert (problems(changed, 5) == ()) == is_buildable(changed, 5)
