"""A player's card: a Streamlit component that shows what the server has drawn, and hears when that has changed.

It says what it shows to the button that lies over it. What it was drawn with is only where it begins: what it has heard
since is newer, as the version says.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.api.tables import Card
from ui.table.forms import written

_component = st.components.v2.component(
    "player_card",
    html='<div class="card"></div>',
    js=(Path(__file__).parent / "cards.js").read_text(encoding="utf-8"),
    isolate_styles=False,  # the look of the app draws it
)


def player_card(card: Card, table: str, version: int, *, note: str, photo: str) -> None:
    """A player's card as it is in that version of the table with that key; stands in one container with its button.

    ``note`` is what this phone alone says behind the state. ``photo`` is the address of the kingdom in its photo, empty
    where there is none.
    """
    data = {"table": table, "state": {"version": version, "card": written(card)}, "note": note, "photo": photo}
    _component(key=f"face-{card.seat}", data=data)
