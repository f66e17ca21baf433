"""One photo of the whole table: its kingdoms dealt to the players, one tap for each whose castle was not recognised."""

from __future__ import annotations

import streamlit as st

from scoring.castle import Castle
from ui.drawing.html import in_label
from ui.drawing.over_photo import Outline
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _
from ui.screens.camera import camera, reads_kingdoms, show_advice
from ui.screens.failed_photo import show_reason, ways_on
from ui.screens.kingdoms_in_photo import show_kingdoms
from ui.screens.notices import show_refusal
from ui.screens.table.players import castle_label
from ui.screens.whole_table.dealing import deal_table, do_deal, go_on
from ui.screens.whole_table.failed import go_on_by
from ui.session.dealing import ask_about, expects_one, kingdom_asked_about, photo_that_failed, steps_taken
from ui.session.tab import tab
from ui.table.dealing import Deal, dealt, dealt_by_elimination
from ui.table.table import TableError


def ask_for_table() -> None:
    """The photo of everybody's kingdoms, or of a single one."""
    failed, alone = photo_that_failed(), expects_one()
    with st.container(key="asking"):  # the look hides it while a photo is read
        st.html(f"<h1>{_('One kingdom') if alone else _('All kingdoms in one photo')}</h1>")
        if failed:
            show_reason(failed)
        label = _("Photograph the kingdom") if alone else _("Photograph the table")
        again = _("Photograph again") if failed else label
        camera(again, key=f"whole-table-{steps_taken()}", read=reads_kingdoms(), then=deal_table)
        if failed and failed.picture:
            go_on_by(ways_on(), failed)
        else:
            show_advice(several=not alone)


def deal_next(deal: Deal) -> None:
    """The photo with the kingdom asked about glowing, and a button for everybody whose it may be.

    A tap on another kingdom that is still to deal asks about that one.
    """
    at = kingdom_asked_about(deal)
    st.html(f"<h1>{_('Whose kingdom is this?')}</h1>")
    outlines = [
        Outline(reading.corners, deal.owners[place], _label(deal, place), asked=place == at)
        for place, reading in enumerate(deal.readings)
    ]
    tapped = show_kingdoms(deal.picture, outlines, [_("Kingdom {number}", number=n + 1) for n in range(len(outlines))])
    if tapped in deal.waiting and tapped != at:
        ask_about(tapped)
        st.rerun()
    with st.container(key="done"), st.container(horizontal=True, key="owners"):
        choose_owner(deal, at)


def choose_owner(deal: Deal, at: int) -> None:
    """A button for every player without a kingdom, every castle nobody has, every other player, and for nobody.

    Those who have another kingdom of this photo come last.
    """
    table = with_display_names(tab().table)
    for seat in table.seats:
        if not seat.board and st.button(castle_label(seat.colour, in_label(seat.name)), key=f"deal-{seat.number}"):
            give(deal, at, seat.colour)
    for castle in () if table.is_full else table.free_colours:
        if st.button(castle_label(castle), key=f"deal-{castle}"):
            give(deal, at, castle)
    for seat in sorted(table.seats, key=lambda seat: seat.colour in deal.owners):
        has = _("is in this photo") if seat.colour in deal.owners else _("has a kingdom")
        label = castle_label(seat.colour, in_label(seat.name)) + " · " + has
        if seat.board and st.button(label, key=f"deal-{seat.number}"):
            give(deal, at, seat.colour)
    if st.button(_("Not in this game"), type="tertiary", key="not-in-game"):
        go_on(deal.passed_over(at))


def give(deal: Deal, at: int, castle: Castle) -> None:
    """Give a kingdom to the player of a castle, and go on."""
    try:
        deal = do_deal(lambda table: dealt_by_elimination(*dealt(table, deal, at, castle)))
    except TableError as refused:
        show_refusal(refused)
    else:
        go_on(deal)


def _label(deal: Deal, at: int) -> str:
    """What is written on a kingdom: its number while it is still to be dealt."""
    return str(at + 1) if at in deal.waiting else "✓"
