"""The board of an epoch, tapped space by space, its results in the margins."""

from __future__ import annotations

import streamlit as st

from scoring.kingdoms import EPOCHS
from ui.components.kingdoms_editor import kingdoms_editor
from ui.i18n.translate import _
from ui.session import kingdoms_tab
from ui.session.edits import correct_epoch
from ui.session.tab import tab
from ui.table.kingdoms import Epoch
from ui.table.turning import reoriented


def enter_board(at: int) -> None:
    """The editor, and below it the one thing to do next once something lies on the board."""
    with st.container(key="wide"):  # the look gives it the width of the window
        edit(at)
        if kingdoms_tab.game().epoch(at) and not kingdoms_tab.game().is_over:
            with st.container(key="done"):
                label = _("Looks right: show the gold") if at + 1 == EPOCHS else _("Looks right: next epoch")
                st.button(label, type="primary", width="stretch", on_click=finish, args=(at,))


def edit(at: int) -> None:
    """The board editor; every correction has the screen drawn again."""
    game = kingdoms_tab.game()

    def turn(sent: Epoch, base: int) -> None:
        correct_epoch(at, sent, base)
        turn_over(at, sent.number)

    received = tab().shown_boards.revision(game.opened_epoch(at))
    kingdoms_editor(game, at, received, on_correction=lambda sent, base: correct_epoch(at, sent, base), on_turn=turn)


def turn_over(at: int, board: int) -> None:
    """Turn the board of an epoch, unless others have laid another."""
    game = kingdoms_tab.game()
    epoch = game.epoch(at)
    if epoch and epoch.number == board:
        kingdoms_tab.keep(game.with_new_board(at, reoriented(epoch)))


def finish(at: int) -> None:
    """Mark an epoch as found right, and go on to the next."""
    kingdoms_tab.keep(kingdoms_tab.game().checked(at))
    kingdoms_tab.show_epoch(min(at + 1, EPOCHS - 1))
