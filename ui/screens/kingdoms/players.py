"""Who plays Kingdoms: a name for two to four colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Literal

import streamlit as st

from scoring.kingdoms import Colour
from ui.i18n.translate import _, translated
from ui.screens.files import file_of, use_up
from ui.session import kingdoms_tab
from ui.session.tab import tab
from ui.table.codec import FormatError
from ui.table.kingdoms import Player
from ui.table.kingdoms_json import MOST_BYTES, saved_in
from ui.table.names import LONGEST_NAME, plain_name
from ui.table.table import TableError

SAVED = "saved-game"  # the field for a file of one


def ask_players() -> None:
    """Who plays, before a game: names, or a game that was saved."""
    st.html(f"<h1>{_('Who plays Kingdoms?')}</h1>")
    hint = _("Enter a name for each colour that plays, two to four.")
    st.html(f'<p class="cs-quiet">{hint}</p>')
    name_players(_("Play"))
    take_up()


def change_players() -> None:
    """Other names or colours in the game under way."""
    with st.expander(_("Players"), key="kingdoms-players"):
        name_players(_("Keep"))


def name_players(done: str) -> None:
    """A field for each colour; who leaves it empty does not play."""
    game = kingdoms_tab.game()
    labels = {
        Colour.RED: _("Red"),
        Colour.BLUE: _("Blue"),
        Colour.YELLOW: _("Yellow"),
        Colour.GREEN: _("Green"),
    }
    with st.form("kingdoms-names", border=False):
        fields = {colour: f"kingdoms-{colour.name}-{game.name(colour)}" for colour in labels}  # anew for another name
        for colour, label in labels.items():
            name = game.name(colour)
            st.text_input(label, value=name, max_chars=LONGEST_NAME, key=fields[colour], autocomplete="off")
        # A callback, so that a run that news of the table interrupts cannot lose what was typed.
        kind: Literal["primary", "secondary"] = "secondary" if game.players else "primary"
        st.form_submit_button(done, type=kind, width="stretch", on_click=seat_named, args=(fields,))
    if why := kingdoms_tab.was_refused():
        say(why)


def seat_named(fields: Mapping[Colour, str]) -> None:
    """Go on with those whose field has a name, or have the page say why not."""
    typed = {colour: st.session_state[key] for colour, key in fields.items()}
    players = [Player(colour, name) for colour, name in typed.items() if plain_name(name)]
    try:
        kingdoms_tab.keep(kingdoms_tab.game().with_players(players))
    except TableError as refused:
        kingdoms_tab.refuse(translated(refused.message))
    except ValueError:
        kingdoms_tab.refuse(_("Kingdoms is for two to four players. Give at least two colours a name."))


def take_up() -> None:
    """A game that was saved as a file is taken up again."""
    with st.expander(_("Continue a saved game"), key="kingdoms-saved"):
        content = file_of(_("Game (JSON)"), key=SAVED, most_bytes=MOST_BYTES)
    if content is None:
        return
    use_up(SAVED)
    try:
        game = saved_in(content)
    except FormatError as refused:
        say(_("This file cannot be opened: {reason}", reason=translated(refused.message)))
    else:
        tab().keep(replace(tab().table, kingdoms=game))
        st.rerun()


def say(refused: str) -> None:
    """Why something cannot be."""
    st.html(f'<p class="cs-notice" role="alert">{escape(refused)}</p>')
