"""The app in the browser: ``streamlit run ui/app.py``. Navigation and the look; the screens do the rest."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.drawing.result_text import CODE_KEY
from ui.screens.routes import PAGES, SHARED_BOARD
from ui.session import tab
from ui.session.live import show_trouble
from ui.silence import words_for_silence

HERE = Path(__file__).parent

st.set_page_config(page_title="Crownsight", page_icon=str(HERE / "crown.svg"), layout="wide")
st.html(HERE / "look.css")
tab.pick_up()
st.html(words_for_silence())
show_trouble()

page = st.navigation(
    [st.Page(HERE / script, title=title, url_path=path, default=not path) for script, (path, title) in PAGES.items()],
    position="hidden",
)
if not page.url_path and CODE_KEY in st.query_params:  # a link that somebody sent
    st.switch_page(SHARED_BOARD, query_params={CODE_KEY: st.query_params[CODE_KEY]})
page.run()
