"""The camera button, and photos on their way: a Streamlit component that sends them by the app's own route.

A photo shows at once. It is made smaller, sent to ``ui.api.files`` as soon as there is a connection, and kept in the
browser until the page has taken what it gave; meanwhile the news say how far it is. Several that
are chosen at once, dropped anywhere on the page or pasted are sent one after another and taken together.
"""

from __future__ import annotations

import streamlit as st

from ui.components import Component
from ui.i18n.translate import language

_camera = Component("camera", "../words.js", "../news/runs.js", "kept_photos.js", "camera.js")


def photograph(
    label: str, *, slot: str, place: str, most: int, quiet: bool = False, without_camera: str = ""
) -> tuple[str, ...]:
    """The button that takes a photo; the keys of photos that were read, for the page to take what they gave.

    The browser sends 2400 pixels a side at most, without metadata, and ``most`` pictures at once. ``slot`` tells what
    is asked for here from what is next, after a reload too; ``place`` is where the server expects it. A ``quiet``
    button is not gold: something else is to be done next. Where there is a mouse it opens files, and is called
    ``without_camera`` if that is given.
    """
    with st.container(key="camera"):
        data = {
            "label": label,
            "withoutCamera": without_camera,
            "quiet": quiet,
            "slot": slot,
            "place": place,
            "most": most,
            "language": language(),
            "words": _camera.words,
        }
        said = _camera.show(
            key="camera-sends", data=data, on_read_change=lambda: None, on_forgotten_change=lambda: None
        )
    read = said.get("read")
    return tuple(key for key in read if isinstance(key, str)) if isinstance(read, list) else ()
