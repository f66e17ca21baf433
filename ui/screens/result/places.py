"""Who won: everybody's place, the reason for it, and bars by terrain on one scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import streamlit as st

from scoring import ScoreSheet, Standing
from ui.drawing import tiles
from ui.drawing.html import in_html, place_row, places
from ui.i18n.translate import _, translated
from ui.screens.naming import Known, offer_names
from ui.table.table import Seat
from ui.table.trust import reservation


def show_places(
    ranked: Sequence[Standing],
    seated: dict[str, Seat],
    memories: Sequence[str],
    heading: Callable[[Sequence[str]], str],
    known: Known,
) -> None:
    """The heading made of the names in first place, what is worth a cheer, and a line for every player, best first.

    Below a player without a name are those that are ``known``, to choose from.
    """
    winners = [standing.player for standing in ranked if standing.place == 1]
    cheers = "".join(f'<p class="cs-cheer">{in_html(line)}</p>' for line in memories)
    st.html(f"<h1>{heading([in_html(name) for name in winners])}</h1>{cheers}")
    best = max(1, ranked[0].sheet.total)
    rows: list[str] = []
    for standing in ranked:
        seat = seated[standing.player]
        rows.append(_place(standing, seat, best))
        if not seat.named:
            with st.container(key=f"place-{seat.number}"):
                st.html(places(rows))
                offer_names(seat, known)
            rows = []
    if rows:
        st.html(places(rows))


def _place(standing: Standing, seat: Seat, best: int) -> str:
    return place_row(
        standing.place,
        seat.name,
        standing.sheet.total,
        colour=seat.colour.value,
        why=" · ".join(_reasons(standing, seat)),
        more=_bar(standing.sheet, best),
    )


def _reasons(standing: Standing, seat: Seat) -> list[str]:
    """Why the player has this place, and how far the board can be relied on where it is not checked."""
    unsure = seat.board and reservation(seat.board.state)
    return [translated(said) for said in (standing.why, unsure) if said]


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
