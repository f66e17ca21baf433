"""Result: the finale, then who won and why; a tap on a player opens their board with its sums."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NoReturn

import streamlit as st

from scoring import DYNASTY_GAMES, Standing
from ui.drawing.html import in_html, in_label, points
from ui.drawing.players import with_display_names
from ui.i18n.translate import _, n_
from ui.screens import routes
from ui.screens.boards import is_sought, show_board, show_conflicts, show_place, show_possible, show_shortages
from ui.screens.camera import camera, reads_kingdoms, show_table_photo
from ui.screens.notices import show_note, show_notice, subscribe
from ui.screens.photo_assignment import assign_photos
from ui.screens.reveal import (
    format_heading,
    get_achievements,
    get_viewed_result,
    has_final_boards,
    has_finale,
    hide_outcome,
    open_result,
    play_finale,
    render_dynasty,
    render_next_game_button,
    show_session,
)
from ui.screens.sharing import pass_on, share_result
from ui.session.archive import play_again, record_result
from ui.session.pending_photos import request_square
from ui.table.board import Board, PhotoResult
from ui.table.checking import came_at_once, certain_seats
from ui.table.completed_games import Game
from ui.table.table import Seat, Table, order_doubts, sheet, standings


def render() -> None:
    """Render the result of the current game, or one board of it."""
    record_result()
    table, is_over = get_viewed_result()
    table = with_display_names(table)
    ranked = standings(table)
    opened = next((seat for seat in table.seats if str(seat.number) == st.query_params.get(routes.BOARD)), None)
    shown = opened or (table.seats[0] if len(table.seats) == 1 else None)
    subscribe(waits=shown is not None and is_sought(table, shown))
    with st.container(key="to-table"):
        if opened:
            if st.button("‹ " + _("Result"), type="tertiary"):
                open_result()
        elif st.button("‹ " + _("Table"), type="tertiary"):
            routes.go_to(routes.TABLE)
    if not ranked:
        show_notice(_("No kingdoms yet. Tap a player at the table to photograph theirs."), role="")
    elif not table.shows_scores:
        show_notice(_("Scores stay secret until every square is checked."), role="")
    elif opened and opened.board:
        with st.container(key="opened"):
            show_player(table, opened, sheet(table, opened.board).total, is_over=is_over)
    else:
        if has_finale(table):
            hide_outcome(table)
        with st.container(key="outcome"):
            show_outcome(table, ranked, is_over=is_over)


def show_places(table: Table, ranked: Sequence[Standing], seated: dict[str, Seat]) -> None:
    winners = [in_html(standing.player) for standing in ranked if standing.rank == 1]
    cheers = "".join(f'<p class="cs-cheer">{in_html(line)}</p>' for line in get_achievements(table))
    st.html(f"<h1>{format_heading(table, winners)}</h1>{cheers}")
    show_session(table, with_current=True)
    with st.container(key="places"):
        for one in ranked:
            seat = seated[one.player]
            if seat.board and show_place(
                one, ranked[0].sheet.total, seat.colour, seat.board.state, key=str(seat.number)
            ):
                open_board(seat.number)
    play_finale(table)


def open_board(seat: int) -> NoReturn:
    open_result(**{routes.BOARD: str(seat)})


def show_provisional(table: Table) -> None:
    """Show a line for every unconfirmed kingdom; tapping it leads to its first doubtful square.

    The line also says if no answer can change the rank.
    """
    certain = certain_seats(table)
    for seat in table.seats:
        board = seat.board
        if (
            board
            and not board.trust.is_final
            and st.button(
                _label_provisional(seat, board, certain=seat.number in certain), key=f"open-provisional-{seat.number}"
            )
        ):
            if board.doubts:
                request_square(board.number, order_doubts(table, board)[0])
            routes.go_to_kingdom(seat.number, back=routes.RESULT)


def _label_provisional(seat: Seat, board: Board, *, certain: bool) -> str:
    name = in_label(seat.name)
    if certain and board.doubts:
        return n_(
            "{number} unsure square ({name}). It can’t change the ranking.",
            "{number} unsure squares ({name}). They can’t change the ranking.",
            board.doubts,
            name=name,
        )
    if not board.doubts:
        return _("Not final: {name}’s board needs a look", name=name)
    return n_(
        "Not final: check {number} of {name}’s squares",
        "Not final: check {number} of {name}’s squares",
        board.doubts,
        name=name,
    )


def go_on(table: Table, ranked: Sequence[Standing], *, is_over: bool) -> None:
    """Offer to share the result and to play again.

    At a table of one photo a phone photographs the next game at once; the look shows one of both buttons.
    """
    is_final, at_once = has_final_boards(table), came_at_once(table) and not is_over
    with st.container(key="done"), st.container(horizontal=True, key="go-on"):
        share_result(table, ranked)
        if is_over:
            render_next_game_button(routes.TABLE)
            return
        if at_once:
            camera(
                _("Play again"),
                key=f"again-{table.game_number}",
                read=reads_kingdoms(),
                then=begin_with_photos,
                quiet=not is_final,
                compact=True,
            )
        key = "again-without-camera" if at_once else "again"
        if st.button(_("Play again"), type="primary" if is_final else "secondary", width="stretch", key=key):
            begin_next()
    if at_once and st.button(_("Play again without a photo"), type="tertiary", width="stretch", key="again-by-hand"):
        begin_next()


def begin_with_photos(*photos: PhotoResult) -> NoReturn:
    play_again()
    assign_photos(*photos)


def begin_next() -> NoReturn:
    play_again()
    routes.go_to(routes.TABLE)


def show_outcome(table: Table, ranked: Sequence[Standing], *, is_over: bool) -> None:
    seated = {seat.name: seat for seat in table.seats}
    alone = len(table.seats) == 1
    if not alone:
        with st.container(key="seen"):  # right of the ranking in a wide window
            show_table_photo(table, then=open_board)
    dynasty_is_over = len(table.dynasty_games) == DYNASTY_GAMES
    if dynasty_is_over:
        render_dynasty(table)
    if alone:
        st.html(f"<h1>{points(ranked[0].sheet.total)}</h1>")
        play_finale(table)
    else:
        show_places(table, ranked, seated)
    if not is_over:
        show_provisional(table)
    for name in (seat.name for seat in table.seats if seat.board is None):
        show_note(_("{name} has no kingdom yet and isn’t counted.", name=in_html(name)))
    if alone:
        show_own_board(table, table.seats[0])
    if not dynasty_is_over:
        render_dynasty(table)
    go_on(table, ranked, is_over=is_over)
    if alone:
        show_possible(table, table.seats[0])
    if not is_over:
        show_conflicts(table)
        show_shortages(table)
    game = next((game for game in table.games if game.number == table.recorded), None) or table.game(datetime.now(UTC))
    if isinstance(game, Game) and not alone:
        pass_on(game, recorded=table.recorded is not None)


def show_own_board(table: Table, seat: Seat) -> None:
    if seat.board:
        show_board(seat.name, seat.board, table.rules.box, sheet(table, seat.board), seat.board.source)


def show_player(table: Table, seat: Seat, total: int, *, is_over: bool) -> None:
    """Show the board of one player with its sums and the best arrangement of its dominoes."""
    st.html(f"<h1>{in_html(seat.name)}: {points(total)}</h1>")
    show_own_board(table, seat)
    if not is_over and st.button(_("Correct this board"), width="stretch"):
        routes.go_to_kingdom(seat.number, back=routes.RESULT)
    show_possible(table, seat)


render()
