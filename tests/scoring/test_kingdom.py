"""Kingdom codes and pieces; rotation, mirroring, comparison, and placement in a larger grid."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    EMPTY,
    Building,
    Character,
    CodeError,
    Kingdom,
    Pieces,
    Square,
    Terrain,
    crop_offset,
    default_grid_offset,
    format_board,
    grid_offsets,
    parse_board,
)
from scoring.kingdom import pad_to_grid
from scoring.message import Message, join_and, join_comma, join_or
from tests.scoring.slow_engine import any_kingdom, any_pieces

SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize(
    ("code", "message", "position"),
    [
        ("w?", "row 1, column 2: '?' is not a square; use w f l g s m", (0, 1)),
        ("ww/wx", "row 2, column 2: 'x' is not a square", (1, 1)),
        ("W", "row 1, column 1: 'W' is not a square", (0, 0)),
        ("w/f4", "row 2, column 1: crowns are 1 to 3, not 4", (1, 0)),
        ("w0", "row 1, column 1: crowns are 1 to 3, not 0", (0, 0)),
        ("w²", "row 1, column 1: crowns are 1 to 3, not ²", (0, 0)),
        ("w12", "row 1, column 2: '2' is not a square", (0, 1)),
        ("w 1", "row 1, column 2: '1' is not a square", (0, 1)),
        ("C1", "row 1, column 2: '1' is not a square", (0, 1)),
        ("www/ww", "row 2, column 3: a square is missing: row 2 has 2 squares, row 1 has 3", (1, 2)),
        ("ww/www", "row 2, column 3: a square too many: row 2 has 3 squares, row 1 has 2", (1, 2)),
        ("Cw/wC", "row 2, column 2: a second castle; the first is in row 1, column 1", (1, 1)),
        ("", "row 1 has no squares", None),
        ("w//w", "row 2 has no squares", None),
        ("w/" * 13 + "w", "the code has 14 rows; 13 is the most that is read", None),
        ("w" * 14, "row 1 has more than 13 squares", None),
    ],
)
def test_an_error_names_its_place(code: str, message: str, position: tuple[int, int] | None) -> None:
    with pytest.raises(CodeError) as caught:
        Kingdom.parse(code)

    assert message in str(caught.value)
    assert isinstance(caught.value.args[0], Message)  # which can be said in any language
    assert caught.value.position == position


@given(st.text(alphabet="wflgsm123C./ x²\t", max_size=60))
def test_any_text_is_a_kingdom_or_a_code_error(text: str) -> None:
    try:
        kingdom = Kingdom.parse(text)
    except CodeError:
        return
    assert Kingdom.parse(str(kingdom)) == kingdom


def draw_kingdom(seed: int) -> Kingdom:
    """Draw some rows of a grid of random squares, with or without a castle."""
    chance = random.Random(seed)
    return Kingdom(any_kingdom(chance, 5).rows[: chance.randint(1, 5)])


@given(SEEDS, st.integers(0, 3))
@settings(max_examples=30)
def test_a_kingdom_is_the_same_however_it_lay_on_the_table(seed: int, turns: int) -> None:
    kingdom = turned = draw_kingdom(seed)
    for _ in range(turns):
        turned = turned.rotate()

    assert turned.canonical() == kingdom.canonical()
    assert Kingdom((*turned.rows, (EMPTY,) * turned.width)).canonical() == kingdom.canonical()


@pytest.mark.parametrize(
    ("terrain", "crowns", "is_castle"), [(Terrain.WHEAT, 4, False), (None, 1, False), (Terrain.WHEAT, 0, True)]
)
def test_a_square_is_one_thing(terrain: Terrain | None, crowns: int, is_castle: bool) -> None:
    with pytest.raises(ValueError, match=r"crowns|castle"):
        Square(terrain, crowns, is_castle)


def test_lists_are_joined_as_in_speech() -> None:
    assert [str(join_and(things)) for things in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert str(join_or(["13", "20", "31"])) == "13, 20 or 31"
    assert str(join_comma(["a", "b", "c"])) == "a, b, c"


STRIP = Kingdom.parse("w1 w C")
WIDE = Kingdom.parse("wwwww/wwCww/wwwww/wwwww")
LARGE = Kingdom.parse("C w w w w w")


@given(st.sampled_from([STRIP, WIDE, Kingdom.parse("C w/. w")]), st.sampled_from([5, 7]))
def test_padding_keeps_the_kingdom(kingdom: Kingdom, grid: int) -> None:
    for place in grid_offsets(kingdom, grid):
        in_grid = pad_to_grid(kingdom, grid, place)

        assert (in_grid.height, in_grid.width) == (grid, grid)
        assert in_grid.crop() == kingdom
        assert crop_offset(in_grid) == place


@pytest.mark.parametrize(("kingdom", "place"), [(STRIP, (5, 0)), (STRIP, (0, -1)), (LARGE, None)])
def test_a_frame_that_does_not_fit_is_refused(kingdom: Kingdom, place: tuple[int, int] | None) -> None:
    with pytest.raises(ValueError, match="5x5 grid"):
        pad_to_grid(kingdom, 5, place)


def test_a_kingdom_is_turned_clockwise_and_trimmed() -> None:
    kingdom = Kingdom.parse("wfl/gsC")

    assert str(kingdom.rotate()) == "gw/sf/Cl"
    assert Kingdom.parse("..../.wC.").crop() == Kingdom.parse("wC")
    assert Kingdom.empty(5, 5).crop() == Kingdom.parse(".")


@pytest.mark.parametrize("rows", [(), ((),), ((EMPTY,), (EMPTY, EMPTY))])
def test_a_kingdom_has_a_square_and_rows_of_one_length(rows: tuple[tuple[Square, ...], ...]) -> None:
    with pytest.raises(ValueError, match=r"at least one|equally long"):
        Kingdom(rows)


@pytest.mark.parametrize(
    ("kingdom", "grid", "places", "usual"),
    [
        (Kingdom.parse("wwwww/wwwww/wwCww/wwwww/wwwww"), 5, 1, (0, 0)),
        (WIDE, 5, 2, (1, 0)),  # the castle lies in the centre if it can
        (WIDE, 7, 12, (2, 1)),
        (STRIP, 5, 15, (2, 0)),
        (pad_to_grid(STRIP), 5, 15, (2, 0)),  # empty rows do not count
        (Kingdom.parse("C w w w w"), 5, 5, (2, 0)),
        (Kingdom.parse("www/www/www"), 5, 9, (1, 1)),
        (Kingdom.empty(3, 3), 5, 25, (2, 2)),
    ],
)
def test_kingdom_is_placed_with_castle_near_the_centre(
    kingdom: Kingdom, grid: int, places: int, usual: tuple[int, int]
) -> None:
    assert len(grid_offsets(kingdom, grid)) == places
    assert default_grid_offset(kingdom, grid) == usual


# --- The code of a kingdom with its pieces


CODE = "w2wC/f.t"
PIECES = Pieces(
    giants=(((0, 0), 2),),
    tokens=frozenset({(0, 1)}),
    characters=(((1, 0), Character.FARMER),),
    buildings=(((1, 2), Building(each=2, per=Terrain.FOREST)),),
    coins=8,
    towers=1,
    knights=2,
    queen=True,
)
WRITTEN = f"{CODE},giant@1.1x2,token@1.2,farmer@2.1,building@2.3:forest:2,coins:8,towers:1,knights:2,queen"


def test_piece_codes_follow_commas_with_one_based_positions() -> None:
    assert format_board(Kingdom.parse(CODE), PIECES) == WRITTEN
    assert parse_board(WRITTEN) == (Kingdom.parse(CODE), PIECES)


@given(SEEDS)
@settings(max_examples=30)
def test_the_code_of_any_board_reads_back(seed: int) -> None:
    kingdom = draw_kingdom(seed)
    code = format_board(kingdom, any_pieces(random.Random(seed), kingdom))

    assert Kingdom.parse(str(kingdom)) == kingdom
    assert format_board(*parse_board(code)) == code


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("wC,giant@1.3", "giant@1.3: the kingdom is 1x2 and has no row 1, column 3"),
        ("wC,giant@0.1", "has no row 0, column 1"),
        ("wC,wizard@1.1", "'wizard@1.1' is no piece"),
        ("wC,giant", "'giant' is no piece"),
        ("wC,building@1.1", "is no piece"),
        ("wC,building@1.1:moat:2", "is no piece"),
        ("wC,coins:-3", "is no piece"),
        ("wC,", "'' is no piece"),
        ("wx,giant@1.1", "row 1, column 2: 'x' is not a square"),
        ("wC" + ",queen" * 1000, "more than 5000 characters"),
    ],
)
def test_unreadable_code_names_the_piece(code: str, said: str) -> None:
    with pytest.raises(CodeError) as refused:
        parse_board(code)
    assert said in str(refused.value)
