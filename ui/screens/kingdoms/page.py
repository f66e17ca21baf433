"""Kingdoms: who plays, the three epochs, and everybody's gold."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.kingdoms.correct import enter_board
from ui.screens.kingdoms.gold import show_gold
from ui.screens.kingdoms.players import ask_players, change_players
from ui.screens.live import watch
from ui.screens.table.invitation import invite
from ui.screens.table.leaving import leave
from ui.screens.table.navigation import screen_of, ways_back
from ui.session import kingdoms_tab, members
from ui.session.tab import tab


def choose_epoch() -> int:
    """The epochs as tabs, as far as the game has come."""
    game, shown = kingdoms_tab.game(), kingdoms_tab.epoch_shown()
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
        kingdoms_tab.show_epoch(chosen)
        st.rerun()
    return shown


def arrange_table() -> None:
    """Who plays, and who else may look on: folded away under the gold."""
    if kingdoms_tab.game().players:
        change_players()
    invite()
    leave(host=members.is_host())
    ways_back()


if tab().table.kingdoms is None and (tab().stored or tab().table.seats):
    routes.go_to(screen_of(tab().table))
if tab().table.kingdoms is None:  # this screen was opened by its own address
    tab().new_table(kingdoms=True)
game = kingdoms_tab.game()
at = 0
with st.container(horizontal=True, vertical_alignment="center", key="kingdoms-top"):
    if st.button("‹ " + _("Start"), type="tertiary"):
        routes.go_to(routes.START)
    if game.players:
        at = choose_epoch()

# Each step has its own place, so that nothing of one is left standing in the next while it is drawn.
# Who has won stands above the board that ended the game.
steps = ("gold", "epoch") if game.is_over else ("epoch", "gold")
places = {step: st.container(key=step) for step in ("who", *steps, "arrangement")}
tab().record_result()
with places["gold"]:
    show_gold(game)
if not game.players:
    with places["who"]:
        ask_players()
else:
    with places["epoch"]:
        enter_board(at)
with places["arrangement"]:
    arrange_table()
watch()
