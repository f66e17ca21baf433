"""Domino conflicts between the kingdoms of a table: few are misread squares, many are another box."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Kingdom, find_conflicts, summarize_conflicts
from scoring.wording import describe_conflict_briefly
from tests.scoring.legal_play import deal

SEEDS = st.integers(0, 2**32)


def kingdoms(**codes: str) -> dict[str, Kingdom]:
    return {player: Kingdom.parse(code) for player, code in codes.items()}


def test_domino_conflict_names_its_squares() -> None:
    (conflict,) = find_conflicts(kingdoms(Ana="C w m3", Ben="C f f", Cem="m3 w C"))

    assert conflict.numbers == (48,)
    assert str(conflict) == (
        "Domino 48 (wheat, mine with 3 crowns) is in both Ana's and Cem's kingdom: "
        "Ana's row 1, column 2 and row 1, column 3; Cem's row 1, column 1 and row 1, column 2"
    )
    assert [(claim.player, claim.squares) for claim in conflict.claims] == [
        ("Ana", ((0, 1), (0, 2))),
        ("Cem", ((0, 0), (0, 1))),
    ]


def test_equal_dominoes_do_not_conflict() -> None:
    """The box has two of wheat and wheat."""
    two = kingdoms(Ana="C w w", Ben="C w w")

    assert find_conflicts(two) == ()

    (conflict,) = find_conflicts(two | kingdoms(Cem="C w w"))

    assert conflict.numbers == (1, 2)
    assert str(conflict).startswith(
        "Dominoes 1 and 2 (wheat, wheat): 3 in Ana's, Ben's and Cem's kingdoms, but 2 in the box"
    )


AMBIGUOUS = "f f w / w1 C w / l w m3"  # cut with dominoes 1, 3, 20 and 48, or with 13, 14, 19 and 48


@pytest.mark.parametrize(("one", "other"), [(AMBIGUOUS, "C w f"), (AMBIGUOUS, "C w1 l"), ("C . m3", "C w f")])
def test_ambiguous_dominoes_do_not_conflict(one: str, other: str) -> None:
    assert find_conflicts(kingdoms(Ana=one, Ben=other)) == ()


def test_squares_of_illegal_kingdoms_count() -> None:
    """Ana's kingdom is half read; her mine with three crowns is Ben's, too."""
    (conflict,) = find_conflicts(kingdoms(Ana="C . m3", Ben="C w m3"))

    assert conflict.numbers == (48,)
    assert str(conflict).startswith("A square of mine with 3 crowns is in both Ana's and Ben's kingdom")


def test_group_conflict_names_all_kingdoms() -> None:
    (conflict,) = find_conflicts(kingdoms(Ana=AMBIGUOUS, Ben="C w f", Cem="C w1 l", Dia="C s s"))

    assert conflict.numbers == (13, 20)
    assert str(conflict) == (
        "The kingdoms of Ana, Ben and Cem cannot be laid from one box, though each of them could; "
        "one more of 13 or 20 would be enough"
    )


@given(SEEDS, st.sampled_from([(4, 5), (2, 7), (3, 5)]))
@settings(max_examples=6)
def test_kingdoms_dealt_from_one_box_never_clash(seed: int, game: tuple[int, int]) -> None:
    players, grid = game

    assert find_conflicts(deal(seed, players, grid)) == ()
    assert summarize_conflicts(()) is None


def test_summary_comes_before_its_conflicts() -> None:
    found = summarize_conflicts(find_conflicts({"Ana": Kingdom.parse("C w m3"), "Ben": Kingdom.parse("C w m3")}))

    assert found is not None
    assert str(found) == "One domino is in more kingdoms than the box has of it: a square is probably misread."
    assert [str(describe_conflict_briefly(conflict)) for conflict in found.shown] == [
        "Domino 48 (wheat, mine with 3 crowns): Ana and Ben"
    ]


def test_kingdoms_of_two_boxes_show_no_conflict() -> None:
    """The same kingdoms twice, as if another table played beside this one."""
    one = deal(3, 2, 5)
    found = summarize_conflicts(
        find_conflicts(one | {f"{player}'s neighbour": kingdom for player, kingdom in one.items()})
    )

    assert found is not None
    assert str(found).startswith("These kingdoms do not come from one box:")
    assert found.shown == ()
