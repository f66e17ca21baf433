"""The icon of the app on a home screen."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from ui.drawing.app_icon import SIZES, app_icon


@pytest.mark.parametrize("side", SIZES)
def test_the_icon_fills_its_square_and_keeps_the_crown_inside_a_circle(side: int) -> None:
    icon = Image.open(io.BytesIO(app_icon(side))).convert("RGB")
    ground = icon.getpixel((0, 0))
    crown = [(x, y) for x in range(0, side, 4) for y in range(0, side, 4) if icon.getpixel((x, y)) != ground]

    assert icon.size == (side, side)
    assert max((x - side / 2) ** 2 + (y - side / 2) ** 2 for x, y in crown) < (0.4 * side) ** 2
