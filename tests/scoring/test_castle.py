"""The castles of the box."""

from __future__ import annotations

import pytest

from scoring import BASE, BASE_GAME, COURT, GIANTS, QUEENDOMINO, Castle
from scoring.castle import castles_of
from scoring.rules import most_players


def test_a_box_has_four_castles_and_age_of_giants_brings_a_brown_one() -> None:
    assert [castle.value for castle in BASE_GAME] == ["blue", "green", "pink", "yellow"]
    assert castles_of(BASE + COURT) == BASE_GAME
    assert castles_of(BASE + GIANTS) == (*BASE_GAME, Castle.BROWN)


def test_queendomino_has_four_castles_of_its_own_so_that_six_can_play_a_royal_wedding() -> None:
    assert [castle.value for castle in castles_of(QUEENDOMINO)] == ["orange", "purple", "white", "red"]
    assert most_players(BASE + QUEENDOMINO) == 6 <= len(castles_of(BASE + QUEENDOMINO))


@pytest.mark.parametrize("castle", Castle)
def test_a_castle_is_called_by_its_colour(castle: Castle) -> None:
    assert str(castle.words) == castle.value == f"{castle}"
