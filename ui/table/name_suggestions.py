"""Names of earlier players, suggested for players without a name."""

from __future__ import annotations

from collections.abc import Iterable

from scoring import Castle
from ui.table.completed_games import Game, ImportedGame
from ui.table.names import colour_name
from ui.table.table import Table

MOST_NAMES = 12  # that are offered: more would not be read


def collect_players(tables: Iterable[Table]) -> dict[str, Castle | None]:
    """Map the players of these tables, first table first, to their castle there, if known.

    The default names of nameless players are left out.
    """
    known: dict[str, Castle | None] = {}
    for table in tables:
        for name, castle in _players(table):
            if castle is None or name != colour_name(castle):
                known.setdefault(name, castle)
    return known


def suggest_names(known: dict[str, Castle | None], castle: Castle, but: str) -> tuple[str, ...]:
    """Suggest names for the player of a castle, its earlier players first, without the present name."""
    names = [name for name in known if name.casefold() != but.casefold()]
    return tuple(sorted(names, key=lambda name: known[name] is not castle)[:MOST_NAMES])


def suggest_for_nameless(known: dict[str, Castle | None], castle: Castle, table: Table) -> tuple[str, ...]:
    """Suggest names for a nameless player, the castle's earlier players first, without those at the table."""
    here = {name.casefold() for name in table.names.values()}
    away = {name: last for name, last in known.items() if name.casefold() not in here}
    return suggest_names(away, castle, "")


def is_likely(known: dict[str, Castle | None], name: str, castle: Castle) -> bool:
    """True if a name is to be suggested for a castle: it is that of its latest player."""
    return next((one for one, last in known.items() if last is castle), "") == name


def _players(table: Table) -> Iterable[tuple[str, Castle | None]]:
    """Yield everybody at a table, then everybody of its games, the last game first; solo players have no name."""
    if len(table.seats) > 1:
        yield from ((seat.name, seat.colour) for seat in table.seats if seat.named)
    if table.knizia:
        yield from ((player.name, None) for player in table.knizia.players)
    for game in reversed(table.games):
        if isinstance(game, Game):
            yield from ((one.name, one.colour) for one in game.players)
        elif isinstance(game, ImportedGame):
            yield from ((one.name, None) for one in game.players)
