"""What is said of a kingdom that could have been had."""

from __future__ import annotations

from scoring import Kingdom, better_laying, score
from ui.drawing.better_laying import Missed, said

WASTED = Kingdom.parse("w1fCfw")


def missed(name: str, *, is_better: bool = True) -> Missed:
    return Missed(name, "blue", WASTED, score(WASTED).total, better_laying(WASTED) if is_better else None)


def test_what_was_possible_is_said_to_who_plays_alone_and_of_players_by_name() -> None:
    assert said(missed("")) == "You made 1. At least 2 was possible."
    assert said(missed("Ana")) == "Ana made 1. At least 2 was possible."


def test_where_nothing_better_was_found_the_player_is_praised() -> None:
    assert said(missed("Ana", is_better=False)) == "Ana made 1. Nothing better was found: well laid!"
    assert said(missed("", is_better=False)) == "You made 1. Nothing better was found: well laid!"
