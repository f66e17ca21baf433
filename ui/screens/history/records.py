"""What each player has made of the games, of Kingdomino and of Kingdoms."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from babel.numbers import format_decimal

from scoring import Terrain
from ui.drawing import tiles
from ui.drawing.html import in_html
from ui.i18n.translate import _, language, translated
from ui.table.finished import Game, Record, records
from ui.table.kingdoms import Past
from ui.table.table import Finished


def show_records(games: Sequence[Finished]) -> None:
    """A line per player and game: games, wins, mean, best, what earned most; under headings if both were played."""
    kingdomino = records(game for game in games if isinstance(game, Game))
    kingdoms = records(game for game in games if isinstance(game, Past))
    tables = {
        _("Kingdomino"): _kingdomino(kingdomino) if kingdomino else "",
        _("Kingdoms"): _kingdoms(kingdoms) if kingdoms else "",
    }
    shown = {name: table for name, table in tables.items() if table}
    for name, table in shown.items():
        heading = f'<h2 class="cs-evening">{name}</h2>' if len(shown) > 1 else ""
        st.html(heading + table)


def _kingdomino(found: Sequence[Record[Terrain]]) -> str:
    heads = (_("Games"), _("Wins"), _("Mean"), _("Best"), _("Favourite"))
    return _table(heads, [(one, _terrain(one.favourite)) for one in found])


def _kingdoms(found: Sequence[Record[int]]) -> str:
    heads = (_("Games"), _("Wins"), _("Mean gold"), _("Most gold"), _("Best epoch"))
    return _table(heads, [(one, str(one.favourite or "–")) for one in found])


def _table(heads: Sequence[str], lines: Sequence[tuple[Record[Terrain] | Record[int], str]]) -> str:
    """An HTML table with a name and a line per player, each with its favourite as it is drawn.

    The name has a row of its own, so that a phone has room for it and for every column.
    """
    head = "".join(f'<th scope="col">{word}</th>' for word in heads)
    bodies = "".join(
        f'<tbody><tr><th scope="rowgroup" colspan="{len(heads)}">{in_html(one.name)}</th></tr>'
        f"<tr><td>{one.games}</td><td>{one.wins}</td><td>{_in_tenths(one.mean)}</td><td>{one.best}</td>"
        f"<td>{favourite}</td></tr></tbody>"
        for one, favourite in lines
    )
    return f'<table class="cs-records"><thead><tr>{head}</tr></thead>{bodies}</table>'


def _in_tenths(mean: float) -> str:
    tenths: str = format_decimal(mean, "0.0", locale=language())
    return tenths


def _terrain(favourite: Terrain | None) -> str:
    return f"{tiles.icon(favourite)} {translated(favourite.words)}" if favourite else "–"
