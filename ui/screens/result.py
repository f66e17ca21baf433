"""Result: who won and why."""

from __future__ import annotations

from html import escape

import streamlit as st

from scoring import Standing
from ui import session, tiles
from ui.pictures import address, jpeg, photo
from ui.table import Seat, sheet, standings
from ui.wording import in_html, points, sums
from vision.overlay import with_grid, with_territories


def place_html(standing: Standing, seat: Seat, best: int) -> str:
    """One line of the podium: place, name, points, the reason, and a bar by terrain on one scale for all."""
    parts = "".join(
        f'<span style="width:{100 * territory.points / best:.2f}%;background:{tiles.LANDS[territory.terrain].fill}" '
        f'title="{territory.terrain.value} {territory.points}">{tiles.icon(territory.terrain)}</span>'
        for territory in standing.sheet.territories
        if territory.points
    )
    bonus = sum(bonus.points for bonus in standing.sheet.bonuses)
    if bonus:
        parts += f'<span style="width:{100 * bonus / best:.2f}%;background:#F2C14A" title="bonuses {bonus}">+</span>'
    return (
        f'<li class="cs-place cs-{seat.colour.value} {"first" if standing.place == 1 else ""}">'
        f'<span class="number">{standing.place}</span>'
        f'<span class="cs-name"><span class="castle"></span>{in_html(seat.name)}</span>'
        f'<span class="sum">{standing.sheet.total}</span>'
        f'<span></span><span class="why" style="grid-column:2/-1">{escape(standing.story)}</span>'
        f'<span class="cs-bar" aria-hidden="true">{parts}</span></li>'
    )


def board_html(seat: Seat) -> str:
    """One player's board in small with its sums."""
    if seat.board is None:
        return ""
    caption = "" if session.table().solo else f"<figcaption>{in_html(seat.name)}</figcaption>"
    return (
        f"<figure>{caption}{tiles.small_board(seat.board.kingdom)}{sums(sheet(session.table(), seat.board))}</figure>"
    )


def show_photo(seat: Seat) -> None:
    """The photo a player's board was read from, with its grid, its territories and what they earn."""
    if seat.board and seat.board.source:
        source, kingdom = seat.board.source, seat.board.kingdom
        gridded = with_grid(photo(source.picture).image, source.corners, kingdom.height, kingdom.width)
        drawn = jpeg(with_territories(gridded, source.corners, kingdom))
        alt = f"{escape(seat.name)}: the photo with the territories and their points"
        st.html(f'<img class="cs-photo" alt="{alt}" src="{address(drawn, f"result-{seat.number}")}">')


table = session.table()
seated = {seat.name: seat for seat in table.seats}
ranked = standings(table)

if st.button("‹ Table" if not table.solo else "‹ Kingdom", type="tertiary"):
    st.switch_page("screens/kingdom.py" if table.solo else "screens/table.py")
if not ranked:
    st.html('<p class="cs-notice">Nobody has a kingdom yet. Tap a player on the table to photograph theirs.</p>')
    st.stop()
if table.solo:
    st.html(f"<h1>{points(ranked[0].sheet.total)}</h1>")
else:
    winners = [standing.player for standing in ranked if standing.place == 1]
    st.html(f"<h1>{' and '.join(in_html(name) for name in winners)} {'win' if len(winners) > 1 else 'wins'}</h1>")
    best = max(1, ranked[0].sheet.total)
    st.html(
        '<ol class="cs-places">'
        + "".join(place_html(standing, seated[standing.player], best) for standing in ranked)
        + "</ol>"
    )
waiting = [seat for seat in table.seats if seat.board is None]
for seat in waiting:
    st.html(f'<p class="cs-quiet">{in_html(seat.name)} has no kingdom yet and is left out.</p>')
boards = "".join(board_html(seat) for seat in table.seats)
st.html(f'<div class="cs-boards {"alone" if table.solo else ""}">{boards}</div>')
if any(seat.board and seat.board.source for seat in table.seats) and st.toggle("Show the photos"):
    for seat in table.seats:
        show_photo(seat)
if not table.solo and st.button("Play again", type="primary", width="stretch"):
    session.play_again()
    st.switch_page("screens/table.py")
if table.solo and st.button("Another photo", type="primary", width="stretch"):
    session.play_again()
    st.switch_page("screens/kingdom.py")
