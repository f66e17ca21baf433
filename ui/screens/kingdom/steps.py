"""What the steps of the Kingdom screen share: the way back, the progress of reading, keeping what a photo gave."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ui.drawing.html import in_label
from ui.drawing.player_names import display_name
from ui.i18n.translate import _
from ui.photos.reading import SecondLook
from ui.screens import routes
from ui.session import attempts
from ui.session.attempts import attempt_for
from ui.session.rereading import decode_together
from ui.session.tab import tab
from ui.table.board import Attempt, read_board
from ui.table.commands import with_second_look
from ui.table.dealing import with_printing_seen
from ui.table.table import Seat
from ui.table.turning import in_frame


def go_back(seat: Seat) -> None:
    """The way back: to the board if there is one under a new photo, else to where the kingdom was opened."""
    if seat.board and attempt_for(seat.number):
        if st.button("‹ " + _("Back to the board"), type="tertiary"):
            keep_attempt(seat, None)
    elif st.button("‹ " + (in_label(display_name(seat, tab().table)) if seat.board else _("Table")), type="tertiary"):
        routes.go_to(routes.TABLE)


def another_photo(seat: Seat) -> None:
    """The way back to the camera."""
    if st.button(_("Another photo"), type="tertiary", key="another-photo"):
        keep_attempt(seat, Attempt())


def another_look(seat: Seat) -> None:
    """The way to a second photo of the board, where the first leaves doubts."""
    if seat.board and seat.board.doubts and seat.board.source and st.button(_("Take another look"), type="tertiary"):
        keep_attempt(seat, Attempt(second_look=True))


def keep_second_look(seat: Seat, found: SecondLook | Attempt) -> None:
    """Lay what two photos of a board show together; what the player has answered stays."""
    if isinstance(found, Attempt) or seat.board is None:
        keep_attempt(seat, found if isinstance(found, Attempt) else None)
    else:
        tab().do(partial(with_second_look, board=seat.board.number, reading=found.reading, at=found.at))
        attempts.keep_attempt(seat.number, None)
        decode_together()
        st.rerun()


def keep_attempt(seat: Seat, attempt: Attempt | None) -> None:
    """Remember what a photo gave: one kingdom is the player's board at once, anything else is shown next."""
    if attempt and attempt.picture and len(attempt.readings) == 1 and not attempt.message:
        board = read_board(attempt.readings[0], attempt.picture)
        readings = attempt.readings
        tab().do(
            lambda newest: with_printing_seen(newest, readings).with_new_board(
                seat.number, in_frame(board, newest.rules.grid)
            )
        )
        attempts.keep_attempt(seat.number, None)
        decode_together()
    else:
        attempts.keep_attempt(seat.number, attempt)
    st.rerun()
