"""The castles of the box."""

from __future__ import annotations

import pytest

from scoring import BASE_GAME, Castle


def test_a_box_has_four_castles_and_age_of_giants_brings_a_brown_one() -> None:
    assert [castle.value for castle in BASE_GAME] == ["blue", "green", "pink", "yellow"]
    assert set(Castle) - set(BASE_GAME) == {Castle.BROWN}


@pytest.mark.parametrize("castle", Castle)
def test_a_castle_is_called_by_its_colour(castle: Castle) -> None:
    assert str(castle.words) == castle.value == f"{castle}"
