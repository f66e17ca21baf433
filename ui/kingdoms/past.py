"""The games of Kingdoms before this one, and the step from one to the next."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from ui.kingdoms import in_hand
from ui.kingdoms.game import Game, Past
from ui.kingdoms_editor.pieces import small_board
from ui.wording import in_html
from ui.words import _


def play_again() -> None:
    """Keep the game that is over and begin the next."""
    in_hand.keep(in_hand.game().again(datetime.now(UTC)))
    in_hand.show_epoch(None)


def show_past(game: Game) -> None:
    """The games before, the latest first, with their boards."""
    if not game.past:
        return
    with st.expander(_("Games so far"), key="kingdoms-past"):
        for past in reversed(game.past):
            st.html(_past(past))


def _past(past: Past) -> str:
    gold = ", ".join(
        f"{purse.place}. {in_html(next(p.name for p in past.players if p.colour is purse.colour))} {purse.now}"
        for purse in past.sheet.purses
        if any(player.colour is purse.colour for player in past.players)
    )
    boards = "".join(f"<figure>{small_board(board)}</figure>" for board in past.boards)
    return f'<p>{past.ended:%Y-%m-%d}: {gold}</p><div class="cs-marked">{boards}</div>'
