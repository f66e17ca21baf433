"""Places and what decided them."""

import pytest

from scoring import Edition, Kingdom, Rules, RulesError, ScoreSheet, dynasty, rank, score
from scoring.rules import Measure

ORIGINAL = Rules(Edition.ORIGINAL)


def sheets(**codes: str) -> dict[str, ScoreSheet]:
    return {player: score(Kingdom.parse(code)) for player, code in codes.items()}


def test_points_win_then_the_largest_territory_with_crowns_or_without() -> None:
    def told(**codes: str) -> list[tuple[str, int, str]]:
        return [(one.player, one.place, str(one.why)) for one in rank(sheets(**codes))]

    assert told(Cem="w1", Ben="w1ww", Ana="w1www") == [
        ("Ana", 1, "1 point ahead"),
        ("Ben", 2, "1 point behind Ana"),
        ("Cem", 3, "2 points behind Ben"),
    ]
    assert told(Ben="w1w1", Ana="w1www") == [
        ("Ana", 1, "tie on 4: largest territory 4 to 2"),
        ("Ben", 2, "tie on 4: largest territory 2 to 4"),
    ]
    assert [player for player, *_ in told(Ben="w1 C l", Ana="w1 C l l")] == ["Ana", "Ben"]
    assert told() == []


def test_the_current_edition_shares_the_victory_where_the_original_counts_crowns() -> None:
    level = sheets(Ana="w1 f1 C ll", Ben="w1 w C ll")

    current, original = rank(level), rank(level, ORIGINAL)

    assert [s.place for s in current] == [1, 1]
    assert str(current[0].why) == "shares the victory: 2 points and a largest territory of 2 squares each"
    assert [s.place for s in original] == [1, 2]
    assert str(original[0].why) == "tie on 2, largest territory 2 each: crowns 2 to 1"
    assert [one.reason.decided_by for one in (*current, *original)] == [None, None, Measure.CROWNS, Measure.CROWNS]


def test_shared_places_are_numbered_as_in_sport() -> None:
    standings = rank(sheets(Ana="w1", Ben="w1", Cem="l", Dia="l"))

    assert [(s.player, s.place) for s in standings] == [("Ana", 1), ("Ben", 1), ("Cem", 3), ("Dia", 3)]
    assert str(standings[2].why) == "shares place 3: 0 points and a largest territory of 1 square each"


def test_one_kingdom_alone_is_first() -> None:
    (only,) = rank(sheets(Ana="w1"))

    assert (only.place, str(only.why), only.reason.rivals) == (1, "the only kingdom", ())
    assert only.reason.decided_by is None


def test_a_dynasty_adds_three_games() -> None:
    first, second = dynasty([sheets(Ana="w1w", Ben="w1ww"), sheets(Ana="w1w", Ben="l"), sheets(Ana="l", Ben="l")])

    assert (first.player, first.points, first.total, first.place) == ("Ana", (2, 2, 0), 4, 1)
    assert (second.total, second.place) == (3, 2)


def test_equal_dynasty_totals_share_the_victory_whatever_the_territories() -> None:
    standings = dynasty([sheets(Ana="w1www", Ben="w1w1")] * 3)

    assert [(one.total, one.place) for one in standings] == [(12, 1), (12, 1)]


def test_a_dynasty_can_be_looked_at_before_its_last_game() -> None:
    first, _ = dynasty([sheets(Ana="w1", Ben="w1w")])

    assert (first.player, first.total) == ("Ben", 2)


def test_a_dynasty_without_a_game_or_with_four_is_refused() -> None:
    for games in (0, 4):
        with pytest.raises(RulesError, match="3 games"):
            dynasty([sheets(Ana="w1")] * games)


@pytest.mark.parametrize("games", [[{"Ana": "w"}, {"Ana": "w", "Ben": "w"}], [{"Ana": "w", "Ben": "w"}, {"Ana": "w"}]])
def test_a_dynasty_names_who_missed_a_game(games: list[dict[str, str]]) -> None:
    with pytest.raises(RulesError, match="Ben has no kingdom in game"):
        dynasty([sheets(**game) for game in games])
