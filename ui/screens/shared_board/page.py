"""Board: a kingdom that somebody sent as a link, with its sums."""

from __future__ import annotations

from html import escape

import streamlit as st

from scoring import CodeError, Kingdom, Rules, problems, score, usual_grid
from ui.drawing import tiles
from ui.drawing.html import points, remark, sums
from ui.drawing.result_text import CODE_KEY
from ui.i18n.translate import _
from ui.screens import routes
from ui.screens.result.boards import highlights_of
from ui.table.table_json import LONGEST_CODE


def kingdom_in(address: str) -> Kingdom | None:
    """The kingdom of a link, None if it holds none."""
    try:
        return Kingdom.parse(address) if 0 < len(address) <= LONGEST_CODE else None
    except CodeError:
        return None


def show(kingdom: Kingdom) -> None:
    """The board large, what it scores, and what the rules forbid on it."""
    rules = Rules(grid=usual_grid(kingdom))
    sheet = score(kingdom, rules)
    st.html(f"<h1>{points(sheet.total)}</h1>")
    talk = "".join(f"<li>{escape(line)}</li>" for line in highlights_of(kingdom))
    st.html(
        f'<div class="cs-boards alone"><figure>{tiles.small_board(kingdom)}{sums(sheet)}'
        f'<ul class="cs-talk">{talk}</ul></figure></div>'
    )
    for problem in problems(kingdom, rules.grid):
        st.html(f'<p class="cs-quiet">{escape(remark(problem))}</p>')


if st.button("‹ " + _("Start"), type="tertiary"):
    routes.go_to(routes.START)
kingdom = kingdom_in(st.query_params.get(CODE_KEY, ""))
if kingdom is None:
    st.html(f'<p class="cs-notice">{_("This link holds no kingdom. Was it copied in full?")}</p>')
else:
    show(kingdom)
