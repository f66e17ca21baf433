"""Past game page: the result of a game or Dynasty; share, correct and delete it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from ui.components import share_pictures
from ui.components.finale import format_winner_headline
from ui.drawing import knizia_pieces
from ui.drawing.html import in_html, in_label, place_row, places, places_of, sums
from ui.drawing.knizia_pieces import game_line, gold_places
from ui.drawing.piece_marks import with_pieces
from ui.drawing.players import entry_with_display_names
from ui.drawing.result_text import result_line
from ui.i18n.translate import _, translate
from ui.photos.pictures import address
from ui.screens import routes
from ui.screens.dates import date_of, format_full
from ui.screens.notices import run_or_show_error, show_note, show_notice
from ui.screens.past_games import as_played
from ui.screens.reveal import format_dynasty
from ui.screens.sharing import knizia_pictures, link_to_bg_stats, pass_on, pictures_of_game, show_bg_stats_code
from ui.session import archive, past_edits
from ui.session.tab import tab
from ui.table.board import describe_doubts
from ui.table.completed_games import Game, ImportedGame
from ui.table.entries import Entry
from ui.table.knizia import KniziaResult
from ui.table.names import LONGEST_NAME
from ui.table.table import CompletedGame
from ui.wording import describe


def render() -> None:
    """Render the page of a past game."""
    entry = archive.entry(st.query_params.get(routes.GAME, ""))
    name = st.query_params.get(routes.NAME, "")

    if st.button("‹ " + (in_label(name) or _("Past games")), type="tertiary"):
        if name:
            routes.go_to(routes.PLAYER, n=name, **routes.back_query())
        else:
            routes.go_to(routes.HISTORY, **routes.back_query())
    offer_undo()
    if entry is None:
        if tab().own.past_edit is None:
            show_notice(_("This game is not there any more."), role="")
    else:
        at, shown = 0, entry_with_display_names(entry)
        if entry.dynasty:
            st.html(format_dynasty(shown.dynasty))
            numbers = range(len(entry.games))
            at = st.segmented_control(
                _("Game"),
                numbers,
                default=numbers[-1],
                required=True,
                format_func=lambda at: _("Game {number}", number=at + 1),
                label_visibility="collapsed",
            )
        show_game(entry.table, shown.games[at])
        if past_edits.is_host_of(entry.table):
            offer_corrections(entry, at)


def show_game(table: int, game: CompletedGame) -> None:
    winners = [in_html(result.name) for result in game.results if result.won]
    nobody = _("Kingdoms") if game.is_knizia else _("Kingdomino")
    cheered = "".join(f'<p class="cs-cheer">{in_html(translate(cheer))}</p>' for cheer in archive.achievements_of(game))
    day = f'<p class="cs-quiet">{format_full(date_of(game))}</p>'
    st.html(f"<h1>{format_winner_headline(winners) if winners else nobody}</h1>{day}{cheered}")
    if isinstance(game, ImportedGame):
        show_points(game)
        return
    if isinstance(game, KniziaResult):
        show_epochs(game)
        share_pictures(knizia_pictures(as_played(game), game.played), game_line(as_played(game)))
        link_to_bg_stats(game)
        show_bg_stats_code(game)
        return
    if decided := game.race.decision:
        show_note(in_html(describe(decided)))
    show_kingdoms(game)
    read = archive.read_from(table, game)  # the photo of the table, where that is kept
    line = result_line(game.standings, {one.name: one.state for one in game.players})
    share_pictures(pictures_of_game(game, read), line)
    boards = archive.boards_with_photo(table, game)
    if boards and st.toggle(_("Show the photos"), key=f"photos-{table}-{game.number}"):
        for source in (archive.photo_of(table, board) for board in boards):
            if source is not None:
                shown = address(source.picture.jpeg)
                st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{shown}">')
    pass_on(game)


def show_points(game: ImportedGame) -> None:
    order = [(not one.won, -one.points) for one in game.results]
    rows = [place_row(1 + order.index(at), one.name, one.points) for at, one in zip(order, game.results, strict=True)]
    st.html(places(rows))
    show_note(_("This game was brought in from another program, with its points alone: there are no boards."))


def show_kingdoms(game: Game) -> None:
    played = {one.name: one for one in game.players}
    colours = {name: one.colour for name, one in played.items()}
    st.html(places_of(game.standings, colours, {name: one.state for name, one in played.items()}))
    figures = []
    for one in game.standings:
        board = with_pieces(played[one.player].kingdom, played[one.player].pieces, game.rules.box)
        caption = f"<figcaption>{in_html(one.player)}</figcaption>"
        figures.append(f"<figure>{caption}{board}{sums(one.sheet)}</figure>")
    st.html(f'<div class="cs-boards">{"".join(figures)}</div>')


def show_epochs(past: KniziaResult) -> None:
    boards = "".join(
        f"<figure><figcaption>{_('Epoch {number}', number=number)}</figcaption>"
        f"{knizia_pieces.small_board(board)}</figure>"
        for number, board in enumerate(past.boards, start=1)
    )
    unsure = [describe_doubts(state) for state in past.states]
    said = "".join(
        f'<p class="cs-quiet">{_("Epoch {number}: {state}", number=number, state=translate(words))}</p>'
        for number, words in enumerate(unsure, start=1)
        if words
    )
    st.html(f'{gold_places(as_played(past))}{said}<div class="cs-boards">{boards}</div>')


def offer_undo() -> None:
    """Show the last correction of this page with a button to undo it."""
    edit = tab().own.past_edit
    if edit is None or edit.page != st.query_params.get(routes.GAME, ""):
        tab().own.past_edit = None
        return
    with st.container(horizontal=True, vertical_alignment="center", key="past-edit"):
        show_notice(_("Game deleted.") if edit.is_deletion else _("Names changed."))
        if st.button(_("Undo")):
            run_or_show_error(past_edits.undo)


def offer_corrections(entry: Entry, at: int) -> None:
    """Let the host rename the players of a game, or delete it.

    Args:
        entry: with the names as they are stored; fields show them in the reader's language.
        at: index of the game in the entry.
    """
    game, page = entry.games[at], st.query_params.get(routes.GAME, "")
    stored: tuple[Any, ...] = game.players
    shown: tuple[Any, ...] = entry_with_display_names(entry).games[at].players
    labels = {one.name: label.name for one, label in zip(stored, shown, strict=True)}
    with st.expander(_("Correct or delete"), key="correct"):
        with st.form("names", border=False):
            typed = {
                name: st.text_input(_("{name}’s name", name=label), label, LONGEST_NAME, key=f"name-{at}-{name}")
                for name, label in labels.items()
            }
            saves = st.form_submit_button(_("Save names"), width="stretch")
        if saves:
            new = {name: text for name, text in typed.items() if text != labels[name]}
            run_or_show_error(lambda: past_edits.rename(page, entry.table, game, new))
        if st.button(_("Delete this game"), width="stretch"):
            run_or_show_error(lambda: past_edits.delete(page, entry.table, game))


render()
