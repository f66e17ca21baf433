"""The board of an epoch on its way in: a photo, corners set by hand on it, or an empty board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from html import escape

import numpy as np
import streamlit as st

from scoring.kingdoms import COLUMNS, ROWS
from ui.components.corner_editor import default_corners
from ui.i18n.translate import _, translated
from ui.photos.kingdoms_reading import KingdomsAttempt, read_board, read_board_at
from ui.screens.camera import camera
from ui.screens.corners import read_between_corners
from ui.session import kingdoms_tab, members
from ui.session.kingdoms_lessons import known
from ui.table.kingdoms import Epoch
from ui.table.source import Picture
from vision.photo.photo import Points
from vision.pipeline.find import Progress


def ask_board(at: int) -> None:
    """The photo of an epoch's board, or the corners of one whose board was not found; an empty board as another way."""
    found = kingdoms_tab.sent()
    if found and found.message:
        st.html(f'<p class="cs-notice" role="alert">{escape(translated(found.message))}</p>')
    if found and found.picture:
        set_corners(at, found.picture)
        if st.button(_("Another photo"), type="tertiary", key="another-photo"):
            kingdoms_tab.keep_sent(KingdomsAttempt())
            st.rerun()
    else:
        ask_photo(at)
    if st.button(_("Enter by hand"), width="stretch"):
        take(at, KingdomsAttempt(epoch=Epoch()))
    if kingdoms_tab.game().epoch(at) and st.button("‹ " + _("Back to the board"), type="tertiary"):
        kingdoms_tab.keep_sent(None)
        st.rerun()


def ask_photo(at: int) -> None:
    """The camera, large."""
    with st.container(key="asking"):  # the look hides it while a photo is read
        key = f"kingdoms-photo-{kingdoms_tab.tried()}"
        camera(_("Photograph the board"), key=key, read=read_epoch, then=partial(take, at))


def read_epoch(
    upload: bytes,
    *,
    show: Callable[[Picture], None],
    found: Callable[[Picture, Sequence[Points]], None],
    progress: Progress,
    sender: str,
) -> KingdomsAttempt:
    """What a photo of the board gives with what the table in play has taught; no grids are found on the way."""
    return read_board(upload, known(), show=show, progress=progress, sender=sender)


def set_corners(at: int, picture: Picture) -> None:
    """The photo with four corners to drag, and the button that reads it."""
    st.html(f"<h2>{_('Set the four corners')}</h2>")
    how = _("Drag each ring to a corner of the printed spaces, so that the lines meet them.")
    st.html(f'<p class="cs-quiet">{how}</p>')
    sideways = st.toggle(_("The long side runs up and down"), key="kingdoms-sideways")
    epoch = kingdoms_tab.game().epoch(at)
    taken = epoch.source if epoch and epoch.source and epoch.source.picture is picture else None
    start = np.array(taken.corners, np.float32) if taken else default_corners(picture)
    rows, columns = (COLUMNS, ROWS) if sideways else (ROWS, COLUMNS)

    def read(corners: Points, progress: Progress) -> KingdomsAttempt:
        clockwise = np.roll(corners, 1, axis=0) if sideways else corners
        return read_board_at(picture, clockwise, known(), progress=progress, sender=members.sender())

    number = 1_000_000 + kingdoms_tab.tried()
    found = read_between_corners(picture, start, rows, columns, number=number, read=read)
    if found:
        take(at, found)


def take(at: int, found: KingdomsAttempt) -> None:
    """Keep what a photo gave: a board is that of the epoch at once, anything else is shown next."""
    if found.epoch:
        kingdoms_tab.keep(kingdoms_tab.game().with_new_board(at, found.epoch))
        kingdoms_tab.keep_sent(None)
    else:
        kingdoms_tab.keep_sent(found)
    st.rerun()
