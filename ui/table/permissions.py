"""Permissions: the host may change everything, a guest may not remove others."""

from __future__ import annotations

from scoring.message import message
from ui.table.table import Table, TableError


def refuse_overreach(before: Table, after: Table, *, added: int | None) -> None:
    """Raises TableError if a guest's change takes what belongs to others.

    A guest may correct every board, since people help each other, and leave with the player that it ``added``;
    removing other players, deciding whether photos are kept, choosing another game and bringing games from a file is up
    to the host. A guest finishes one game at a time, and takes back the last alone.
    """
    gone = before.names.keys() - after.names.keys()
    if gone - {added}:
        raise TableError(message("Only the phone that opened the table can remove another player."))
    if before.keep_photos != after.keep_photos:
        raise TableError(message("Only the phone that opened the table can decide whether photos are kept."))
    if (before.kingdoms is None) != (after.kingdoms is None):
        raise TableError(message("Only the phone that opened the table can choose its game."))
    if len(after.games) > len(before.games) + 1:
        raise TableError(message("Only the phone that opened the table can bring games from a file."))
    if {game.number for game in before.games[:-1]} - {game.number for game in after.games}:
        raise TableError(message("Only the phone that opened the table can drop games that are over."))
