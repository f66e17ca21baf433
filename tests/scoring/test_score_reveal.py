"""The score reveal: every point counts once, and the order of terrains decides as late as possible."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Kingdom, Rulebook, Rules, Square, Terrain, rank, score
from scoring.bonuses import Bonus, BonusItem, BonusKind, ScoreReason
from scoring.score_reveal import ScoreReveal, find_decisive_round, reveal_scores

NAMES = ("Ana", "Ben", "Chloé", "Dev")
RULES = Rules(Rulebook.ORIGINAL, harmony=True, middle_kingdom=True)
SQUARES = st.builds(Square, st.sampled_from(Terrain), st.integers(0, 2))
KINGDOMS = st.lists(st.lists(SQUARES, min_size=3, max_size=3), min_size=3, max_size=3).map(
    lambda rows: Kingdom(tuple(map(tuple, rows)))
)
GAMES = st.lists(KINGDOMS, min_size=2, max_size=4)


def reveal(*codes: str | Kingdom, rules: Rules = RULES) -> ScoreReveal:
    kingdoms = [Kingdom.parse(code) if isinstance(code, str) else code for code in codes]
    sheets = {name: score(kingdom, rules) for name, kingdom in zip(NAMES, kingdoms, strict=False)}
    return reveal_scores(tuple(sheets), rank(sheets, rules))


@given(GAMES)
@settings(max_examples=30)
def test_rounds_add_up_with_bonuses_last(kingdoms: list[Kingdom]) -> None:
    told = reveal(*kingdoms)

    totals = tuple(score(kingdom, RULES).total for kingdom in kingdoms)
    assert (told.rounds[-1].totals if told.rounds else (0,) * len(kingdoms)) == totals
    sources = [leg.source for leg in told.rounds]
    assert len(set(sources)) == len(sources)
    assert sorted(sources, key=lambda source: not isinstance(source, Terrain)) == sources
    assert all(any(leg.gained) for leg in told.rounds)


@given(GAMES)
@settings(max_examples=10)
def test_no_other_order_is_decided_later(kingdoms: list[Kingdom]) -> None:
    told = reveal(*kingdoms)
    best = max(score(kingdom, RULES).total for kingdom in kingdoms)
    first = [at for at, kingdom in enumerate(kingdoms) if score(kingdom, RULES).total == best]
    if told.decided is None:
        return

    gains = [leg.gained for leg in told.rounds if isinstance(leg.source, Terrain)]
    bonuses = [leg.gained for leg in told.rounds if isinstance(leg.source, Bonus)]
    for order in permutations(gains):
        running, totals = (0,) * len(kingdoms), []
        for gained in (*order, *bonuses):
            running = tuple(before + more for before, more in zip(running, gained, strict=True))
            totals.append(running)
        assert find_decisive_round(totals, first) <= told.decided


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("C w2 w", "C w2 w", None),
        ("C w2 w w", "C w3 w . .", "Tied: won on the largest territory"),
        ("C w2 w . .", "C w1 w . f1 . m1", "Tied: won on crowns"),
        ("w3 C .", "w1 C .", "Won on wheat"),
        ("w3 m3 C", "w1 m1 C", "In the lead from start to finish"),
    ],
)
def test_reveal_names_what_decided(first: str, second: str, words: str | None) -> None:
    told = reveal(first, second, rules=Rules(Rulebook.ORIGINAL))

    assert (str(told.decision) if told.decision else None) == words


def test_solo_or_pointless_games_have_no_reveal() -> None:
    assert reveal("C w1").decision is None
    assert reveal("C w", "C f", rules=Rules()).rounds == ()


def test_quests_and_pieces_are_revealed_last() -> None:
    coins = replace(
        score(Kingdom.parse("C w1")), items=(BonusItem(BonusKind.COINS, "coins", 5, (), ScoreReason.COINS),)
    )
    sheets = {"Ana": coins, "Ben": score(Kingdom.parse("C m3"))}

    told = reveal_scores(list(sheets), rank(sheets))

    assert told.rounds[-1].source is BonusKind.COINS
    assert told.rounds[-1].totals == (6, 3)
    assert str(told.decision) == "Won on coins"
