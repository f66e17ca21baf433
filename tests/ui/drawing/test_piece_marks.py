"""Marks of pieces in every picture, and what is told and shown of a board of Kingdoms."""

from __future__ import annotations

import pytest

from scoring import Building, Terrain
from scoring.kingdoms import Board, piece_of, problems
from tests.given import SAMPLES
from ui.api.board_view import epoch_remarks as remarks
from ui.drawing.piece_marks import in_figures
from ui.drawing.pieces import LOOKS, small_board


@pytest.mark.parametrize(
    ("building", "figures"),
    [(Building(crowns=1), "+1"), (Building(points=5), "5"), (Building(each=2, per=Terrain.WHEAT), "2×")],
)
def test_a_building_says_what_it_earns(building: Building, figures: str) -> None:
    assert in_figures(building) == figures


# --- Kingdoms


EMPTY, FULL = Board.empty(), Board.parse((SAMPLES / "kingdoms" / "epoch-1.txt").read_text())


def test_what_the_rules_forbid_is_named_with_its_place_once_the_board_is_nearly_full() -> None:
    wrong, barely = FULL.with_piece(0, 0, piece_of("D")), EMPTY.with_piece(0, 0, piece_of("D"))

    [remark, *_] = remarks(wrong, problems(wrong))
    assert remark["text"].startswith("There are 2 dragons, but 1 in the box")
    assert (0, 0) in remark["squares"]
    assert remarks(barely, problems(barely)) == ()


def test_every_piece_has_a_look() -> None:
    assert set(LOOKS) == {str(space)[0] if space else "." for board in (FULL, EMPTY) for _, space in board.spaces()} | {
        "b"
    } | set("MDGW+-")


def test_a_small_board_says_how_full_it_is_and_what_lies_in_every_row() -> None:
    few = Board.parse(". . . . . ./r2 +3 . . . M/. . . . . ./. . . . . ./. . . . . .")

    assert 'alt="a board with 30 pieces; row 1: ' in small_board(FULL)
    assert (
        'alt="a board with 3 pieces; row 2: red castle of rank 2, resource +3, free, free, free, mountain"'
        in small_board(few)
    )
