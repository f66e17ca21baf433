"""Legality of kingdoms: problems and their sentences, buildability, and the nearest legal kingdom."""

import random
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring import BASE, CASTLE, EMPTY, Kingdom, Position, build_order, default_grid, find_nearest_legal, find_problems
from scoring.dominoes.nearest import Change, find_stray_dominoes, remove_pair
from tests.scoring.legal_play import is_buildable, play, replay

SEEDS = st.integers(0, 2**32)
ANY_SQUARE = [*BASE.squares, CASTLE, EMPTY]


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
def test_build_order_can_be_replayed(
    code: str, order: list[tuple[int, tuple[tuple[int, int], tuple[int, int]]]]
) -> None:
    found = build_order(Kingdom.parse(code))

    assert find_problems(Kingdom.parse(code)) == ()
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
        ("C w f l", ["3 squares can’t be dominoes: one is missing or too many"]),
        (  # no domino of the box has grassland and swamp without a crown
            "C g s",
            [
                "No domino joins grassland to a square beside it: row 1, column 2",
                "No domino joins swamp to a square beside it: row 1, column 3",
            ],
        ),
        (  # two swamps with two crowns need dominoes 43 and 44; here both want the one with grassland
            "s2 g . . . / . . C f f / s2 g . . .",
            ["These 2 squares can’t all be right: row 1, column 1; row 3, column 1"],
        ),
        (  # two dominoes would cover it, but the lakes touch neither the castle nor a lake
            "C w w l l",
            ["No order of legal placements lays all dominoes; left over: row 1, column 4; row 1, column 5"],
        ),
        (  # the box has two dominoes of wheat alone
            "ww.ww/wwCww",
            [
                "These 3 squares can’t all be right: row 1, column 5; row 2, column 2; row 2, column 4",
                "These 3 squares can’t all be right: row 1, column 4; row 2, column 1; row 2, column 5",
            ],
        ),
        ("C m m m/m1 m2 m2 m2/m3 . . .", ["8 mine squares are too many: the box has 6"]),
        ("w w C l l", []),
        ("w w C w f f f", []),  # of the Mighty Duel
    ],
)
def test_illegal_kingdoms_have_problems_and_no_order(code: str, said: list[str]) -> None:
    found = [str(problem) for problem in find_problems(Kingdom.parse(code))]

    assert [text for text in found if text in said] == said
    assert bool(found) is bool(said)
    assert (build_order(Kingdom.parse(code)) is None) is bool(said)


def test_castle_and_grid_problems_name_their_squares() -> None:
    (castles,) = find_problems(Kingdom.parse("C w f w").with_square(0, 3, CASTLE))
    (size,) = find_problems(Kingdom.parse("w w C f f f f"), grid=5)

    assert str(castles) == "There are 2 castles: row 1, column 1; row 1, column 4"
    assert castles.squares == ((0, 0), (0, 3))
    assert str(size) == "The kingdom is 1x7, larger than the 5x5 grid: 2 squares too far out"
    assert size.squares in (((0, 0), (0, 1)), ((0, 5), (0, 6)))


def test_default_grid_is_5_unless_wider() -> None:
    assert default_grid(Kingdom.empty(9, 9).with_square(4, 4, CASTLE)) == 5
    assert default_grid(Kingdom.parse("C w f l w w")) == 7


def test_all_problems_are_found_at_once() -> None:
    kingdom = Kingdom.parse("w2 . . . . . . C").with_square(0, 5, CASTLE)

    assert [problem.rule for problem in find_problems(kingdom)] == [
        "several castles",
        "outside grid",
        "no such crowns",
        "cut off",
        "cut off",
    ]


@given(SEEDS, st.sampled_from([5, 7]), st.integers(0, 48), st.booleans())
@settings(max_examples=20)
@example(seed=0, grid=5, dominoes=0, tidy=False)
def test_random_legal_play_is_legal_and_replays(seed: int, grid: int, dominoes: int, tidy: bool) -> None:
    kingdom, numbers = play(seed, grid, dominoes, tidy)
    order = build_order(kingdom, grid)

    assert find_problems(kingdom, grid) == ()
    assert order is not None
    assert len(order) == len(numbers)
    assert replay(kingdom, order, grid) == kingdom


