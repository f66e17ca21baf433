"""The tappable board: a Streamlit component that edits a kingdom, or an epoch of Kingdoms, by the app's own routes.

It is given the board once, draws every change at once, sends it to ``ui.api.commands``, and hears of what others change
with the answers and the news. What it was drawn with is only where it begins: what it has heard since is newer, as the
version says, and what was not answered yet newer still.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from scoring import Position
from ui.api.board_view import BoardView, EpochView
from ui.drawing import piece_marks, pieces, tiles
from ui.i18n.translate import for_browser, in_browser, language
from ui.table.converter import written

_HERE = Path(__file__).parent
_PARTS = (
    "../spoken.js",
    "../news/runs.js",
    "board.js",
    "outbox.js",
    "editor.js",
    "photo.js",
    "kingdom.js",
    "epoch.js",
)
_LOOK = {"kingdomino": tiles.looks(), "kingdoms": pieces.looks()}
_SCRIPT = "\n".join(
    [f"const LOOK = {json.dumps(_LOOK)};", *((_HERE / name).read_text(encoding="utf-8") for name in _PARTS)]
)
_SPRITE = f'<svg class="sprite" aria-hidden="true">{tiles.sprite()}{pieces.sprite()}{piece_marks.sprite()}</svg>'
_HTML = (_HERE / "board.html").read_text(encoding="utf-8").replace("<!-- sprite -->", _SPRITE)
_NAMES = [str(look["name"]) for looks in _LOOK.values() for look in looks.values()]
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML), *_NAMES)
_component = st.components.v2.component(
    "board", html=_HTML, css=(_HERE / "board.css").read_text(encoding="utf-8"), js=_SCRIPT
)


def board_editor(
    board: BoardView | EpochView,
    table: str,
    version: int,
    *,
    on_stored: Callable[[], None] | None,
    look: tuple[Position, int] | None = None,
    unveil: bool = False,
    asks: bool = True,
) -> bool:
    """The editor of a board as it is in that version of the table with that key; True once all questions were answered.

    ``on_stored`` is called, and the page drawn again, when the board is another; None where nothing beside the editor
    follows it. ``look`` is a square to choose with the number of that request. ``unveil`` shows the photo first.
    Where it ``asks`` about the squares in doubt, it has the bottom of the window meanwhile.
    """
    told = _component(
        key=f"epoch-{board.epoch}" if isinstance(board, EpochView) else f"board-of-{board.seat}",
        data={
            "game": "kingdoms" if isinstance(board, EpochView) else "kingdomino",
            "language": language(),
            "words": for_browser(_MESSAGES),
            "table": table,
            "state": {"version": version, "board": written(board)},
            "tells": on_stored is not None,
            "look": {"place": look[0], "asked": look[1]} if look else None,
            "unveil": unveil,
            "asks": asks,
        },
        on_stored_change=on_stored or (lambda: None),
        on_closed_change=lambda: None,
    )
    return told.closed is not None
