"""Giants on crowns, and how many there can be; the 17 quests, each as its tile reads, and laws for all."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    BASE,
    COURT,
    GIANTS,
    QUEENDOMINO,
    Kingdom,
    Pieces,
    Position,
    Quest,
    Rules,
    ScoreSheet,
    Terrain,
    score,
)
from scoring.bonuses import Earning
from scoring.expansions.limits import piece_problems, table_problems
from tests.scoring.expansions.slow_engine import any_kingdom, any_pieces

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


def earned(code: str, quest: str, pieces: Pieces | None = None, grid: int = 5) -> Earning:
    """What one quest earns in a kingdom that is written with its whole grid."""
    rules = Rules(grid=grid, box=BOX, quests=(Quest(quest),))
    sheet = score(Kingdom.parse(code), rules, pieces=pieces or Pieces())
    (earning,) = sheet.earnings
    return earning


def grid(*rows: str) -> str:
    return "/".join(row.replace(" ", "") for row in rows)


EMPTY_ROW = "....."
FULL = grid("wwwww", "wwwww", "wwCww", "wwwww", "wwwww")


def test_there_are_seventeen_quests() -> None:
    assert len(Quest) == 17


@pytest.mark.parametrize(("code", "points"), [(FULL, 5), (FULL.replace("w", ".", 1), 0)])
def test_harmony_is_a_grid_without_an_empty_square(code: str, points: int) -> None:
    assert earned(code, "harmony").points == points


def test_the_middle_kingdom_is_the_castle_on_the_centre_square_of_the_grid() -> None:
    assert earned(FULL, "middle_kingdom").points == 10
    assert earned(FULL, "middle_kingdom").squares == ((2, 2),)


def test_the_centre_is_that_of_the_grid_even_where_the_kingdom_could_lie_otherwise() -> None:
    code = grid(EMPTY_ROW, "wwCww", "wwwww", EMPTY_ROW, EMPTY_ROW)

    assert earned(code, "middle_kingdom").points == 0


@pytest.mark.parametrize("corner", [(0, 0), (0, 4), (4, 0), (4, 4)])
def test_the_lost_corner_is_the_castle_on_any_corner_of_the_grid(corner: Position) -> None:
    rows = [["w"] * 5 for _ in range(5)]
    rows[corner[0]][corner[1]] = "C"
    quest = earned("/".join("".join(row) for row in rows), "lost_corner")

    assert (quest.points, quest.squares) == (20, (corner,))


def test_a_corner_of_the_kingdom_is_no_corner_of_the_grid() -> None:
    assert earned(grid(EMPTY_ROW, ".Cwww", ".wwww", EMPTY_ROW, EMPTY_ROW), "lost_corner").points == 0


def test_a_kingdom_written_smaller_than_its_grid_lies_where_the_players_say() -> None:
    kingdom = Kingdom.parse("Cww/www")
    rules = Rules(box=BOX, quests=(Quest.LOST_CORNER,))

    assert score(kingdom, rules, place=(0, 0)).earnings[0].points == 20
    assert score(kingdom, rules, place=(1, 1)).earnings[0].points == 0


@pytest.mark.parametrize("terrain", list(Terrain)[:6], ids=lambda terrain: terrain.value)
def test_four_corners_pay_five_for_each_corner_of_the_terrain(terrain: Terrain) -> None:
    letter = terrain.letter
    code = grid(f"{letter}....", EMPTY_ROW, "..C..", EMPTY_ROW, f"{letter}...{letter}")
    quest = earned(code, f"four_corners:{terrain.value}")

    assert (quest.points, quest.squares) == (15, ((0, 0), (4, 0), (4, 4)))


@pytest.mark.parametrize("terrain", list(Terrain)[:6], ids=lambda terrain: terrain.value)
def test_local_business_pays_five_for_each_square_of_the_terrain_around_the_castle(terrain: Terrain) -> None:
    letter = terrain.letter
    middle = grid(EMPTY_ROW, f".{letter * 3}.", f".{letter}C{letter}.", f".{letter * 3}.", EMPTY_ROW)
    edge = grid(f"C{letter}...", f"{letter * 2}...", EMPTY_ROW, EMPTY_ROW, EMPTY_ROW)

    assert earned(middle, f"local_business:{terrain.value}").points == 40
    assert earned(edge, f"local_business:{terrain.value}").points == 15


@pytest.mark.parametrize(("size", "points"), [(4, 0), (5, 10), (10, 10)])
def test_the_bleak_king_pays_ten_for_a_crownless_territory_of_five_squares_or_more(size: int, points: int) -> None:
    row = "".join("w" if at < size else "." for at in range(5))
    below = "".join("w" if at + 5 < size else "." for at in range(5))

    assert earned(grid(row, below, "..C..", EMPTY_ROW, EMPTY_ROW), "bleak_king").points == points


@pytest.mark.parametrize(("letter", "points"), [("w", 10), ("f", 10), ("l", 10), ("g", 10), ("s", 0), ("m", 0)])
def test_the_bleak_king_looks_at_wheat_forest_lake_and_grassland(letter: str, points: int) -> None:
    assert earned(grid(letter * 5, EMPTY_ROW, "..C..", EMPTY_ROW, EMPTY_ROW), "bleak_king").points == points


def test_a_crown_under_a_giant_does_not_count_for_the_bleak_king() -> None:
    code = grid("wwww w1", EMPTY_ROW, "..C..", EMPTY_ROW, EMPTY_ROW)

    assert earned(code, "bleak_king").points == 0
    assert earned(code, "bleak_king", Pieces(giants=(((0, 4), 1),))).points == 10


CROWNED = {
    "a run of five": (grid("w1w1w1w1w1", EMPTY_ROW, "..C..", EMPTY_ROW, EMPTY_ROW), 20),
    "a block of nine": (grid("w1w1w1..", "w1w1w1..", "w1w1w1..", "...C.", EMPTY_ROW), 80),
    "a block with a tail": (grid("w1w1w1..", "w1w1w1..", "w1w1w1..", "..w1C.", EMPTY_ROW), 90),
    "a run that a column and a diagonal cross": (
        grid("....w1", "....w1", "w1w1w1w1w1", "..w1..", ".w1..C"),
        40,
    ),
    "a full grid": ("/".join(["w1w1w1w1w1"] * 5), 320),
}


@pytest.mark.parametrize(("code", "points"), CROWNED.values(), ids=list(CROWNED))
def test_folie_des_grandeurs_counts_lines_of_which_no_two_share_more_than_one_square(code: str, points: int) -> None:
    assert earned(code, "folie_des_grandeurs").points == points


@pytest.mark.parametrize(("crowns", "lines"), [(2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3)])
def test_a_run_of_crowns_has_a_line_for_every_two_after_the_first(crowns: int, lines: int) -> None:
    row = "".join("w1" if at < crowns else "." for at in range(7))
    code = grid(row, *["......."] * 5, "......C")
    quest = earned(code, "folie_des_grandeurs", grid=7)

    assert (quest.points, len(quest.lines)) == (10 * lines, lines)


def test_the_counted_lines_are_told_square_by_square() -> None:
    quest = earned(CROWNED["a run of five"][0], "folie_des_grandeurs")

    assert quest.lines == (((0, 0), (0, 1), (0, 2)), ((0, 2), (0, 3), (0, 4)))


def test_a_crown_under_a_giant_breaks_a_line() -> None:
    code = grid("w1w1w1..", EMPTY_ROW, "..C..", EMPTY_ROW, EMPTY_ROW)

    assert earned(code, "folie_des_grandeurs", Pieces(giants=(((0, 1), 1),))).points == 0


@given(st.integers(0, 2**32), st.sampled_from([5, 7]))
@settings(max_examples=25)
def test_a_quest_never_depends_on_rotation_or_reflection(seed: int, grid: int) -> None:
    chance = random.Random(seed)
    kingdom = any_kingdom(chance, grid)
    pieces = any_pieces(chance, kingdom)

    def points(turned: Kingdom, moved: Pieces) -> list[int]:
        sheet = score(turned, Rules(grid=grid, box=BOX, quests=tuple(Quest)), pieces=moved)
        return [quest.points for quest in sheet.earnings if quest.kind == "quest"]

    last = grid - 1
    turned = pieces.moved({at: (at[1], last - at[0]) for at, _ in kingdom.squares()})
    mirrored = pieces.moved({at: (at[0], last - at[1]) for at, _ in kingdom.squares()})
    assert points(kingdom.rotated(), turned) == points(kingdom, pieces)
    assert points(kingdom.mirrored(), mirrored) == points(kingdom, pieces)


def without_lines(sheet: ScoreSheet) -> int:
    return sum(territory.points for territory in sheet.territories)


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_a_giant_never_raises_a_sum_of_territories(seed: int) -> None:
    chance = random.Random(seed)
    kingdom = any_kingdom(chance, 5)
    pieces = any_pieces(chance, kingdom)

    with_giants, without = score(kingdom, pieces=pieces), score(kingdom, pieces=pieces.without_giants)

    assert without_lines(with_giants) <= without_lines(without)
    assert with_giants.total <= without.total
    assert with_giants.largest_territory == without.largest_territory


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_a_box_without_its_pieces_changes_no_score(seed: int) -> None:
    kingdom = any_kingdom(random.Random(seed), 5)

    for box in (BASE + GIANTS, BASE + COURT, BASE + QUEENDOMINO, BASE + GIANTS + COURT + QUEENDOMINO):
        assert score(kingdom, Rules(box=box), pieces=Pieces()) == score(kingdom)
