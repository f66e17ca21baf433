"""What a player reads while the server does not answer: our words, in their language, over Streamlit's own."""

from __future__ import annotations

import json

from ui.i18n.translate import _


def words_for_silence() -> str:
    """The words that the look puts into Streamlit's dialog, as a style; they stay when the connection is gone."""
    said = {
        "silent": _("The server does not answer"),
        "silent-how": _(
            "Close this and go on. What you tap on a board is kept here and sent as soon as the server answers."
        ),
    }
    properties = "".join(f"--{name}:{json.dumps(words, ensure_ascii=False)};" for name, words in said.items())
    return f"<style>:root{{{properties}}}</style>"
