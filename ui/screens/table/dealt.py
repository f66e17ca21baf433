"""What the last photo dealt, said where it can be undone with one tap."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from ui.drawing.html import in_label
from ui.drawing.player_card import spoken_card
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _, n_
from ui.screens.notices import show_refusal
from ui.screens.whole_table.dealing import do_deal, go_on
from ui.session.dealing import last_deal
from ui.session.tab import tab
from ui.table.dealing import asked_again, undone
from ui.table.table import Seat, TableError


def show_dealt() -> None:
    """How many kingdoms the last photo dealt, and the tap that undoes it; nothing once the table is another.

    The focus goes there, so that a screen reader says with it what the cards tell.
    """
    last = last_deal()
    if last is None:
        return
    deal, after = last
    number = len([owner for owner in deal.owners if owner])
    said = n_("{number} kingdom dealt. Not so?", "{number} kingdoms dealt. Not so?", number)
    with st.container(key="dealt", horizontal=True, vertical_alignment="center"):
        table = with_display_names(tab().table)
        cards = "; ".join(spoken_card(table, seat, seat.name) for seat in table.seats)
        notice = f'<p class="cs-notice" role="status" aria-describedby="dealt-kingdoms">{escape(said)}</p>'
        st.html(f'{notice}<span id="dealt-kingdoms" hidden>{escape(cards)}</span>')
        if st.button(_("Undo"), key="undo-deal"):
            try:
                tab().do(partial(undone, deal=deal, after=after))
            except TableError as refused:
                show_refusal(refused)
            else:
                st.rerun()


def is_eliminated(seat: Seat) -> bool:
    """Whether a player has a kingdom of the last photo because theirs was the only castle left."""
    last = last_deal()
    if last is None or last[0].eliminated is None:
        return False
    return last[0].owners[last[0].eliminated] is seat.colour


def ask_about_eliminated(seat: Seat) -> None:
    """The tap that takes back a kingdom dealt by elimination, and asks whose it is."""
    last = last_deal()
    if last is None or last[0].eliminated is None:
        return
    if st.button(_("Not {name}’s kingdom?", name=in_label(seat.name)), key="ask-eliminated", type="tertiary"):
        go_on(do_deal(partial(asked_again, deal=last[0], at=last[0].eliminated)))
