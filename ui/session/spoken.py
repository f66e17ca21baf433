"""The language of a browser tab: as chosen here, else in this browser before, else the browser's own, else English."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import LANGUAGE_COOKIE, LANGUAGES, speak

_CHOSEN = "language"  # in the session


def speak_to_reader() -> None:
    """Speak the language of this tab in the run that draws it."""
    own = (st.context.locale or "en")[:2].lower()
    wanted = (st.session_state.get(_CHOSEN), st.context.cookies.get(LANGUAGE_COOKIE), own)
    speak(next((spoken for spoken in wanted if spoken in LANGUAGES), "en"))


def set_language(chosen: str) -> None:
    """Speak this language from now on in this tab."""
    st.session_state[_CHOSEN] = chosen
    speak(chosen)
