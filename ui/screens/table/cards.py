"""What the players have: the photo that shows several kingdoms, a card for each, and what the last photo dealt."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from ui.api.cards import CardInVersion, cards_in_version
from ui.components.player_card import player_card
from ui.drawing.html import in_label
from ui.drawing.over_photo import Outline
from ui.drawing.player_card import spoken_card
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _, n_
from ui.photos.pictures import straight
from ui.photos.shown import address
from ui.screens import routes
from ui.screens.notices import carry_out
from ui.screens.photos import show_kingdoms
from ui.screens.table.panels import close_panel
from ui.screens.whole_table.dealing import do_deal, go_on
from ui.session.dealing import last_deal
from ui.session.tab import tab
from ui.table.dealing import asked_again, undone
from ui.table.in_one_photo import in_one_photo
from ui.table.table import Seat, Table, sheet


def show_shot(table: Table) -> None:
    """The photo, each kingdom a button that opens it; nothing where no photo shows two kingdoms."""
    together = in_one_photo(table)
    if together is None:
        return
    picture, shown = together
    outlines = [Outline(source.reading.corners, seat.colour.value, _sum(table, seat)) for seat, source in shown]
    tapped = show_kingdoms(picture, outlines, [in_label(seat.name) for seat, _source in shown])
    if tapped is not None:
        tab().take_seat(shown[tapped][0].number)
        routes.go_to(routes.KINGDOM)


def _sum(table: Table, seat: Seat) -> str:
    """What a kingdom scores, with a question mark while squares of it are in doubt, accepted or not."""
    if seat.board is None or not table.shows_scores:
        return seat.name[:1]
    total = sheet(table, seat.board).total
    return f"{total} ?" if seat.board.doubts else str(total)


def show_cards(table: Table, own: int | None) -> None:
    """Everybody's card of a table with display names; they follow by themselves what others change of the kingdoms."""
    kept, last = tab().stored, last_deal()
    key, version = (kept.key, kept.version) if kept else ("", 0)
    for seat, state in zip(table.seats, cards_in_version(tab().table, version), strict=True):
        deal, at = (last[0], last[0].eliminated) if last else (None, None)
        if deal is None or at is None or deal.owners[at] is not seat.colour:
            show_card(table, seat, state, key, own=seat.number == own, eliminated=False)
            continue
        show_card(table, seat, state, key, own=seat.number == own, eliminated=True)
        if st.button(_("Not {name}’s kingdom?", name=in_label(seat.name)), key="ask-eliminated", type="tertiary"):
            go_on(do_deal(partial(asked_again, deal=deal, at=at)))


def show_card(table: Table, seat: Seat, state: CardInVersion, key: str, *, own: bool, eliminated: bool) -> None:
    """One player; the whole card is the button that opens their kingdom.

    It says so where the kingdom is theirs because no other castle was left.
    """
    note = (" · " + _("you") if own else "") + (" · " + _("by elimination") if eliminated else "")
    with st.container(key=f"card-{seat.number}"):
        source = seat.board.source if seat.board else None
        player_card(state, key, note=note, photo=address(straight(source)) if source else "")
        if st.button(spoken_card(table, seat, in_label(seat.name)), key=f"open-{seat.number}"):
            close_panel()
            tab().take_seat(seat.number)
            routes.go_to(routes.KINGDOM)


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
            carry_out(partial(tab().do, partial(undone, deal=deal, after=after)))
