"""What each player has made of the games."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from scoring import Terrain
from ui import tiles
from ui.games import Game, records
from ui.wording import in_html
from ui.words import _, in_words


def show_records(games: Sequence[Game]) -> None:
    """A line per player: games, wins, mean, best, the terrain that earned most."""
    heads = (_("Player"), _("Games"), _("Wins"), _("Mean"), _("Best"), _("Favourite"))
    head = "".join(f'<th scope="col">{word}</th>' for word in heads)
    rows = "".join(
        f'<tr><th scope="row">{in_html(one.name)}</th><td>{one.games}</td><td>{one.wins}</td><td>{one.mean:.1f}</td>'
        f"<td>{one.best}</td><td>{_favourite(one.favourite)}</td></tr>"
        for one in records(games)
    )
    st.html(f'<table class="cs-records"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')


def _favourite(terrain: Terrain | None) -> str:
    return f"{tiles.icon(terrain)} {in_words(terrain.value)}" if terrain else "–"
