"""The finale of a game over its result, and how its Dynasty stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html import escape

import streamlit as st

from scoring import DYNASTY_GAMES, DynastyStanding
from ui.components.finale import (
    Animation,
    CastleChoice,
    dynasty_animation,
    dynasty_headline,
    game_animation,
    headline,
    leading,
    play,
)
from ui.drawing.html import in_html, in_label
from ui.i18n.translate import _, n_, translated
from ui.photos.pictures import address, straight
from ui.screens import routes
from ui.session import history
from ui.session.members import known_names
from ui.session.tab import tab
from ui.table.checking import seats_to_check, winner_is_certain
from ui.table.finished import Game, dynasty_standings
from ui.table.history import for_nameless
from ui.table.table import Table, is_complete, standings

MOST_NAMED = 5  # names to tap for a castle
ONWARDS = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


def has_finale(table: Table) -> bool:
    """True if the result of a table has a finale: every kingdom is there, and nothing to check decides."""
    return is_complete(table) and not seats_to_check(table) and table.shows_scores


def is_settled(table: Table) -> bool:
    """True if every kingdom that is there was found right, or accepted with its doubts."""
    return all(seat.board.trust.is_settled for seat in table.seats if seat.board)


def heading(table: Table, winners: Sequence[str]) -> str:
    """The heading on who won; or who leads while a kingdom is missing, or one is to check that may change who wins."""
    return (headline if winner_is_certain(table) else leading)(winners)


def name_of(table: Table) -> str:
    """The name of the finale of the game under way, another for every game of every table."""
    kept = tab().stored
    return f"{kept.number if kept else 0}-{table.game_number}"


def looked_at() -> tuple[Table, bool]:
    """The table whose result this phone looks at, and whether it is over: others have begun the next game since.

    It stays until this phone goes to another screen; names are those that the players have by now.
    """
    now, last = tab().table, tab().own.looked_at
    if last and last[0] == tab().steps and last[1].game_number < now.game_number:
        called = {seat.number: seat for seat in now.seats}
        named = ((seat, called.get(seat.number, seat)) for seat in last[1].seats)
        seats = tuple(replace(seat, name=by_now.name, named=by_now.named) for seat, by_now in named)
        return replace(last[1], seats=seats, games=now.games), True
    tab().own.looked_at = tab().steps, now
    return now, False


def show_next_begun(page: str) -> None:
    """The way to the game that somebody has begun while this phone looks at the result of the last."""
    by = tab().table.begun_by
    who = tab().table.names.get(by) if by else None
    said = _("{name} has begun the next game", name=in_label(who)) if who else _("The next game has begun")
    if st.button(f"{said} {ONWARDS}", type="primary", width="stretch", key="to-next-game"):
        routes.go_to(page)


def hide_outcome(table: Table) -> None:
    """Hide who has won, in the container ``outcome``, until the finale is over in this tab.

    A browser that cannot show it is left waiting for seconds, not for ever.
    """
    shown = f'html:not([data-played~="{name_of(table)}"]) .st-key-outcome'
    st.html(f"<style>{shown} {{ visibility: hidden; animation: cs-appear 0s 8s forwards; }}</style>")


def play_finale(table: Table) -> None:
    game = table.game(datetime.now(UTC)) if has_finale(table) else None
    if not isinstance(game, Game):
        play_all(table, ())
        return
    boards = ((seat.name, seat.board) for seat in table.seats if seat.board)
    photos = {name: address(straight(board.source)) for name, board in boards if board.source}
    play_all(table, [game_animation(game, photos, memories(table)[:1]), *_dynasty(table)])


def play_all(table: Table, animations: Sequence[Animation]) -> None:
    """Play these animations, and ask for the names of players who have none yet."""
    kept = tab().stored
    play(name_of(table), animations, _castles(table), table=kept.key if kept else "")


def _castles(table: Table) -> list[CastleChoice]:
    """Every castle of a table, best first, where one has a player without a name; what is known is offered first."""
    if all(seat.named for seat in table.seats):
        return []
    known, seats = known_names(), {seat.name: seat for seat in table.seats}
    best_first = dict.fromkeys([*(one.player for one in standings(table)), *seats])
    return [
        CastleChoice(
            seat.number,
            seat.colour.value,
            seat.name,
            seat.named,
            _("Who is {name}?", name=seat.name),
            for_nameless(known, seat.colour, tab().table)[:MOST_NAMED],
        )
        for seat in map(seats.__getitem__, best_first)
    ]


def memories(table: Table) -> list[str]:
    """The cheers for the recorded game of a table, compared with all games that this phone knows."""
    game = next((game for game in table.games if game.number == table.recorded), None)
    if game is None:
        return []
    noted = tab().own.memories
    if noted is None or noted[0] != game:
        noted = tab().own.memories = game, [translated(cheer) for cheer in history.cheered_in(game)]
    return noted[1]


def _dynasty(table: Table) -> list[Animation]:
    standings = dynasty_standings(table.dynasty_games)
    if not standings or len(table.dynasty_games) < DYNASTY_GAMES:
        return []
    colours = {seat.name: seat.colour.value for seat in table.seats}
    return [dynasty_animation(standings, colours)] if all(one.player in colours for one in standings) else []


def show_dynasty(table: Table) -> None:
    shown = dynasty(table.dynasty_games)
    if shown:
        st.html(shown)


def dynasty(games: Sequence[Game]) -> str:
    """The standings after these games of a Dynasty as HTML; empty before the first, or if a player missed one."""
    standings = dynasty_standings(games)
    if not standings:
        return ""
    sums = [" + ".join(map(str, one.points)) + (f" = {one.total}" if len(one.points) > 1 else "") for one in standings]
    rows = "".join(
        f"<li><b>{one.place}</b> {in_html(one.player)} <span>{added_up}</span></li>"
        for one, added_up in zip(standings, sums, strict=True)
    )
    heading = escape(dynasty_heading(games, standings))
    return f'<section class="cs-dynasty"><h2>{heading}</h2><ol>{rows}</ol></section>'


def dynasty_heading(games: Sequence[Game], standings: Sequence[DynastyStanding]) -> str:
    """The words on who won a Dynasty, or after how many of its games these are the standings."""
    if len(games) == DYNASTY_GAMES:
        return dynasty_headline(standings)
    return n_("Dynasty after {number} game of 3", "Dynasty after {number} games of 3", len(games))
