"""Location, opening, migration and errors of the database."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from scoring.message import CrownsightError, Message, message
from ui.store.rows import HEALTH, METADATA
from ui.system import (
    DATABASE_ENV,
    UNFINISHED_FILE,
    absolute_path,
    create_private_folder,
    data_folder,
    write_whole_file,
)


class StoreError(CrownsightError):
    """Tables cannot be stored or loaded now; the message says why and what to do."""


class DamagedError(StoreError):
    """The database file is damaged and is not written to."""

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


def explain_error(error: Exception, folder: Path | None) -> Message:
    """Return a sentence for people that explains a database error.

    ``folder`` is the folder of the SQLite file, or None for a server.
    """
    reason = str(getattr(error, "orig", None) or error).lower()
    if folder is None:
        return message("The database does not answer.")
    if "locked" in reason or "busy" in reason:
        return message("Another program is using the file with the tables.")
    if "full" in reason or "no space" in reason:
        return message("The disk is full. Free some space.")
    if any(words in reason for words in NO_ACCESS):
        return message(
            "The folder {folder} cannot be written to. Change its permissions.",
            folder=str(folder),
        )
    return message("The file with the tables cannot be used. crownsight doctor says more.")


FILE = "tables.sqlite3"
LOCK_TIMEOUT_SECONDS = 2  # then the change is refused, and tried again later
RETRY_SECONDS = 0.01  # between attempts that SQLite's own timeout does not cover
# Every write ends with ``FileGuard.flush``, which is why nothing waits for the disk before that.
PRAGMAS = ("synchronous = NORMAL", "foreign_keys = ON", "secure_delete = ON")
MIGRATIONS = Path(__file__).parent / "migrations"
BACKUP_FOLDER = "before-update"  # beside the file
MAX_BACKUPS = 3
READ_ERRORS = (sqlite3.Error, MemoryError, UnicodeDecodeError)  # damaged lengths and names raise the last two
PRIMARY_CODE_MASK = 0xFF  # an extended error code of SQLite has the primary code in its low byte
NOT_CORRUPTION = {  # primary codes of errors that do not mean damage
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
COUNT_PHOTOS = "SELECT count(*), coalesce(sum(length(jpeg)), 0) FROM photos WHERE until IS NOT NULL"
MIGRATION_LOCK = 4_711_047  # key of an advisory lock in PostgreSQL; nothing else uses it
# For both ends of a connection to PostgreSQL: a lost peer is noticed within 20 s. Its locks are released sooner: its
# statement ends after LOCK_TIMEOUT_SECONDS, its transaction after ten times as long.
KEEPALIVES = {"idle": 5, "interval": 5, "count": 3}  # seconds, seconds, times
BAD_URL = message(
    "{variable} is not a database address; one looks like {example}",
    variable=DATABASE_ENV,
    example="postgresql://user@host/name",
)


def database_url() -> URL:
    """Return CROWNSIGHT_DATABASE, or the URL of a file in the data folder.

    Raises:
        StoreError: CROWNSIGHT_DATABASE is not a URL.
    """
    named = os.environ.get(DATABASE_ENV, "")
    if not named:
        return URL.create("sqlite", database=str(default_file()))
    try:
        url = make_url(named)
    except (ArgumentError, ValueError):
        raise StoreError(BAD_URL) from None
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database and not url.database.startswith((":memory:", "file:")):
        return url.set(database=str(absolute_path(url.database)))
    return url


class DatabaseState(NamedTuple):
    """What a database holds, found without writing to it."""

    schema: str
    photos: int  # of games in play, deleted a day after their game
    photo_bytes: int
    is_writable: bool  # as far as permissions say


def inspect_database(url: URL) -> DatabaseState:
    """Check a database without writing to it. Raises StoreError."""
    with translate_db_errors(url), _detect_corruption(url):
        if url.get_backend_name() == "sqlite":
            return _inspect_file(url, Path(url.database or ""))
        try:
            engine = _create_server_engine(url)
        except (TypeError, ValueError):  # options that the driver does not know
            raise StoreError(BAD_URL) from None
        try:
            with engine.connect() as connection:
                schema = _get_revision(connection) or "none"
                photos = connection.execute(text(COUNT_PHOTOS)).one() if schema in list_revisions() else (0, 0)
                may_write = text("SELECT has_table_privilege('tables', 'INSERT')")
                is_writable = schema == "none" or bool(connection.scalar(may_write))
        finally:
            engine.dispose()
    return DatabaseState(schema, photos[0], photos[1], is_writable)


def _inspect_file(url: URL, file: Path) -> DatabaseState:
    try:
        with open_read_only(file) as connection:
            if not is_intact(connection, quick=True):
                raise DamagedError(file)
            (schema,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            photos, size = connection.execute(COUNT_PHOTOS).fetchone()
    except sqlite3.OperationalError as error:
        raise StoreError(explain_error(error, sqlite_folder(url))) from error
    except READ_ERRORS as error:
        raise DamagedError(file) from error
    return DatabaseState(schema, photos, size, os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


@contextmanager
def open_read_only(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a SQLite file without writing to it, nor to its folder unless a log is there."""
    log = file.with_name(f"{file.name}-wal")
    mode = "mode=ro" if log.exists() else "immutable=1"
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?{mode}", uri=True)) as connection:
        yield connection


