"""Kingdoms that one box cannot hold: a few conflicts are misread squares, many are another box."""

from __future__ import annotations

from scoring import Kingdom, conflicts, verdict
from tests.scoring.legal_play import deal


def test_kingdoms_of_one_box_need_no_words() -> None:
    assert verdict(conflicts(deal(3, 4, 5)[0])) is None


def test_a_domino_in_two_kingdoms_is_named_after_what_it_means() -> None:
    found = verdict(conflicts({"Ana": Kingdom.parse("C w m3"), "Ben": Kingdom.parse("C w m3")}))

    assert found is not None
    assert str(found.meaning) == "One domino is in more kingdoms than the box has of it: a square is probably misread."
    assert [str(conflict.short) for conflict in found.named] == ["Domino 48 (wheat, mine with 3 crowns): Ana and Ben"]


def test_of_kingdoms_of_two_boxes_no_domino_is_named() -> None:
    """The same kingdoms twice, as if another table played beside this one."""
    one = deal(3, 2, 5)[0]
    found = verdict(conflicts(one | {f"{player}'s neighbour": kingdom for player, kingdom in one.items()}))

    assert found is not None
    assert str(found.meaning).startswith("These kingdoms do not come from one box:")
    assert found.named == ()
