"""What players are called where they are drawn: by their name, and without one by their castle's colour.

Tables and games are kept with ``Blue`` for such a player (``ui.table.names``); each reader sees it in their language.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from scoring import Castle
from ui.i18n.translate import castle_names
from ui.table.finished import Game
from ui.table.history import Entry, Tallies
from ui.table.names import colour_name, shown_name
from ui.table.table import Finished, Seat, Table


def display_name(seat: Seat, table: Table) -> str:
    """The name of a seat's player; a colour whose name another player has been given stays as it is kept."""
    return seat.name if seat.named else _of_colour(seat.colour, {one.name for one in table.seats})


def with_display_names(table: Table) -> Table:
    """The table as it is drawn. It is to be drawn alone: what is kept is made from the table as it is kept."""
    names = [display_name(seat, table) for seat in table.seats]
    pairs = zip(table.seats, names, strict=True)
    seats = tuple(seat if seat.name == name else replace(seat, name=name) for seat, name in pairs)
    games = tuple(map(game_with_display_names, table.games))
    if seats == table.seats and games == table.games:
        return table
    return replace(table, seats=seats, games=games)


def game_with_display_names(game: Finished) -> Finished:
    """A finished game as it is drawn."""
    if not isinstance(game, Game):
        return game
    names = {one.name for one in game.players}
    players = (
        replace(one, name=_of_colour(one.colour, names)) if one.name == colour_name(one.colour) else one
        for one in game.players
    )
    return replace(game, players=tuple(players))


def entry_with_display_names(entry: Entry) -> Entry:
    """An entry of the games so far as it is drawn."""
    return replace(entry, games=tuple(map(game_with_display_names, entry.games)))


def tallies_with_display_names(tallies: Tallies) -> Tallies:
    """Everybody's tallies, as they are drawn."""
    words = castle_names()
    of_kinds = (tallies.kingdomino, tallies.kingdoms)
    drawn = (tuple(replace(one, name=shown_name(one.who, one.name, words)) for one in of_kind) for of_kind in of_kinds)
    return Tallies(*drawn)


def _of_colour(colour: Castle, taken: Collection[str]) -> str:
    word = castle_names()[colour]
    return colour_name(colour) if word in taken else word
