"""Show the finale of a game over its result, and the standings of its Dynasty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html import escape
from typing import NoReturn

import streamlit as st

from scoring import DYNASTY_GAMES, DynastyStanding
from ui.components.finale import (
    Animation,
    CastleChoice,
    build_dynasty_animation,
    build_game_animation,
    format_dynasty_headline,
    format_leader_headline,
    format_winner_headline,
    play,
)
from ui.drawing.html import in_html, in_label
from ui.i18n.translate import _, translate
from ui.photos.pictures import get_picture_address, rectify_board
from ui.screens import routes
from ui.screens.dates import date_of, session_date
from ui.session import archive
from ui.session.members import collect_names
from ui.session.tab import tab
from ui.table.checking import seats_to_check, winner_is_certain
from ui.table.completed_games import Game, rank_dynasty_games
from ui.table.name_suggestions import suggest_for_nameless
from ui.table.statistics import count_wins
from ui.table.table import Table, is_complete, standings

MAX_SUGGESTIONS = 5  # names to tap for a castle
ONWARDS = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


def has_finale(table: Table) -> bool:
    """Return whether a table has a finale: all kingdoms are entered, checked, and their scores visible."""
    return is_complete(table) and not seats_to_check(table) and table.shows_scores


def has_final_boards(table: Table) -> bool:
    """Return whether every entered kingdom was confirmed, or accepted with its doubts."""
    return all(seat.board.trust.is_final for seat in table.seats if seat.board)


def format_heading(table: Table, winners: Sequence[str]) -> str:
    """Return the heading on who won, or on who leads while the winner is not certain."""
    return (format_winner_headline if winner_is_certain(table) else format_leader_headline)(winners)


def format_session(table: Table, *, with_current: bool) -> str:
    """Return which game of a Dynasty this is, and who won how many games this evening: ``Game 2 of 3 · Wins: Ana 1``.

    The wins include the current game if wanted, as on its result. They are left out where no other game was played
    this evening: the heading of the result says who won.
    """
    parts = []
    if table.dynasty_from is not None:
        number = len(table.dynasty_games) + (table.recorded is None)
        parts.append(_("Game {number} of {games}", number=min(number, DYNASTY_GAMES), games=DYNASTY_GAMES))
    today = session_date(datetime.now(UTC))
    games = [game for game in table.games if date_of(game) == today]
    earlier = [game for game in games if game.number != table.recorded]
    wins = count_wins(games if with_current else earlier)
    if wins and earlier:
        parts.append(_("Wins: {wins}", wins=" · ".join(f"{name} {number}" for name, number in wins.items())))
    return " · ".join(parts)


def show_session(table: Table, *, with_current: bool = False) -> None:
    """Show the line of `format_session` below a heading, if there is anything to say."""
    if said := format_session(table, with_current=with_current):
        st.html(f'<p class="cs-tally">{escape(said)}</p>')


def get_finale_name(table: Table) -> str:
    """Return the name of the finale of the current game, unique to table and game."""
    kept = tab().stored
    return f"{kept.number if kept else 0}-{table.game_number}"


def get_viewed_result() -> tuple[Table, bool]:
    """Return the table whose result this phone shows, and whether somebody has begun the next game since.

    The result stays until this phone opens another screen; it shows the players' current names.
    """
    now, last = tab().table, tab().own.result.viewed
    if last and last[0] == tab().visits and last[1].game_number < now.game_number:
        called = {seat.number: seat for seat in now.seats}
        named = ((seat, called.get(seat.number, seat)) for seat in last[1].seats)
        seats = tuple(replace(seat, name=by_now.name, named=by_now.named) for seat, by_now in named)
        return replace(last[1], seats=seats, games=now.games), True
    tab().own.result.viewed = tab().visits, now
    return now, False


def open_result(**query: str) -> NoReturn:
    """Open the result that this phone shows, or with ``BOARD`` in the query one board of it."""
    if last := tab().own.result.viewed:  # the next step still shows it
        tab().own.result.viewed = tab().visits + 1, last[1]
    routes.go_to(routes.RESULT, **query)


def render_next_game_button(page: str) -> None:
    """Render the button that opens the next game, which somebody has begun while this phone shows a result."""
    by = tab().table.begun_by
    who = tab().table.names.get(by) if by else None
    said = _("{name} has begun the next game", name=in_label(who)) if who else _("The next game has begun")
    if st.button(f"{said} {ONWARDS}", type="primary", width="stretch", key="to-next-game"):
        routes.go_to(page)


def hide_outcome(table: Table) -> None:
    """Hide the container ``outcome`` until the finale is over in this tab, for 8 seconds at most."""
    shown = f'html:not([data-played~="{get_finale_name(table)}"]) .st-key-outcome'
    st.html(f"<style>{shown} {{ visibility: hidden; animation: cs-appear 0s 8s forwards; }}</style>")


def play_finale(table: Table) -> None:
    """Play the race of the current game, then that of its Dynasty if it is over."""
    game = table.game(datetime.now(UTC)) if has_finale(table) else None
    if not isinstance(game, Game):
        play_animations(table, ())
        return
    boards = ((seat.name, seat.board) for seat in table.seats if seat.board)
    photos = {name: get_picture_address(rectify_board(board.source)) for name, board in boards if board.source}
    of_game = build_game_animation(game, photos, get_achievements(table)[:1])
    play_animations(table, [of_game, *_build_dynasty_animations(table)])


def play_animations(table: Table, animations: Sequence[Animation]) -> None:
    """Play these animations, and ask for the names of players who have none yet."""
    kept = tab().stored
    play(get_finale_name(table), animations, _list_castles(table), table=kept.key if kept else "")


def _list_castles(table: Table) -> list[CastleChoice]:
    """Return all castles of a table, best first, with suggested names; none if all players are named."""
    if all(seat.named for seat in table.seats):
        return []
    known, seats = collect_names(), {seat.name: seat for seat in table.seats}
    best_first = dict.fromkeys([*(one.player for one in standings(table)), *seats])
    return [
        CastleChoice(
            seat.number,
            seat.colour.value,
            seat.name,
            seat.named,
            _("{name}’s name", name=seat.name),
            suggest_for_nameless(known, seat.colour, tab().table)[:MAX_SUGGESTIONS],
        )
        for seat in map(seats.__getitem__, best_first)
    ]


def get_achievements(table: Table) -> list[str]:
    """Return the achievements of the recorded game, compared with all games that this phone knows."""
    game = next((game for game in table.games if game.number == table.recorded), None)
    if game is None:
        return []
    noted = tab().own.result.achievements
    if noted is None or noted[0] != game:
        noted = tab().own.result.achievements = game, [translate(cheer) for cheer in archive.achievements_of(game)]
    return noted[1]


def _build_dynasty_animations(table: Table) -> list[Animation]:
    standings = rank_dynasty_games(table.dynasty_games)
    if not standings or len(table.dynasty_games) < DYNASTY_GAMES:
        return []
    colours = {seat.name: seat.colour.value for seat in table.seats}
    return [build_dynasty_animation(standings, colours)] if all(one.player in colours for one in standings) else []


def render_dynasty(table: Table) -> None:
    shown = format_dynasty(table.dynasty_games)
    if shown:
        st.html(shown)


def format_dynasty(games: Sequence[Game]) -> str:
    """Return the standings of a Dynasty as HTML; empty before its first game, or if a player missed one."""
    standings = rank_dynasty_games(games)
    if not standings:
        return ""
    sums = [" + ".join(map(str, one.points)) + (f" = {one.total}" if len(one.points) > 1 else "") for one in standings]
    rows = "".join(
        f"<li><b>{one.rank}</b> {in_html(one.player)} <span>{added_up}</span></li>"
        for one, added_up in zip(standings, sums, strict=True)
    )
    heading = escape(format_dynasty_heading(games, standings))
    return f'<section class="cs-dynasty"><h2>{heading}</h2><ol>{rows}</ol></section>'


def format_dynasty_heading(games: Sequence[Game], standings: Sequence[DynastyStanding]) -> str:
    """Return the heading on who won a Dynasty, or on the number of its games played."""
    if len(games) == DYNASTY_GAMES:
        return format_dynasty_headline(standings)
    return _("Dynasty: game {number} of 3", number=len(games))