@given(SEEDS)
@settings(max_examples=10)
def test_legality_matches_exhaustive_search(seed: int) -> None:
    kingdom, _ = play(seed)
    chance = random.Random(seed)

    for _ in range(6):
        row, column = chance.choice([position for position, _ in kingdom.squares()])
        changed = kingdom.with_square(row, column, chance.choice(ANY_SQUARE))

        assert (find_problems(changed, 5) == ()) == is_buildable(changed, 5)


# --- The nearest legal kingdom, and dominoes that only lie beside one


def repair(kingdom: Kingdom, changes: tuple[Change, ...]) -> Kingdom:
    for change in changes:
        assert kingdom[change.position] == change.was
        kingdom = kingdom.with_square(*change.position, change.becomes)
    return kingdom


@pytest.mark.parametrize("code", ["f w f f1", "w f . f f / w w . . ."])
def test_a_missing_castle_is_put_back(code: str) -> None:
    changes = find_nearest_legal(Kingdom.parse(code))

    assert changes is not None
    assert CASTLE in [change.becomes for change in changes]


@pytest.mark.parametrize(
    "code",
    [
        "m3m3m3m3m3/m3m3m3m3m3",
        "fffffff/fffffff/lllllll/lllClll/wwwwwww/wwwwwww/ggggggg",  # squares enough, but not on such dominoes
    ],
)
def test_a_kingdom_far_from_any_legal_one_has_no_near_one(code: str) -> None:
    assert find_nearest_legal(Kingdom.parse(code)) is None


@given(SEEDS, st.sampled_from([5, 7]), st.integers(0, 2))
@settings(max_examples=6)
def test_misread_squares_are_as_many_changes_away_at_most(seed: int, grid: int, misread: int) -> None:
    kingdom, _ = play(seed, grid)
    chance = random.Random(seed)
    for _ in range(misread):
        row, column = chance.choice([position for position, _ in kingdom.squares()])
        kingdom = kingdom.with_square(row, column, chance.choice(ANY_SQUARE))

    changes = find_nearest_legal(kingdom, grid)

    assert changes is not None
    assert bool(find_problems(kingdom, grid)) <= len(changes) <= misread
    assert find_problems(repair(kingdom, changes), grid) == ()


@given(SEEDS)
@settings(max_examples=5)
def test_two_suggested_changes_are_both_needed(seed: int) -> None:
    """Checked by trying every square on a small kingdom."""
    kingdom, _ = play(seed, grid=3)
    chance = random.Random(seed)
    for _ in range(2):
        row, column = chance.choice([position for position, _ in kingdom.squares()])
        kingdom = kingdom.with_square(row, column, chance.choice(ANY_SQUARE))

    changes = find_nearest_legal(kingdom, grid=3)
    by_trying = any(
        is_buildable(kingdom.with_square(*position, square), grid=3)
        for (position, _), square in product(kingdom.squares(), ANY_SQUARE)
    )

    assert changes is not None
    assert (len(changes) <= 1) == by_trying


LAID = "m2ss2sw1/sswlw1/Cwwwm3/wwww1m/m1fg1ws"
WITH_ONE_BESIDE = Kingdom.parse("m2ss2sw1./sswlw1l1/Cwwwm3f/wwww1m./m1fg1ws.")


def test_stray_domino_makes_the_rest_fit() -> None:
    assert find_stray_dominoes(WITH_ONE_BESIDE) == (((1, 5), (2, 5)),)
    assert remove_pair(WITH_ONE_BESIDE, ((1, 5), (2, 5))).crop() == Kingdom.parse(LAID)


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
def test_stray_domino_leaves_a_legal_kingdom(code: str, loose: tuple[tuple[Position, Position], ...]) -> None:
    assert find_stray_dominoes(Kingdom.parse(code)) == loose
