"""Kingdoms page: players, three epochs entered by taps, gold, and the finale."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from html import escape
from typing import Literal

import streamlit as st

from scoring.knizia import EPOCHS, Colour
from ui.api.board_view import epoch_view
from ui.components import board_editor, share_pictures
from ui.components.finale import build_knizia_animation
from ui.drawing.html import in_html
from ui.drawing.knizia_pieces import game_csv, game_line, gold_places, headline, player_label, reservations
from ui.i18n.translate import _, capitalize, n_, translate
from ui.screens import routes
from ui.screens.files import JSON, consume_file, file_of, offer_file
from ui.screens.invitation import show_invitation
from ui.screens.naming import leave, ways_back
from ui.screens.notices import defer_error, show_note, show_notice, subscribe
from ui.screens.panels import show_panels
from ui.screens.reveal import (
    get_achievements,
    get_viewed_result,
    hide_outcome,
    play_animations,
    render_next_game_button,
)
from ui.screens.sharing import BYTE_ORDER_MARK, knizia_pictures, link_to_bg_stats, show_bg_stats_code
from ui.session import members
from ui.session.archive import play_again, record_result
from ui.session.tab import tab
from ui.session.tab_state import Panel, ViewedResult
from ui.table.commands import confirm_epoch, resume_knizia_game, set_knizia_players
from ui.table.knizia import Game, KniziaResult
from ui.table.names import LONGEST_NAME, plain_name
from ui.table.serialization import MAX_BYTES, dumps_knizia_game, loads_knizia_game
from ui.table.strict_json import FormatError
from ui.table.table import Table

SAVED = "saved-game"  # the field for a file of one


def render() -> None:
    """Render the page of Knizia's game Kingdoms."""
    if tab().table.knizia is None and (tab().stored or tab().table.seats):
        routes.go_to(routes.main_screen(tab().table))
    else:
        if tab().table.knizia is None:  # opened by its address
            tab().new_table(kingdoms=True)
        render_game()


def render_game() -> None:
    record_result()
    seen, next_begun = get_viewed_result()
    next_begun = next_begun and seen.knizia is not None and seen.knizia.is_over
    game = seen.knizia if next_begun and seen.knizia else current_game()
    at = 0
    with st.container(horizontal=True, vertical_alignment="center", key="kingdoms-top"):
        if st.button("‹ " + _("Start"), type="tertiary"):
            routes.go_to(routes.START)
        if game.players and not next_begun:
            at = choose_epoch()

    # Each stage has its own container, so that no element of one stays visible while the next is rendered.
    # The winner is shown above the last board.
    steps = ("gold", "epoch") if game.is_over else ("epoch", "gold")
    places = {step: st.container(key=step) for step in ("who", *steps, "arrangement")}
    with places["gold"]:
        show_gold(seen if next_begun else tab().table, game, next_begun=next_begun)
    if not game.players:
        with places["who"]:
            st.html(f"<h1>{_('Who’s playing Kingdoms?')}</h1>")
            show_note(_("Two to four players. Leave a colour empty to skip it."))
            name_players(_("Play"))
            take_up()
    elif not next_begun:
        with places["epoch"]:
            enter_board(at)
    with places["arrangement"]:
        if current_game().players:
            panels = {Panel.PLAYERS: (_("Players"), change_players), Panel.INVITE: (_("Invite"), show_invitation)}
            if game.sheet:
                panels[Panel.EXPORT] = _("Export"), partial(export, tab().table, game)
            show_panels(panels)
        ways_back()
    subscribe()


def current_game() -> Game:
    """Return the game of Kingdoms in play; one without players at other tables."""
    return tab().table.knizia or Game()


def choose_epoch() -> int:
    """Show the choice of an epoch; return the chosen one, from 0, by default the one in play."""
    game, shown = current_game(), tab().own.epoch
    if shown is None or shown >= game.opened:
        shown = game.under_way
    chosen: int = st.segmented_control(
        _("Epoch"),
        range(game.opened),
        default=shown,
        required=True,
        key=f"kingdoms-epochs-{game.opened}-{shown}",  # another epoch needs another widget
        format_func=lambda at: _("Epoch {number}", number=at + 1),
        label_visibility="collapsed",
    )
    if chosen != shown:
        tab().own.epoch = chosen
        st.rerun()
    return shown


def change_players() -> None:
    """Let players be renamed, added and removed, and the table be deleted."""
    name_players(_("Keep"))
    leave(host=members.is_host())


