"""The result of reading a file of games."""

from __future__ import annotations

from typing import NamedTuple

from ui.table.serialization import SavedGames


class ImportResult(NamedTuple):
    """The games of a file, and the number of plays skipped: plays of other games, and those without points."""

    games: SavedGames
    skipped: int = 0
