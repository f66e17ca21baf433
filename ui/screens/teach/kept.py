"""The editions that this phone has taught: to use, to give to others, to forget, and to have from others."""

from __future__ import annotations

from html import escape

import streamlit as st

from ui.drawing.html import in_html
from ui.i18n.translate import _, n_
from ui.screens.downloads import deferred_download
from ui.screens.files import file_of, use_up
from ui.session.host_editions import (
    choose_tiles,
    edition_file,
    edition_in,
    forget_edition,
    is_outdated,
    keep_edition,
    own_editions,
)
from ui.session.tab import tab
from ui.store.editions import KeptEdition

EDITION = "edition-file"  # the field for a file of one
MOST_BYTES = 4_000_000  # of a file, see ``vision.squares.edition_file``


def show_kept(*, host: bool) -> None:
    """Every edition with what can be done with it, and the way to bring one from a file."""
    editions = own_editions()
    if editions:
        st.html(f"<h2>{_('Boxes that I know')}</h2>")
    for edition in editions:
        with st.container(key=f"edition-{edition.number}"):
            show_edition(edition, host=host)
    with st.expander(_("A box from a file"), key="from-file"):
        load_edition(host=host)


def show_edition(edition: KeptEdition, *, host: bool) -> None:
    """One edition: its name, how many kingdoms it knows, and what can be done with it."""
    counted = n_("{number} kingdom", "{number} kingdoms", edition.kingdoms)
    st.html(f'<p class="cs-edition"><b>{in_html(edition.name)}</b> <span>{escape(counted)}</span></p>')
    number = edition.number
    say_if_outdated(number)
    with st.container(horizontal=True):
        if tab().table.tiles.taught == number:
            st.html(f'<p class="cs-quiet">{_("on this table")}</p>')
        elif host and tab().stored and st.button(_("Use on this table"), key=f"use-{number}"):
            choose_tiles(lambda tiles: tiles.as_taught(number), host=host)
            st.rerun()
        st.download_button(
            _("Save to a file"),
            deferred_download(lambda: edition_file(number)),
            "crownsight-edition.json",
            "application/json",
            on_click="ignore",
            key=f"save-{number}",
        )
        if st.button(_("Forget"), key=f"forget-{number}"):
            forget_edition(number)
            st.rerun()


def say_if_outdated(number: int) -> None:
    """That an edition has to be taught again, where it was taught to an earlier version of the networks."""
    if is_outdated(number):
        again = _("It was taught to an earlier version of Crownsight, which saw tiles differently. Teach it again.")
        st.html(f'<p class="cs-notice" role="status">{again}</p>')


def load_edition(*, host: bool) -> None:
    """An edition that somebody else has taught, from its file."""
    content = file_of(_("A file that Crownsight has saved"), key=EDITION, most_bytes=MOST_BYTES)
    if content is None or not st.button(_("Read with this box"), width="stretch"):
        return
    use_up(EDITION)
    edition = edition_in(content)
    if edition is None:
        said = _("This file holds no box that this version of Crownsight can read with.")
        st.html(f'<p class="cs-notice" role="alert">{said}</p>')
    elif keep_edition(edition, host=host):
        st.rerun()
