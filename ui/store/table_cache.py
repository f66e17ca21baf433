"""Cache of parsed tables: each is read from the database once, and one value serves all phones of this server."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, Row

from scoring.message import message
from ui.store.codes import checksum
from ui.store.faults import StoreError
from ui.store.game_rows import CHANGED, games_of
from ui.table.forms import FormatError, table_in
from ui.table.table import Table

DAMAGED = message("This table is damaged in the database. Open a new one, or restore this one from a backup.")


@dataclass(frozen=True)
class StoredTable:
    """A table as the store has it: its number there, the key of its address, its version, and the text it is kept as.

    Of a table that only looks back, the text is not at hand.
    """

    number: int
    key: str
    version: int
    table: Table
    text: str = field(default="", compare=False, repr=False)


class TableCache:
    """The latest version of every table that a phone of this server holds; with the last phone it is forgotten.

    Tables are frozen: no phone changes what another sees.
    """

    def __init__(self) -> None:
        self._held: WeakValueDictionary[int, StoredTable] = WeakValueDictionary()

    def share(self, kept: StoredTable) -> StoredTable:
        """The table as it is the same for all phones; from now on they get this one."""
        self._held[kept.number] = kept
        return kept

    def since(self, number: int, version: int) -> StoredTable | None:
        """The table with that number in that version or a later one; None where no phone has it."""
        cached = self._held.get(number)
        return cached if cached and cached.version >= version else None

    def table(self, connection: Connection, row: Row[Any], *, most_games: int | None = None) -> Table:
        """The table in a row: what a phone holds, where it is kept as this very text.

        With ``most_games`` it may have its last so many alone. Raises StoreError for a damaged text.
        """
        cached = self._held.get(row.number)
        if cached and cached.version == row.version and cached.text == row.text:
            return cached.table
        try:
            return stored_table(connection, row, most_games=most_games)
        except FormatError as damaged:
            raise StoreError(DAMAGED) from damaged


def stored_table(connection: Connection, row: Row[Any], *, most_games: int | None = None) -> Table:
    """The table in a row. Raises FormatError for one that is damaged, or of which a game is."""
    if checksum(row.text) != row.checksum:
        raise FormatError(CHANGED)
    return replace(table_in(row.text), games=games_of(connection, row.number, most_games))