def name_players(done: str) -> None:
    """Show a name field for each colour; an empty one does not play."""
    game = current_game()
    with st.form("kingdoms-names", border=False):
        # another name needs another widget
        fields = {colour: f"kingdoms-{colour.name}-{game.name(colour)}" for colour in Colour}
        for colour, key in fields.items():
            label, name = capitalize(translate(colour.label)), game.name(colour)
            st.text_input(label, value=name, max_chars=LONGEST_NAME, key=key, autocomplete="off")
        # A callback, so that an update of the table that interrupts the run cannot lose typed names.
        kind: Literal["primary", "secondary"] = "secondary" if game.players else "primary"
        st.form_submit_button(done, type=kind, width="stretch", on_click=seat_named, args=(fields, game))


def seat_named(fields: Mapping[Colour, str], shown: Game) -> None:
    """Seat the players with a name in their field, or show why not; fields that were not edited stay."""
    typed = {colour: plain_name(st.session_state[key]) for colour, key in fields.items()}
    changed = {colour: name for colour, name in typed.items() if name != shown.name(colour)}
    with defer_error():
        tab().apply(partial(set_knizia_players, names=changed))


def take_up() -> None:
    st.html(f'<h2 class="cs-evening">{_("Continue a saved game")}</h2>')
    content = file_of(_("Crownsight file"), key=SAVED, most_bytes=MAX_BYTES)
    if content is None:
        return
    consume_file(SAVED)
    try:
        game = loads_knizia_game(content)
    except FormatError as refused:
        show_notice(escape(_("This file cannot be opened: {reason}", reason=translate(refused.message))), role="alert")
    else:
        tab().apply(partial(resume_knizia_game, saved=game))
        st.rerun()


def enter_board(at: int) -> None:
    kept = tab().stored
    with st.container(key="wide"):  # the look gives it the width of the window
        if kept:
            board_editor(epoch_view(current_game(), at), kept.key, kept.version, on_stored=tab().refresh)
        if current_game().epoch(at) and not current_game().is_over:
            with st.container(key="done"):
                free = sum(space is None for _at, space in current_game().open_epoch(at).board.spaces())
                if free:
                    show_note(n_("{number} space is empty", "{number} spaces are empty", free), role="status")
                label = _("Show the final gold") if at + 1 == EPOCHS else _("Score epoch {number}", number=at + 1)
                st.button(label, type="primary", width="stretch", on_click=finish, args=(at,))


def finish(at: int) -> None:
    tab().refresh()  # with taps since the page was rendered
    seen = current_game().epoch(at)
    if seen:
        with defer_error():
            tab().apply(partial(confirm_epoch, at=at, seen=seen))
            tab().own.epoch = min(at + 1, EPOCHS - 1)


# --- gold of all players


def show_gold(table: Table, game: Game, *, next_begun: bool) -> None:
    """Show the places with reasons, richest first; a finished game has its finale first."""
    if game.sheet is None:
        return
    animation = build_knizia_animation(game, get_achievements(table)[:1])
    if animation:
        hide_outcome(table)
    with st.container(key="outcome"):
        heading = "h1" if game.is_over else "h2"
        unsure = "".join(f'<p class="cs-quiet">{escape(said)}</p>' for said in reservations(game))
        title = _("Gold")
        if game.is_confirmed:
            title = headline(game, [in_html(player_label(colour, game)) for colour in game.sheet.richest])
        st.html(f"<{heading}>{title}</{heading}>{unsure}")
        if animation:
            play_animations(table, [animation])
        st.html(gold_places(game))
        if game.is_over:
            share(game, next_begun=next_begun)


def begin_the_next() -> None:
    with defer_error():
        play_again()
        tab().own.epoch = None
        tab().own.result = ViewedResult()


def share(game: Game, *, next_begun: bool) -> None:
    """Offer to share a finished game as a picture, with the next game beside that."""
    with st.container(key="done"), st.container(horizontal=True, key="go-on"):
        share_pictures(knizia_pictures(game, datetime.now(UTC)), game_line(game))
        if next_begun:
            render_next_game_button(routes.KINGDOMS)
        else:
            st.button(_("Play again"), type="primary", width="stretch", on_click=begin_the_next)


def export(table: Table, game: Game) -> None:
    """Offer a game as text and as files, a finished one for BG Stats too; its own file can be continued."""
    record = next((past for past in table.games if past.number == table.recorded), None)
    finished = record if game.is_over and isinstance(record, KniziaResult) else None
    if finished:
        link_to_bg_stats(finished)
    st.code(game_line(game), language=None, wrap_lines=True)
    with st.container(horizontal=True):
        offer_file(_("Spreadsheet (CSV)"), "kingdoms.csv", "text/csv", lambda: BYTE_ORDER_MARK + game_csv(game))
        offer_file(_("Crownsight file"), "kingdoms.json", JSON, lambda: dumps_knizia_game(game))
    if finished:
        show_bg_stats_code(finished)


render()
