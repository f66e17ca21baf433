"""Past game page: the result of a game or Dynasty; share, correct and delete it."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any, NoReturn

import streamlit as st

from ui.components import share_pictures
from ui.components.finale import format_winner_headline
from ui.drawing import knizia_pieces
from ui.drawing.html import in_html, in_label, place_row, places, points
from ui.drawing.knizia_pieces import game_line, gold_places
from ui.drawing.players import entry_with_display_names
from ui.drawing.result_text import result_line
from ui.i18n.translate import _, translate
from ui.photos.pictures import get_picture_address
from ui.screens import routes
from ui.screens.boards import show_board, show_place
from ui.screens.dates import date_of, format_full
from ui.screens.notices import run_or_show_error, show_note, show_notice, show_refusal
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
from ui.table.table import CompletedGame, TableError
from ui.wording import describe


def render() -> None:
    """Render the page of a past game, a board of it, or the form that corrects it."""
    entry = archive.entry(st.query_params.get(routes.GAME, ""))
    if entry is None:
        show_way_back()
        offer_undo()
        if tab().own.past_edit is None:
            show_notice(_("This game is not there any more."), role="")
        return
    at, shown = _parse_index(routes.AT, len(entry.games), default=len(entry.games) - 1), entry_with_display_names(entry)
    if routes.EDIT in st.query_params and past_edits.is_host_of(entry.table):
        go_back(at)
        correct(entry, at)
        return
    opened = get_opened_board(shown.games[at])
    if opened:
        go_back(at)
        show_board_of(entry.table, *opened)
        return
    show_way_back()
    offer_undo()
    with st.container(key="past"):
        if entry.dynasty:
            st.html(format_dynasty(shown.dynasty))
            at = choose_game(len(entry.games), at)
        show_game(entry.table, shown.games[at], at)
    if past_edits.is_host_of(entry.table):
        with st.container(key="ways"):
            if st.button(_("Correct or delete"), type="tertiary", width="stretch"):
                open_game(at, **{routes.EDIT: "1"})


def show_way_back() -> None:
    """Show the way back to the list of games that this page was opened from."""
    name = st.query_params.get(routes.NAME, "")
    if st.button("‹ " + (in_label(name) or _("Past games")), type="tertiary"):
        if name:
            routes.go_to(routes.PLAYER, n=name, **routes.back_query())
        else:
            routes.go_to(routes.HISTORY, **routes.back_query())


def go_back(at: int) -> None:
    """Show the way back to the result of this game."""
    with st.container(key="to-table"):
        if st.button("‹ " + _("Result"), type="tertiary"):
            open_game(at)


def open_game(at: int, **query: str) -> NoReturn:
    """Open this page for a game of its entry, with ``query`` for a board of it or to correct it."""
    kept = {name: st.query_params[name] for name in (routes.GAME, routes.NAME) if name in st.query_params}
    routes.go_to(routes.PAST, **kept, **{routes.AT: str(at)}, **routes.back_query(), **query)


def get_opened_board(game: CompletedGame) -> tuple[Game, int] | None:
    """Return the game and the index of the player whose board the address names; None for none."""
    if not isinstance(game, Game):
        return None
    player = _parse_index(routes.BOARD, len(game.players), default=-1)
    return None if player < 0 else (game, player)


def _parse_index(name: str, length: int, *, default: int) -> int:
    """Return the number in a query parameter if it is an index of that many, else the default."""
    text = st.query_params.get(name, "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 3 and int(text) < length else default


def choose_game(number: int, shown: int) -> int:
    return int(
        st.segmented_control(
            _("Game"),
            range(number),
            default=shown,
            required=True,
            format_func=lambda at: _("Game {number}", number=at + 1),
            label_visibility="collapsed",
        )
    )


def show_game(table: int, game: CompletedGame, at: int) -> None:
    winners = [in_html(result.name) for result in game.results if result.won]
    nobody = _("Kingdoms") if game.is_knizia else _("Kingdomino")
    about = [format_full(date_of(game))]
    if isinstance(game, Game) and (decided := game.race.decision):
        about.append(describe(decided))
    lines = "".join(f'<p class="cs-quiet">{escape(line)}</p>' for line in about)
    cheered = "".join(f'<p class="cs-cheer">{in_html(translate(cheer))}</p>' for cheer in archive.achievements_of(game))
    st.html(f"<h1>{format_winner_headline(winners) if winners else nobody}</h1>{lines}{cheered}")
    if isinstance(game, ImportedGame):
        show_points(game)
    elif isinstance(game, KniziaResult):
        show_epochs(game)
        share_pictures(knizia_pictures(as_played(game), game.played), game_line(as_played(game)))
        link_to_bg_stats(game)
        show_bg_stats_code(game)
    else:
        show_places(game, at)
        read = archive.read_from(table, game)  # the photos of the table, where they are kept
        line = result_line(game.standings, {one.name: one.state for one in game.players})
        share_pictures(pictures_of_game(game, read), line)
        for photo in dict.fromkeys(get_picture_address(source.picture.jpeg) for source in read.values()):
            st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{photo}">')
        pass_on(game)


def show_places(game: Game, at: int) -> None:
    """Show the places of a game, each of which opens the board of its player."""
    ranked, numbers = game.standings, {one.name: number for number, one in enumerate(game.players)}
    with st.container(key="places"):
        for one in ranked:
            number = numbers[one.player]
            player = game.players[number]
            if show_place(one, ranked[0].sheet.total, player.colour, player.state, key=f"{at}-{number}"):
                open_game(at, **{routes.BOARD: str(number)})


def show_board_of(table: int, game: Game, number: int) -> None:
    """Show the board of one player with its sums and, where it is kept, its photo."""
    one = game.players[number]
    sheet = game.sheets[one.name]
    with st.container(key="opened"):
        st.html(f"<h1>{in_html(one.name)}: {points(sheet.total)}</h1>")
        show_board(one.name, one, game.rules.box, sheet, archive.photo_of(table, one.board) if one.board else None)


def show_points(game: ImportedGame) -> None:
    order = [(not one.won, -one.points) for one in game.results]
    rows = [place_row(1 + order.index(at), one.name, one.points) for at, one in zip(order, game.results, strict=True)]
    st.html(places(rows))
    show_note(_("This game was brought in from another program, with its points alone: there are no boards."))


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


def correct(entry: Entry, at: int) -> None:
    """Show the form to rename the players of a game, and the button that deletes it.

    Args:
        entry: with the names as they are stored; fields show them in the reader's language.
        at: index of the game in the entry.
    """
    game, page = entry.games[at], st.query_params.get(routes.GAME, "")
    stored: tuple[Any, ...] = game.players
    shown: tuple[Any, ...] = entry_with_display_names(entry).games[at].players
    labels = {one.name: label.name for one, label in zip(stored, shown, strict=True)}
    st.html(f"<h1>{_('Correct or delete')}</h1>")
    with st.form("names", border=False):
        typed = {
            name: st.text_input(_("{name}’s name", name=label), label, LONGEST_NAME, key=f"name-{at}-{name}")
            for name, label in labels.items()
        }
        saves = st.form_submit_button(_("Save names"), width="stretch")
    change = None
    if saves:
        new = {name: text for name, text in typed.items() if text != labels[name]}
        change = partial(past_edits.rename, page, entry.table, game, new)
    if st.button(_("Delete this game"), width="stretch"):
        change = partial(past_edits.delete, page, entry.table, game)
    if change is None:
        return
    try:
        change()
    except TableError as refused:
        show_refusal(refused)
    else:
        open_game(at)


render()
