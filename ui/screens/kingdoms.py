"""Kingdoms: who plays, the three epochs, and everybody's gold."""

from __future__ import annotations

import streamlit as st

from ui.kingdoms import in_hand
from ui.kingdoms.capture import ask_board
from ui.kingdoms.correct import correct_board
from ui.kingdoms.gold import show_gold
from ui.kingdoms.past import play_again, show_past
from ui.kingdoms.players import ask_players, change_players
from ui.words import _


def choose_epoch() -> int:
    """The epochs as tabs, as far as the game has come."""
    game, shown = in_hand.game(), in_hand.epoch_shown()
    chosen: int = st.segmented_control(
        _("Epoch"),
        range(game.opened),
        default=shown,
        required=True,
        key=f"kingdoms-epochs-{game.opened}-{shown}",  # another epoch on the screen makes it anew
        format_func=lambda at: _("Epoch {number}", number=at + 1),
        label_visibility="collapsed",
    )
    if chosen != shown:
        in_hand.show_epoch(chosen)
        st.rerun()
    return shown


in_hand.pick_up()
game = in_hand.game()
at = 0
with st.container(horizontal=True, vertical_alignment="center", key="kingdoms-top"):
    if st.button("‹ " + _("Start"), type="tertiary"):
        st.switch_page("screens/start.py")
    if game.players:
        at = choose_epoch()

# Each step has its own place, so that nothing of one is left standing in the next while it is drawn.
players, capture, board, gold = (st.container(key=step) for step in ("players", "capture", "epoch", "gold"))
if not game.players:
    with players:
        ask_players()
    st.stop()
if game.epoch(at) and not in_hand.sent():
    with board:
        correct_board(at)
else:
    with capture:
        ask_board(at)
with gold:
    show_gold(in_hand.game())
    if in_hand.game().is_over:
        st.button(_("Play again"), type="primary", width="stretch", on_click=play_again)
    show_past(in_hand.game())
    change_players()
