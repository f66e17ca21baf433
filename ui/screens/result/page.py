"""Result: the finale, then who won and why, and everything else folded under each player."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from scoring import ScoreSheet, Standing
from ui.drawing import tiles
from ui.drawing.html import in_html, in_label, place_row, places, points
from ui.drawing.player_names import with_display_names
from ui.i18n.translate import _, n_, translated
from ui.screens import routes
from ui.screens.naming import Known, offer_names
from ui.screens.notices import watch
from ui.screens.result.boards import is_sought, show_board, show_kingdoms, show_possible
from ui.screens.result.dominoes import show_conflicts, show_discards, show_shortages
from ui.screens.result.finale import (
    heading,
    hide_outcome,
    is_over,
    is_settled,
    is_told,
    memories,
    show_dynasty,
    tell_game,
)
from ui.screens.result.pictures import offer_clip
from ui.screens.result.share import pass_on, share_result
from ui.session.doubts import look_at
from ui.session.learning import play_again, record_result
from ui.session.members import known_names
from ui.session.tab import tab
from ui.table.board import Board
from ui.table.checking import certain_seats
from ui.table.table import Seat, Table, asked_in_order, standings
from ui.table.trust import reservation


def show_places(table: Table, ranked: Sequence[Standing], seated: dict[str, Seat], known: Known) -> None:
    """Who won, what is worth a cheer, and a line for every player, best first.

    Below a player without a name are those that are ``known``, to choose from.
    """
    winners = [in_html(standing.player) for standing in ranked if standing.place == 1]
    cheers = "".join(f'<p class="cs-cheer">{in_html(line)}</p>' for line in memories(table))
    st.html(f"<h1>{heading(table, winners)}</h1>{cheers}")
    best = max(1, ranked[0].sheet.total)
    rows: list[str] = []
    for standing in ranked:
        seat = seated[standing.player]
        reasons = (standing.why, seat.board and reservation(seat.board.state))  # the second where it is not checked
        rows.append(
            place_row(
                standing.place,
                seat.name,
                standing.sheet.total,
                colour=seat.colour.value,
                why=" · ".join(translated(said) for said in reasons if said),
                more=_bar(standing.sheet, best),
            )
        )
        if not seat.named:
            with st.container(key=f"place-{seat.number}"):
                st.html(places(rows))
                offer_names(seat, known)
            rows = []
    if rows:
        st.html(places(rows))


def _bar(sheet: ScoreSheet, best: int) -> str:
    """The points of a sheet as a bar by terrain; in words for those who do not see it."""
    parts = [
        (tiles.LANDS[territory.terrain].fill, translated(territory.terrain.words), territory.points, territory.terrain)
        for territory in sorted(sheet.territories, key=lambda territory: territory.terrain.value)
        if territory.points
    ]
    drawn = "".join(
        f'<span style="width:{100 * points / best:.2f}%;background:{fill}" title="{escape(f"{name} {points}")}">'
        f"{tiles.icon(terrain)}</span>"
        for fill, name, points, terrain in parts
    )
    spoken = [f"{name} {points}" for _fill, name, points, _terrain in parts]
    bonus = sum(one.points for one in sheet.bonuses) + sum(one.points for one in sheet.earnings)
    if bonus:
        named = escape(f"{_('bonuses')} {bonus}")
        drawn += f'<span style="width:{100 * bonus / best:.2f}%;background:#F2C14A" title="{named}">+</span>'
        spoken.append(named)
    return f'<span class="cs-bar" role="img" aria-label="{escape(", ".join(spoken))}">{drawn}</span>'


def show_provisional(table: Table) -> None:
    """A line for every kingdom that is still to check; tapping it leads to its first doubtful square.

    Of a kingdom whose place nothing to check can change it says so.
    """
    certain = certain_seats(table)
    for seat in table.seats:
        board = seat.board
        if (
            board
            and not board.trust.is_settled
            and st.button(_said(seat, board, certain=seat.number in certain), key=f"open-provisional-{seat.number}")
        ):
            if board.doubts:
                look_at(board.number, asked_in_order(table, board)[0])
            tab().take_seat(seat.number)
            routes.go_to(routes.KINGDOM)


def _said(seat: Seat, board: Board, *, certain: bool) -> str:
    name = in_label(seat.name)
    if certain and board.doubts:
        return n_(
            "{name}: {number} doubt that changes nobody's place",
            "{name}: {number} doubts that change nobody's place",
            board.doubts,
            name=name,
        )
    if not board.doubts:
        return _("Provisional: nobody has checked {name} yet", name=name)
    return n_(
        "Provisional: {name} has {number} to check",
        "Provisional: {name} has {number} to check",
        board.doubts,
        name=name,
    )


def leave_out(table: Table) -> None:
    """Who has no kingdom yet."""
    for seat in table.seats:
        if seat.board is None:
            left_out = _("{name} has no kingdom yet and is left out.", name=in_html(seat.name))
            st.html(f'<p class="cs-quiet">{left_out}</p>')


def go_on(table: Table, ranked: Sequence[Standing]) -> None:
    """The pictures for the others, and the next game."""
    with st.container(key="done"), st.container(horizontal=True, key="go-on"):
        if len(ranked) > 1:
            share_result(table, ranked)
        if st.button(_("Play again"), type="primary" if is_settled(table) else "secondary", width="stretch"):
            play_again()
            routes.go_to(routes.TABLE)


def show_outcome(table: Table, ranked: Sequence[Standing], known: Known) -> None:
    """Who won and why, and below it what is wanted of it less often."""
    seated = {seat.name: seat for seat in table.seats}
    alone = len(table.seats) == 1
    if is_over(table):
        show_dynasty(table)
    if alone:
        st.html(f"<h1>{points(ranked[0].sheet.total)}</h1>")
    else:
        show_places(table, ranked, seated, known)
    show_provisional(table)
    leave_out(table)
    if alone:
        show_board(table, table.seats[0])
    if not is_over(table):
        show_dynasty(table)
    go_on(table, ranked)
    offer_clip(table)
    if is_settled(table):
        show_possible(table, [seated[one.player] for one in ranked])
    if not alone:
        show_kingdoms(table, [seated[one.player] for one in ranked])
    show_conflicts(table)
    show_shortages(table)
    show_discards(table)
    pass_on(table, ranked)


def show_result() -> None:
    """Who won, told as a finale first, or what is still to be waited for."""
    table = with_display_names(tab().table)
    ranked = standings(table)
    known = known_names() if any(not seat.named for seat in table.seats) else {}
    if not ranked:
        nobody = _("Nobody has a kingdom yet. Tap a player on the table to photograph theirs.")
        st.html(f'<p class="cs-notice">{nobody}</p>')
    elif not table.shows_scores:
        st.html(f'<p class="cs-notice">{_("The scores stay hidden until nothing is left to check.")}</p>')
    else:
        if is_told(table):
            hide_outcome(table)
        with st.container(key="outcome"):
            show_outcome(table, ranked, known)
        if is_told(table):
            tell_game(table, ranked, known)


record_result()
watch(waits=is_sought(tab().table))
with st.container(key="to-table"):
    if st.button("‹ " + _("Table"), type="tertiary"):
        routes.go_to(routes.TABLE)
show_result()
