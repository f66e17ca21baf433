"""The tappable board: a Streamlit component that edits one kingdom by the app's own routes.

It is given the board once, draws every change at once, sends it to ``ui.api.commands``, and hears of what others change
with the news. What it was drawn with is only where it begins: what it has heard since is newer, as the version says.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from scoring import Position
from ui.api.board_view import BoardView
from ui.components.palette import SHARED_SCRIPTS, page
from ui.drawing import tiles
from ui.i18n.translate import for_browser, in_browser, language
from ui.table.forms import written

_HERE = Path(__file__).parent
_PARTS = (
    *SHARED_SCRIPTS,
    "../news/runs.js",
    "outbox.js",
    "model.js",
    "counted.js",
    "tiles.js",
    "rail.js",
    "board.js",
)
_SCRIPT = "\n".join(
    [f"const LOOK = {tiles.as_json()};"] + [(_HERE / name).read_text(encoding="utf-8") for name in _PARTS]
)
_HTML = page("board.html")
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML), *(square.words for square in tiles.ALL))
_component = st.components.v2.component(
    "board_editor",
    html=_HTML,
    css=(_HERE / "board.css").read_text(encoding="utf-8"),
    js=_SCRIPT,
)


def board_editor(
    board: BoardView,
    table: str,
    version: int,
    *,
    on_stored: Callable[[], None] | None,
    look: tuple[Position, int] | None = None,
    unveil: bool = False,
) -> None:
    """The editor of a board as it is in that version of the table with that key.

    ``on_stored`` is called, and the page drawn again, when the board is another; None where nothing beside the editor
    follows it. ``look`` is a square to choose with the number of that request. ``unveil`` shows the photo first.
    """
    _component(
        key=f"board-of-{board.seat}",
        data={
            "language": language(),
            "words": for_browser(_MESSAGES),
            "table": table,
            "seat": board.seat,
            "state": {"version": version, "board": written(board)},
            "tells": on_stored is not None,
            "look": {"place": look[0], "asked": look[1]} if look else None,
            "unveil": unveil,
        },
        on_stored_change=on_stored or (lambda: None),
    )
