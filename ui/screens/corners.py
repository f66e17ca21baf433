"""Four corners set by hand on a photo, and the button that reads the grid between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from ui.components.corner_editor import corner_editor
from ui.i18n.translate import _
from ui.screens.camera import show_steps
from ui.table.source import Picture
from vision.photo.photo import Points
from vision.pipeline.find import Progress

T = TypeVar("T")


def read_between_corners(
    picture: Picture, start: Points, rows: int, columns: int, *, number: int, read: Callable[[Points, Progress], T]
) -> T | None:
    """What ``read`` makes of the corners, clockwise in pixels of the picture, once they are set; None until then.

    They are dragged from ``start`` over a grid of that size; ``number`` tells one photo from the next.
    """
    corners = corner_editor(picture, start, rows, columns, number=number)
    steps = st.empty()
    if corners is None:
        st.html(f'<p class="cs-quiet" role="alert">{_("The corners cross. Drag them apart.")}</p>')
    with st.container(key="done"):
        wanted = st.button(_("Read this grid"), type="primary", width="stretch", disabled=corners is None)
    return read(corners, lambda step: show_steps(steps, step)) if wanted and corners is not None else None
