"""Territories, as the rulebook draws them, and those that are worth telling of."""

from scoring import Kingdom, Terrain, highlights
from scoring.territories import territories


def test_squares_side_by_side_join() -> None:
    (wheat,) = territories(Kingdom.parse("w w / w1 C"))

    assert (wheat.terrain, wheat.squares, wheat.crowns) == (Terrain.WHEAT, ((0, 0), (0, 1), (1, 0)), 1)


def test_territories_do_not_join_at_a_corner() -> None:
    found = territories(Kingdom.parse("f1 w / C f1"))

    assert [t.size for t in found if t.terrain is Terrain.FOREST] == [1, 1]


def test_castle_and_empty_squares_belong_to_no_territory_and_join_none() -> None:
    assert [t.size for t in territories(Kingdom.parse("w C w . w"))] == [1, 1, 1]


def test_seven_forest_squares_with_three_crowns_score_21() -> None:
    (forest,) = territories(Kingdom.parse("f1 f f1 f / f f1 f C"))

    assert forest.points == 21
    assert str(forest.line) == "forest 7 squares x 3 crowns = 21"


def test_territories_come_by_points_then_size_then_from_the_top_left() -> None:
    found = territories(Kingdom.parse("s . w1 w . l l l / m1 . . . . . . ."))

    assert [t.terrain.letter for t in found] == ["w", "m", "l", "s"]
    assert [str(t.line) for t in found[1:3]] == ["mine 1 square x 1 crown = 1", "lake 3 squares x 0 crowns = 0"]


KINGDOM = Kingdom.parse("l l l l . / f1 f1 C w w / . . . . w")


def test_the_largest_and_the_most_valuable_territory_are_told() -> None:
    told = highlights(KINGDOM)

    assert told.largest is not None
    assert told.best is not None
    assert (str(told.largest.line), str(told.best.line)) == (
        "lake 4 squares x 0 crowns = 0",
        "forest 2 squares x 2 crowns = 4",
    )


def test_a_bonus_that_is_not_played_is_not_mentioned() -> None:
    assert tuple(map(str, highlights(KINGDOM).lines)) == (
        "The largest territory: lake 4 squares x 0 crowns = 0",
        "The most valuable territory: forest 2 squares x 2 crowns = 4",
        "7 squares earned nothing: no crown in their territories",
    )


def test_a_kingdom_without_land_has_little_to_tell() -> None:
    told = highlights(Kingdom.parse("C"))

    assert (told.largest, told.best, told.crownless) == (None, None, ())
