"""Start page: photograph the table, or begin in another way."""

from __future__ import annotations

from html import escape
from typing import NoReturn

import streamlit as st

from scoring import Kingdom
from ui.drawing import tiles
from ui.drawing.html import in_label
from ui.drawing.players import with_display_names
from ui.i18n.translate import LANGUAGES, _, language
from ui.screens import routes
from ui.screens.camera import camera, reads_kingdoms
from ui.screens.invitation import qr_code, reachable_address, who_can_join, why_no_phone
from ui.screens.notices import show_notice, show_refusal
from ui.screens.photo_assignment import assign_photos, enter_by_hand
from ui.session import members
from ui.session.tab import set_language, tab
from ui.store import StoredTable
from ui.system import is_trial
from ui.table.board import PhotoResult
from ui.table.table import TableError


def render() -> None:
    """Render the start page."""
    with st.container(key="asking"):  # the look hides it while a photo is read
        if is_trial():
            trial = _("This is a demo: tables and photos are deleted. On your own computer they stay.")
            show_notice(escape(trial), role="")
        motto = _("Snap the table. See who won.")
        st.html(f'<div class="cs-picture">{tiles.small_board(PICTURE)}</div>')
        st.html(f'<div class="cs-start"><h1>Crownsight</h1><p>{motto}</p></div>')
        show_address()
        camera(
            _("Photograph the table"),
            without_camera=_("Choose from photos"),
            key=f"start-{tab().own.photos.photos}",
            read=reads_kingdoms(members.next_table),
            then=open_table,
        )
        tables = members.own_tables()
        go_back(tables)
        join()
        with st.container(key="ways"):
            if st.button(_("Enter a board by hand"), type="tertiary", width="stretch"):
                tab().new_table(members.next_table())
                enter_by_hand()
            if st.button(_("Kingdoms by Reiner Knizia"), type="tertiary", width="stretch"):
                tab().new_table(kingdoms=True)
                routes.go_to(routes.KINGDOMS)
            if st.button(_("Past games"), type="tertiary", width="stretch"):
                routes.go_to(routes.HISTORY)
            if not tables and st.button(_("Restore or import games"), type="tertiary", width="stretch"):
                routes.go_to(routes.HISTORY)
        with st.container(key="footer"):
            choose_language()


def choose_language() -> None:
    spoken = language()
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


PICTURE = Kingdom.parse("w1wff1f/wwffl1/ggCll/g2gml1l/ssm2ls1")


def show_address() -> None:
    """Show the code that brings phones here, or why none can come; only laptops display it."""
    address = reachable_address()
    with st.container(key="scan"):
        if address is None:
            show_notice(escape(why_no_phone()), role="")
            return
        code = qr_code(address, _("QR code: scan it with a phone to open this page"))
        heading, where = _("Scan with your phone"), f'<p class="address" translate="no">{escape(address)}</p>'
        text = f"<div><h2>{heading}</h2>{where}<p>{escape(who_can_join(address))}</p></div>"
        st.html(f'<section class="cs-scan">{code}{text}</section>')


def go_back(tables: list[StoredTable]) -> None:
    here = with_display_names(tab().table)
    last = next((kept for kept in tables if kept.table.names), None)
    names = here.names or (with_display_names(last.table).names if last else {})
    listed = ", ".join(in_label(name) for name in names.values())
    if names and st.button(_("Back to {names}", names=listed), width="stretch"):
        if last and not here.names:
            tab().open_table(last.key)
        routes.go_to(routes.main_screen(tab().table))


def open_table(*photos: PhotoResult) -> NoReturn:
    tab().new_table(members.next_table())
    assign_photos(*photos)


def join() -> None:
    with st.form("join", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            typed = st.text_input(
                _("Join a table (enter code)"),
                placeholder=_("Join a table (enter code)"),
                max_chars=20,
                autocomplete="off",
                label_visibility="collapsed",
            )
            joins = st.form_submit_button(_("Join"))
        if joins:
            try:
                members.join(typed)
            except TableError as refused:
                show_refusal(refused)
            else:
                routes.go_to(routes.main_screen(tab().table))


render()
