"""Boards on the result page: sums, better arrangements, conflicts of dominoes, shortages of pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache, partial
from html import escape

import streamlit as st

from scoring import (
    NO_PIECES,
    Arrangement,
    Box,
    Conflict,
    Kingdom,
    Rules,
    better_arrangement,
    build_order,
    find_conflicts,
    find_highlights,
    summarize_conflicts,
)
from scoring import Board as PieceBoard
from scoring.limits import find_supply_problems, pieces_in_play
from scoring.wording import describe_conflict_briefly
from ui.drawing import tiles
from ui.drawing.html import in_label, points, sums
from ui.drawing.piece_marks import with_pieces
from ui.i18n.translate import _, translated
from ui.photos.pictures import address, straight
from ui.screens import routes
from ui.screens.notices import quiet
from ui.screens.reveal import has_final_boards
from ui.session.pending_photos import look_at
from ui.session.tab import tab
from ui.table.board import Board
from ui.table.commands import mark_doubtful
from ui.table.table import Seat, Table, sheet
from ui.wording import describe

KINGDOMS = 500  # whose dominoes are not laid again
TABLES = 32  # whose dominoes are not counted again
Kingdoms = tuple[tuple[str, Kingdom], ...]
Found = tuple[bool, Arrangement | None]  # whether the kingdom could have been laid, and a better laying of its dominoes
_seeker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="better")  # one, so that taps have the rest


def show_kingdoms(table: Table, seats: Sequence[Seat]) -> None:
    for seat in seats:
        with st.expander(_("{name}’s board", name=in_label(seat.name)), key=f"sums-{seat.number}"):
            show_board(table, seat)


def show_board(table: Table, seat: Seat) -> None:
    if seat.board is None:
        return
    kingdom = seat.board.kingdom
    seen = with_pieces(kingdom, seat.board.pieces, table.rules.box)
    if seat.board.source:
        alt = _("{name}: the photo, seen from above", name=seat.name)
        seen += f'<img alt="{escape(alt)}" src="{address(straight(seat.board.source))}">'
    talk = "".join(f"<li>{escape(describe(line))}</li>" for line in find_highlights(kingdom))
    told = f'{sums(sheet(table, seat.board))}<ul class="cs-talk">{talk}</ul>'
    alone = "alone" if len(table.seats) == 1 else ""
    st.html(f'<div class="cs-boards {alone}"><figure><div class="cs-seen">{seen}</div>{told}</figure></div>')


@lru_cache(maxsize=KINGDOMS)
def possible(kingdom: Kingdom, rules: Rules) -> Future[Found]:
    """Start the search for a better arrangement of a kingdom (a second or two), once."""
    return _seeker.submit(
        lambda: (build_order(kingdom, rules.grid, rules.box) is not None, better_arrangement(kingdom, rules))
    )


def is_sought(table: Table) -> bool:
    """True while a better laying is sought for a table whose kingdoms are all settled."""
    shows = table.shows_scores and has_final_boards(table)
    return shows and not all(answer.done() for *_seat, answer in _asked(table, table.seats))


def show_possible(table: Table, seats: Sequence[Seat]) -> None:
    """Show the better arrangements found so far: a line that opens to both boards."""
    answers = [(seat, board, *answer.result()) for seat, board, answer in _asked(table, seats) if answer.done()]
    found = [(seat, board, laying) for seat, board, is_legal, laying in answers if is_legal]
    if found:
        st.html(f'<h2 class="cs-evening">{_("Could it have been better?")}</h2>')
    alone = len(table.seats) == 1
    for seat, board, laying in found:
        made = sheet(table, board).total
        if laying is None and alone:
            quiet(escape(_("{points}, and we found nothing better. Well played!", points=made)))
        elif laying is None:
            quiet(escape(_("{name}: {points}, and we found nothing better. Well played!", name=seat.name, points=made)))
        else:
            name, possible = in_label(seat.name), laying.points
            missed = _("{name}: {points}. Best we found: {possible}", name=name, points=made, possible=possible)
            if alone:
                missed = _("{points}. Best we found: {possible}", points=made, possible=possible)
            with st.expander(missed, key=f"possible-{seat.number}"):
                both = ((board.kingdom, made), (laying.kingdom, laying.points))
                figures = (
                    f"<figure><figcaption>{points(number)}</figcaption>{tiles.small_board(kingdom)}</figure>"
                    for kingdom, number in both
                )
                st.html(f'<div class="cs-boards">{"".join(figures)}</div>')


def _asked(table: Table, seats: Sequence[Seat]) -> Iterator[tuple[Seat, Board, Future[Found]]]:
    """Yield the search of each kingdom without pieces."""
    for seat in seats:
        if seat.board and seat.board.pieces == NO_PIECES:
            yield seat, seat.board, possible(seat.board.kingdom, table.rules)


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
                quiet(escape(translated(describe_conflict_briefly(conflict))))
                for claim in conflict.claims:
                    seat, label = seats[claim.player], _("Check {name}", name=in_label(claim.player))
                    if st.button(label, type="tertiary", key=f"claim-{number}-{seat.number}") and seat.board:
                        tab().do(partial(mark_doubtful, board=seat.board.number, squares=claim.squares))
                        if claim.squares:
                            look_at(seat.board.number, claim.squares[0])
                        routes.go_to_kingdom(seat.number)


def show_shortages(table: Table) -> None:
    """Show which pieces the players together have more of than the boxes on the table."""
    boards = [PieceBoard(one.board.kingdom, one.board.pieces) for one in table.seats if one.board]
    of_boxes = [PieceBoard(kingdom, pieces_in_play(table.rules.box, kingdom, pieces)) for kingdom, pieces in boards]
    for problem in find_supply_problems(of_boxes):
        st.html(f'<p role="note">{escape(describe(problem))}</p>')


@lru_cache(maxsize=TABLES)
def _conflicts(kingdoms: Kingdoms, box: Box) -> tuple[Conflict[str], ...]:
    return find_conflicts(dict(kingdoms), box)
