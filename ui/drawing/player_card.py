"""A player's card at the table, as HTML: name, points, how far they can be relied on, and the board drawn small."""

from __future__ import annotations

from html import escape

from ui.drawing import tiles
from ui.drawing.html import in_html
from ui.i18n.translate import _, translated
from ui.table.board import Board, Trust, trust_in_words
from ui.table.table import Seat, Table, sheet

_NO_POINTS = "–"
_CAMERA = tiles.drawn(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#8A8172" stroke-width="1.6" '
    'stroke-linejoin="round"><path d="M3 8h4l1.6-2.5h6.8L17 8h4v11H3z"/><circle cx="12" cy="13" r="3.6"/></svg>',
    "",
    "cs-camera",
)


def player_card(table: Table, seat: Seat) -> str:
    """The card of a seat of a table with display names, without what one phone alone adds to it."""
    picture = tiles.small_board(seat.board.kingdom) if seat.board else _CAMERA
    return (
        f'<div class="cs-card cs-{seat.colour.value}"><span class="band"></span><span class="who">'
        f'<b>{in_html(seat.name)}</b><span class="state">{escape(state_of(seat.board))}</span></span>'
        f'<span class="sum">{_points(table, seat)}</span><span class="pictures">{picture}</span></div>'
    )


def spoken_card(table: Table, seat: Seat, name: str) -> str:
    """The same in words, with the name of the player as it is to be written there."""
    said = _points(table, seat) if seat.board else _("no kingdom yet")
    return f"{name}: {said}, {state_of(seat.board)}"


def state_of(board: Board | None) -> str:
    """How far a kingdom can be relied on, in a word or two."""
    mark = {Trust.CHECKED: "✓ ", Trust.READ: "○ "}.get(board.trust, "") if board else ""
    return mark + translated(trust_in_words(board))


def _points(table: Table, seat: Seat) -> str:
    return str(sheet(table, seat.board).total) if seat.board and table.shows_scores else _NO_POINTS
