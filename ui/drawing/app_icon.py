"""The icon of the app on a home screen: the crown, drawn to any size."""

from __future__ import annotations

import io
from functools import cache

from PIL import Image, ImageDraw

from ui.drawing.svg_path import outline
from ui.drawing.tiles import CROWN, CROWN_FILL, CROWN_RIM, FIELD

GROUND = "#FAF7F0"
SIZES = (192, 512)  # pixels a side: what Chromium asks for; Safari takes the first
SHARE = 0.6  # of the side that the crown takes: phones cut icons to a circle of 80 %
FINER = 4  # times the size it is drawn at first, for smooth edges


@cache
def app_icon(side: int) -> bytes:
    """The icon as a PNG of that many pixels a side, its ground to the edges."""
    drawn = Image.new("RGB", (side * FINER, side * FINER), GROUND)
    scale = side * FINER * SHARE / FIELD
    corners = [(side * FINER / 2 + (x - 12) * scale, side * FINER / 2 + (y - 11.5) * scale) for x, y in outline(CROWN)]
    pen = ImageDraw.Draw(drawn)
    pen.polygon(corners, CROWN_FILL)
    pen.line([*corners, *corners[:2]], CROWN_RIM, round(scale * 1.2), joint="curve")
    stored = io.BytesIO()
    drawn.resize((side, side), Image.Resampling.LANCZOS).save(stored, "PNG")
    return stored.getvalue()
