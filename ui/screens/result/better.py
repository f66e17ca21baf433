"""The kingdoms that could have been had with the same dominoes, sought while the finale plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from html import escape

import streamlit as st

from scoring import NO_PIECES, Kingdom, Laying, Rules, better_laying, build_order
from ui.drawing import tiles
from ui.drawing.html import in_label, points
from ui.i18n.translate import _
from ui.screens.result.finale import is_settled
from ui.table.board import Board
from ui.table.table import Seat, Table, sheet

REMEMBERED = 500  # kingdoms
Found = tuple[bool, Laying | None]  # whether the kingdom could have been laid, and a better laying of its dominoes
_seeker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="better")  # one, so that taps have the rest


@lru_cache(maxsize=REMEMBERED)
def possible(kingdom: Kingdom, rules: Rules) -> Future[Found]:
    """What will be found for a kingdom, in a second or two; sought once."""
    return _seeker.submit(
        lambda: (build_order(kingdom, rules.grid, rules.box) is not None, better_laying(kingdom, rules))
    )


def is_sought(table: Table) -> bool:
    """Whether a better laying is still being sought for a table whose kingdoms are all settled."""
    shows = table.shows_scores and is_settled(table)
    return shows and not all(answer.done() for *_seat, answer in _asked(table, table.seats))


def show_possible(table: Table, seats: Sequence[Seat]) -> None:
    """What these players could have made of their dominoes, as far as it is found: a line that opens to both boards."""
    answers = [(seat, board, *answer.result()) for seat, board, answer in _asked(table, seats) if answer.done()]
    found = [(seat, board, laying) for seat, board, is_legal, laying in answers if is_legal]
    if found:
        st.html(f"<h2>{_('The kingdom you could have had')}</h2>")
    for seat, board, laying in found:
        name, made = "" if len(table.seats) == 1 else seat.name, sheet(table, board).total
        if laying is None:
            st.html(f'<p class="cs-quiet">{escape(_well_laid(name, made))}</p>')
        else:
            with st.expander(_missed(in_label(name), made, laying.points), key=f"possible-{seat.number}"):
                both = ((board.kingdom, made), (laying.kingdom, laying.points))
                figures = (
                    f"<figure><figcaption>{points(number)}</figcaption>{tiles.small_board(kingdom)}</figure>"
                    for kingdom, number in both
                )
                st.html(f'<div class="cs-boards">{"".join(figures)}</div>')


def _asked(table: Table, seats: Sequence[Seat]) -> Iterator[tuple[Seat, Board, Future[Found]]]:
    """The search for each of these kingdoms; those with pieces are left out."""
    for seat in seats:
        if seat.board and seat.board.pieces == NO_PIECES:
            yield seat, seat.board, possible(seat.board.kingdom, table.rules)


def _missed(name: str, made: int, possible: int) -> str:
    if not name:
        return _("You made {points}. At least {possible} was possible.", points=made, possible=possible)
    return _("{name} made {points}. At least {possible} was possible.", name=name, points=made, possible=possible)


def _well_laid(name: str, made: int) -> str:
    if not name:
        return _("You made {points}. Nothing better was found: well laid!", points=made)
    return _("{name} made {points}. Nothing better was found: well laid!", name=name, points=made)
