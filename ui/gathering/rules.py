"""What the table agrees on: rules, Dynasty, when scores are shown, whether photos are kept."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from scoring import Rules
from ui import session
from ui.games import dynasty_standings
from ui.table import Table
from ui.wording import in_html
from ui.words import _, n_


def rules_in_short(table: Table) -> str:
    """The rules in a line."""
    rules = table.rules
    edition = {"current": _("current edition"), "original": _("original edition")}[rules.edition]
    extras = [
        word
        for word, on in (
            (_("Harmony"), rules.harmony),
            (_("Middle Kingdom"), rules.middle_kingdom),
            (_("Dynasty"), table.dynasty_from is not None),
        )
        if on
    ]
    return _("Rules: {rules}", rules=", ".join([edition, f"{rules.grid} × {rules.grid}", *extras]))


def change_rules(*, host: bool) -> None:
    """The switches; what a guest may not decide is not offered."""
    table = session.table()
    chosen = _switches(replace(table, rules=_chosen_rules(table.rules)), host=host)
    if chosen != table:
        session.keep(chosen)
        st.rerun()


def _chosen_rules(rules: Rules) -> Rules:
    editions = {"current": _("current"), "original": _("original")}
    edition = st.segmented_control(
        _("Edition"), list(editions), default=rules.edition, required=True, format_func=editions.__getitem__
    )
    grid = st.segmented_control(
        _("Grid"), [5, 7], default=rules.grid, required=True, format_func=lambda side: f"{side} × {side}"
    )
    harmony = st.toggle(_("Harmony: 5 points for a complete grid"), rules.harmony)
    middle = st.toggle(_("Middle Kingdom: 10 points for the castle in the centre"), rules.middle_kingdom)
    return replace(rules, edition=edition, grid=grid, harmony=harmony, middle_kingdom=middle)


def _switches(table: Table, *, host: bool) -> Table:
    in_dynasty = table.dynasty_from is not None
    dynasty = st.toggle(_("Dynasty: the points of three games in a row count"), in_dynasty)
    hidden = st.toggle(_("Hide the scores until every kingdom is checked"), table.hide_scores)
    photos = photos_kept(table) if host else table.keep_photos
    table = replace(table, hide_scores=hidden, keep_photos=photos)
    return table if dynasty == in_dynasty else table.with_dynasty(begun=dynasty)


def photos_kept(table: Table) -> bool:
    """The switch that keeps photos, which is the host's."""
    return st.toggle(_("Keep the photos with the games"), table.keep_photos)


def show_dynasty(table: Table) -> None:
    """How the Dynasty stands, once a game of it is finished."""
    games = table.dynasty_games
    standings = dynasty_standings(games)
    if not standings:
        return
    rows = "".join(
        f"<li><b>{one.place}</b> {in_html(one.player)} "
        f"<span>{' + '.join(map(str, one.points))} = {one.total}</span></li>"
        for one in standings
    )
    after = n_("Dynasty after {number} game of 3", "Dynasty after {number} games of 3", len(games))
    st.html(f'<section class="cs-dynasty"><h2>{after}</h2><ol>{rows}</ol></section>')
