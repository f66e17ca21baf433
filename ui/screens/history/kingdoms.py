"""A finished game of Kingdoms: everybody's gold, and the boards of its epochs."""

from __future__ import annotations

import streamlit as st

from ui.drawing.pieces import small_board
from ui.i18n.translate import _, translated
from ui.screens.kingdoms.gold import gold_places
from ui.table.kingdoms import Epoch, Game, KingdomsResult
from ui.table.trust import reservation


def show_past(past: KingdomsResult) -> None:
    """Places with their reasons, and the boards."""
    boards = "".join(
        f"<figure><figcaption>{_('Epoch {number}', number=number)}</figcaption>{small_board(board)}</figure>"
        for number, board in enumerate(past.boards, start=1)
    )
    unsure = [reservation(state) for state in past.states]
    said = "".join(
        f'<p class="cs-quiet">{_("Epoch {number}: {state}", number=number, state=translated(words))}</p>'
        for number, words in enumerate(unsure, start=1)
        if words
    )
    st.html(f'{gold_places(as_played(past))}{said}<div class="cs-boards">{boards}</div>')


def as_played(past: KingdomsResult) -> Game:
    """The game as it was at its end."""
    return Game(past.players, tuple(Epoch(board, checked=True) for board in past.boards))
