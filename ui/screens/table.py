"""Table page: players, progress, and the next step."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from html import escape
from typing import Literal

import streamlit as st

from ui.api.table_view import Card, card_of
from ui.api.updates import ALL
from ui.components import player_card
from ui.drawing.html import in_label
from ui.drawing.players import describe_card, with_display_names
from ui.i18n.translate import _, join_names, n_, translate
from ui.photos.outline import is_cut_off
from ui.screens import routes
from ui.screens.camera import camera, reads_kingdoms, show_stages, show_table_photo
from ui.screens.invitation import joining_code, show_invitation
from ui.screens.naming import ask_who, change_players, must_identify, offer_last_names, ways_back
from ui.screens.notices import run_or_show_error, show_note, subscribe
from ui.screens.panels import is_panel_open, show_panels
from ui.screens.photo_assignment import apply_with_result, assign_photos, assign_seat_photos, enter_by_hand, go_on
from ui.screens.reveal import render_dynasty, show_session
from ui.screens.rule_settings import (
    ask_about_strange_tiles,
    ask_about_suspected_box,
    change_rules,
    choose_boxes,
    choose_edition,
    choose_settings,
    describe_boxes,
    show_misfit,
)
from ui.session import members
from ui.session.pending_photos import NOTICED_SECONDS, last_assignment, photos_tried, request_square, set_assignment
from ui.session.tab import tab
from ui.session.tab_state import Panel
from ui.session.tile_choice import reread_if_due
from ui.table.assignment import Assignment, unassign, undo_assignment
from ui.table.checking import NextStep, Task, next_step
from ui.table.table import FEWEST_KINGDOMS, Seat, Table, order_doubts


def render() -> None:
    """Render the page of the table."""
    table = with_display_names(tab().table)
    if table.knizia:
        routes.go_to(routes.main_screen(table))
    else:
        render_table(table)


def render_table(table: Table) -> None:
    host, own = members.is_host(), members.own_seat()
    if must_identify(own, host=host):
        ask_who()
        subscribe()
    else:
        if reread_if_due(partial(show_stages, st.empty())):
            st.rerun()
        with st.container(key="asking"):  # the look hides it while a photo is read
            show_table(table, own, host=host)
            subscribe(ALL)


def show_table_panels(table: Table, own: int | None, *, host: bool) -> None:
    show_panels(
        {
            Panel.RULES: (_("Rules"), partial(show_rules, host=host)),
            Panel.INVITE: (_("Invite"), show_invitation),
            Panel.PLAYERS: (_("Players"), partial(change_players, table, own, host=host)),
            Panel.MORE: (_("More"), partial(show_more, table, host=host)),
        },
        stays_open=not table.seats,
    )


def show_rules(*, host: bool) -> None:
    change_rules()
    choose_boxes()
    choose_edition(host=host)


def show_more(table: Table, *, host: bool) -> None:
    choose_settings(host=host)
    with st.container(key="ways"):
        if table.seats and st.button(_("Photograph the table"), type="tertiary", width="stretch"):
            set_assignment(None)
            routes.go_to(routes.WHOLE_TABLE)
        if (last := last_assignment()) and st.button(_("Undo the last photo"), type="tertiary", width="stretch"):
            undo(*last)


def show_cards(table: Table, own: int | None) -> None:
    """Show all cards of a table with display names; cards follow changes of kingdoms by their own updates."""
    last, joined = last_assignment(), members.seats_elsewhere()
    newest = tab().table
    for seat in with_display_names(newest).seats:
        assignment, at = (last[0], last[0].eliminated) if last else (None, None)
        is_guess = assignment is not None and at is not None and assignment.owners[at] is seat.colour
        notes = [_("you")] * (seat.number == own) + [_("joined")] * (seat.number in joined)
        show_card(table, seat, card_of(newest, seat), notes + [_("Our guess")] * is_guess)
        if not (is_guess and assignment and at is not None):
            continue
        if st.button(_("Not {name}’s? Change player", name=in_label(seat.name)), key="ask-eliminated", type="tertiary"):
            go_on(apply_with_result(partial(unassign, assignment=assignment, at=at)))


def show_card(table: Table, seat: Seat, card: Card, notes: Sequence[str]) -> None:
    """Show one player's card with notes of this phone, as a button that opens their kingdom."""
    kept = tab().stored
    key, version = (kept.key, kept.version) if kept else ("", 0)
    with st.container(key=f"card-{seat.number}"):
        player_card(card, key, version, note=" · ".join(notes))
        if st.button(describe_card(table, seat, in_label(seat.name)), key=f"open-{seat.number}"):
            tab().own.panel = Panel.CLOSED
            routes.go_to_kingdom(seat.number)


def show_assignment(now: float) -> None:
    """Show for ten seconds how many kingdoms the last photo assigned, with undo.

    It stays if it has a remark; the style sheet hides it if the page is not rendered again. It receives the focus, so
    that a screen reader announces the state of the cards.
    """
    last = last_assignment()
    if last is None:
        return
    assignment, _after = last
    number = len([owner for owner in assignment.owners if owner])
    said = n_("{number} kingdom found", "{number} kingdoms found", number)
    remarks = [translate(remark) for remark in assignment.remarks]
    table = with_display_names(tab().table)
    cut_off = [
        seat.name for seat in table.seats if seat.board and is_cut_off(seat.board) and seat.colour in assignment.owners
    ]
    if cut_off:
        remarks.append(
            n_(
                "{names}’s is cut off: step back and retake.",
                "{names} are cut off: step back and retake.",
                len(cut_off),
                names=join_names(cut_off),
            )
        )
    if not remarks and now - tab().own.photos.last_at > NOTICED_SECONDS:
        return
    said = " ".join([f"{said}.", *remarks]) if remarks else said
    with st.container(key="assigned", horizontal=True, vertical_alignment="center"):
        cards = "; ".join(describe_card(table, seat, seat.name) for seat in table.seats)
        goes = "" if remarks else "goes"
        notice = f'<p class="cs-notice {goes}" role="status" aria-describedby="assigned-kingdoms">{escape(said)}</p>'
        st.html(f'{notice}<span id="assigned-kingdoms" hidden>{escape(cards)}</span>')
        if st.button(_("Undo"), key="undo-assignment"):
            undo(*last)


