"""Inviting other phones: a QR code to scan, a code to say aloud."""

from __future__ import annotations

import io
import os
from html import escape
from urllib.parse import urlsplit

import segno
import streamlit as st

from ui.drawing import tiles
from ui.i18n.translate import _
from ui.session import members, tab
from ui.settings import ADDRESS


def invite() -> None:
    """The invitation, folded away until it is wanted."""
    with st.expander(_("Invite other phones"), key="invite"):
        if st.toggle(_("Show code and picture"), key="inviting"):
            show_invitation()


def show_invitation() -> None:
    """The code, and the picture of the address if other phones can reach it."""
    invitation = members.invitation()
    if invitation is None:
        return
    code, key = invitation
    st.html(f'<p class="cs-code"><b translate="no">{code}</b><br>{_("The code works for three hours.")}</p>')
    address = reachable_address()
    if address is None:
        start = "crownsight serve --lan"
        alone = _("This server answers on this machine alone. Start it with {command} to let phones in.", command=start)
        st.html(f'<p class="cs-quiet">{escape(alone)}</p>')
        return
    joining = f"{address}/table?{tab.ADDRESS_KEY}={key}"
    st.html(tiles.drawn(_picture_of(joining), _("the address of this table, to scan with another phone"), "cs-qr"))
    st.html(f'<p class="cs-quiet">{_("Or open {address} and enter the code.", address=escape(address))}</p>')


def reachable_address() -> str | None:
    """Where other phones reach this server; None if nowhere, as far as we know."""
    configured = os.environ.get(ADDRESS)
    if configured:
        return configured
    opened = urlsplit(str(st.context.url or ""))
    if opened.scheme not in ("http", "https") or opened.hostname in (None, "localhost", "127.0.0.1", "::1"):
        return None
    return f"{opened.scheme}://{opened.netloc}"


def _picture_of(address: str) -> str:
    drawn = io.BytesIO()
    segno.make(address, error="m").save(drawn, kind="svg", xmldecl=False, border=3, light="#fff", scale=4)
    return drawn.getvalue().decode()
