"""The database behind the store: where it lies, how it is opened and brought up to date, and what its faults mean."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, SQLAlchemyError

from scoring.message import CrownsightError, Message, message
from ui.store.rows import HEALTH, METADATA
from ui.system import DATABASE_ENV, absolute_path, create_private_folder, data_folder


class StoreError(CrownsightError):
    """The tables cannot be kept or fetched just now; the message says why and what to do."""


class DamagedError(StoreError):
    """The file with the tables is damaged: nothing more is written to it."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            message(
                "The file with the tables is damaged and cannot be used: {file}. It is left as it is. Stop Crownsight; "
                "crownsight restore FILE then puts it aside and brings the tables of a backup back.",
                file=str(file),
            )
        )
        self.file = file


NO_ACCESS = ("readonly", "read-only", "permission", "unable to open", "not a directory", "file exists")


def explained(fault: Exception, folder: Path | None) -> Message:
    """The meaning of a fault of the database.

    ``folder`` is that of its file, None for a server.
    """
    reason = str(getattr(fault, "orig", None) or fault).lower()
    if folder is None:
        return message("The database does not answer.")
    if "locked" in reason or "busy" in reason:
        return message("Another program is using the file with the tables.")
    if "full" in reason or "no space" in reason:
        return message("The disk is full. Free some space.")
    if any(one in reason for one in NO_ACCESS):
        return message(
            "The folder {folder} cannot be written to. Change its permissions.",
            folder=str(folder),
        )
    return message("The file with the tables cannot be used. crownsight doctor says more.")


FILE = "tables.sqlite3"
PATIENCE = 2  # seconds to wait for a locked or silent database; the change is tried again later
AGAIN = 0.01  # seconds until what SQLite does not wait for is tried again
# Every write ends with ``FileGuard.flush``, which is why nothing waits for the disk before that.
PRAGMAS = ("synchronous = NORMAL", "foreign_keys = ON", "secure_delete = ON")
MIGRATIONS = Path(__file__).parent / "migrations"
COPIES = "before-update"  # folder beside the file: as it was before its form was changed
KEPT_COPIES = 3
UNREADABLE = (sqlite3.Error, MemoryError, UnicodeDecodeError)  # lengths and names may be broken, too
PRIMARY = 0xFF  # bits of an error code of SQLite
NO_DAMAGE = {  # what stands in the way of a file that may be whole
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}  # found while a file is in use
MIGRATION_LOCK = 4_711_047  # of PostgreSQL: any number that nothing else uses
# Of both ends of a connection: one whose other end is gone without a word is found in 20 s. What it held is free
# sooner: its statement ends after PATIENCE, its transaction after ten times as long.
KEEPALIVES = {"idle": 5, "interval": 5, "count": 3}  # seconds, seconds, times
NO_ADDRESS = message(
    "{variable} is not a database address; one looks like {example}",
    variable=DATABASE_ENV,
    example="postgresql://user@host/name",
)


def database_url() -> URL:
    """The address of the database: CROWNSIGHT_DATABASE, or a file in the data folder.

    Raises StoreError.
    """
    named = os.environ.get(DATABASE_ENV, "")
    if not named:
        return URL.create("sqlite", database=str(own_file()))
    try:
        url = make_url(named)
    except (ArgumentError, ValueError):
        raise StoreError(NO_ADDRESS) from None
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database and not url.database.startswith((":memory:", "file:")):
        return url.set(database=str(absolute_path(url.database)))
    return url


def opened_engine(url: URL, journal: str = "WAL") -> Engine:
    """The database, made if need be, its form up to date. Raises StoreError."""
    try:
        with clearly(url), _legibly(url):
            engine = _sqlite(url, journal) if url.get_backend_name() == "sqlite" else _server(url)
            try:
                with engine.connect() as connection:
                    is_current = _revision(connection) == revisions()[-1]
                if not is_current:
                    import alembic.command  # noqa: F401 - takes long, so not while others wait for the lock

                    with engine.execution_options(begin="BEGIN IMMEDIATE").begin() as connection:
                        _bring_up_to_date(connection)
                with engine.connect() as connection:
                    for table in METADATA.sorted_tables:  # all of its columns, and no row
                        connection.execute(select(table).limit(0))
            except BaseException:
                engine.dispose()  # no connection holds on to a file that is put aside
                raise
    except StoreError:
        raise
    except (TypeError, ValueError):  # a driver that does not know what the address asks for
        raise StoreError(NO_ADDRESS) from None
    return engine


