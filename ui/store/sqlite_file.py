"""The SQLite file with the tables: made for its owner alone, looked through, set up, put aside."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from scoring.message import message
from ui.settings import data_folder
from ui.store.faults import DamagedError, StoreError

FILE = "tables.sqlite3"
PATIENCE = 2  # seconds to wait for a locked or silent database; the change is tried again later
PRAGMAS = ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")
MIGRATIONS = Path(__file__).parent / "migrations"
COPIES = "before-update"  # folder beside the file: as it was before its form was changed
KEPT_COPIES = 3
UNREADABLE = (sqlite3.Error, MemoryError, UnicodeDecodeError)  # lengths and names may be broken, too


def own_file() -> Path:
    """Where the tables are kept, unless CROWNSIGHT_DATABASE names another place; it may not be there yet."""
    return data_folder() / FILE


def prepare(file: Path) -> None:
    """Make the file, which its owner alone can read, or look whether it is whole. Raises DamagedError."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not file.exists():
        file.touch(mode=0o600)
    if file.stat().st_mode & 0o077:
        with suppress(PermissionError):  # another user's, who has lent it
            file.chmod(0o600)
    if file.stat().st_size:
        _look_through(file)


def _look_through(file: Path) -> None:
    """Raises DamagedError for a file that is not whole."""
    try:
        with closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
            whole = is_whole(connection)
    except sqlite3.OperationalError:  # locked, or no right to: said where it is opened
        return
    except UNREADABLE as fault:
        raise DamagedError(file) from fault
    if not whole:
        raise DamagedError(file)


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds every page and index of a file in order. Raises UNREADABLE where it finds no file of its."""
    return bool(connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))


def set_up(connection: sqlite3.Connection, journal: str = "WAL") -> None:
    """Make a new connection keep what it commits, delete what it deletes, and begin transactions where we say.

    A broken letter is read as another: it damages the table that has it, and keeps nobody from reading the others.
    """
    connection.isolation_level = None
    connection.text_factory = _legible
    for pragma in (f"journal_mode = {journal}", *PRAGMAS):
        connection.execute(f"PRAGMA {pragma}")


def _legible(stored: bytes) -> str:
    return stored.decode("utf-8", "replace")


def flush(file: Path) -> None:
    """Flush what has been committed to a file to the disk, as ``synchronous = FULL`` does, but outside its lock.

    Others save meanwhile: a save then holds the lock for 2 ms instead of 15, for which two hundred phones had to wait.
    """
    with suppress(FileNotFoundError), file.with_name(f"{file.name}-wal").open("rb+") as log:  # none: it is in the file
        os.fsync(log.fileno())


def revisions() -> list[str]:
    """The revisions of all migrations, oldest first; with each begins the name of a file."""
    return sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def set_aside(file: Path) -> Path:
    """Give a damaged file, with what SQLite has beside it, another name; its new name."""
    aside = file.with_name(f"{file.name}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    for ending in ("", "-wal", "-shm"):
        part = file.with_name(file.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


def keep_copy(file: Path, revision: str) -> None:
    """Copy the file as it was last committed into a folder beside it, which has the last three. Raises StoreError.

    ``crownsight restore`` takes a copy as any backup.
    """
    folder = file.parent / COPIES
    copy = folder / f"{file.stem}-{datetime.now(UTC):%Y%m%d-%H%M%S}-form-{revision}{file.suffix}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        copy.touch(mode=0o600)
        with closing(sqlite3.connect(file)) as whole, closing(sqlite3.connect(copy)) as target:
            whole.backup(target)
            target.execute("PRAGMA secure_delete = ON")
            target.execute("DELETE FROM photos WHERE until IS NOT NULL")  # of games in play: none is in a copy
            target.commit()
    except (OSError, sqlite3.Error) as fault:
        raise StoreError(
            message(
                "The tables are to be brought up to date, and could not be copied first: {reason}. Nothing is changed.",
                reason=str(fault),
            )
        ) from fault
    for old in copies(file)[:-KEPT_COPIES]:
        old.unlink()


def copies(file: Path) -> list[Path]:
    """The copies that were kept before updates, oldest first."""
    return sorted((file.parent / COPIES).glob(f"{file.stem}-*-form-*{file.suffix}"))
