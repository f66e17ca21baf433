"""One photo of the whole table: its kingdoms dealt to the players, one tap each."""

from __future__ import annotations

from dataclasses import replace
from html import escape

import numpy as np
import streamlit as st

from scoring.castle import Castle
from ui.drawing import tiles
from ui.drawing.html import in_label
from ui.i18n.translate import _, translated
from ui.photos.pictures import jpeg, photo
from ui.screens import routes
from ui.screens.camera import attempt_at, camera, good_photo
from ui.screens.notices import show_refusal
from ui.screens.table.players import castle_label
from ui.screens.whole_table.dealing import deal, kingdoms_dealt, photo_to_deal, steps_taken
from ui.session import tab
from ui.streamlit_patch import address
from ui.table.board import Attempt, read_board
from ui.table.source import Picture
from ui.table.table import TableError, rules_for
from ui.table.turning import in_frame
from vision.overlay import with_numbers


def ask_for_table() -> None:
    """The photo of everybody's kingdoms."""
    attempt = photo_to_deal()
    with st.container(key="asking"):  # the look hides it while a photo is read
        st.html(f"<h1>{_('All kingdoms in one photo')}</h1>")
        if attempt and attempt.message:
            st.html(f'<p class="cs-notice" role="alert">{escape(_why_nothing(attempt))}</p>')
        upload = camera(_("Photograph the whole table"), key=f"whole-table-{steps_taken()}")
        advice = _("From straight above, with all of every kingdom in the picture and a hand's width between them.")
        st.html(f'<figure class="cs-advice">{good_photo()}<figcaption>{advice}</figcaption></figure>')
    if upload is not None:
        deal(attempt_at(upload))
        st.rerun()


def _why_nothing(attempt: Attempt) -> str:
    """What went wrong with the photo, and what to try next: corners are set on one kingdom's photo only."""
    if attempt.picture is None and attempt.message:
        return translated(attempt.message)
    return _("I can't see a kingdom. Step back a little, or photograph one kingdom after the other.")


def deal_next(attempt: Attempt, picture: Picture) -> None:
    """The photo with the kingdoms still to deal numbered, and a button for everybody the next may belong to."""
    reading, number = attempt.readings[0], kingdoms_dealt() + 1
    st.html(f"<h1>{_('Whose kingdom is number {number}?', number=number)}</h1>")
    outlines = [np.asarray(one.corners, np.float32) / np.float32(picture.scale) for one in attempt.readings]
    numbered = jpeg(with_numbers(photo(picture).image, outlines, first=number))
    alt = escape(_("the photo with its kingdoms numbered"))
    st.html(f'<img class="cs-photo" alt="{alt}" src="{address(numbered, "deal")}">')
    st.html(f'<div class="cs-dealt">{tiles.small_board(reading.kingdom)}</div>')
    table = tab.table()
    for seat in table.seats:
        note = " · " + _("has a kingdom") if seat.board else ""
        if st.button(in_label(seat.name) + note, key=f"deal-{seat.number}", width="stretch"):
            _give(seat.number, attempt, picture)
    for colour in table.free_colours:
        if st.button(castle_label(colour), key=f"deal-{colour.value}", width="stretch"):
            _give_to_castle(colour, attempt, picture)
    if st.button(_("Nobody’s"), type="tertiary"):
        _go_on(attempt)


def _give_to_castle(colour: Castle, attempt: Attempt, picture: Picture) -> None:
    """Give the kingdom to a new player, called by the castle."""
    try:
        tab.keep(tab.table().with_player("", colour))
    except TableError as refused:
        show_refusal(refused)
        return
    _give(tab.table().seats[-1].number, attempt, picture)


def _give(number: int, attempt: Attempt, picture: Picture) -> None:
    board = read_board(attempt.readings[0], picture)
    table = tab.table()
    tab.keep(table.with_new_board(number, in_frame(board, rules_for(table, board.kingdom).grid)))
    _go_on(attempt)


def _go_on(attempt: Attempt) -> None:
    """Turn to the next kingdom of the photo, or back to the table after the last."""
    rest = attempt.readings[1:]
    deal(replace(attempt, readings=rest) if rest else None, dealt=kingdoms_dealt() + 1)
    if not rest:
        routes.go_to(routes.TABLE)
    st.rerun()
