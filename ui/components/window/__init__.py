"""What the browser itself shows of the app: its language, its icon on a home screen, one entry of history a step.

A Streamlit component without a face of its own, which also keeps a second tap from pressing what the first has brought
under the finger, moves the focus to what has appeared, keeps the screen on at a table, and hands files that are dropped
or pasted to the camera.
Streamlit writes ``<html lang="en">`` whatever is spoken (streamlit/streamlit issue 15726) and has English words of its
own, links no web app manifest, and adds two entries to the history where a step changes both the page and the query.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ui.components import Component
from ui.i18n.translate import LANGUAGE_COOKIE, _

_FILES = ("repeated_taps.js", "focus.js", "awake.js", "files.js", "streamlits_words.js", "window.js")
_window = Component("window", *_FILES)


def update_browser(language: str, path: str, query: Mapping[str, str], step: int) -> None:
    """Tell the browser the language of the page, to be remembered there, and the step at which it is.

    ``path`` is the last part of the page's address; what the address in the browser lacks of the query is added to it.
    """
    data = {
        "language": language,
        "cookie": LANGUAGE_COOKIE,
        "path": path,
        "query": query,
        "step": step,
        "skip": _("Skip to the content"),
        "named": {
            "Open": _("Open"),
            "Close": _("Close"),
            "Decrement": _("Less"),
            "Increment": _("More"),
            "Copy to clipboard": _("Copy"),
        },
    }
    with st.container(key="window"):
        _window.show(key="window-state", data=data, height=1)
