"""The tappable board: a Streamlit component that edits a kingdom, or an epoch of Kingdoms, by the app's own routes.

It is given the board once, draws every change at once, sends it to ``ui.api.commands``, and receives what others change
with the answers and the news. What it was drawn with is only where it begins: what it has received since is newer, as
the version says, and what was not answered yet newer still.
"""

from __future__ import annotations

from collections.abc import Callable

from scoring import Position
from ui.api.board_view import BoardView, EpochView
from ui.components import Component
from ui.drawing import piece_marks, pieces, tiles
from ui.i18n.translate import language
from ui.table.converter import written

_LOOK = {"kingdomino": tiles.looks(), "kingdoms": pieces.looks()}
_board = Component(
    "board",
    "../words.js",
    "../news/runs.js",
    "board.js",
    "outbox.js",
    "editor.js",
    "photo.js",
    "kingdom.js",
    "epoch.js",
    constants={"LOOK": _LOOK},
    names=[str(look["name"]) for looks in _LOOK.values() for look in looks.values()],
    SPRITE=f"{tiles.sprite()}{pieces.sprite()}{piece_marks.sprite()}",
)


def board_editor(
    board: BoardView | EpochView,
    table: str,
    version: int,
    *,
    on_stored: Callable[[], None] | None,
    look: tuple[Position, int] | None = None,
    reveal: bool = False,
    asks: bool = True,
) -> bool:
    """The editor of a board as it is in that version of the table with that key; True once all questions were answered.

    ``on_stored`` is called, and the page drawn again, when the board is another; None where nothing beside the editor
    follows it. ``look`` is a square to choose with the number of that request. ``reveal`` shows the photo first.
    Where it ``asks`` about the squares in doubt, it has the bottom of the window meanwhile.
    """
    state = _board.show(
        key=f"epoch-{board.epoch}" if isinstance(board, EpochView) else f"board-of-{board.seat}",
        data={
            "game": "kingdoms" if isinstance(board, EpochView) else "kingdomino",
            "language": language(),
            "words": _board.words,
            "table": table,
            "state": {"version": version, "board": written(board)},
            "tells": on_stored is not None,
            "look": {"place": look[0], "asked": look[1]} if look else None,
            "reveal": reveal,
            "asks": asks,
        },
        on_stored_change=on_stored or (lambda: None),
        on_closed_change=lambda: None,
    )
    return state.closed is not None
