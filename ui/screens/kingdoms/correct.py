"""The board of an epoch, space by space corrected, its results in the margins."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from scoring.kingdoms import EPOCHS
from ui.components.kingdoms_editor import kingdoms_editor
from ui.i18n.translate import _, n_
from ui.photos.kingdoms_reading import KingdomsAttempt, reread
from ui.screens.doubts import DoneWords, say_done
from ui.session import kingdoms_tab
from ui.session.doubts import look_on
from ui.session.edits import correct_epoch
from ui.session.kingdoms_lessons import known, learn
from ui.session.tab import tab
from ui.table.kingdoms import Epoch
from ui.table.turning import reoriented


def correct_board(at: int) -> None:
    """The editor, and below it the one thing to do next."""
    with st.container(key="wide"):  # the look gives it the width of the window
        edit(at)
        if not kingdoms_tab.game().is_over:
            with st.container(key="done"):
                find_right(at)
        with st.container(horizontal=True, key="more"):
            other_ways(at)


def find_right(at: int) -> None:
    """The button that finds an epoch right, or the question about the doubts that are left."""
    epoch = kingdoms_tab.game().epochs[at]
    question = n_(
        "{number} space was not looked at. Accept it?",
        "{number} spaces were not looked at. Accept them?",
        epoch.doubts,
    )
    check = n_("Check {number} space", "Check {number} spaces", epoch.doubts)
    label = _("Looks right: show the gold") if at + 1 == EPOCHS else _("Looks right: next epoch")
    asked = epoch.asked or sorted(epoch.doubtful)
    say_done(epoch, DoneWords(label, question, check, _("Looks right as it is")), asked, lambda: finish(at))


def edit(at: int) -> None:
    """The board editor; every correction has the screen drawn again."""
    game = kingdoms_tab.game()
    epoch = game.epoch(at)
    if epoch is None:
        return

    def corrected(sent: Epoch, base: int) -> None:
        correct_epoch(at, sent, base, spread)

    def turn(sent: Epoch, base: int) -> None:
        correct_epoch(at, sent, base, spread)
        turn_over(at, sent.number)

    received = tab().shown_boards.revision(epoch)
    kingdoms_editor(game, at, received, on_correction=corrected, on_turn=turn, look=look_on(epoch.number))


def turn_over(at: int, board: int) -> None:
    """Turn the board of an epoch, unless others have laid another."""
    game = kingdoms_tab.game()
    epoch = game.epoch(at)
    if epoch and epoch.number == board:
        kingdoms_tab.keep(game.with_new_board(at, reoriented(epoch)))


def spread(entered: Epoch) -> Epoch:
    """What was named on a photo spread to its look-alikes, which makes a revision more."""
    if entered.source is None:
        return entered
    again = reread(entered, known())
    return again if again == entered else replace(again, revision=entered.revision + 1)


def finish(at: int) -> None:
    """Mark an epoch as found right, remember its pieces, and go on to the next."""
    epoch = kingdoms_tab.game().epochs[at]
    if not epoch.checked:
        learn(epoch)
    kingdoms_tab.keep(kingdoms_tab.game().checked(at))
    kingdoms_tab.show_epoch(min(at + 1, EPOCHS - 1))


def other_ways(at: int) -> None:
    """Another photo, or other corners on this one."""
    if st.button(_("Another photo"), type="tertiary"):
        kingdoms_tab.keep_sent(KingdomsAttempt())
        st.rerun()
    epoch = kingdoms_tab.game().epoch(at)
    if epoch and epoch.earlier and st.button(_("Bring back the earlier board"), type="tertiary"):
        kingdoms_tab.keep(kingdoms_tab.game().with_new_board(at, epoch.earlier))
        st.rerun()
    if epoch and epoch.source and st.button(_("Set corners"), type="tertiary"):
        kingdoms_tab.keep_sent(KingdomsAttempt(epoch.source.picture, setting_corners=True))
        st.rerun()
