"""Rules page: rules, Dynasty, boxes and quests, edition of the tiles, display and storage."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from html import escape
from random import SystemRandom
from typing import Any

import streamlit as st

from scoring import Kingdom, Quest, Rulebook, Rules, RulesError, Title
from scoring.boxes import Printing
from scoring.rules import GRIDS, MIN_PLAYERS, Measure, check_player_count
from scoring.svg import CROWN
from ui.drawing.html import in_label
from ui.drawing.tiles import board, data_url
from ui.i18n.translate import _, capitalize, translate
from ui.screens import routes
from ui.screens.notices import defer_error, on_choice, show_note, show_notice
from ui.session.tab import tab
from ui.session.tile_choice import choose_tiles, is_outdated, list_table_editions
from ui.system import is_trial
from ui.table.table import QUESTS_DRAWN, Table, set_boxes, set_grid, set_quests

DETECT = "detect"
QUESTS_CHOSEN = "chosen-quests"


def ask_about_strange_tiles(*, host: bool) -> None:
    if not tab().table.tiles.are_strange:
        return
    with st.container(key="strange"):
        show_notice(_("These tiles look unfamiliar. Is this another edition?"))
        with st.container(horizontal=True):
            if host and st.button(_("Teach my edition"), key="teach"):
                routes.go_to(routes.TEACH)
            if st.button(_("Check every square"), key="check-everything"):
                tab().apply(lambda table: replace(table, tiles=replace(table.tiles, answered=True)))
                st.rerun()


def ask_about_suspected_box() -> None:
    """After a photo with tiles of another box, ask whether that box is on the table; *yes* reads the photos again."""
    suspected = tab().own.photos.suspected
    if suspected is None or suspected in tab().table.rules.box:
        return
    with st.container(key="felt"):
        box = translate(suspected.label)
        show_notice(escape(_("These tiles look like {box}. Are you playing with it?", box=box)))
        with st.container(horizontal=True):
            if st.button(_("Play with {box}", box=box), key="box-is-felt"):
                tab().apply(
                    lambda table: replace(table, rules=set_boxes(table.rules, {*table.rules.box.titles, suspected}))
                )
                tab().own.lessons.is_reread_due = True
                st.rerun()
            if st.button(_("Not in play"), key="box-is-not-felt"):
                tab().own.photos.suspected = None
                st.rerun()


def choose_edition(*, host: bool) -> None:
    table = tab().table
    official = {Printing.OLDER: _("older"), Printing.NEWER: _("newer")}
    seen = official.get(table.tiles.seen) if table.tiles.seen else None
    told = _("Automatic ({edition})", edition=seen) if seen else _("Automatic")
    options: dict[Any, str] = {DETECT: told} | official
    options |= {one.number: in_label(one.name) for one in list_table_editions()}
    chosen = table.tiles.taught or table.tiles.chosen or DETECT

    def choose(option: Any) -> None:
        if isinstance(option, Printing):
            choose_tiles(option, host=host)
        else:
            choose_tiles(taught=None if option == DETECT else option, host=host)

    choose_one(_("Edition"), options, chosen if chosen in options else DETECT, choose)
    if table.tiles.taught:
        say_if_outdated(table.tiles.taught)
    if host and st.button(_("Teach my edition"), type="tertiary", key="teach-another"):
        routes.go_to(routes.TEACH)


def say_if_outdated(number: int) -> None:
    if is_outdated(number):
        show_notice(_("This edition was taught to an earlier version of Crownsight. Teach it again."))


Change = Callable[[Table, Any], Table]  # return the table with a chosen value
RulesChange = Callable[[Rules, Any], Rules]  # return the rules with a chosen value
Chosen = Callable[[Rules], Collection[Title | Quest]]  # return the chosen options of the rules


def show_misfit(table: Table) -> None:
    """Show a notice if no rulebook has this number of players with these boxes or grid."""
    if len(table.seats) < MIN_PLAYERS:
        return
    try:
        check_player_count(len(table.seats), table.rules)
    except RulesError as misfit:
        show_notice(escape(capitalize(translate(misfit.message))))


def change_rules() -> None:
    table = tab().table
    rules, in_dynasty = table.rules, table.dynasty_from is not None
    editions = {Rulebook.CURRENT: _("By largest territory"), Rulebook.ORIGINAL: _("2016 rules")}
    choose_one(_("Tie-break"), editions, rules.rulebook, _by(_with_rules("rulebook")))
    ties = {
        Measure.LARGEST_TERRITORY: _("If points are tied, the largest territory wins."),
        Measure.CROWNS: _("If points are tied, the largest territory wins, then the most crowns."),
    }
    show_note(ties[rules.tie_breaks[-1]])
    choose_one(_("Grid"), {side: f"{side} × {side}" for side in GRIDS}, rules.grid, _by(set_grid))
    if Title.GIANTS not in rules.box:  # whose quests have both
        _switch(_("Harmony: 5 points for a complete grid"), rules.harmony, _with_rules("harmony"))
        middle = _("Middle Kingdom: 10 points for the castle in the centre")
        _switch(middle, rules.middle_kingdom, _with_rules("middle_kingdom"))
    dynasty = _("Dynasty: three games, one total")
    _switch(dynasty, in_dynasty, lambda table, begun: table.with_dynasty(begun=begun))


def choose_settings(*, host: bool) -> None:
    table = tab().table
    hidden = _("Keep scores secret until the reveal")
    _switch(hidden, table.hide_scores, lambda table, hide: replace(table, hide_scores=hide))
    if host and not is_trial():
        keeping = _("Keep photos with past games")
        _switch(keeping, table.keep_photos, lambda table, keep: replace(table, keep_photos=keep))


def _with_rules(name: str) -> Change:
    return lambda table, value: replace(table, rules=replace(table.rules, **{name: value}))


def choose_one(label: str, options: dict[Any, str], value: Any, do: Callable[[Any], object]) -> None:
    """Show a row of options with one chosen; call ``do`` with another choice."""
    key = f"{label}-{value}"
    st.segmented_control(
        label,
        list(options),
        default=value,
        required=True,
        format_func=options.__getitem__,
        key=key,
        on_change=on_choice,
        args=(key, value, do),
    )


def _switch(label: str, on: bool, change: Change) -> None:
    key = f"{label}-{on}"
    st.toggle(label, on, key=key, width="stretch", on_change=on_choice, args=(key, on, _by(change)))


def _by(change: Change) -> Callable[[Any], object]:
    return lambda value: tab().apply(lambda table: change(table, value))


def describe_boxes(table: Table) -> str:
    """Return the boxes and quests of a table in a line; empty for Kingdomino alone."""
    rules = table.rules
    if rules.box.titles == {Title.KINGDOMINO} and not rules.quests:
        return ""
    names = [translate(title.label) for title in rules.box.in_order]
    return " · ".join(names + [translate(quest.label) for quest in rules.quests])


def choose_boxes() -> None:
    rules = tab().table.rules
    _choose_several(_("Expansions"), list(Title), lambda now: now.box.in_order, set_boxes, "chosen-boxes")
    if Title.GIANTS not in rules.box:
        return
    if st.button(_("Draw two quests"), width="stretch"):
        drawn = SystemRandom().sample(list(Quest), QUESTS_DRAWN)
        tab().apply(lambda table: replace(table, rules=set_quests(table.rules, drawn)))
        st.rerun()
    st.html(f"<style>{''.join(map(_picture_rule, Quest))}</style>")
    _choose_several(_("Quests for everybody"), list(Quest), lambda now: now.quests, set_quests, QUESTS_CHOSEN)


# A kingdom that illustrates a quest; T stands for the terrain of its tile.
_SHOWN = {
    "harmony": "wwfff/wffll/ggCll/ggssl/gssmm",
    "middle_kingdom": "...../...../..C../...../.....",
    "lost_corner": "C..../...../...../...../.....",
    "four_corners": "T...T/...../..C../...../T...T",
    "local_business": "...../.TTT./.TCT./.TTT./.....",
    "bleak_king": "...../.gg../.ggg./...../.....",
    "folie_des_grandeurs": "...../.m1.../..m1../...m1./.....",
}
_NO_CROWN = (
    f'<g transform="translate(74 70) scale(1.8)"><path d="{CROWN}" fill="#C8931A"/>'
    '<path d="M2 2l20 20" stroke="#C62F33" stroke-width="3" stroke-linecap="round"/></g>'
)


def _picture_rule(quest: Quest) -> str:
    """Build the style rule with the picture of a quest on its button."""
    kingdom = _SHOWN[quest.value.partition(":")[0]].replace("T", quest.terrain.letter if quest.terrain else "")
    drawn = board(Kingdom.parse(kingdom), _NO_CROWN if quest is Quest.BLEAK_KING else "")
    at = 1 + list(Quest).index(quest)
    return f".st-key-{QUESTS_CHOSEN} button:nth-of-type({at})::before{{background-image:url({data_url(drawn)})}}"


def _choose_several(
    label: str, options: Sequence[Title | Quest], chosen: Chosen, change: RulesChange, key: str
) -> None:
    """Show options for any number of choices; they follow other phones, and taps in quick succession."""
    shown = frozenset(chosen(tab().table.rules))
    if set(st.session_state.get(key, ())) != shown:
        st.session_state[key] = list(chosen(tab().table.rules))
    st.pills(
        label,
        options,
        selection_mode="multi",
        format_func=lambda one: translate(one.label),
        key=key,
        on_change=_decide_among,
        args=(key, shown, chosen, change),
    )


def _decide_among(key: str, shown: frozenset[Title | Quest], chosen: Chosen, change: RulesChange) -> None:
    """Add or remove the tapped options; choices by other phones since then stay."""
    tapped = frozenset(st.session_state[key]) ^ shown

    def decide(table: Table) -> Table:
        now = frozenset(chosen(table.rules))
        return replace(table, rules=change(table.rules, (now - tapped) | (tapped - shown)))

    with defer_error():
        before = tab().table.rules.box
        tab().apply(decide)
        if tab().table.rules.box != before:
            tab().own.lessons.is_reread_due = True
