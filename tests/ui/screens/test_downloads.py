"""A file is made when it is asked for, for the tab and in the language of the page that offers it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from ui.i18n.translate import _
    from ui.screens.files import deferred_download
    from ui.session.tab import set_language, tab

    set_language("de")
    st.session_state["file"] = deferred_download(lambda: (_("Who won?"), tab().local("at hand")))
    tab().set_local("at hand", "as it is by now")


def test_a_file_that_is_made_between_two_runs_is_that_of_its_tab_and_in_its_language() -> None:
    app = AppTest.from_function(page).run()

    with ThreadPoolExecutor(1) as other_thread:
        made = other_thread.submit(app.session_state["file"]).result()

    assert made == ("Wer hat gewonnen?", "as it is by now")