def undo(assignment: Assignment, after: Table) -> None:
    run_or_show_error(partial(tab().apply, partial(undo_assignment, assignment=assignment, after=after)))


def ask_for_photo(step: NextStep, own: int | None) -> None:
    if step.seat:
        number = step.seat.number
        is_own = number == own or step.seat.name == _("Your kingdom")
        label = _("Photograph your kingdom") if is_own else _("Photograph {name}’s kingdom", name=step.seat.name)
        key = f"photo-{number}-{photos_tried(number)}"
        camera(label, key=key, read=reads_kingdoms(), then=partial(assign_seat_photos, asked=step.seat))
        return
    if step.task is Task.PHOTOGRAPH_ANOTHER:
        photograph_another()
        return
    seats, key = tab().table.seats, f"table-{tab().own.photos.photos}"
    camera(_("Photograph the table"), key=key, read=reads_kingdoms(), then=assign_photos, quiet=not seats)
    if seats and st.button(_("Photograph one kingdom at a time"), type="tertiary", width="stretch", key="one-by-one"):
        routes.go_to_kingdom(seats[0].number)


def photograph_another(*, quiet: bool = False) -> None:
    key = f"next-{tab().own.photos.photos}"
    by_hand = any(seat.board and seat.board.by_hand for seat in tab().table.seats)
    words = _("Enter another board by hand")
    kind: Literal["primary", "secondary"] = "secondary" if quiet else "primary"
    if by_hand and st.button(words, type=kind, width="stretch", key="another-by-hand"):
        enter_by_hand()
    camera(_("Add another kingdom"), key=key, read=reads_kingdoms(), then=assign_photos, quiet=quiet or by_hand)


def check(seat: Seat, doubts: int) -> None:
    if doubts:
        label = n_("Check {number} square", "Check {number} squares", doubts)
    else:
        label = _("Check {name}", name=in_label(seat.name))
    if st.button(label, type="primary", width="stretch", key=f"open-doubts-{seat.number}") and seat.board:
        if seat.board.doubts:
            request_square(seat.board.number, order_doubts(tab().table, seat.board)[0])
        tab().own.panel = Panel.CLOSED
        routes.go_to_kingdom(seat.number)


def see_result(label: str, *, gold: bool = False) -> None:
    if st.button(label, type="primary" if gold else "secondary", width="stretch", key="open-result"):
        tab().own.panel = Panel.CLOSED
        routes.go_to(routes.RESULT)


def show_game(table: Table, own: int | None, step: NextStep, *, host: bool) -> None:
    with st.container(key="game"):
        show_table_photo(table)
        nameless = [seat for seat in table.seats if seat.board and not seat.named]
        if host and nameless:
            offer_last_names(nameless, members.collect_names())
        with st.container(key="cards"):
            show_cards(table, own)
        if not step.task.wants_photo:
            with st.container(key="done"):
                if step.seat:
                    check(step.seat, step.doubts)
                else:
                    see_result(_("Who won?"), gold=True)
        if code := joining_code():
            with st.container(key="corner"):  # of a wide window, which all players watch
                st.html(f'<figure class="cs-join">{code}<figcaption>{_("Scan to join")}</figcaption></figure>')


def show_table(table: Table, own: int | None, *, host: bool) -> None:
    unread, last = sum(seat.board is None for seat in table.seats), tab().own.last_change
    step = next_step(table, own, members.seats_elsewhere() if unread > 1 else (), last.before if last else None)
    with st.container(key="heading"):  # in a low window the look makes one line of it
        if st.button("‹ " + _("Start"), type="tertiary"):
            routes.go_to(routes.START)
        st.html(f"<h1>{_('Tonight’s table') if table.seats else _('Who’s playing?')}</h1>")
        show_session(table)
        if boxes := describe_boxes(table):
            st.html(f'<p class="cs-tally">{escape(boxes)}</p>')
        show_assignment(time.monotonic())
    show_misfit(table)
    if not table.seats and not is_panel_open():
        tab().own.panel = Panel.PLAYERS
    ask_about_strange_tiles(host=host)
    ask_about_suspected_box()
    above = st.container()
    show_game(table, own, step, host=host)
    if step.task.wants_photo:
        # The look keeps "done" in sight, where it would cover the form for the first player.
        with st.container(key="done" if table.seats else "instead"):
            ask_for_photo(step, own)
    laid = len(table.seats) - unread
    if not table.shows_scores:
        if laid:
            show_note(_("Scores appear once every square is checked."))
    elif step.task is Task.PHOTOGRAPH_ANOTHER:
        see_result(_("See the score"))
    elif step.task is not Task.SEE_WHO_WON and laid >= FEWEST_KINGDOMS:
        see_result(_("Show standings"))
    if step.task is Task.SEE_WHO_WON and not table.is_full:
        photograph_another(quiet=True)
    with above if is_panel_open() else st.container():
        show_table_panels(table, own, host=host)
    render_dynasty(table)
    ways_back()


render()
