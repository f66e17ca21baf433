"""The tappable board: a Streamlit component that edits one kingdom.

The browser holds the board while it is edited and sends the whole of it after every change, numbered by revision;
the server answers with the score of the revision it has. A tap sent while an answer is under way is never lost:
the browser ignores boards older than its own, the server those older than its own.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st
from msgspec import to_builtins

from scoring import Position
from ui.api.board_view import PhotoView, board_view, photo_view
from ui.components.palette import SHARED_SCRIPTS, page
from ui.components.sent import ChangedKingdom, choice, receive
from ui.drawing import tiles
from ui.i18n.translate import for_browser, in_browser, language
from ui.photos.pictures import straight
from ui.streamlit_patch import address
from ui.table.board import Board
from ui.table.table import Seat, Table

_HERE = Path(__file__).parent
_PARTS = (*SHARED_SCRIPTS, "model.js", "counted.js", "tiles.js", "rail.js", "board.js")
_SCRIPT = "\n".join(
    [f"const LOOK = {tiles.as_json()};"] + [(_HERE / name).read_text(encoding="utf-8") for name in _PARTS]
)
_HTML = page(_HERE)
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML), *(square.words for square in tiles.ALL))
_component = st.components.v2.component(
    "board_editor",
    html=_HTML,
    css=(_HERE / "board.css").read_text(encoding="utf-8"),
    js=_SCRIPT,
)


def board_editor(
    table: Table,
    seat: Seat,
    board: Board,
    received: int,
    *,
    on_correction: Callable[[Board, int], None],
    on_turn: Callable[[Board, int, Position | None], None],
    look: tuple[Position, int] | None = None,
    unveil: bool = False,
) -> None:
    """The editor for the board of a seat at a table.

    ``received`` is the last revision that came from this browser. ``on_correction`` is called with the board after
    every change of a square and the revision that its changes began with, ``on_turn`` where it is then to be moved by
    a step in its frame, or turned without one. ``look`` is a square to choose with the
    number of that request. ``unveil`` shows the photo first.
    """
    key = f"board-{board.number}"

    def on_board_change() -> None:
        said = st.session_state[key].get("board")
        receive(said, ChangedKingdom, board, received, on_correction=on_correction, on_turn=on_turn)

    _component(
        key=key,
        data=_shown(table, seat, board, received) | {"look": choice(look), "unveil": unveil},
        default={"board": None},
        on_board_change=on_board_change,
    )


def _shown(table: Table, seat: Seat, board: Board, received: int) -> dict[str, Any]:
    """What the browser draws: the board with its revision, and the score of that revision if it may be seen."""
    view: dict[str, Any] = to_builtins(board_view(table, seat, board, _photo(board)))
    more = {"language": language(), "words": for_browser(_MESSAGES), "revision": board.revision, "received": received}
    return view | more


def _photo(board: Board) -> PhotoView | None:
    """The photo at addresses that Streamlit serves to this browser."""
    if board.source is None:
        return None
    jpeg = address(board.source.picture.jpeg, f"photo-{board.number}")
    return photo_view(board.source, jpeg, address(straight(board.source), f"straight-{board.number}"))
