"""The app in the browser: ``streamlit run ui/app.py``. Navigation and the look; the screens do the rest."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.drawing.result_text import CODE_KEY
from ui.session import tab
from ui.session.live import show_trouble
from ui.silence import words_for_silence

HERE = Path(__file__).parent

st.set_page_config(page_title="Crownsight", page_icon=str(HERE / "crown.svg"), layout="wide")
st.html(HERE / "look.css")
tab.pick_up()
st.html(words_for_silence())
show_trouble()

screens = HERE / "screens"
page = st.navigation(
    [
        st.Page(screens / "start.py", title="Crownsight", default=True),
        st.Page(screens / "table.py", title="Table"),
        st.Page(screens / "kingdom.py", title="Kingdom"),
        st.Page(screens / "deal.py", title="Whole table"),
        st.Page(screens / "result.py", title="Result"),
        st.Page(screens / "history.py", title="Games so far"),
        st.Page(screens / "board.py", title="Board"),
        st.Page(screens / "kingdoms.py", title="Kingdoms"),
    ],
    position="hidden",
)
if not page.url_path and CODE_KEY in st.query_params:  # a link that somebody sent
    st.switch_page(screens / "board.py", query_params={CODE_KEY: st.query_params[CODE_KEY]})
page.run()
