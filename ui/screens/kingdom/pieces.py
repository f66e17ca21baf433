"""The pieces on a board, below its squares: only where a box with pieces, or a quest, is on the table."""

from __future__ import annotations

from functools import partial

import streamlit as st

from scoring import Pieces
from scoring.expansions.limits import has_pieces
from ui.components.pieces_editor import pieces_editor
from ui.i18n.translate import _
from ui.screens.notices import said_later
from ui.session.tab import tab
from ui.table.board import Board
from ui.table.edits import pieces_edited
from ui.table.table import sheet


def place_on(number: int, board: Board) -> None:
    """The editor of the pieces on a seat's board, folded away until it is wanted."""
    table = tab().table
    rules = table.rules
    if not (has_pieces(rules.box) or rules.quests):
        return

    def changed(before: Pieces, after: Pieces) -> None:
        with said_later():
            tab().do(partial(pieces_edited, number=board.number, before=before, after=after))

    others = [(one.board.kingdom, one.board.pieces) for one in table.seats if one.board and one.number != number]
    title = _("Pieces and quests") if rules.quests else _("Pieces")
    with st.expander(title, key=f"pieces-of-{number}"):
        shown = sheet(table, board) if table.shows_scores else None
        pieces_editor(board, rules, shown, others, on_change=changed)
