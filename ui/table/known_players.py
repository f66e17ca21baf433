"""The names that were typed at earlier tables, to be offered again."""

from __future__ import annotations

from collections.abc import Iterable

from scoring import Castle
from ui.table.finished import Game
from ui.table.names import colour_name
from ui.table.table import Table

MOST_NAMES = 12  # that are offered: more would not be read


def known_players(tables: Iterable[Table]) -> dict[str, Castle | None]:
    """The players of these tables, those of the first table first, with the castle each had there, None in Kingdoms.

    What players without a name are called is nobody's name.
    """
    known: dict[str, Castle | None] = {}
    for table in tables:
        for name, castle in _players(table):
            if castle is None or name != colour_name(castle):
                known.setdefault(name, castle)
    return known


def offered(known: dict[str, Castle | None], castle: Castle, but: str) -> tuple[str, ...]:
    """The names to offer to the player of a castle, those who had it before first; without the present name."""
    names = [name for name in known if name.casefold() != but.casefold()]
    return tuple(sorted(names, key=lambda name: known[name] is not castle)[:MOST_NAMES])


def for_nameless(known: dict[str, Castle | None], castle: Castle, table: Table) -> tuple[str, ...]:
    """The names to offer to a castle's player who has none, those who had it before first; nobody at the table."""
    here = {name.casefold() for name in table.names.values()}
    away = {name: last for name, last in known.items() if name.casefold() not in here}
    return offered(away, castle, "")


def is_likely(known: dict[str, Castle | None], name: str, castle: Castle) -> bool:
    """Whether a name is to be suggested for a castle: it is that of its latest player."""
    return next((one for one, last in known.items() if last is castle), "") == name


def _players(table: Table) -> Iterable[tuple[str, Castle | None]]:
    """Everybody at a table, then everybody of its games, the last game first; who sits alone has no name to keep."""
    if len(table.seats) > 1:
        yield from ((seat.name, seat.colour) for seat in table.seats if seat.named)
    if table.kingdoms:
        yield from ((player.name, None) for player in table.kingdoms.players)
    for game in reversed(table.games):
        if isinstance(game, Game):
            yield from ((one.name, one.colour) for one in game.players)
