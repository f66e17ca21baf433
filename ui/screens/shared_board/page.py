"""Board: a kingdom that somebody sent as a link, with its sums."""

from __future__ import annotations

from html import escape

import streamlit as st

from scoring import BASE, Box, CodeError, Kingdom, Pieces, Rules, parse_board, problems, score, usual_grid
from scoring.expansions.limits import boxes_of, piece_problems
from ui.drawing import tiles
from ui.drawing.html import points, remark, sums
from ui.drawing.piece_marks import marks
from ui.drawing.result_text import CODE_KEY
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.result.boards import highlights_of


def board_in(address: str) -> tuple[Kingdom, Pieces] | None:
    """The kingdom of a link and what lies on it, None if it holds none."""
    try:
        return parse_board(address) if address else None
    except CodeError:
        return None


def show(kingdom: Kingdom, pieces: Pieces) -> None:
    """The board large, what it scores, and what the rules forbid on it."""
    rules = Rules(grid=usual_grid(kingdom), box=BASE + Box(boxes_of(kingdom, pieces)))
    sheet = score(kingdom, rules, pieces=pieces)
    st.html(f"<h1>{points(sheet.total)}</h1>")
    talk = "".join(f"<li>{escape(line)}</li>" for line in highlights_of(kingdom))
    st.html(
        f'<div class="cs-boards alone"><figure>{tiles.small_board(kingdom, over=marks(pieces))}{sums(sheet)}'
        f'<ul class="cs-talk">{talk}</ul></figure></div>'
    )
    for problem in (*problems(kingdom, rules.grid, rules.box), *piece_problems(kingdom, pieces, rules.box)):
        st.html(f'<p class="cs-quiet">{escape(remark(problem))}</p>')


if st.button("‹ " + _("Start"), type="tertiary"):
    routes.go_to(routes.START)
board = board_in(st.query_params.get(CODE_KEY, ""))
if board is None:
    st.html(f'<p class="cs-notice">{_("This link holds no kingdom. Was it copied in full?")}</p>')
else:
    show(*board)
