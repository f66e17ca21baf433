"""What is in your box? Chosen once for a table; the next table begins with the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Any

import streamlit as st

from scoring import Quest, Rules, Title
from ui.i18n.translate import _, translated
from ui.screens.notices import said_later
from ui.session.tab import tab
from ui.table.boxes import QUESTS_DRAWN, with_boxes, with_quests
from ui.table.table import Table

Change = Callable[[Rules, Any], Rules]  # rules after somebody has chosen a value
Chosen = Callable[[Rules], Collection[Title | Quest]]  # what is chosen by the rules


def boxes_in_short(table: Table) -> str:
    """The boxes and quests in a line."""
    rules = table.rules
    names = [translated(title.words) for title in rules.box.in_order]
    names += [translated(quest.words) for quest in rules.quests]
    return _("In the box: {names}", names=", ".join(names))


def choose_boxes() -> None:
    """The boxes on the table; with Age of Giants also its quests."""
    rules = tab().table.rules
    _choose_several(_("What is in your box?"), list(Title), lambda now: now.box.in_order, with_boxes, "chosen-boxes")
    if Title.GIANTS in rules.box:
        _choose_quests(rules)


def _choose_quests(rules: Rules) -> None:
    if st.button(_("Draw two quests"), width="stretch"):
        drawn = SystemRandom().sample(list(Quest), QUESTS_DRAWN)
        tab().do(lambda table: replace(table, rules=with_quests(table.rules, drawn)))
        st.rerun()
    _choose_several(_("Quests for everybody"), list(Quest), lambda now: now.quests, with_quests, "chosen-quests")


def _choose_several(label: str, options: Sequence[Title | Quest], chosen: Chosen, change: Change, key: str) -> None:
    """Pills of which any number can be chosen; they follow what other phones choose, and taps in quick succession."""
    shown = frozenset(chosen(tab().table.rules))
    if set(st.session_state.get(key, ())) != shown:
        st.session_state[key] = list(chosen(tab().table.rules))
    st.pills(
        label,
        options,
        selection_mode="multi",
        format_func=lambda one: translated(one.words),
        key=key,
        on_change=_decide_among,
        args=(key, shown, chosen, change),
    )


def _decide_among(key: str, shown: frozenset[Title | Quest], chosen: Chosen, change: Change) -> None:
    """Add or take away what was tapped; what others have chosen since it was shown stays."""
    tapped = frozenset(st.session_state[key]) ^ shown

    def decided(table: Table) -> Table:
        now = frozenset(chosen(table.rules))
        return replace(table, rules=change(table.rules, (now - tapped) | (tapped - shown)))

    with said_later():
        tab().do(decided)
