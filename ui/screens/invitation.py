"""Invite other phones: QR code, join code, and the address of this server."""

from __future__ import annotations

import io
import os
from html import escape
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
import streamlit as st

from ui.drawing import tiles
from ui.i18n.translate import _, n_
from ui.screens.notices import show_note
from ui.session import members
from ui.session.tab import ADDRESS_KEY, tab
from ui.system import ADDRESS_ENV, NO_NETWORK_ENV

MOST_IN_ONE = 2_300  # bytes of an address: a code of more could not be scanned from a screen


def show_invitation() -> None:
    code = members.invitation()
    if code is None:
        return
    st.html(f'<p class="cs-code"><b translate="no">{code}</b><br>{_("Valid for three hours")}</p>')
    if phones := members.count_phones():
        joined = n_("{number} phone has joined this table.", "{number} phones have joined this table.", phones.joined)
        show_note(escape(joined))
    address = reachable_address()
    if address is None:
        show_note(escape(why_no_phone()))
        return
    st.html(joining_code())
    show_note(_("Or open {address} and enter the code.", address=escape(address)))


def joining_code() -> str:
    """Return the QR code of the table's address as HTML; empty if no other phone can open it."""
    kept, address = tab().stored, reachable_address()
    if kept is None or address is None:
        return ""
    joining = f"{address}/table?{ADDRESS_KEY}={kept.key}"
    return qr_code(joining, _("QR code: scan it with another phone to join this table"))


def qr_code(address: str, alt: str) -> str:
    """Draw the QR code of an address as an HTML image on white; empty for one too long to scan."""
    if len(address.encode()) > MOST_IN_ONE:
        return ""
    drawn = io.BytesIO()
    made = segno.make(address, error="m" if len(address) < MOST_IN_ONE // 10 else "l", micro=False)
    made.save(drawn, kind="svg", xmldecl=False, border=3, light="#fff", scale=4)
    return tiles.svg_image(drawn.getvalue().decode(), alt, "cs-qr")


def who_can_join(address: str) -> str:
    try:
        in_network = ip_address(urlsplit(address).hostname or "").is_private
    except ValueError:
        in_network = False
    if in_network:
        return _("Anyone on this Wi-Fi can open it. Tables stay private.")
    return _("Anyone with this address can open it. Tables stay private.")


def why_no_phone() -> str:
    if os.environ.get(NO_NETWORK_ENV):
        return _("No phone can open this page: this machine is in no network. Connect it, and start Crownsight again.")
    start = "crownsight"
    return _("No phone can open this page: only this machine can. Start {command} to let phones in.", command=start)


def reachable_address() -> str | None:
    """Return the address at which other phones reach this server; None if unknown."""
    try:
        opened = urlsplit(str(st.context.url or ""))
    except ValueError:  # the address comes from the browser and may be invalid
        opened = urlsplit("")
    configured = os.environ.get(ADDRESS_ENV)
    if configured:
        return configured
    if opened.scheme not in ("http", "https") or opened.hostname in (None, "localhost", "127.0.0.1", "::1"):
        return None
    return f"{opened.scheme}://{opened.netloc}"
