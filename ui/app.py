"""Entry point of the app: ``streamlit run ui/app.py``. Style and navigation; the screens do the rest."""

from __future__ import annotations

import json
from pathlib import Path
from secrets import token_hex

import streamlit as st

from ui.components import poll_updates, update_browser
from ui.i18n.translate import _, translate
from ui.screens.notices import render_safely, show_store_error
from ui.screens.routes import SCREENS, has_arrived, repeat_navigation
from ui.session.tab import tab

HERE = Path(__file__).parent


def browser_notices() -> str:
    """Build a style with the notices for an unreachable server and for blocked cookies.

    It stays when the connection is gone. The look puts the words into Streamlit's own dialog, which has English ones
    alone, or over the page.
    """
    words = {
        "silent": _("The server isn’t answering"),
        "silent-how": _(
            "Close this and go on. What you tap on a board is kept here and sent as soon as the server answers."
        ),
        "cookieless": _(
            "This browser blocks cookies, so nothing you tap is saved. Allow cookies for this page and reload it."
        ),
    }
    properties = "".join(f"--{name}:{json.dumps(text, ensure_ascii=False)};" for name, text in words.items())
    return f"<style>:root{{{properties}}}</style>"


st.set_page_config(page_icon=str(HERE / "drawing" / "crown.svg"), layout="wide")
st.html(HERE / "screens" / "look.css")
tab().sync_with_url()
st.html(browser_notices())
show_store_error()

page = st.navigation(
    [
        st.Page(HERE / script, title=f"{translate(title)} – Crownsight", url_path=path, default=not path)
        for script, (path, title) in SCREENS.items()
    ],
    position="hidden",
)
if update_browser(page.url_path, tab().address, tab().visits, has_arrived=has_arrived(page.url_path)):
    repeat_navigation()
with st.container(key="page"):
    render_safely(page.run)
poll_updates(token_hex(8), *tab().watched)
