"""A photo with its kingdoms outlined, each of them a button."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ui.drawing.over_photo import Outline, outlines, shown_over
from ui.i18n.translate import _
from ui.photos.shown import address
from ui.table.source import Picture


def show_kingdoms(picture: Picture, kingdoms: Sequence[Outline], names: Sequence[str]) -> int | None:
    """The photo with kingdoms outlined, and the place of the one that was just tapped; None if none was.

    Corners of the outlines are in pixels of the original photo; ``names`` say what each button is.
    """
    scaled = [
        Outline(tuple((x / picture.scale, y / picture.scale) for x, y in one.corners), one.castle, one.label, one.asked)
        for one in kingdoms
    ]
    shown = address(picture.jpeg)
    tapped = None
    with st.container(key="kingdoms-photo"):
        drawing = outlines(scaled, picture.width)
        st.html(_places(scaled, picture) + shown_over(shown, picture.width, picture.height, drawing, _("the photo")))
        for at, name in enumerate(names):
            if st.button(name, key=f"spot-{at}"):
                tapped = at
    return tapped


def _places(kingdoms: Sequence[Outline], picture: Picture) -> str:
    """Where the buttons lie over the photo, as a style."""
    rules = "".join(_place(at, one, picture) for at, one in enumerate(kingdoms))
    return f"<style>.st-key-kingdoms-photo{{--ratio:{picture.width / picture.height:.4f}}}{rules}</style>"


def _place(at: int, one: Outline, picture: Picture) -> str:
    across = [100 * x / picture.width for x, _y in one.corners]
    down = [100 * y / picture.height for _x, y in one.corners]
    left, top = max(0.0, min(across)), max(0.0, min(down))
    width, height = min(100.0, max(across)) - left, min(100.0, max(down)) - top
    return f".st-key-spot-{at}{{left:{left:.1f}%;top:{top:.1f}%;width:{width:.1f}%!important;height:{height:.1f}%}}"
