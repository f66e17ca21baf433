"""A kingdom that could not have been laid as it was read: does a row of it lie beside its outline?"""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from ui.i18n.translate import _
from ui.photos.outline import Side, looked_round, may_be_off
from ui.screens.camera import show_steps
from ui.screens.kingdom.steps import keep_attempt
from ui.session.learning import known_tiles
from ui.session.tab import tab
from ui.table.board import Board
from ui.table.grid import other_grid
from ui.table.table import Seat

_NOTHING = "nothing beside the outline"  # the number of the board


def offer_to_look_round(seat: Seat, board: Board) -> None:
    """The button that looks for a row beside the outline, and moves the grid there."""
    table = tab().table
    if board.source is None or other_grid(table, board) or not may_be_off(table, board):
        return
    with st.container(key="outline"):
        if tab().local(_NOTHING) == board.number:
            said = _("No row of this kingdom lies beside its outline. Look at the squares, or set the corners.")
            st.html(f'<p class="cs-quiet" role="status">{escape(said)}</p>')
            return
        steps = st.empty()
        if st.button(_("A tile outside the outline? Look there"), width="stretch"):
            found = looked_round(
                board.source,
                progress=lambda step: show_steps(steps, step),
                known=partial(known_tiles, table),
                box=table.rules.box,
            )
            if found:
                st.toast(_moved(found[0]))
                keep_attempt(seat, found[1])
            tab().set_local(_NOTHING, board.number)
            st.rerun()


def _moved(side: Side) -> str:
    return {
        Side.ABOVE: _("A tile lay above the outline. The grid was moved there."),
        Side.BELOW: _("A tile lay below the outline. The grid was moved there."),
        Side.LEFT: _("A tile lay left of the outline. The grid was moved there."),
        Side.RIGHT: _("A tile lay right of the outline. The grid was moved there."),
    }[side]
