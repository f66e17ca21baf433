"""``crownsight forget``, ``backup`` and ``restore``: maintain the stored tables."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ui.cli.inputs import BadInput, content_of, is_there, printable
from ui.table.imports.detect import MAX_FILE_BYTES, import_games
from ui.table.merge import GAMES_AT_ONCE, PART_SECONDS, add_games, batch, check_capacity, deduplicate
from ui.table.strict_json import FormatError, loads_raw
from ui.table.table import CompletedGame, Table

if TYPE_CHECKING:
    from ui.store import Store, StoredTable

COMMAND_LINE = "the command line"  # as a phone, which has a table with the games that it brought in
DATABASE = b"SQLite format 3\0"
TAKEN = "restore takes a backup, games saved by the app, or an export of BG Stats"
BEGINNING_OF_JSON = 200  # bytes, in which our own files say what they are
OTHER_FILES = {
    b'"crownsight edition ': "is an edition of tiles; crownsight read --tiles FILE reads with it",
    b'"crownsight_report"': "is the report of a misread photo, for those who make Crownsight",
    b'"kingdoms"': "is a game of Kingdoms under way; the page Kingdoms takes it up again",
}


def forget(options: Namespace) -> int:
    """Forget a table by its code or key: its games, players and photos. Raises BadInput."""
    from ui.store import get_store

    with _in_one_sentence():
        if not get_store().forget(options.code):
            raise BadInput("no table has this code or key")
    print("The table is forgotten, with its games and photos.")
    return 0


def backup(options: Namespace) -> int:
    """Copy all tables into a new file; without tables, say so and write nothing. Raises BadInput."""
    from ui.store import get_store
    from ui.store.backup import create_backup

    with _in_one_sentence():
        number = create_backup(get_store(), Path(options.file))
    if number is None:
        print(f"Nothing to back up yet: no games are stored. {printable(options.file)} was not written.")
        return 0
    print(f"Tables copied to {printable(options.file)}: {number}")
    return 0


def restore(options: Namespace) -> int:
    """Add the tables of a backup that are not there, or the games of a file from elsewhere.

    For a backup, a damaged file with the tables is put aside first, if no server has it open. With ``--dry-run`` only
    print what would be added. Raises BadInput.
    """
    if is_there(options.file) and content_of(options.file, len(DATABASE)) not in (b"", DATABASE):
        return _bring_in(options.file, content_of(options.file, MAX_FILE_BYTES + 1), is_dry_run=options.dry_run)
    from ui.store import get_store
    from ui.store.backup import compare_backup, open_backup, restore_backup
    from ui.store.database import DamagedError, quarantine_file
    from ui.store.file_guard import is_held

    with _in_one_sentence(), open_backup(Path(options.file)) as backup:
        try:
            tables = get_store()
        except DamagedError as damaged:
            if options.dry_run:
                raise
            if is_held(damaged.file):
                raise BadInput(f"a server has {printable(str(damaged.file))} open. Stop the server first") from damaged
            print(f"The damaged file is kept as {printable(str(quarantine_file(damaged.file)))}")
            tables = get_store()
        missing, known, skipped = compare_backup(backup, tables)
        number = missing if options.dry_run else restore_backup(backup, tables)
    print(f"Tables {'to restore' if options.dry_run else 'restored'}: {number} (already there: {known})")
    if skipped:
        print(f"Tables skipped because a field has an impossible value: {skipped}")
    return 0


def _bring_in(name: str, content: bytes, *, is_dry_run: bool) -> int:
    """Add the games of a file that are not there to the table of the command line, and print how to join it."""
    from ui.store import get_store

    try:
        found = import_games(content, datetime.now(UTC))
    except FormatError as unreadable:
        what = _what_it_is(content) or f"is no backup, and no file of games: {unreadable}"
        raise BadInput(f"{name} {what}") from unreadable
    with _in_one_sentence():
        store = get_store()
        there = store.find_tables(COMMAND_LINE)
        games = found.games.finished
        new = deduplicate(games, [game for kept in there for game in kept.table.games])
        table = there[0].table if there else Table()
        check_capacity(table, new)
        if is_dry_run:
            names = {one.name.casefold() for game in games for one in game.players}
            print(f"Games to import: {len(new)} (already there: {len(games) - len(new)}, skipped: {found.skipped})")
            print(f"Names in them: {len(names)}")
            return 0
        kept, number = _add_missing(store, games)
        code = store.renew_code(kept.key, COMMAND_LINE)
    print(f"Games imported: {number} (already there: {len(games) - number}, skipped: {found.skipped})")
    print(f"They are among the games so far of whoever joins the table {code}.")
    return 0


def _add_missing(store: Store, games: Sequence[CompletedGame]) -> tuple[StoredTable, int]:
    """Add the games that are not there to the table of the command line, made if needed; return it and how many.

    They are added in batches, between which others write; two commands at once add each game once. Raises StoreError.
    """

    added = 0

    def make() -> Table | None:
        return None if store.find_tables(COMMAND_LINE) else Table()

    def add(newest: StoredTable, part: Sequence[CompletedGame]) -> Table:
        nonlocal added
        there = [game for kept in store.find_tables(COMMAND_LINE) for game in kept.table.games]
        new = deduplicate(part, there)
        added += len(new)
        return add_games(newest.table, new)

    store.create_exclusively(make, COMMAND_LINE)
    kept, *_ = store.find_tables(COMMAND_LINE)
    for part in batch(games, GAMES_AT_ONCE):
        kept = store.change(kept.key, COMMAND_LINE, partial(add, part=part), is_exclusive=True) or kept
        time.sleep(PART_SECONDS)
    return kept, added


def _what_it_is(content: bytes) -> str | None:
    """Say what kind of file this is, if it holds no games; None if unknown."""
    from vision.photo.photo import SIGNATURE_BYTES, detect_format

    if detect_format(content[:SIGNATURE_BYTES]):
        return "is a photo; crownsight read FILE reads the kingdoms in it"
    try:
        loads_raw(content, max_bytes=MAX_FILE_BYTES)
    except FormatError:
        return None
    if b'"crownsight"' in content[:BEGINNING_OF_JSON] or b'"playerScores"' in content:
        return None
    told = (said for mark, said in OTHER_FILES.items() if mark in content[:BEGINNING_OF_JSON])
    return next(told, f"is JSON of another program; {TAKEN}")


@contextmanager
def _in_one_sentence() -> Iterator[None]:
    """Raises what goes wrong with the tables as BadInput."""
    from ui.store.database import StoreError

    try:
        yield
    except StoreError as fault:
        raise BadInput(str(fault)) from fault
