"""Giants on crowns, and how many there can be."""

from __future__ import annotations

import pytest

from scoring import BASE, GIANTS, Kingdom, Pieces, score
from scoring.expansions.limits import piece_problems, table_problems

BOX = BASE + GIANTS


def on(*giants: tuple[tuple[int, int], int]) -> Pieces:
    return Pieces(giants=giants)


def test_a_crown_under_a_giant_is_worth_nothing() -> None:
    sheet = score(Kingdom.parse("w1 w1 w C"), pieces=on(((0, 0), 1)))

    assert (sheet.total, sheet.without_giants, sheet.crowns) == (3, 6, 1)


def test_several_giants_may_stand_on_a_square_with_several_crowns() -> None:
    kingdom = Kingdom.parse("m3 m C")

    assert [score(kingdom, pieces=on(((0, 0), giants))).total for giants in (1, 2, 3, 4)] == [4, 2, 0, 0]


def test_without_giants_nothing_is_said_of_them() -> None:
    assert score(Kingdom.parse("w1C")).without_giants is None


def test_the_sheet_says_what_it_would_be_without_giants() -> None:
    assert str(score(Kingdom.parse("w1wC"), pieces=on(((0, 0), 1))).lines[-1]) == "Without giants it would be 2"


@pytest.mark.parametrize(
    ("code", "pieces", "said"),
    [
        ("w1C", on(((0, 0), 2)), "row 1, column 1: 2 giants on 1 crown, and each needs one"),
        ("wC", on(((0, 0), 1)), "row 1, column 1: 1 giant on 0 crowns, and each needs one"),
        ("m3m3m3C", on(((0, 0), 3), ((0, 1), 3), ((0, 2), 1)), "7 giants; the box has 6"),
    ],
)
def test_giants_are_no_more_than_crowns_and_than_the_box_has(code: str, pieces: Pieces, said: str) -> None:
    assert said in [str(problem.text) for problem in piece_problems(Kingdom.parse(code), pieces, BOX)]


def test_six_giants_are_for_the_whole_table() -> None:
    board = Kingdom.parse("m3m3C"), on(((0, 0), 3), ((0, 1), 1))

    assert piece_problems(*board, BOX) == ()
    assert [str(problem.text) for problem in table_problems([board, board])] == ["8 giants; the box has 6"]


def test_a_giant_moves_with_its_square() -> None:
    assert on(((0, 1), 2)).moved({(0, 1): (3, 4)}) == on(((3, 4), 2))
    assert on(((0, 1), 2)).moved({}) == on()
