"""The board of an epoch, space by space corrected, its results in the margins."""

from __future__ import annotations

import streamlit as st

from scoring.kingdoms import EPOCHS
from ui.kingdoms import in_hand
from ui.kingdoms.game import Epoch
from ui.kingdoms.photo import Sent
from ui.kingdoms_editor import kingdoms_editor
from ui.words import _


def correct_board(at: int) -> None:
    """The editor, and below it the one thing to do next."""
    with st.container(key="wide"):  # the look gives it the width of the window
        edit(at)
        with st.container(key="done"):
            label = _("Looks right: gold") if at + 1 == EPOCHS else _("Looks right: next epoch")
            if st.button(label, type="primary", width="stretch"):
                in_hand.keep(in_hand.game().checked(at))
                in_hand.show_epoch(min(at + 1, EPOCHS - 1))
                st.rerun()
        with st.container(horizontal=True, key="more"):
            other_ways(at)


@st.fragment
def edit(at: int) -> None:
    """The board editor; a correction redraws this part alone."""
    epoch = in_hand.game().epoch(at)
    if epoch is None:
        return

    def corrected(changed: Epoch, revision: int) -> None:
        in_hand.hear(changed.number, revision)
        in_hand.keep(in_hand.game().with_epoch(at, changed))

    def newly_laid(changed: Epoch) -> None:
        in_hand.keep(in_hand.game().with_new_board(at, changed))

    heard = in_hand.heard(epoch.number, epoch.revision)
    kingdoms_editor(in_hand.game(), at, heard, on_correction=corrected, on_new_board=newly_laid)


def other_ways(at: int) -> None:
    """Another photo, or other corners on this one."""
    if st.button(_("Another photo"), type="tertiary"):
        in_hand.keep_sent(Sent())
        st.rerun()
    epoch = in_hand.game().epoch(at)
    if epoch and epoch.sight and st.button(_("Set corners"), type="tertiary"):
        in_hand.keep_sent(Sent(epoch.sight.picture, setting_corners=True))
        st.rerun()
