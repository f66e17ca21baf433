"""Boards on the result page: sums, better arrangements, conflicts of dominoes, shortages of pieces."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache, partial
from html import escape

import streamlit as st

from scoring import (
    NO_PIECES,
    Arrangement,
    Box,
    Castle,
    Conflict,
    Kingdom,
    Rules,
    ScoreSheet,
    Standing,
    better_arrangement,
    build_order,
    find_conflicts,
    summarize_conflicts,
)
from scoring import Board as PieceBoard
from scoring.limits import find_supply_problems, pieces_in_play
from scoring.wording import describe_conflict_briefly
from ui.drawing import tiles
from ui.drawing.html import in_label, places, points, standing_row, sums
from ui.drawing.piece_marks import with_pieces
from ui.i18n.translate import _, translate
from ui.photos.pictures import get_picture_address, rectify_board
from ui.screens import routes
from ui.screens.notices import show_note
from ui.session.pending_photos import request_square
from ui.session.tab import tab
from ui.table.board import Board, State
from ui.table.commands import mark_doubtful
from ui.table.completed_games import PlayerBoard
from ui.table.photo_reading import PhotoReading
from ui.table.table import Seat, Table, sheet
from ui.wording import describe

KINGDOMS = 500  # whose better arrangements stay cached
TABLES = 32  # whose counts of dominoes stay cached
Kingdoms = tuple[tuple[str, Kingdom], ...]
Found = tuple[bool, Arrangement | None]  # whether the kingdom is legal, and a better arrangement
_seeker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="better")  # one, so that taps keep the other cores


def show_place(standing: Standing, best: int, colour: Castle, state: State, *, key: str) -> bool:
    """Show the place of a player; the whole row is the button that opens their board, and True once it is tapped."""
    with st.container(key=f"place-{key}"):
        st.html(places([standing_row(standing, best, colour, state)]))
        return st.button(_("{name}’s board", name=in_label(standing.player)), key=f"open-board-{key}")


def show_board(name: str, board: Board | PlayerBoard, box: Box, sheet: ScoreSheet, source: PhotoReading | None) -> None:
    """Show the board of a player, the photo it was read from, and its sums."""
    seen = with_pieces(board.kingdom, board.pieces, box)
    if source:
        alt = _("{name}: the photo, seen from above", name=name)
        seen += f'<img alt="{escape(alt)}" src="{get_picture_address(rectify_board(source))}">'
    st.html(f'<div class="cs-boards alone"><figure><div class="cs-seen">{seen}</div>{sums(sheet)}</figure></div>')


@lru_cache(maxsize=KINGDOMS)
def possible(kingdom: Kingdom, rules: Rules) -> Future[Found]:
    """Start the search for a better arrangement of a kingdom (a second or two), once."""
    return _seeker.submit(
        lambda: (build_order(kingdom, rules.grid, rules.box) is not None, better_arrangement(kingdom, rules))
    )


def is_sought(table: Table, seat: Seat) -> bool:
    """Return whether a better arrangement of a player's dominoes is still sought."""
    answer = _ask_possible(table, seat)
    return answer is not None and not answer.done()


def show_possible(table: Table, seat: Seat) -> None:
    """Show the best arrangement of a player's dominoes below their own, as soon as it is found."""
    answer, board = _ask_possible(table, seat), seat.board
    if board is None or answer is None or not answer.done():
        return
    is_legal, better = answer.result()
    if not is_legal:
        return
    made = sheet(table, board).total
    st.html(f'<h2 class="cs-evening">{_("Could it have been better?")}</h2>')
    if better is None:
        show_note(escape(_("{points}, and we found nothing better. Well played!", points=points(made))))
        return
    show_note(escape(_("{points}. Best we found: {possible}", points=points(made), possible=better.points)))
    both = ((board.kingdom, made), (better.kingdom, better.points))
    figures = (
        f"<figure><figcaption>{points(number)}</figcaption>{tiles.small_board(kingdom)}</figure>"
        for kingdom, number in both
    )
    st.html(f'<div class="cs-boards">{"".join(figures)}</div>')


def _ask_possible(table: Table, seat: Seat) -> Future[Found] | None:
    """Return the search for a player's dominoes; None without a final board, or with pieces on it."""
    board = seat.board
    if board is None or not board.trust.is_final or board.pieces != NO_PIECES or not table.shows_scores:
        return None
    return possible(board.kingdom, table.rules)


def show_conflicts(table: Table) -> None:
    """Explain kingdoms that claim the same dominoes, in three lines at most, with links to the squares."""
    kingdoms = tuple((seat.name, seat.board.kingdom) for seat in table.seats if seat.board)
    found, seats = summarize_conflicts(_conflicts(kingdoms, table.rules.box)), {seat.name: seat for seat in table.seats}
    if not found:
        return
    with st.container(key="conflicts"):
        st.html(f'<p role="note">{escape(describe(found))}</p>')
        for number, conflict in enumerate(found.shown):
            with st.container(horizontal=True, vertical_alignment="center"):
                show_note(escape(translate(describe_conflict_briefly(conflict))))
                for claim in conflict.claims:
                    seat, label = seats[claim.player], _("Check {name}", name=in_label(claim.player))
                    if st.button(label, type="tertiary", key=f"claim-{number}-{seat.number}") and seat.board:
                        tab().apply(partial(mark_doubtful, board=seat.board.number, squares=claim.squares))
                        if claim.squares:
                            request_square(seat.board.number, claim.squares[0])
                        routes.go_to_kingdom(seat.number, back=routes.RESULT)


def show_shortages(table: Table) -> None:
    """Show which pieces the players together have more of than the boxes on the table."""
    boards = [PieceBoard(one.board.kingdom, one.board.pieces) for one in table.seats if one.board]
    of_boxes = [PieceBoard(kingdom, pieces_in_play(table.rules.box, kingdom, pieces)) for kingdom, pieces in boards]
    for problem in find_supply_problems(of_boxes):
        st.html(f'<p role="note">{escape(describe(problem))}</p>')


@lru_cache(maxsize=TABLES)
def _conflicts(kingdoms: Kingdoms, box: Box) -> tuple[Conflict[str], ...]:
    return find_conflicts(dict(kingdoms), box)