def _bring_up_to_date(connection: Connection) -> None:
    """Make the tables of a new database, or run the migrations that an earlier one lacks.

    Servers that start at once do so one after the other.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    found, known = _revision(connection), revisions()
    if found == known[-1]:
        return
    file = Path(connection.engine.url.database or "") if connection.dialect.name == "sqlite" else None
    if found is not None and found not in known:
        if found.isascii() and found.isdecimal() and len(found) == len(known[-1]) and found > known[-1]:
            newer = message(
                "These tables were kept by a newer Crownsight (form {found}; this one knows up to {known}). Nothing is "
                "changed. Open them with the newer one, or name another folder with CROWNSIGHT_DATA.",
                found=found,
                known=known[-1],
            )
            raise StoreError(newer)
        if file:
            raise DamagedError(file)
    if found is not None and file and connection.engine.url == database_url():
        keep_copy(file, found)  # who runs a database server copies it by its own programs

    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        if found is None:
            METADATA.create_all(connection, checkfirst=False)
            connection.execute(insert(HEALTH).values(number=1, written=0.0, filling=b""))
            command.stamp(config, "head")
        else:
            command.upgrade(config, "head")
    except CommandError as fault:
        raise StoreError(explained(fault, folder_of(connection.engine.url))) from fault


def _revision(connection: Connection) -> str | None:
    """The revision of the database, as Alembic noted it; None for a database without tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _sqlite(url: URL, journal: str) -> Engine:
    if url.database and url.database != ":memory:":
        _prepare(Path(url.database))
    engine = create_engine(url, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        # A broken letter damages the table that has it, and keeps nobody from reading the others.
        connection.text_factory = lambda stored: stored.decode("utf-8", "replace")
        _keep_journal(connection, journal)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that will write says so at once: one that finds out later could not wait for its turn.
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


def _keep_journal(connection: sqlite3.Connection, journal: str) -> None:
    """Change how a new file keeps its journal, once another server that opens it is done.

    SQLite itself does not wait there: of two that change the journal it calls the file locked for one at once.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode = {journal}")
            return
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(AGAIN)


def _prepare(file: Path) -> None:
    """Make the file, which its owner alone can read, or look whether it is whole. Raises DamagedError."""
    create_private_folder(file.parent)
    if not file.exists():
        file.touch(mode=0o600)
    if file.stat().st_mode & 0o077:
        with suppress(PermissionError):  # another user's, who has lent it
            file.chmod(0o600)
    if not file.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
            whole = is_whole(connection)
    except sqlite3.OperationalError:  # locked, or no right to: said where it is opened
        return
    except UNREADABLE as fault:
        raise DamagedError(file) from fault
    if not whole:
        raise DamagedError(file)


def is_whole(connection: sqlite3.Connection, *, quick: bool = False) -> bool:
    """Return whether SQLite finds every page of a file in order, and every index unless ``quick``.

    Raises UNREADABLE where it finds no file of its own.
    """
    check = "quick_check" if quick else "integrity_check"
    return bool(connection.execute(f"PRAGMA {check}(1)").fetchone() == ("ok",))


def _server(url: URL) -> Engine:
    settings: dict[str, object] = {}
    if url.drivername == "postgresql+psycopg":
        limit = PATIENCE * 1000
        settings = {
            "connect_timeout": PATIENCE,
            **{f"keepalives_{name}": value for name, value in KEEPALIVES.items()},
            "tcp_user_timeout": limit * 5,
            "options": f"-c lock_timeout={limit} -c statement_timeout={limit} "
            f"-c idle_in_transaction_session_timeout={limit * 10} "
            + " ".join(f"-c tcp_keepalives_{name}={value}" for name, value in KEEPALIVES.items()),
        }
    return create_engine(url, connect_args=settings, pool_pre_ping=True, pool_timeout=PATIENCE)


@contextmanager
def _legibly(url: URL) -> Iterator[None]:
    """Raises what SQLite cannot make out in the file of that address as DamagedError."""
    file = Path(url.database or "")
    try:
        yield
    except UnicodeDecodeError as fault:  # of SQLite's own message, which repeats what it found
        if url.get_backend_name() != "sqlite":
            raise
        raise DamagedError(file) from fault
    except DatabaseError as fault:
        code = getattr(fault.orig, "sqlite_errorcode", None)
        if code is None or code & PRIMARY in NO_DAMAGE:
            raise
        raise DamagedError(file) from fault


@contextmanager
def clearly(url: URL) -> Iterator[None]:
    """Raise what goes wrong with the database as a StoreError that a player understands; damage as DamagedError."""
    try:
        yield
    except DatabaseError as fault:
        if (getattr(fault.orig, "sqlite_errorcode", None) or 0) & PRIMARY in DAMAGE:
            raise DamagedError(Path(url.database or "")) from fault
        raise StoreError(explained(fault, folder_of(url))) from fault
    except (SQLAlchemyError, OSError, ImportError) as fault:
        raise StoreError(explained(fault, folder_of(url))) from fault


def checkpoint(engine: Engine) -> None:
    """Move SQLite's log into the file, so that a copy of the file alone is complete; do nothing for a server."""
    url = engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return
    engine.dispose()  # an idle connection may hold the log
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{Path(url.database).as_uri()}?mode=rw", uri=True)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def holds_no_tables(file: Path) -> bool:
    """Return True for a file without tables or a log beside it, as a copy made while a server runs may be."""
    log = file.with_name(f"{file.name}-wal")
    if not file.exists() or (log.exists() and log.stat().st_size):
        return False
    with suppress(*UNREADABLE), closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as connection:
        return connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    return False


def folder_of(url: URL) -> Path | None:
    """The folder of an SQLite file; None for a server."""
    return Path(url.database or "").parent if url.get_backend_name() == "sqlite" else None


def own_file() -> Path:
    """The file of the tables, unless CROWNSIGHT_DATABASE names another place; it may not be there yet."""
    return data_folder() / FILE


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
    """Copy the file as it was last committed into a folder beside it, which has three, this one too. Raises StoreError.

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
                "The tables could not be copied first: {reason}. Nothing is changed.",
                reason=str(fault),
            )
        ) from fault
    for old in [one for one in copies(file) if one != copy][: 1 - KEPT_COPIES]:
        old.unlink()


def copies(file: Path) -> list[Path]:
    """The copies that were kept before updates, and before tables were forgotten for their age; oldest first."""
    return sorted((file.parent / COPIES).glob(f"{file.stem}-*-form-*{file.suffix}"))
