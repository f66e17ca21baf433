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
from ui.table.finished import Game, Record, records
from ui.table.kingdoms import Past
from ui.table.table import Finished

MOST = 40  # players that are listed


def show_players(games: Sequence[Finished]) -> None:
    """A button for everybody who played, most wins first, which opens what they have made of the games."""
    found = [*_of_kingdomino(games), *_of_kingdoms(games)]
    names = dict.fromkeys(one.name for one in sorted(found, key=lambda one: -one.wins))
    if not names:
        return
    st.html(f'<h2 class="cs-evening">{_("Players")}</h2>')
    for name in list(names)[:MOST]:
        played = sum(one.games for one in found if one.name == name)
        wins = sum(one.wins for one in found if one.name == name)
        said = n_("{number} game", "{number} games", played), n_("{number} win", "{number} wins", wins)
        if st.button(f"**{in_label(name)}** · {said[0]} · {said[1]}", key=f"player-{name}", width="stretch"):
            routes.go_to(routes.PLAYER, n=name, **routes.way_back())


def show_records(name: str, games: Sequence[Finished]) -> None:
    """The records of one player as lists: games, wins, average, best, and what earned most."""
    kingdomino = _record_of(name, _of_kingdomino(games))
    if kingdomino:
        heads = (_("Games"), _("Wins"), _("Average"), _("Best"), _("Favourite"))
        _show(_("Kingdomino"), heads, kingdomino, _terrain(kingdomino.favourite))
    kingdoms = _record_of(name, _of_kingdoms(games))
    if kingdoms:
        heads = (_("Games"), _("Wins"), _("Average gold"), _("Most gold"), _("Best epoch"))
        _show(_("Kingdoms"), heads, kingdoms, str(kingdoms.favourite or "–"))


AnyRecord = Record[Terrain] | Record[int]


def _of_kingdomino(games: Sequence[Finished]) -> Sequence[AnyRecord]:
    return records(game for game in games if isinstance(game, Game))


def _of_kingdoms(games: Sequence[Finished]) -> Sequence[AnyRecord]:
    return records(game for game in games if isinstance(game, Past))


def _record_of(name: str, found: Sequence[AnyRecord]) -> AnyRecord | None:
    return next((one for one in found if one.name.casefold() == name.casefold()), None)


def _show(title: str, heads: Sequence[str], one: AnyRecord, favourite: str) -> None:
    """A list of figures, each under its heading."""
    figures = (str(one.games), str(one.wins), _in_tenths(one.mean), str(one.best), favourite)
    listed = "".join(
        f"<div><dt>{head}</dt><dd>{figure}</dd></div>" for head, figure in zip(heads, figures, strict=True)
    )
    st.html(f'<h2 class="cs-evening">{title}</h2><dl class="cs-records">{listed}</dl>')


def _in_tenths(mean: float) -> str:
    tenths: str = format_decimal(mean, "0.0", locale=language())
    return tenths


def _terrain(favourite: object) -> str:
    return f"{tiles.icon(favourite)} {translated(favourite.words)}" if isinstance(favourite, Terrain) else "–"
