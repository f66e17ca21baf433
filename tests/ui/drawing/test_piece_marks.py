"""Marks for the pieces on a board, in every picture of it."""

from __future__ import annotations

import pytest

from scoring import Building, Character, Terrain
from ui.drawing.piece_marks import GLYPHS, in_figures


def test_every_character_has_a_glyph_of_its_own() -> None:
    assert len({GLYPHS[who] for who in Character}) == len(Character)


@pytest.mark.parametrize(
    ("building", "figures"),
    [(Building(crowns=1), "+1"), (Building(points=5), "5"), (Building(each=2, per=Terrain.WHEAT), "2×")],
)
def test_a_building_says_what_it_earns(building: Building, figures: str) -> None:
    assert in_figures(building) == figures