def open_engine(url: URL, journal: str = "WAL", connection: sqlite3.Connection | None = None) -> Engine:
    """Open the database after creating or migrating it if necessary. Raises StoreError.

    Args:
        url: The address of the database.
        journal: SQLite's journal mode.
        connection: The only connection, for a SQLite file without a name.
    """
    try:
        with translate_db_errors(url), _detect_corruption(url):
            engine = (
                _create_sqlite_engine(url, journal, connection)
                if url.get_backend_name() == "sqlite"
                else _create_server_engine(url)
            )
            try:
                with engine.connect() as opened:
                    is_current = _get_revision(opened) == list_revisions()[-1]
                if not is_current:
                    import alembic.command  # noqa: F401 - takes long, so not while others wait for the lock

                    with engine.execution_options(begin="BEGIN IMMEDIATE").begin() as opened:
                        _create_or_migrate(opened)
                with engine.connect() as opened:
                    for table in METADATA.sorted_tables:  # checks that every column exists
                        opened.execute(select(table).limit(0))
            except BaseException:
                engine.dispose()  # so that the file can be quarantined
                raise
    except StoreError:
        raise
    except (TypeError, ValueError):  # options that the driver does not know
        raise StoreError(BAD_URL) from None
    return engine


def _create_or_migrate(connection: Connection) -> None:
    """Create the schema of a new database, or run the missing migrations of an older one.

    A lock serializes servers that start at the same time.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    found, known = _get_revision(connection), list_revisions()
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
        backup_before_change(file, found)  # a server is backed up by its own programs

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
    except CommandError as error:
        raise StoreError(explain_error(error, sqlite_folder(connection.engine.url))) from error


def _get_revision(connection: Connection) -> str | None:
    """Return the revision of the schema, or None for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(text("SELECT version_num FROM alembic_version"))


def _create_sqlite_engine(url: URL, journal: str, connection: sqlite3.Connection | None) -> Engine:
    if url.database and url.database != ":memory:":
        _prepare_file(Path(url.database))
    if connection is None:
        engine = create_engine(url, connect_args={"timeout": LOCK_TIMEOUT_SECONDS})
    else:
        engine = create_engine(url, creator=lambda: connection, poolclass=StaticPool)

    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # the begin listener starts transactions
        # Invalid UTF-8 must only affect the table that contains it.
        connection.text_factory = lambda stored: stored.decode("utf-8", "replace")
        _set_journal_mode(connection, journal)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        # A writing transaction must begin as one: upgrading a reading one fails at once if another writes.
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


def _set_journal_mode(connection: sqlite3.Connection, journal: str) -> None:
    """Set the journal mode, and retry while another server sets it.

    SQLite's timeout does not cover this statement: one of two servers gets SQLITE_BUSY at once.
    """
    until = time.monotonic() + LOCK_TIMEOUT_SECONDS
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode = {journal}")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & PRIMARY_CODE_MASK != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(RETRY_SECONDS)


def _prepare_file(file: Path) -> None:
    """Create a file that only its owner can read, or check an existing one. Raises DamagedError."""
    create_private_folder(file.parent)
    if not file.exists():
        file.touch(mode=0o600)
    if file.stat().st_mode & 0o077:
        with suppress(PermissionError):  # the file belongs to another user
            file.chmod(0o600)
    if not file.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(file, timeout=LOCK_TIMEOUT_SECONDS)) as connection:
            intact = is_intact(connection)
    except sqlite3.OperationalError:  # locked or no access: opening it explains that
        return
    except READ_ERRORS as error:
        raise DamagedError(file) from error
    if not intact:
        raise DamagedError(file)


def is_intact(connection: sqlite3.Connection, *, quick: bool = False) -> bool:
    """Return whether SQLite finds every page of a file in order, and every index unless ``quick``.

    Raises READ_ERRORS where it finds no file of its own.
    """
    check = "quick_check" if quick else "integrity_check"
    return bool(connection.execute(f"PRAGMA {check}(1)").fetchone() == ("ok",))


