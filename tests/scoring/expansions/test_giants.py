"""Giants on crowns, and how many there can be; quests of kingdoms that are written smaller than their grid."""

from __future__ import annotations

import pytest

from scoring import BASE, GIANTS, Kingdom, Pieces, Position, Quest, Rules, score
from scoring.expansions.limits import piece_problems, table_problems

BOX = BASE + GIANTS


def on(*giants: tuple[tuple[int, int], int]) -> Pieces:
    return Pieces(giants=giants)


@pytest.mark.parametrize(
    ("code", "giants", "total", "without"),
    [
        ("w1 w1 w C", 1, 3, 6),
        ("m3 m C", 1, 4, 6),
        ("m3 m C", 4, 0, 6),
    ],
)
def test_a_crown_under_a_giant_is_worth_nothing_and_what_it_would_be_is_told(
    code: str, giants: int, total: int, without: int
) -> None:
    sheet = score(Kingdom.parse(code), pieces=on(((0, 0), giants)))

    assert (sheet.total, sheet.without_giants) == (total, without)
    assert str(sheet.lines[-1]) == f"Without giants it would be {without}"
    assert score(Kingdom.parse(code)).without_giants is None


@pytest.mark.parametrize(
    ("code", "pieces", "said"),
    [
        ("w1C", on(((0, 0), 2)), ["row 1, column 1: 2 giants on 1 crown, and each needs one"]),
        ("wC", on(((0, 0), 1)), ["row 1, column 1: 1 giant on 0 crowns, and each needs one"]),
        ("m3m3m3C", on(((0, 0), 3), ((0, 1), 3), ((0, 2), 1)), ["7 giants; the box has 6"]),
        ("m3m3C", on(((0, 0), 3), ((0, 1), 1)), []),
    ],
)
def test_giants_are_no_more_than_crowns_and_than_the_box_has(code: str, pieces: Pieces, said: list[str]) -> None:
    assert [str(problem.text) for problem in piece_problems(Kingdom.parse(code), pieces, BOX)] == said


def test_six_giants_are_for_the_whole_table() -> None:
    board = Kingdom.parse("m3m3C"), on(((0, 0), 3), ((0, 1), 1))

    assert [str(problem.text) for problem in table_problems([board, board])] == ["8 giants; the box has 6"]


def test_a_giant_moves_with_its_square() -> None:
    assert on(((0, 1), 2)).moved({(0, 1): (3, 4)}) == on(((3, 4), 2))
    assert on(((0, 1), 2)).moved({}) == on()


@pytest.mark.parametrize(("place", "points"), [((0, 0), 20), ((1, 1), 0)])
def test_a_kingdom_written_smaller_than_its_grid_lies_where_the_players_say(place: Position, points: int) -> None:
    rules = Rules(box=BOX, quests=(Quest.LOST_CORNER,))

    assert score(Kingdom.parse("Cww/www"), rules, place=place).earnings[0].points == points


@pytest.mark.parametrize("place", [(0, 0), (3, 0)])
def test_crowns_lie_on_their_squares_wherever_in_the_grid_the_kingdom_lies(place: Position) -> None:
    rules = Rules(box=BOX, quests=(Quest.BLEAK_KING,))

    assert score(Kingdom.parse("wwwww1/....C"), rules, place=place).earnings[0].points == 0
