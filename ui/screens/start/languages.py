"""The language of the words, chosen on the Start screen."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import LANGUAGES, _, language
from ui.session.spoken import set_language


def choose_language() -> None:
    """The languages by their own names; the chosen one is spoken at once."""
    spoken = language()
    with st.container(key="languages"):
        chosen = st.segmented_control(
            _("Language"),
            list(LANGUAGES),
            format_func=LANGUAGES.__getitem__,
            default=spoken,
            required=True,
            label_visibility="collapsed",
            key=f"language-{spoken}",
        )
    if chosen and chosen != spoken:
        set_language(chosen)
        st.rerun()
