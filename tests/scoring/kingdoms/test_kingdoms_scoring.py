"""Each rule of scoring an epoch, on a board that shows it."""

from __future__ import annotations

import pytest

from scoring.kingdoms import Board, Colour, Part, lifted_rank, lines, score_epoch


def part(board: str, name: str) -> Part:
    (found,) = [part for line in lines(Board.parse(board)) for part in line.parts if str(part.name) == name]
    return found


def with_row(row: str, below: str = ". . . . . .") -> str:
    return "/".join([row, below, *[". . . . . ."] * 3])


def test_the_base_is_resources_less_hazards() -> None:
    assert part(with_row("+3 -6 . +2 . ."), "row 1").base == -1


def test_each_player_takes_the_base_times_the_ranks_of_all_own_castles() -> None:
    gains = part(with_row("+3 r2 r1 y4 . ."), "row 1").gains

    assert [(gain.colour, gain.ranks, gain.gold) for gain in gains] == [
        (Colour.RED, (2, 1), 9),
        (Colour.YELLOW, (4,), 12),
    ]


def test_a_castle_counts_once_in_its_row_and_once_in_its_column() -> None:
    (red,) = score_epoch(Board.parse(with_row("+3 r2 . . . .", ". -1 . . . ."))).earnings

    assert (red.rows, red.columns, red.total) == (6, -2, 4)


def test_a_mountain_cuts_its_row_and_its_column() -> None:
    board = Board.parse("+1 M r1 . . ./. +5 . . . ./. b1 . . . ./. . . . . ./. . . . . .")
    totals = {one.colour: (one.rows, one.columns) for one in score_epoch(board).earnings}

    assert totals == {Colour.RED: (0, 0), Colour.BLUE: (0, 5)}
    assert [str(part.name) for part in lines(board)[0].parts] == [
        "row 1, left of the mountain",
        "row 1, right of the mountain",
    ]
    assert [str(part.name) for part in lines(board)[6].parts] == ["column 2, below the mountain"]


def test_between_two_mountains_lies_a_part_of_its_own() -> None:
    names = [str(part.name) for part in lines(Board.parse(with_row("+1 M r1 +4 M .")))[0].parts]

    assert names == [
        "row 1, left of the mountains",
        "row 1, between the mountains",
        "row 1, right of the mountains",
    ]


def test_a_line_of_mountains_has_no_parts() -> None:
    assert lines(Board.parse(with_row("M M M M M M")))[0].parts == ()


def test_a_dragon_cancels_the_resources_of_its_part_and_leaves_the_hazards() -> None:
    assert part(with_row("+3 D -2 M +6 r1"), "row 1, left of the mountain").base == -2
    assert part(with_row("+3 D -2 M +6 r1"), "row 1, right of the mountain").base == 6


def test_a_dragon_acts_only_on_the_line_that_is_scored() -> None:
    board = with_row("+3 D . . . .", "+1 +4 . . . .")

    assert part(board, "row 1").base == 0
    assert part(board, "column 1").base == 4
    assert part(board, "row 2").base == 5


def test_a_gold_mine_doubles_gains_and_losses() -> None:
    assert part(with_row("+3 G +1 . . ."), "row 1").base == 8
    assert part(with_row("+1 G -4 . . ."), "row 1").base == -6
    assert part(with_row("G M +3 . . ."), "row 1, right of the mountain").base == 3


def test_a_dragon_and_a_gold_mine_together_double_the_hazards() -> None:
    assert part(with_row("+3 D -2 G . ."), "row 1").base == -4


@pytest.mark.parametrize(
    ("row", "below", "rank"),
    [
        ("r2 W . . . .", ". . . . . .", 3),
        ("r2 . . . . .", "W . . . . .", 3),
        ("r2 . . . . .", ". W . . . .", 2),
        ("r2 . W . . .", ". . . . . .", 2),
    ],
)
def test_a_wizard_lifts_the_castles_beside_it_but_not_at_a_corner(row: str, below: str, rank: int) -> None:
    assert lifted_rank(Board.parse(with_row(row, below)), (0, 0)) == rank


def test_a_lifted_castle_counts_more_in_its_row_and_in_its_column() -> None:
    board = Board.parse("r1 +2 . . . ./W . . . . ./+3 . . . . ./. . . . . ./. . . . . .")
    (red,) = score_epoch(board).earnings

    assert (red.rows, red.columns) == (4, 6)


def test_lines_write_themselves_as_a_player_would() -> None:
    board = "/".join(["+3 D r1 M b2 +5", "+4 G -3 y4 y1 .", ". . . . . .", ". . . . . .", ". . . . . ."])

    assert tuple(map(str, part(board, "row 1, left of the mountain").lines)) == (
        "row 1, left of the mountain: dragon cancels +3, base 0",
        "red 1 rank = 0",
    )
    assert tuple(map(str, part(board, "row 1, right of the mountain").lines)) == (
        "row 1, right of the mountain: +5, base 5",
        "blue 2 ranks = +10",
    )
    assert tuple(map(str, part(board, "row 2").lines)) == (
        "row 2: +4 -3, gold mine doubles 1, base 2",
        "yellow 4 + 1 ranks = +10",
    )


def test_an_empty_board_earns_nobody_anything() -> None:
    sheet = score_epoch(Board.empty())

    assert sheet.earnings == ()
    assert {part.base for line in sheet.lines for part in line.parts} == {0}


def test_who_plays_without_a_castle_takes_nothing() -> None:
    (green,) = score_epoch(Board.empty(), [Colour.GREEN]).earnings

    assert green.total == 0
