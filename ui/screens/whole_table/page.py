"""The whole table in one photo, dealt to the players."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.live import watch
from ui.screens.whole_table.deal import ask_for_table, deal_next
from ui.screens.whole_table.failed import ask_whose, show_where
from ui.session.dealing import deal_under_way, go_back_to, go_on_with, is_tapped_in, is_way_on, photo_that_failed
from ui.session.tab import tab

deal, failed = deal_under_way(), photo_that_failed()
above = routes.TABLE if tab().table.seats else routes.START
if failed and is_way_on(failed):
    if st.button("‹ " + _("Back to the photo"), type="tertiary"):
        go_back_to(failed)
        st.rerun()
elif st.button("‹ " + routes.title(above), type="tertiary"):
    go_on_with(None)
    routes.go_to(above)
asking, dealing, framing = st.container(key="ask"), st.container(key="choice"), st.container(key="corners")
if deal and deal.waiting:
    with dealing:
        deal_next(deal)
elif failed and failed.setting_corners:
    with framing:
        show_where(failed)
elif failed and failed.picture and is_tapped_in():
    with dealing:
        ask_whose(failed.picture)
else:
    with asking:
        ask_for_table()
watch()
