"""How far a kingdom can be relied on is said in the same words everywhere."""

from __future__ import annotations

from dataclasses import replace

from scoring import Kingdom
from ui.table.board import Board, Trust, trust_in_words

READ = Board(Kingdom.parse("w1w/Cf"), doubtful=frozenset({(0, 1), (1, 1)}))


def test_a_kingdom_without_a_board_is_unread() -> None:
    assert str(trust_in_words(None)) == "unread"


def test_a_board_is_to_check_until_a_player_says_that_it_looks_right() -> None:
    assert READ.trust is Trust.TO_CHECK
    assert str(trust_in_words(READ)) == "2 to check"
    assert str(trust_in_words(replace(READ, doubtful=frozenset()))) == "to check"


def test_doubts_that_were_not_answered_stay_when_the_board_is_accepted() -> None:
    accepted = READ.accepted()

    assert accepted.trust is Trust.ACCEPTED
    assert accepted.doubts == 2
    assert str(trust_in_words(accepted)) == "accepted with 2 doubts"


def test_a_board_that_the_reader_alone_found_right_is_read_until_a_player_looks_at_it() -> None:
    sure = replace(READ, doubtful=frozenset(), checked=True, looked_at=False)

    assert sure.trust is Trust.READ
    assert sure.trust.is_settled
    assert str(trust_in_words(sure)) == "read"
    assert str(trust_in_words(sure.accepted())) == "looked at"


def test_a_board_with_every_doubt_answered_is_checked() -> None:
    answered = replace(READ, doubtful=frozenset()).accepted()

    assert answered.trust is Trust.CHECKED
    assert str(trust_in_words(answered)) == "looked at"
