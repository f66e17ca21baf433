"""Highlights of a kingdom."""

from scoring import Kingdom, highlights

KINGDOM = Kingdom.parse("l l l l . / f1 f1 C w w / . . . . w")


def test_the_largest_and_the_most_valuable_territory_are_told() -> None:
    told = highlights(KINGDOM)

    assert told.largest is not None
    assert told.best is not None
    assert (str(told.largest.line), str(told.best.line)) == (
        "lake 4 squares x 0 crowns = 0",
        "forest 2 squares x 2 crowns = 4",
    )


def test_squares_without_a_crown_in_their_territory_earned_nothing() -> None:
    assert highlights(KINGDOM).crownless == ((0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (1, 4), (2, 4))


def test_a_bonus_that_is_not_played_is_not_mentioned() -> None:
    assert tuple(map(str, highlights(KINGDOM).lines)) == (
        "The largest territory: lake 4 squares x 0 crowns = 0",
        "The most valuable territory: forest 2 squares x 2 crowns = 4",
        "7 squares earned nothing: no crown in their territories",
    )


def test_a_kingdom_without_land_has_little_to_tell() -> None:
    told = highlights(Kingdom.parse("C"))

    assert (told.largest, told.best, told.crownless) == (None, None, ())
