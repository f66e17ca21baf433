"""Reporting a photo that was misread: a file for those who make Crownsight, saved by the player alone."""

from __future__ import annotations

import streamlit as st

from ui.i18n.translate import _
from ui.screens.downloads import deferred_download
from ui.session.reports import report_file
from ui.table.table import Seat


def offer_report(seat: Seat) -> None:
    """The button that saves the report on a board that was read; the photo is in it only if the player says so."""
    if seat.board is None or seat.board.source is None:
        return
    with st.popover(_("Report this photo"), type="tertiary"):
        what = _("Was it misread? This saves a file with what was read and what you corrected. Nothing is sent.")
        st.html(f'<p class="cs-quiet">{what}</p>')
        with_photo = st.checkbox(_("Put the photo into the file"), key=f"report-photo-{seat.number}")
        st.download_button(
            _("Save the file with the photo") if with_photo else _("Save the file"),
            deferred_download(lambda: report_file(seat.number, with_photo=with_photo)),
            "crownsight-report.json",
            "application/json",
            on_click="ignore",
            width="stretch",
        )
