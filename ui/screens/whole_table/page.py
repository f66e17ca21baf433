"""The whole table in one photo, dealt to the players."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.live import watch
from ui.screens.whole_table.deal import ask_for_table, deal_next
from ui.screens.whole_table.dealing import deal, photo_to_deal
from ui.session import tab

tab.play_at_table()
attempt = photo_to_deal()
if st.button("‹ " + _("Table"), type="tertiary"):
    deal(None)
    routes.go_to(routes.TABLE)
asking, dealing = st.container(key="ask"), st.container(key="choice")
if attempt and attempt.picture and attempt.readings:
    with dealing:
        deal_next(attempt, attempt.picture)
else:
    with asking:
        ask_for_table()
watch()
