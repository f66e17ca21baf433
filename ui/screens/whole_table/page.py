"""The whole table in one photo, dealt to the players."""

from __future__ import annotations

import streamlit as st

from ui.screens import routes
from ui.screens.live import watch
from ui.screens.whole_table.deal import ask_for_table, deal_next
from ui.screens.whole_table.failed import ask_whose, show_where
from ui.session.dealing import deal_under_way, expects_one, go_on_with, is_tapped_in, photo_that_failed

deal = deal_under_way()
above = routes.START if expects_one() else routes.TABLE
if st.button("‹ " + routes.title(above), type="tertiary"):
    go_on_with(None)
    routes.go_to(above)
failed = photo_that_failed()
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
