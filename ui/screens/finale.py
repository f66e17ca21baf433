"""The finale of a game over its result, and how its Dynasty stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from html import escape

import streamlit as st

from scoring import DYNASTY_GAMES, DynastyStanding, Standing
from scoring.expansions.limits import pieces_in_play
from scoring.race import race
from ui.components.finale import (
    Castle,
    Contender,
    Telling,
    dynasty_headline,
    dynasty_telling,
    game_telling,
    headline,
    hide_until_played,
    leading,
    tell,
)
from ui.drawing.html import in_html, in_label
from ui.i18n.translate import _, n_, translated
from ui.photos.pictures import address, straight
from ui.screens import routes
from ui.screens.naming import call
from ui.session import history
from ui.session.members import known_names
from ui.session.tab import tab
from ui.table.checking import seats_to_check, winner_is_certain
from ui.table.commands import clapped
from ui.table.finished import Game, dynasty_standings
from ui.table.history import for_nameless
from ui.table.table import Finished, Table, is_complete, sheet, standings

MOST_NAMED = 5  # names to tap for a castle
ONWARDS = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
LOOKED_AT = "looked at"  # how many steps this tab had taken, and the table whose result it then showed
_HEARD = "heard"  # the number of the last of what this page has said
_MEMORIES = "memories"  # what this phone notes: what was cheered, by the game as recorded


def is_told(table: Table) -> bool:
    """True if the result of a table is told as a finale: every kingdom is there, and nothing to check decides."""
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
    now, last = tab().table, tab().local(LOOKED_AT)
    if last and last[0] == tab().steps and last[1].game_number < now.game_number:
        called = {seat.number: seat for seat in now.seats}
        named = ((seat, called.get(seat.number, seat)) for seat in last[1].seats)
        seats = tuple(replace(seat, name=by_now.name, named=by_now.named) for seat, by_now in named)
        return replace(last[1], seats=seats, games=now.games), True
    tab().set_local(LOOKED_AT, (tab().steps, now))
    return now, False


def show_next_begun(page: str) -> None:
    """The way to the game that somebody has begun while this phone looks at the result of the last."""
    by = tab().table.begun_by
    who = tab().table.names.get(by) if by else None
    said = _("{name} has begun the next game", name=in_label(who)) if who else _("The next game has begun")
    if st.button(f"{said} {ONWARDS}", type="primary", width="stretch", key="to-next-game"):
        routes.go_to(page)


def hide_outcome(table: Table) -> None:
    """Keep the outcome out of sight until the finale is over."""
    st.html(hide_until_played(name_of(table)))


def tell_game(table: Table, ranked: Sequence[Standing]) -> None:
    """The race and the winner; after the third game of a Dynasty those of the Dynasty too."""
    if not is_told(table):
        tell_all(table, ())
        return
    contenders = [
        Contender(
            seat.name,
            seat.colour.value,
            seat.board.kingdom,
            sheet(table, seat.board),
            address(straight(seat.board.source)) if seat.board.source else "",
            pieces_in_play(table.rules.box, seat.board.kingdom, seat.board.pieces),
        )
        for seat in table.seats
        if seat.board
    ]
    told = race([one.name for one in contenders], ranked)
    tell_all(table, [game_telling(contenders, ranked, told, memories(table)[:1]), *_dynasty(table)])


def tell_all(table: Table, tellings: Sequence[Telling]) -> None:
    """These tellings, with the castles whose players have no name yet and the claps; what is said there is done."""
    heard: int = tab().local(_HEARD) or 0
    said = tell(name_of(table), tellings, _who_was_who(table), claps=tab().table.claps, heard=heard)
    if not said:
        return
    tab().set_local(_HEARD, said[-1].at)
    if claps := sum(one.seat == 0 for one in said):
        tab().do(partial(clapped, game=table.game_number, claps=claps))
    if names := {one.seat: one.name for one in said if one.seat}:
        call(names)
    else:
        st.rerun()


def _who_was_who(table: Table) -> list[Castle]:
    """Every castle of a table, best first, where one has a player without a name; what is known is offered first."""
    if all(seat.named for seat in table.seats):
        return []
    known, seats = known_names(), {seat.name: seat for seat in table.seats}
    best_first = dict.fromkeys([*(one.player for one in standings(table)), *seats])
    return [
        Castle(
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
    noted: tuple[Finished, list[str]] | None = tab().local(_MEMORIES)
    if noted is None or noted[0] != game:
        noted = game, [translated(cheer) for cheer in history.cheered_in(game)]
        tab().set_local(_MEMORIES, noted)
    return noted[1]


def _dynasty(table: Table) -> list[Telling]:
    standings = dynasty_standings(table.dynasty_games)
    if not standings or len(table.dynasty_games) < DYNASTY_GAMES:
        return []
    colours = {seat.name: seat.colour.value for seat in table.seats}
    return [dynasty_telling(standings, colours)] if all(one.player in colours for one in standings) else []


def show_dynasty(table: Table) -> None:
    """The standing of the Dynasty of a table, once a game of it is finished."""
    shown = dynasty(table.dynasty_games)
    if shown:
        st.html(shown)


def dynasty_is_over(table: Table) -> bool:
    """True once the Dynasty of a table has had its last game."""
    return len(table.dynasty_games) == DYNASTY_GAMES


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
    heading = escape(dynasty_said(games, standings))
    return f'<section class="cs-dynasty"><h2>{heading}</h2><ol>{rows}</ol></section>'


def dynasty_said(games: Sequence[Game], standings: Sequence[DynastyStanding]) -> str:
    """The words on who won a Dynasty, or after how many of its games these are the standings."""
    if len(games) == DYNASTY_GAMES:
        return dynasty_headline(standings)
    return n_("Dynasty after {number} game of 3", "Dynasty after {number} games of 3", len(games))
