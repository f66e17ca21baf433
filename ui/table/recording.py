"""Games that record themselves: the game under way has its entry among a table's games once its result was seen.

The entry is corrected with the boards until the next game begins.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from ui.table.finished import Game, Played
from ui.table.kingdoms import KingdomsResult, Player
from ui.table.names import plain_name
from ui.table.table import Finished, Table

FEWEST_KINGDOMS = 2  # below them there is no result to record

P = TypeVar("P", Played, Player)


def is_complete(table: Table) -> bool:
    """Whether everything that the game under way is scored by is there: every kingdom, or every epoch checked."""
    if table.kingdoms:
        return table.kingdoms.is_over
    laid = [seat.board is not None for seat in table.seats]
    return all(laid) and len(laid) >= FEWEST_KINGDOMS


def with_record(table: Table, seen: datetime) -> Table:
    """The table after its result was seen: a complete game is recorded as played then, once and for all."""
    game = table.game(seen) if table.recorded is None and is_complete(table) else None
    return replace(table, games=(*table.games, game), recorded=game.number) if game else table


def with_corrected_record(table: Table) -> Table:
    """The table with the record of the game under way as its boards now are.

    A record stays as it was where fewer than two kingdoms are left.
    """
    record = next((game for game in table.games if game.number == table.recorded), None)
    now = table.game(record.played) if record else None
    if now is None or now == record or (isinstance(now, Game) and len(now.players) < FEWEST_KINGDOMS):
        return table
    return replace(table, games=tuple(now if game is record else game for game in table.games))


def with_name(table: Table, seat: int, name: str) -> Table:
    """The table with a player renamed, in the games that it has recorded too; without a name nothing changes.

    Raises TableError for a name that somebody else at the table has.
    """
    before, after = table.names.get(seat, ""), plain_name(name)
    if not before or not after or after == before:
        return table
    renamed = table.with_name(seat, after)
    return replace(renamed, games=renamed_in(table.games, before, after))


def renamed_in(games: Iterable[Finished], before: str, after: str) -> tuple[Finished, ...]:
    """Games in which a player has another name; one in which somebody else has that name stays as it was."""
    return tuple(_renamed(game, before, after) for game in games)


def _renamed(game: Finished, before: str, after: str) -> Finished:
    old, new = before.casefold(), after.casefold()
    names = {player.name.casefold() for player in game.players}
    if old not in names or (new != old and new in names):
        return game
    if isinstance(game, KingdomsResult):
        return replace(game, players=tuple(_called(one, old, after) for one in game.players))
    return replace(game, players=tuple(_called(one, old, after) for one in game.players))


def _called(player: P, old: str, after: str) -> P:
    return replace(player, name=after) if player.name.casefold() == old else player
