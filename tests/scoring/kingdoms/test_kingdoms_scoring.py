"""Each rule of scoring an epoch, on a board that shows it."""

from __future__ import annotations

import pytest

from scoring.kingdoms import Board, Colour, Part, lifted_rank, lines, score_epoch


def part(board: str, name: str) -> Part:
    (found,) = [part for line in lines(Board.parse(board)) for part in line.parts if str(part.name) == name]
    return found


def with_rows(*rows: str) -> str:
    return "/".join([*rows, *[". . . . . ."] * (5 - len(rows))])


@pytest.mark.parametrize(
    ("rows", "name", "base"),
    [
        (["+3 -6 . +2 . ."], "row 1", -1),
        (["+3 D -2 M +6 r1"], "row 1, left of the mountain", -2),  # the dragon cancels resources, not hazards
        (["+3 D -2 M +6 r1"], "row 1, right of the mountain", 6),
        (["+3 D . . . .", "+1 +4 . . . ."], "row 1", 0),
        (["+3 D . . . .", "+1 +4 . . . ."], "column 1", 4),
        (["+3 G +1 . . ."], "row 1", 8),  # the gold mine doubles gains and losses
        (["+1 G -4 . . ."], "row 1", -6),
        (["G M +3 . . ."], "row 1, right of the mountain", 3),
        (["+3 D -2 G . ."], "row 1", -4),
    ],
)
def test_the_base_is_what_lies_between_the_mountains(rows: list[str], name: str, base: int) -> None:
    assert part(with_rows(*rows), name).base == base


def test_each_player_takes_the_base_times_the_ranks_of_all_own_castles() -> None:
    gains = part(with_rows("+3 r2 r1 y4 . ."), "row 1").gains

    assert [(gain.colour, gain.ranks, gain.gold) for gain in gains] == [
        (Colour.RED, (2, 1), 9),
        (Colour.YELLOW, (4,), 12),
    ]


@pytest.mark.parametrize(
    ("rows", "earned"),
    [
        (["+3 r2 . . . .", ". -1 . . . ."], (6, -2)),
        (["r1 +2 . . . .", "W . . . . .", "+3 . . . . ."], (4, 6)),  # lifted by the wizard in both
        (["+1 M r1 . . .", ". +5 . . . ."], (0, 0)),
    ],
)
def test_a_castle_counts_once_in_its_row_and_once_in_its_column(rows: list[str], earned: tuple[int, int]) -> None:
    (red,) = score_epoch(Board.parse(with_rows(*rows))).earnings

    assert (red.rows, red.columns, red.total) == (*earned, sum(earned))


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("+1 M r1 . . .", ["row 1, left of the mountain", "row 1, right of the mountain"]),
        (
            "+1 M r1 +4 M .",
            ["row 1, left of the mountains", "row 1, between the mountains", "row 1, right of the mountains"],
        ),
        ("M M M M M M", []),
    ],
)
def test_mountains_part_a_line(row: str, names: list[str]) -> None:
    assert [str(part.name) for part in lines(Board.parse(with_rows(row)))[0].parts] == names


@pytest.mark.parametrize(
    ("rows", "rank"),
    [
        (["r2 W . . . ."], 3),
        (["r2 . . . . .", "W . . . . ."], 3),
        (["r2 . . . . .", ". W . . . ."], 2),
        (["r2 . W . . ."], 2),
    ],
)
def test_a_wizard_lifts_the_castles_beside_it_but_not_at_a_corner(rows: list[str], rank: int) -> None:
    assert lifted_rank(Board.parse(with_rows(*rows)), (0, 0)) == rank


def test_lines_write_themselves_as_a_player_would() -> None:
    board = with_rows("+3 D r1 M b2 +5", "+4 G -3 y4 y1 .")

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


def test_an_empty_board_earns_nobody_anything_who_plays_or_not() -> None:
    (green,) = score_epoch(Board.empty(), [Colour.GREEN]).earnings

    assert score_epoch(Board.empty()).earnings == ()
    assert green.total == 0
