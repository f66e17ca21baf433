"""What the table agrees on: rules, Dynasty, when scores are shown, whether photos are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

import streamlit as st

from scoring import Edition, RulesError, Title
from scoring.rules import FEWEST_PLAYERS, GRIDS, game_setup
from ui.i18n.translate import _, translated
from ui.screens.notices import decide
from ui.session.tab import tab
from ui.settings import is_trial
from ui.table.grid import with_grid
from ui.table.table import Table

Change = Callable[[Table, Any], Table]  # a table after somebody has chosen a value


def rules_in_words(table: Table) -> str:
    """The rules in a sentence."""
    rules = table.rules
    edition = {
        Edition.CURRENT: _("The current rules: ties are decided by the largest territory"),
        Edition.ORIGINAL: _("The first edition, of 2016: ties are decided by the largest territory, then by crowns"),
    }[rules.edition]
    if Title.QUEENDOMINO in rules.box:  # whatever the edition of Kingdomino
        edition = _("With Queendomino ties are decided by the largest territory")
    extras = [
        word
        for word, on in (
            (_("Harmony"), rules.harmony),
            (_("Middle Kingdom"), rules.middle_kingdom),
            (_("Dynasty"), table.dynasty_from is not None),
        )
        if on
    ]
    return f"{', '.join([edition, f'{rules.grid} × {rules.grid}', *extras])}."


def show_misfit(table: Table) -> None:
    """What no rulebook has: so many players with these boxes, or on this grid."""
    if len(table.seats) < FEWEST_PLAYERS:
        return
    try:
        game_setup(len(table.seats), table.rules)
    except RulesError as misfit:
        said = translated(misfit.message)
        st.html(f'<p class="cs-notice" role="status">{escape(said[:1].upper() + said[1:])}</p>')


def change_rules(*, host: bool) -> None:
    """The switches; what a guest may not decide is not offered."""
    table = tab().table
    rules, in_dynasty = table.rules, table.dynasty_from is not None
    editions = {Edition.CURRENT: _("current"), Edition.ORIGINAL: _("first edition, 2016")}
    choose_one(_("Rulebook"), editions, rules.edition, _with_rules("edition"))
    choose_one(_("Grid"), {side: f"{side} × {side}" for side in GRIDS}, rules.grid, with_grid)
    if not rules.quests:  # among which both bonuses are
        _switch(_("Harmony: 5 points for a complete grid"), rules.harmony, _with_rules("harmony"))
        middle = _("Middle Kingdom: 10 points for the castle in the centre")
        _switch(middle, rules.middle_kingdom, _with_rules("middle_kingdom"))
    dynasty = _("Dynasty: three games, one total")
    _switch(dynasty, in_dynasty, lambda table, begun: table.with_dynasty(begun=begun))
    hidden = _("Hide the scores until nothing is left to check")
    _switch(hidden, table.hide_scores, lambda table, hide: replace(table, hide_scores=hide))
    if host and not is_trial():
        choose_photos()


def choose_photos() -> None:
    """The switch that keeps photos, which is the host's."""
    keeping = tab().table.keep_photos
    _switch(_("Keep the photos with the games"), keeping, lambda table, keep: replace(table, keep_photos=keep))


def _with_rules(name: str) -> Change:
    return lambda table, value: replace(table, rules=replace(table.rules, **{name: value}))


def choose_one(label: str, options: dict[Any, str], value: Any, change: Change) -> None:
    """A row of options of which one holds; ``change`` makes the table with another."""
    key = f"{label}-{value}"
    st.segmented_control(
        label,
        list(options),
        default=value,
        required=True,
        format_func=options.__getitem__,
        key=key,
        on_change=decide,
        args=(key, value, _by(change)),
    )


def _switch(label: str, on: bool, change: Change) -> None:
    key = f"{label}-{on}"
    st.toggle(label, on, key=key, on_change=decide, args=(key, on, _by(change)))


def _by(change: Change) -> Callable[[Any], object]:
    return lambda value: tab().do(lambda table: change(table, value))
