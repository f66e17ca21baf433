"""Marks for the pieces on a board, in every picture of it."""

from __future__ import annotations

import pytest

from scoring import NO_PIECES, Building, Character, Pieces, Terrain
from ui.drawing.piece_marks import GLYPHS, in_figures, marks

PIECES = Pieces(
    giants=(((0, 0), 2),),
    tokens=frozenset({(0, 1)}),
    characters=(((1, 0), Character.KING),),
    buildings=(((1, 1), Building(points=5)),),
)


def test_every_piece_has_a_mark_and_a_board_without_pieces_none() -> None:
    assert marks(PIECES).count("<rect") == 4
    assert marks(NO_PIECES) == ""


def test_every_character_has_a_glyph_of_its_own() -> None:
    assert len({GLYPHS[who] for who in Character}) == len(Character)


@pytest.mark.parametrize(
    ("building", "figures"),
    [(Building(crowns=1), "+1"), (Building(points=5), "5"), (Building(each=2, per=Terrain.WHEAT), "2×")],
)
def test_a_building_says_what_it_earns(building: Building, figures: str) -> None:
    assert in_figures(building) == figures
