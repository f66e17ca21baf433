"""Kingdom page: photograph a kingdom, correct its board, confirm it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from typing import NoReturn

import streamlit as st

from scoring import Position, Problem
from ui.api.table_view import board_on_screen
from ui.components import board_editor
from ui.drawing.html import in_html, in_label, remark
from ui.drawing.over_photo import Outline
from ui.drawing.players import display_name, with_display_names
from ui.i18n.translate import _
from ui.photos.outline import is_cut_off, list_cut_off_doubts
from ui.screens import routes
from ui.screens.camera import (
    camera,
    frame_kingdom,
    keep_beside,
    offer_fallbacks,
    reads_kingdoms,
    show_advice,
    show_beside,
    show_kingdoms,
    show_reason,
)
from ui.screens.files import JSON, offer_file
from ui.screens.notices import show_note, subscribe
from ui.screens.photo_assignment import assign_seat_photos
from ui.screens.rule_settings import ask_about_strange_tiles
from ui.session import members, pending_photos
from ui.session.pending_photos import attempt_for, get_requested_square, photos_tried, request_square
from ui.session.reports import report_file
from ui.session.tab import tab
from ui.session.tab_state import Panel
from ui.session.tile_choice import learn_in_background
from ui.table.assignment import record_printing
from ui.table.board import Board, PhotoResult, Trust, make_blank_board, make_board
from ui.table.checking import impossible, suspect
from ui.table.commands import confirm_board, restore_previous_board
from ui.table.corrections import with_photographed_board
from ui.table.photo_reading import Picture
from ui.table.table import Seat, set_grid, suggest_grid


def render() -> None:
    """Render the page of one kingdom."""
    seat = tab().seat
    if seat is None:
        routes.go_to(routes.TABLE)
    else:
        render_kingdom(seat)


def render_kingdom(seat: Seat) -> None:
    # Each stage has its own container, so that no element of one stays visible while the next is rendered.
    corners, choice, board, ask = (st.container(key=step) for step in ("corners", "choice", "board", "ask"))
    attempt = attempt_for(seat.number)
    if attempt and attempt.setting_corners:
        with corners:
            set_corners(seat, attempt)
    elif attempt and attempt.readings and not attempt.message:
        with choice:
            choose_kingdom(seat, attempt)
    elif seat.board and not attempt:
        with board:
            correct_board(seat)
    else:
        with ask:
            ask_photo(seat, attempt)
    subscribe(seat.number)


def ask_photo(seat: Seat, attempt: PhotoResult | None) -> None:
    with st.container(key="asking"):  # the look hides it while a photo is read
        go_back(seat)
        name = display_name(seat, tab().table)
        title = name if name == _("Your kingdom") else _("{name}’s kingdom", name=in_html(name))
        st.html(f"<h1>{title}</h1>")
        if attempt and attempt.message:
            show_reason(attempt)
        seats = with_display_names(tab().table).seats  # to show whose kingdoms are done when one phone is passed around
        names = [in_html(one.name) for one in seats if one.board and one.board.trust is Trust.CONFIRMED]
        if names:
            st.html(f'<p class="cs-quiet">✓ {_("Confirmed")}: {", ".join(names)}</p>')
        label = _("Photograph again") if attempt and attempt.message else _("Photograph the kingdom")
        key = f"photo-{seat.number}-{photos_tried(seat.number)}"
        camera(label, key=key, read=reads_kingdoms(), then=partial(assign_seat_photos, asked=seat))
        offer_manual_entry(seat, attempt)


def offer_manual_entry(seat: Seat, attempt: PhotoResult | None) -> None:
    if attempt and attempt.message and attempt.picture:
        accept, mark = partial(assign_seat_photos, asked=seat), partial(store_photo_result, seat)
        offer_fallbacks(attempt, accept=accept, mark=mark, enter=partial(enter_by_hand, seat))
        return
    show_advice()
    if st.button(_("Enter by hand"), width="stretch"):
        enter_by_hand(seat)
        st.rerun()


def enter_by_hand(seat: Seat, beside: Picture | None = None) -> None:
    """Open an empty board for a player, with the photo of it above."""
    tab().apply(lambda table: table.with_new_board(seat.number, make_blank_board(table.rules.grid)))
    pending_photos.store_photo_result(seat.number, None)
    if beside:
        keep_beside(seat.number, beside)


def choose_kingdom(seat: Seat, attempt: PhotoResult) -> None:
    if attempt.picture is None:
        return
    picture, readings = attempt.picture, attempt.readings
    go_back(seat)
    title = _("Which kingdom is {name}’s?", name=in_html(display_name(seat, tab().table)))
    st.html(f"<h1>{title}</h1>")
    outlines = [Outline(reading.corners, None, str(number)) for number, reading in enumerate(readings, start=1)]
    names = [_("Kingdom {number}", number=number) for number in range(1, len(readings) + 1)]
    chosen = show_kingdoms(picture, outlines, names)
    if chosen is not None:
        store_photo_result(seat, PhotoResult(picture, readings=(readings[chosen],)))
    another_photo(seat)


def set_corners(seat: Seat, attempt: PhotoResult) -> None:
    if attempt.picture is None:
        return
    go_back(seat)
    st.html(f"<h1>{_('Mark the corners')}</h1>")
    source = seat.board.source if seat.board else None
    known = source if source and source.picture is attempt.picture else None  # the board was read from this photo
    frame_kingdom(attempt, known, number=photos_tried(seat.number), then=partial(store_photo_result, seat))
    another_photo(seat)


# --- the board


def correct_board(seat: Seat) -> None:
    if seat.board is None:
        return
    with st.container(key="wide"):  # the look gives it the width of the window
        ask_about_strange_tiles(host=members.is_host())
        show_beside(seat.board.number)
        with st.container(key="back"):
            go_back(seat)
        with st.container(key="editor"):
            if edit(seat, seat.board):
                go_on(seat.number, seat.board, new=True)
        with st.container(key="done"):
            render_confirm(seat)
        with st.container(horizontal=True, key="more"):
            another_photo(seat)
            if not seat.named and st.button(_("Name and castle"), type="tertiary"):
                tab().own.panel = Panel.PLAYERS
                routes.go_to(routes.TABLE)
            if seat.board.source and st.button(_("Mark the corners"), type="tertiary"):
                store_photo_result(seat, PhotoResult(seat.board.source.picture, setting_corners=True))
            if seat.earlier and st.button(_("Restore previous reading"), type="tertiary"):
                tab().apply(partial(restore_previous_board, board=seat.board.number))
                st.rerun()
            if seat.board.source:
                offer_report(seat.number)


def edit(seat: Seat, board: Board) -> bool:
    """Show the board editor; return True once the last doubt is answered.

    The page is rendered again if the question below it changes.
    """
    kept, table = tab().stored, tab().table
    if kept is None:
        return False
    return board_editor(
        board_on_screen(kept, seat, board),
        kept.key,
        kept.version,
        on_stored=tab().refresh if board.doubts or impossible(table, board) else None,
        square_request=get_requested_square(board.number),
        reveal=is_first_view(board),
        asks=not needs_retake(board),
    )


def is_first_view(board: Board) -> bool:
    """Return whether this phone shows a board for the first time, and as it was read; its photo is then shown first."""
    seen = tab().own.boards.seen
    is_first = board.number not in seen
    seen.add(board.number)
    return is_first and not board.transforms and board.trust is Trust.TO_CHECK


def offer_report(number: int) -> None:
    with st.popover(_("Report a misread"), type="tertiary"):
        show_note(_("Saves a file with what was read and what you corrected. Nothing is sent."))
        with_photo = st.checkbox(_("Include the photo"), key=f"report-photo-{number}")
        made = partial(report_file, number, with_photo=with_photo)
        offer_file(_("Save report"), "crownsight-report.json", JSON, made, width="stretch")


# --- confirming


def render_confirm(seat: Seat) -> None:
    """Show the button that confirms the board, or the decision needed before it.

    An illegal kingdom needs a decision; accepted, it stays in doubt.
    """
    board, table = seat.board, tab().table
    if board is None:
        return
    if needs_retake(board):
        offer_whole_photo(seat.number, board)
        return
    if not board.doubts:
        offer_other_grid(board)
        if wrong := impossible(table, board):
            ask_about_problem(seat.number, board, wrong)
        else:
            label = _("Looks right") if board.source else _("Done")
            if st.button(label, type="primary", width="stretch", key="looks-right"):
                finish(seat.number, board)


def needs_retake(board: Board) -> bool:
    """Return whether part of the kingdom is cut off, and no player has accepted that."""
    return is_cut_off(board) and not board.confirmed


def ask_about_problem(number: int, board: Board, wrong: Problem) -> None:
    """Ask about a problem, with a link to the first square to check, or accept it as a doubt."""
    first = suspect(board, wrong)
    st.html(f'<p class="cs-question" role="alert">{escape(remark(wrong))}</p>')
    with st.container(horizontal=True, key="problem"):
        shows = st.button(_("Show me"), type="primary", width="stretch")
        accepts = st.button(_("Not sure"), width="stretch")
    if shows:
        request_square(board.number, first)
        st.rerun()
    if accepts:
        finish(number, board, frozenset({first}))


def offer_whole_photo(number: int, board: Board) -> None:
    seat = tab().table.seat(number)
    with st.container(key="whole-photo"):
        again = st.button(_("Photograph again"), type="primary", width="stretch")
        counts = st.button(_("Count it as it is"), width="stretch")
    if again and seat:
        store_photo_result(seat, PhotoResult())
    if counts:
        finish(number, board, list_cut_off_doubts(board))


def offer_other_grid(board: Board) -> None:
    grid = suggest_grid(tab().table, board)
    if grid is None:
        return
    size, now = f"{grid} × {grid}", f"{tab().table.rules.grid} × {tab().table.rules.grid}"
    said = _("This kingdom looks like {size}, but your table plays {now}.", size=size, now=now)
    with st.container(key="grid"):
        show_note(said)
        if st.button(_("Play on {size}", size=size), width="stretch"):
            tab().apply(partial(set_grid, grid=grid))
            st.rerun()


def finish(number: int, board: Board, more: frozenset[Position] = frozenset()) -> NoReturn:
    tab().apply(partial(confirm_board, board=board.number, kingdom=board.kingdom, accepted=board.doubtful, more=more))
    go_on(number, replace(board, doubtful=board.doubtful | more).confirm(), new=not board.confirmed)


def go_on(number: int, found: Board, *, new: bool) -> NoReturn:
    """Learn from a confirmed board, and open the next screen.

    Where one phone is passed around, a new board leads to the next player's camera; others to the previous screen.
    """
    learn_in_background(found)
    following = members.next_to_photograph(number) if new else None
    if following is None:
        routes.go_back_from_kingdom()
    else:
        routes.go_to_kingdom(following.number)


# --- another photo


def go_back(seat: Seat) -> None:
    """Go back: to the board under a new photo, else to the previous screen."""
    if seat.board and attempt_for(seat.number):
        if st.button("‹ " + _("Back to the board"), type="tertiary"):
            store_photo_result(seat, None)
    elif st.button("‹ " + (in_label(display_name(seat, tab().table)) if seat.board else _("Table")), type="tertiary"):
        routes.go_back_from_kingdom()


def another_photo(seat: Seat) -> None:
    """Show the button that leads to the camera."""
    board, beside, attempt = seat.board, tab().own.boards.photo_beside, attempt_for(seat.number)
    has_photo = attempt or board is None or not board.by_hand or (beside and beside[0] == board.number)
    label = _("Another photo") if has_photo else _("Photograph the kingdom")
    if st.button(label, type="tertiary", key="another-photo"):
        store_photo_result(seat, PhotoResult())


def store_photo_result(seat: Seat, attempt: PhotoResult | None) -> NoReturn:
    """Store the result of a photo: one kingdom becomes the player's board, anything else is shown next."""
    if attempt and attempt.picture and len(attempt.readings) == 1 and not attempt.message:
        board = make_board(attempt.readings[0], attempt.picture)
        readings = attempt.readings
        tab().apply(lambda newest: with_photographed_board(record_printing(newest, readings), seat.number, board))
        pending_photos.store_photo_result(seat.number, None)
    else:
        pending_photos.store_photo_result(seat.number, attempt)
    st.rerun()


render()
