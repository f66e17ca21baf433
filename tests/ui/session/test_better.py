"""Better layings that are sought beside everything else, each of them once."""

from __future__ import annotations

from time import monotonic, sleep

from scoring import USUAL_RULES, Kingdom, Rules
from tests.scoring.legal_play import play
from ui.session.better import MOST_WAITING, Possible, possible

PATIENCE = 60.0  # seconds


def found(code: str, rules: Rules = USUAL_RULES) -> Possible:
    """What is found at last."""
    end = monotonic() + PATIENCE
    while (answer := possible(Kingdom.parse(code), rules)) is None:
        assert monotonic() < end, "nothing was found"
        sleep(0.02)
    return answer


def test_what_could_have_been_had_is_there_after_a_while() -> None:
    answer = found("w1fCfw")

    assert answer.legal
    assert answer.laying is not None
    assert answer.laying.points == 2


def test_it_is_sought_once_for_the_same_kingdom_and_rules() -> None:
    assert found("w1fCfw") is found("w1fCfw")
    assert found("Cwwww", Rules(middle_kingdom=True)) is not found("Cwwww")


def test_a_kingdom_that_could_not_have_been_laid_has_none() -> None:
    assert found("w3fC") == Possible(legal=False, laying=None)


def test_of_many_kingdoms_asked_for_at_once_each_is_answered_to_who_asks_on() -> None:
    codes = [str(play(seed, 5, 2)[0]) for seed in range(2 * MOST_WAITING)]
    for code in codes:
        possible(Kingdom.parse(code), USUAL_RULES)

    assert all(found(code).legal for code in (codes[0], codes[-1]))
