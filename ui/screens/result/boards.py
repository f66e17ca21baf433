"""Everybody's kingdom: its sums, its board, what is worth telling of it, and what its dominoes could have been."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from html import escape

import streamlit as st

from scoring import NO_PIECES, Kingdom, Laying, Rules, better_laying, build_order, highlights
from scoring.expansions.limits import pieces_in_play
from ui.drawing import tiles
from ui.drawing.html import in_label, points, sums
from ui.drawing.piece_marks import marks
from ui.i18n.translate import _, translated
from ui.photos.pictures import board_corners, jpeg, photo, straight
from ui.photos.shown import address
from ui.screens.result.finale import is_settled
from ui.table.board import Board
from ui.table.table import Seat, Table, sheet
from vision.overlay import with_grid, with_territories

REMEMBERED = 500  # kingdoms
Found = tuple[bool, Laying | None]  # whether the kingdom could have been laid, and a better laying of its dominoes
_seeker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="better")  # one, so that taps have the rest


def show_kingdoms(table: Table, seats: Sequence[Seat]) -> None:
    """The kingdoms of these players, each folded under the name."""
    for seat in seats:
        with st.expander(_("{name}: board and sums", name=in_label(seat.name)), key=f"sums-{seat.number}"):
            show_board(table, seat)


def show_board(table: Table, seat: Seat) -> None:
    """A kingdom in small and its photo beside its sums, and the photo as it was taken on demand."""
    if seat.board is None:
        return
    kingdom = seat.board.kingdom
    pieces = marks(pieces_in_play(table.rules.box, kingdom, seat.board.pieces))
    seen = tiles.small_board(kingdom, over=pieces)
    if seat.board.source:
        alt = _("{name}: the photo, seen from above", name=seat.name)
        seen += f'<img alt="{escape(alt)}" src="{address(straight(seat.board.source))}">'
    talk = "".join(f"<li>{escape(line)}</li>" for line in highlights_of(kingdom))
    told = f'{sums(sheet(table, seat.board))}<ul class="cs-talk">{talk}</ul>'
    alone = "alone" if len(table.seats) == 1 else ""
    st.html(f'<div class="cs-boards {alone}"><figure><div class="cs-seen">{seen}</div>{told}</figure></div>')
    if seat.board.source and st.toggle(_("Show the photo"), key=f"photo-{seat.number}"):
        source, corners = seat.board.source, board_corners(seat.board.source)
        gridded = with_grid(photo(source.picture).image, corners, kingdom.height, kingdom.width)
        drawn = jpeg(with_territories(gridded, corners, kingdom))
        alt = _("{name}: the photo with the territories and their points", name=seat.name)
        st.html(f'<img class="cs-photo" alt="{escape(alt)}" src="{address(drawn)}">')


def highlights_of(kingdom: Kingdom) -> list[str]:
    """What is worth telling of a kingdom, in the reader's words."""
    return [translated(line) for line in highlights(kingdom).lines]


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
        st.html(f'<h2 class="cs-evening">{_("The kingdom you could have had")}</h2>')
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
