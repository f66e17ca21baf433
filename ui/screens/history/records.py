"""What each player has made of the games, of Kingdomino and of Kingdoms."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from babel.numbers import format_decimal

from scoring import Terrain
from ui.drawing import tiles
from ui.drawing.html import in_label
from ui.i18n.translate import _, language, n_, translated
from ui.screens import routes
from ui.table.records import EPOCH_NUMBERS, TERRAINS, Tallies, Tally, by_player, favourite

MOST = 40  # players that are listed


def show_players(tallies: Tallies) -> None:
    """A button for everybody who played, most wins first, which opens what they have made of the games."""
    found = by_player((*tallies.kingdomino, *tallies.kingdoms))[:MOST]
    if not found:
        return
    st.html(f'<h2 class="cs-evening">{_("Players")}</h2>')
    for one in found:
        said = n_("{number} game", "{number} games", one.games), n_("{number} win", "{number} wins", one.wins)
        if st.button(f"**{in_label(one.name)}** · {said[0]} · {said[1]}", key=f"player-{one.name}", width="stretch"):
            routes.go_to(routes.PLAYER, n=one.name, **routes.way_back())


def show_records(tallies: Tallies) -> None:
    """The records of one player as lists: games, wins, average, best, and what earned most."""
    for kingdomino in by_player(tallies.kingdomino):
        heads = (_("Games"), _("Wins"), _("Average"), _("Best"), _("Favourite"))
        _show(_("Kingdomino"), heads, kingdomino, _terrain(favourite(kingdomino, TERRAINS)))
    for kingdoms in by_player(tallies.kingdoms):
        heads = (_("Games"), _("Wins"), _("Average gold"), _("Most gold"), _("Best epoch"))
        _show(_("Kingdoms"), heads, kingdoms, str(favourite(kingdoms, EPOCH_NUMBERS) or "–"))


def _show(title: str, heads: Sequence[str], one: Tally, most_from: str) -> None:
    """A list of figures, each under its heading."""
    figures = (str(one.games), str(one.wins), _in_tenths(one.mean), str(one.best), most_from)
    listed = "".join(
        f"<div><dt>{head}</dt><dd>{figure}</dd></div>" for head, figure in zip(heads, figures, strict=True)
    )
    st.html(f'<h2 class="cs-evening">{title}</h2><dl class="cs-records">{listed}</dl>')


def _in_tenths(mean: float) -> str:
    tenths: str = format_decimal(mean, "0.0", locale=language())
    return tenths


def _terrain(most_from: Terrain | None) -> str:
    return f"{tiles.icon(most_from)} {translated(most_from.words)}" if most_from else "–"
