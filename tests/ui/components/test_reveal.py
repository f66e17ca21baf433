"""Kingdomino told slowly: what lights up when, and what the totals are at the end."""

from __future__ import annotations

from scoring import Kingdom, Rules, score
from ui.components.reveal import Unveiled, telling

RULES = Rules(harmony=False, middle_kingdom=True)
LARGE = Kingdom.parse("w1w/Cf1")
SMALL = Kingdom.parse("m3m/Cf")


def unveiled(name: str, kingdom: Kingdom) -> Unveiled:
    return Unveiled(name, "blue", kingdom, score(kingdom, RULES))


def test_the_largest_territory_comes_last_and_bonuses_after_it() -> None:
    [stage] = telling([unveiled("Ana", LARGE)], "Ana wins").stages

    assert [step.text for step in stage.steps] == ["forest 1 × 1 = 1", "wheat 2 × 1 = 2", "Middle Kingdom + 10"]
    assert stage.after == "Middle Kingdom + 10"


def test_all_boards_are_told_at_once_until_each_is_told() -> None:
    told = telling([unveiled("Ana", LARGE), unveiled("Ben", SMALL)], "Ben wins")

    assert [moment.lit for moment in told.moments] == [((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 2),), ()]


def test_totals_come_together_at_the_end() -> None:
    told = telling([unveiled("Ana", LARGE), unveiled("Ben", SMALL)], "Ben wins")

    assert (told.start, told.moments[-1].totals) == ((), (13, 16))
    assert not any(moment.totals for moment in told.moments[:-1])
    assert [(tally.name, tally.stage) for tally in told.tallies] == [("Ana", 0), ("Ben", 1)]


def test_a_sum_stands_on_its_territory() -> None:
    [stage] = telling([unveiled("Ben", SMALL)], "Ben wins").stages
    mine = stage.steps[0]

    assert set(mine.squares) == {(0, 0), (0, 1)}
    assert [(chip.row, chip.column) in mine.squares for chip in mine.chips] == [True]


def test_a_kingdom_without_points_has_nothing_to_tell_but_its_total() -> None:
    told = telling([Unveiled("Ana", "blue", Kingdom.parse("ww/Cf"), score(Kingdom.parse("ww/Cf")))], "Ana wins")

    assert [moment.totals for moment in told.moments] == [(0,)]
