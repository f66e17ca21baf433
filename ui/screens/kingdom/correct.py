"""The board with its photo and score, corrected square by square until it looks right; the ways to another photo."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape

import streamlit as st

from scoring import Position
from ui.api.tables import shown_board
from ui.components.board import board_editor
from ui.drawing.html import in_label, remark
from ui.drawing.player_names import display_name, with_display_names
from ui.i18n.translate import _, n_
from ui.photos.outline import Side, is_cut_off, left_in_doubt, looked_round, loose_in, may_be_off
from ui.photos.reading import SecondLook
from ui.screens import routes
from ui.screens.camera import show_steps
from ui.screens.files import deferred_download
from ui.screens.naming import castle_label
from ui.screens.photos import show_beside
from ui.screens.table.rules import ask_about_strange_tiles
from ui.session import dealing, members
from ui.session.dealing import attempt_for
from ui.session.editions import known_tiles, learn_meanwhile
from ui.session.reports import report_file
from ui.session.rereading import decode_together
from ui.session.selection import ask_about, is_asked_about, look_at, look_on, withdraw_question
from ui.session.tab import tab
from ui.table.board import Attempt, Board, Trust, read_board
from ui.table.checking import impossible, suspect
from ui.table.commands import found_right, with_earlier_board, with_second_look
from ui.table.dealing import with_printing_seen
from ui.table.table import Seat, Table, asked_in_order
from ui.table.turning import in_frame, other_grid, with_grid

_SEEN, _FROM_BESIDE = "boards seen", "board opened from beside"
_NOTHING = "nothing beside the outline"  # the number of the board


def correct_board(seat: Seat) -> None:
    """The editor, and below it the one thing to do next."""
    if seat.board is None:
        return
    with st.container(key="wide"):  # the look gives it the width of the window
        ask_about_strange_tiles(host=members.is_host())
        show_beside(seat.board.number)
        with st.container(key="back"):
            go_back(seat)
        with st.container(key="editor"):
            edit(seat, seat.board)
        with st.container(key="done"):
            find_right(seat)
        with st.container(horizontal=True, key="more"):
            other_ways(seat)
            offer_report(seat)
        show_other_kingdoms(seat)


def edit(seat: Seat, board: Board) -> None:
    """The board editor, which edits by itself; the page is drawn again where that changes what is asked below it."""
    kept, table, from_beside = tab().stored, tab().table, pop_from_beside(board.number)
    if kept is None:
        return
    # Something is asked below that follows the squares: doubts, or a domino that lies beside.
    asks_below = is_asked_about(board) or bool(loose_in(board, table.rules.box)) or in_doubt(table, board).doubts > 0
    board_editor(
        shown_board(kept, seat, board),
        kept.key,
        kept.version,
        on_stored=tab().refresh if asks_below else None,
        look=look_on(board.number),
        unveil=note_first_look(board) or from_beside,
    )


def note_first_look(board: Board) -> bool:
    """Note that this phone has seen a board; True the first time, as it was read: its photo is then shown first."""
    seen: frozenset[int] = tab().local(_SEEN) or frozenset()
    tab().set_local(_SEEN, seen | {board.number})
    return board.number not in seen and not board.turns and board.trust is Trust.TO_CHECK


def other_ways(seat: Seat) -> None:
    """Another photo, other corners, or the board that was here before."""
    if seat.board is None:
        return
    another_look(seat)
    another_photo(seat)
    if seat.board.source and st.button(_("Set corners"), type="tertiary"):
        keep_attempt(seat, Attempt(seat.board.source.picture, setting_corners=True))
    if seat.earlier and st.button(_("Bring back the earlier board"), type="tertiary"):
        tab().do(partial(with_earlier_board, board=seat.board.number))
        st.rerun()


def show_other_kingdoms(seat: Seat) -> None:
    """A button for every other kingdom, in the order of the table; a finger that goes to the side presses one, too."""
    laid = [one for one in with_display_names(tab().table).seats if one.board]
    if len(laid) < 2:
        return
    at = [one.number for one in laid].index(seat.number)
    with st.container(horizontal=True, key=f"beside-{at}"):
        for other in laid[:at] + laid[at + 1 :]:
            label = castle_label(other.colour, in_label(other.name))
            if st.button(label, key=f"open-kingdom-{other.number}"):
                tab().set_local(_FROM_BESIDE, other.board.number if other.board else None)
                tab().take_seat(other.number)
                routes.go_to(routes.KINGDOM)


def pop_from_beside(board: int) -> bool:
    """True once for a board that has just been opened from another one: its photo then
    turns into its tiles."""
    opened: int | None = tab().local(_FROM_BESIDE)
    if opened is not None:
        tab().set_local(_FROM_BESIDE, None)
    return opened == board


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


# --- finding it right


def find_right(seat: Seat) -> None:
    """The button that finds the board right, or the question about the doubts that are left.

    A kingdom that could not have been laid is asked about as well, and stays in doubt if it is accepted.
    """
    if seat.board is None:
        return
    wrong = impossible(tab().table, seat.board)
    board = in_doubt(tab().table, seat.board)
    if not is_asked_about(board):
        if not loose_in(board, tab().table.rules.box):
            offer_other_grid(board)
        if is_cut_off(board) and not board.checked:
            offer_whole_photo(seat.number, board)
            return
        offer_to_look_round(seat, seat.board)
    check = _("Show me") if wrong else n_("Check {number} square", "Check {number} squares", board.doubts)
    if is_asked_about(board):
        question = n_(
            "{number} square was not looked at. Accept it?",
            "{number} squares were not looked at. Accept them?",
            board.doubts,
        )
        ask_about_doubts(seat.number, board, escape(remark(wrong)) if wrong else question, check)
    else:
        say_done(seat.number, board, check)


def say_done(number: int, board: Board, check: str) -> None:
    """The button that finds the board right; while doubts are left the gold one leads to the first of them."""
    leads = board.doubts > 0
    with st.container(horizontal=True, key="looking-over"):
        if leads and st.button(check, type="primary", width="stretch", key="check-doubts"):
            look_at(board.number, asked_in_order(tab().table, board)[0])
            st.rerun()
        label = _("Looks right as it is") if leads else _("Looks right")
        done = st.button(label, type="secondary" if leads else "primary", width="stretch", key="looks-right")
    if done and leads:
        ask_about(board)
        st.rerun()
    elif done:
        finish(number, doubting=board.doubtful)


def ask_about_doubts(number: int, board: Board, question: str, check: str) -> None:
    """The question whether the doubts are accepted; who wants to check them is led to the first."""
    st.html(f'<p class="cs-question" role="alert">{question}</p>')
    if st.button(check, type="primary", width="stretch"):
        withdraw_question()
        look_at(board.number, asked_in_order(tab().table, board)[0])
        st.rerun()
    if st.button(n_("Accept with {number} doubt", "Accept with {number} doubts", board.doubts), width="stretch"):
        finish(number, doubting=board.doubtful)


def in_doubt(table: Table, board: Board) -> Board:
    """A board with the square to look at first in doubt, where it could not have been laid as it is."""
    wrong = impossible(table, board)
    return replace(board, doubtful=board.doubtful | {suspect(board, wrong)}) if wrong else board


def offer_whole_photo(number: int, board: Board) -> None:
    """Another photo of a kingdom that is cut off; or its points as they are, in doubt."""
    seat = tab().table.seat(number)
    with st.container(key="whole-photo"):
        again = st.button(_("Photograph again"), type="primary", width="stretch")
        counts = st.button(_("Count it as it is"), width="stretch")
    if again and seat:
        keep_attempt(seat, Attempt())
    if counts:
        finish(number, doubting=left_in_doubt(board))


def offer_other_grid(board: Board) -> None:
    """The switch to the grid that the kingdom tells of, where the rules of the table say another."""
    grid = other_grid(tab().table, board)
    if grid is None:
        return
    size, now = f"{grid} × {grid}", f"{tab().table.rules.grid} × {tab().table.rules.grid}"
    said = _("This looks like a kingdom of {size}; the table plays {now}.", size=size, now=now)
    with st.container(key="grid"):
        st.html(f'<p class="cs-quiet">{said}</p>')
        if st.button(_("Play on {size}", size=size), width="stretch"):
            tab().do(partial(with_grid, grid=grid))
            st.rerun()


def finish(number: int, *, doubting: frozenset[Position]) -> None:
    """Mark a player's board as one that looks right, with the doubts that were left and these, and go on.

    A board that was not checked before leads to the next player's camera where the phone is passed around, any other to
    the table.
    """
    table = tab().table
    seat = table.seat(number)
    new = bool(seat and seat.board and not seat.board.checked)
    if seat and seat.board:
        tab().do(partial(found_right, seen=seat.board, accepted=doubting))
        found = tab().table.seat(number)
        if found and found.board:
            learn_meanwhile(found.board)
    following = members.next_to_photograph(number) if new else None
    if following is None:
        routes.go_to(routes.TABLE)
    tab().take_seat(following.number)
    routes.go_to(routes.KINGDOM)


def offer_to_look_round(seat: Seat, board: Board) -> None:
    """The button that looks for a row beside the outline, and moves the grid there."""
    table = tab().table
    if board.source is None or other_grid(table, board) or not may_be_off(table, board):
        return
    with st.container(key="outline"):
        if tab().local(_NOTHING) == board.number:
            said = _("No row of this kingdom lies beside its outline. Look at the squares, or set the corners.")
            st.html(f'<p class="cs-quiet" role="status">{escape(said)}</p>')
            return
        steps = st.empty()
        if st.button(_("A tile outside the outline? Look there"), width="stretch"):
            found = looked_round(
                board.source,
                progress=lambda step: show_steps(steps, step),
                known=partial(known_tiles, table),
                box=table.rules.box,
            )
            if found:
                st.toast(_moved(found[0]))
                keep_attempt(seat, found[1])
            tab().set_local(_NOTHING, board.number)
            st.rerun()


def _moved(side: Side) -> str:
    return {
        Side.ABOVE: _("A tile lay above the outline. The grid was moved there."),
        Side.BELOW: _("A tile lay below the outline. The grid was moved there."),
        Side.LEFT: _("A tile lay left of the outline. The grid was moved there."),
        Side.RIGHT: _("A tile lay right of the outline. The grid was moved there."),
    }[side]


# --- another photo


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
        dealing.keep_attempt(seat.number, None)
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
        dealing.keep_attempt(seat.number, None)
        decode_together()
    else:
        dealing.keep_attempt(seat.number, attempt)
    st.rerun()
