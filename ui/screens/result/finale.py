"""The finale of a game over its result, and how its Dynasty stands."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from scoring import DYNASTY_GAMES, DynastyStanding, Standing
from scoring.expansions.limits import pieces_in_play
from scoring.race import race
from ui.components.finale import Contender, dynasty_headline, dynasty_telling, game_telling, headline, leading
from ui.components.finale.telling import Nameless, Telling, hide_until_played, tell
from ui.drawing.html import in_html
from ui.i18n.translate import _, n_, translated
from ui.photos.pictures import straight
from ui.photos.shown import address
from ui.screens.naming import Known, ask_to_type, call
from ui.session import history
from ui.session.tab import tab
from ui.table.checking import seats_to_check, winner_is_certain
from ui.table.finished import Game, dynasty_standings
from ui.table.history import for_nameless, is_likely
from ui.table.table import Finished, Table, is_complete, sheet

MOST_NAMED = 5  # names to tap for the winner, who has the screen to themselves
_MEMORIES = "memories"  # what this phone notes: what was cheered, by the game as recorded


def is_told(table: Table) -> bool:
    """Whether the result of a table is told as a finale: every kingdom is there, and nothing to check decides."""
    return is_complete(table) and not seats_to_check(table) and table.shows_scores


def is_settled(table: Table) -> bool:
    """Whether every kingdom that is there was found right, or accepted with its doubts."""
    return all(seat.board.trust.is_settled for seat in table.seats if seat.board)


def heading(table: Table, winners: Sequence[str]) -> str:
    """Who won; or who leads while a kingdom is missing, or one is to check that may change who wins."""
    return (headline if winner_is_certain(table) else leading)(winners)


def name_of(table: Table) -> str:
    """The name of the finale of the game under way, another for every game of every table."""
    kept = tab().stored
    return f"{kept.number if kept else 0}-{table.game_number}"


def hide_outcome(table: Table) -> None:
    """Keep the outcome out of sight until the finale is over."""
    st.html(hide_until_played(name_of(table)))


def tell_game(table: Table, ranked: Sequence[Standing], known: Known) -> None:
    """The race, the winner, and what is worth a cheer; after the third game of a Dynasty that of the Dynasty too.

    A winner without a name can be given one of those that are known.
    """
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
    telling = game_telling(contenders, ranked, told, memories(table)[:1], _nameless(table, ranked, known))
    named = tell(name_of(table), [telling, *_dynasty(table)])
    if named and named.name:
        call({named.seat: named.name})
    elif named:
        ask_to_type(named.seat)
        st.rerun()


def _nameless(table: Table, ranked: Sequence[Standing], known: Known) -> Nameless | None:
    """The winner, if it is one who has no name yet, with the names to choose from."""
    winners = {one.player for one in ranked if one.place == 1}
    [*seats] = (seat for seat in table.seats if seat.name in winners)
    if len(seats) != 1 or seats[0].named:
        return None
    [seat] = seats
    names = for_nameless(known, seat.colour, tab().table)[:MOST_NAMED]
    likely = bool(names) and is_likely(known, names[0], seat.colour)
    return Nameless(seat.number, _("Who is {name}?", name=seat.name), names, likely)


def memories(table: Table) -> list[str]:
    """What is worth a cheer in the recorded game of a table, compared with all games that this phone knows."""
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
    """How the Dynasty of a table stands, once a game of it is finished."""
    shown = dynasty(table.dynasty_games)
    if shown:
        st.html(shown)


def is_over(table: Table) -> bool:
    """Whether the Dynasty of a table has had its last game."""
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
    """Who won a Dynasty, or after how many of its games these are the standings."""
    if len(games) == DYNASTY_GAMES:
        return dynasty_headline(standings)
    return n_("Dynasty after {number} game of 3", "Dynasty after {number} games of 3", len(games))
