"""Places and what decided them."""

import pytest

from scoring import Edition, Kingdom, Rules, RulesError, ScoreSheet, dynasty, rank, score
from scoring.rules import Measure

ORIGINAL = Rules(Edition.ORIGINAL)


def sheets(**codes: str) -> dict[str, ScoreSheet]:
    return {player: score(Kingdom.parse(code)) for player, code in codes.items()}


def test_more_points_win() -> None:
    first, second = rank(sheets(Ben="w1w", Ana="w1ww"))

    assert (first.player, first.place, str(first.why)) == ("Ana", 1, "1 point ahead")
    assert (second.player, second.place, str(second.why)) == ("Ben", 2, "1 point behind Ana")


def test_a_tie_on_points_goes_to_the_largest_territory() -> None:
    first, second = rank(sheets(Ben="w1w1", Ana="w1www"))

    assert str(first.why) == "tie on 4: largest territory 4 to 2"
    assert (second.place, str(second.why)) == (2, "tie on 4: largest territory 2 to 4")


def test_the_largest_territory_needs_no_crown_to_break_a_tie() -> None:
    first, second = rank(sheets(Ben="w1 C l", Ana="w1 C l l"))

    assert (first.player, second.place) == ("Ana", 2)


def test_the_current_edition_shares_the_victory_where_the_original_counts_crowns() -> None:
    level = sheets(Ana="w1 f1 C ll", Ben="w1 w C ll")

    current, original = rank(level), rank(level, ORIGINAL)

    assert [s.place for s in current] == [1, 1]
    assert str(current[0].why) == "shares the victory: 2 points and a largest territory of 2 squares each"
    assert [s.place for s in original] == [1, 2]
    assert str(original[0].why) == "tie on 2, largest territory 2 each: crowns 2 to 1"


def test_shared_places_are_numbered_as_in_sport() -> None:
    standings = rank(sheets(Ana="w1", Ben="w1", Cem="l", Dia="l"))

    assert [(s.player, s.place) for s in standings] == [("Ana", 1), ("Ben", 1), ("Cem", 3), ("Dia", 3)]
    assert str(standings[2].why) == "shares place 3: 0 points and a largest territory of 1 square each"


def test_three_can_share_the_victory() -> None:
    standings = rank(sheets(Ana="w1", Ben="w1", Cem="f1"), ORIGINAL)

    assert [s.place for s in standings] == [1, 1, 1]
    assert standings[0].reason.rivals == ("Ben", "Cem")
    assert str(standings[0].why) == "shares the victory: 1 point, a largest territory of 1 square and 1 crown each"


def test_who_is_not_first_is_compared_with_the_next_above() -> None:
    standings = rank(sheets(Ana="w1www", Ben="w1ww", Cem="w1"))

    assert [str(s.why) for s in standings] == ["1 point ahead", "1 point behind Ana", "2 points behind Ben"]


def test_one_kingdom_alone_is_first() -> None:
    (only,) = rank(sheets(Ana="w1"))

    assert (only.place, str(only.why), only.reason.rivals) == (1, "the only kingdom", ())
    assert only.reason.decided_by is None


@pytest.mark.parametrize(
    ("codes", "decided_by"),
    [
        (["w1ww", "w1w"], Measure.POINTS),
        (["w1www", "w1w1"], Measure.LARGEST_TERRITORY),
        (["w1 f1 C ll", "w1 w C ll"], Measure.CROWNS),
        (["w1", "f1"], None),
    ],
)
def test_a_reason_names_what_decided_the_place(codes: list[str], decided_by: Measure | None) -> None:
    first, second = rank(sheets(**dict(zip(("Ana", "Ben"), codes, strict=True))), ORIGINAL)

    assert first.reason.decided_by is second.reason.decided_by is decided_by
    assert (first.reason.own, first.reason.theirs) == (second.reason.theirs, second.reason.own)


def test_nobody_at_the_table_is_no_standing() -> None:
    assert rank({}) == ()


def test_a_dynasty_adds_three_games() -> None:
    first, second = dynasty([sheets(Ana="w1", Ben="w1w"), sheets(Ana="w1ww", Ben="w1"), sheets(Ana="l", Ben="l")])

    assert (first.player, first.points, first.total, str(first.why)) == ("Ana", (1, 3, 0), 4, "1 point ahead")
    assert (second.place, str(second.why)) == (2, "1 point behind Ana")


def test_equal_dynasty_totals_share_the_victory_whatever_the_territories() -> None:
    standings = dynasty([sheets(Ana="w1www", Ben="w1w1")] * 3)

    assert [s.place for s in standings] == [1, 1]
    assert str(standings[0].why) == "shares the victory: 12 points each"


def test_a_dynasty_can_be_looked_at_before_its_last_game() -> None:
    first, _ = dynasty([sheets(Ana="w1", Ben="w1w")])

    assert (first.player, str(first.why)) == ("Ben", "1 point ahead after 1 of 3 games")


def test_a_dynasty_without_a_game_or_with_four_is_refused() -> None:
    for games in (0, 4):
        with pytest.raises(RulesError, match="3 games"):
            dynasty([sheets(Ana="w1")] * games)


@pytest.mark.parametrize("games", [[{"Ana": "w"}, {"Ana": "w", "Ben": "w"}], [{"Ana": "w", "Ben": "w"}, {"Ana": "w"}]])
def test_a_dynasty_names_who_missed_a_game(games: list[dict[str, str]]) -> None:
    with pytest.raises(RulesError, match="Ben has no kingdom in game"):
        dynasty([sheets(**game) for game in games])
