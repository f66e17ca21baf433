"""The games of a table: the last few stand in its text, all older ones in rows of their own, one for each.

So the text that is written with every tap stays small, however long a table plays, and no history is too long to be
read again.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select

from scoring.message import message
from ui.store.faults import StoreError
from ui.store.rows import GAMES
from ui.table.table import Finished, Table
from ui.table.table_json import RecordError, finished_in, finished_text, table_in, table_text

RECENT = 20  # games in a table's own text


def text_of(table: Table) -> str:
    """The text of a table with its recent games. Raises StoreError where it could not be read again."""
    text = table_text(replace(table, games=table.games[_older(table) :]))
    try:
        table_in(text)
    except RecordError as unreadable:
        raise _unreadable(unreadable) from unreadable
    return text


def keep_older(connection: Connection, number: int, before: Table, after: Table) -> None:
    """Put the older games of a table into their rows, as far as they changed. Raises StoreError as ``text_of``."""
    if after.games is before.games:
        return
    old, new = before.games[: _older(before)], after.games[: _older(after)]
    same = next((place for place, (was, now) in enumerate(zip(old, new, strict=False)) if was != now), None)
    same = min(len(old), len(new)) if same is None else same
    if same < len(old):
        connection.execute(delete(GAMES).where(GAMES.c.table == number, GAMES.c.place >= same))
    if same < len(new):
        added = enumerate(new[same:], start=same)
        connection.execute(insert(GAMES), [{"table": number, "place": at, "text": _text(game)} for at, game in added])


def with_older(connection: Connection, number: int, table: Table) -> Table:
    """The table of a text with its older games. Raises RecordError for a damaged one."""
    rows = connection.scalars(select(GAMES.c.text).where(GAMES.c.table == number).order_by(GAMES.c.place))
    older = tuple(finished_in(text) for text in rows)
    return replace(table, games=(*older, *table.games)) if older else table


def _older(table: Table) -> int:
    """How many of a table's games stand in rows of their own."""
    return max(0, len(table.games) - RECENT)


def _text(game: Finished) -> str:
    text = finished_text(game)
    try:
        finished_in(text)
    except RecordError as unreadable:
        raise _unreadable(unreadable) from unreadable
    return text


def _unreadable(fault: RecordError) -> StoreError:
    return StoreError(message("This cannot be saved, because it could not be read back: {why}.", why=fault.message))
