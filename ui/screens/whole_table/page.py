"""The whole table in one photo, dealt to the players."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.live import watch
from ui.screens.whole_table.deal import ask_for_table, deal_next
from ui.session.dealing import deal_under_way, go_on_with

deal = deal_under_way()
if st.button("‹ " + _("Table"), type="tertiary"):
    go_on_with(None)
    routes.go_to(routes.TABLE)
asking, dealing = st.container(key="ask"), st.container(key="choice")
if deal and deal.waiting:
    with dealing:
        deal_next(deal)
else:
    with asking:
        ask_for_table()
watch()