def _create_server_engine(url: URL) -> Engine:
    settings: dict[str, object] = {}
    if url.drivername == "postgresql+psycopg":
        limit = LOCK_TIMEOUT_SECONDS * 1000
        settings = {
            "connect_timeout": LOCK_TIMEOUT_SECONDS,
            **{f"keepalives_{name}": value for name, value in KEEPALIVES.items()},
            "tcp_user_timeout": limit * 5,
            "options": f"-c lock_timeout={limit} -c statement_timeout={limit} "
            f"-c idle_in_transaction_session_timeout={limit * 10} "
            + " ".join(f"-c tcp_keepalives_{name}={value}" for name, value in KEEPALIVES.items()),
        }
    return create_engine(url, connect_args=settings, pool_pre_ping=True, pool_timeout=LOCK_TIMEOUT_SECONDS)


@contextmanager
def _detect_corruption(url: URL) -> Iterator[None]:
    """Raise DamagedError for errors that mean a damaged SQLite file."""
    file = Path(url.database or "")
    try:
        yield
    except UnicodeDecodeError as error:  # SQLite's message quotes damaged text
        if url.get_backend_name() != "sqlite":
            raise
        raise DamagedError(file) from error
    except DatabaseError as error:
        code = getattr(error.orig, "sqlite_errorcode", None)
        if code is None or code & PRIMARY_CODE_MASK in NOT_CORRUPTION:
            raise
        raise DamagedError(file) from error


@contextmanager
def translate_db_errors(url: URL) -> Iterator[None]:
    """Raise what goes wrong with the database as a StoreError that a player understands; damage as DamagedError."""
    try:
        yield
    except DatabaseError as error:
        if (getattr(error.orig, "sqlite_errorcode", None) or 0) & PRIMARY_CODE_MASK in DAMAGE:
            raise DamagedError(Path(url.database or "")) from error
        raise StoreError(explain_error(error, sqlite_folder(url))) from error
    except (SQLAlchemyError, OSError, ImportError, OverflowError) as error:
        raise StoreError(explain_error(error, sqlite_folder(url))) from error


def checkpoint(engine: Engine) -> None:
    """Move SQLite's log into the file, so that a copy of the file alone is complete; do nothing for a server."""
    url = engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return
    engine.dispose()  # an idle connection may hold the log
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{Path(url.database).as_uri()}?mode=rw", uri=True)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def has_no_tables(file: Path) -> bool:
    """Return True for a file without tables or a log beside it, as a copy made while a server runs may be."""
    log = file.with_name(f"{file.name}-wal")
    if not file.exists() or (log.exists() and log.stat().st_size):
        return False
    with suppress(*READ_ERRORS), closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as connection:
        return connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    return False


def sqlite_folder(url: URL) -> Path | None:
    """Return the folder of the SQLite file, or None for a server."""
    return Path(url.database or "").parent if url.get_backend_name() == "sqlite" else None


def default_file() -> Path:
    """Return the SQLite file to use without CROWNSIGHT_DATABASE. It may not exist yet."""
    return data_folder() / FILE


def list_revisions() -> list[str]:
    """Return the revisions of all migrations, oldest first; file names begin with them."""
    return sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def quarantine_file(file: Path) -> Path:
    """Rename a damaged file and its log; return the new name."""
    new_name = file.with_name(f"{file.name}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    for ending in ("", "-wal", "-shm"):
        part = file.with_name(file.name + ending)
        if part.exists():
            part.rename(new_name.with_name(new_name.name + ending))
    return new_name


def backup_before_change(file: Path, revision: str) -> None:
    """Back up the file before a migration or an expiry, and delete all but the last MAX_BACKUPS.

    ``crownsight restore`` reads such a backup like any other. Raises StoreError.
    """
    folder = file.parent / BACKUP_FOLDER
    copy = folder / f"{file.stem}-{datetime.now(UTC):%Y%m%d-%H%M%S}-form-{revision}{file.suffix}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with (
            write_whole_file(copy) as new,
            closing(sqlite3.connect(file)) as source,
            closing(sqlite3.connect(new)) as target,
        ):
            target.execute("PRAGMA journal_mode = MEMORY")  # no journal file beside it
            source.backup(target)
            target.execute("PRAGMA secure_delete = ON")
            target.execute("DELETE FROM photos WHERE until IS NOT NULL")  # no backup has photos of games in play
            target.commit()
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            message(
                "The tables could not be copied first: {reason}. Nothing is changed.",
                reason=str(error),
            )
        ) from error
    for old in [one for one in list_backups(file) if one != copy][: 1 - MAX_BACKUPS]:
        old.unlink()


def list_backups(file: Path, *, unfinished: bool = False) -> list[Path]:
    """Return the backups made by ``backup_before_change``, oldest first; with one that was interrupted if asked."""
    folder = file.parent / BACKUP_FOLDER
    return sorted(folder.glob(f"{file.stem}-*-form-*{file.suffix}")) + [folder / UNFINISHED_FILE] * unfinished
