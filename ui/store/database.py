"""The database behind the store: where it lies, how it is opened and brought up to date, and what its faults mean."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from scoring.errors import CrownsightError
from scoring.message import Message, message
from ui.settings import DATABASE, data_folder

FILE = "tables.sqlite3"
PATIENCE = 2  # seconds to wait for a locked or silent database; the change is tried again later
MIGRATION_LOCK = 4_711_047  # of PostgreSQL: any number that nothing else uses
MIGRATIONS = Path(__file__).parent / "migrations"
NO_ADDRESS = message(
    "{variable} is not a database address; one looks like {example}",
    variable=DATABASE,
    example="postgresql://user@host/name",
)


class StoreError(CrownsightError):
    """The tables cannot be kept or fetched just now; the message says why and what to do."""


class DamagedError(StoreError):
    """The file with the tables is damaged: nothing more is written to it."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            message(
                "The file with the tables is damaged and cannot be used: {file}. It is left as it is; "
                "crownsight restore FILE puts it aside and brings the tables of a backup back.",
                file=str(file),
            )
        )
        self.file = file


def database_url() -> URL:
    """Where tables are kept: CROWNSIGHT_DATABASE, or a file in the data folder.

    Raises StoreError.
    """
    named = os.environ.get(DATABASE, "")
    if not named:
        return URL.create("sqlite", database=str(data_folder() / FILE))
    try:
        url = make_url(named)
    except (ArgumentError, ValueError):
        raise StoreError(NO_ADDRESS) from None
    return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgres", "postgresql") else url


def opened_engine(url: URL) -> Engine:
    """The database, made if need be, its form up to date. Raises StoreError."""
    try:
        with clearly(url):
            engine = _sqlite(url) if url.get_backend_name() == "sqlite" else _server(url)
            with engine.execution_options(begin="BEGIN IMMEDIATE").begin() as connection:
                _bring_up_to_date(connection)
    except StoreError:
        raise
    except (TypeError, ValueError):  # a driver that does not know what the address asks for
        raise StoreError(NO_ADDRESS) from None
    return engine


def _bring_up_to_date(connection: Connection) -> None:
    """Run the migrations that are missing; of several servers that start at once, one after the other."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    if _revision(connection) == newest_revision():
        return

    from alembic import command  # slow to import, and rarely asked for
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as fault:
        raise StoreError(explained(connection.engine.url, fault)) from fault


def newest_revision() -> str:
    """The revision of the latest migration, with which the name of its file begins."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py")).partition("_")[0]


def _revision(connection: Connection) -> str | None:
    """The revision of the database, as Alembic noted it; None for a database without tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _sqlite(url: URL) -> Engine:
    if url.database and url.database != ":memory:":
        _prepare(Path(url.database))
    engine = create_engine(url, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that will write says so at once: one that finds out later could not wait for its turn.
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


def _prepare(file: Path) -> None:
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
    """Have SQLite look at every page and index of a file. Raises DamagedError."""
    connection = sqlite3.connect(file, timeout=PATIENCE)
    try:
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.OperationalError:  # locked, or no right to: said where it is opened
        return
    except (sqlite3.DatabaseError, MemoryError) as fault:  # a broken length asks for more memory than there can be
        raise DamagedError(file) from fault
    finally:
        connection.close()
    if found != ("ok",):
        raise DamagedError(file)


def set_aside(file: Path) -> Path:
    """Give a damaged file, with what SQLite has beside it, another name; its new name."""
    aside = file.with_name(f"{file.name}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    for ending in ("", "-wal", "-shm"):
        part = file.with_name(file.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


def _server(url: URL) -> Engine:
    settings: dict[str, object] = {}
    if url.drivername == "postgresql+psycopg":
        limit = PATIENCE * 1000
        settings = {
            "connect_timeout": PATIENCE,
            "options": f"-c lock_timeout={limit} -c statement_timeout={limit} "
            f"-c idle_in_transaction_session_timeout={limit * 10}",
        }
    return create_engine(url, connect_args=settings, pool_pre_ping=True, pool_timeout=PATIENCE)


@contextmanager
def clearly(url: URL) -> Iterator[None]:
    """Raises what goes wrong with the database as a StoreError that a player understands."""
    try:
        yield
    except (SQLAlchemyError, OSError, ImportError) as fault:
        raise StoreError(explained(url, fault)) from fault


def explained(url: URL, fault: Exception) -> Message:
    """What a fault of the database means, and what becomes of changes meanwhile."""
    reason = str(getattr(fault, "orig", None) or fault).lower()
    if url.get_backend_name() != "sqlite":
        return message("The database does not answer. Your changes stay on this device and are saved when it is back.")
    if "locked" in reason or "busy" in reason:
        return message("Another program is using the file with the tables. Your changes are saved when it is done.")
    if "full" in reason or "no space" in reason:
        return message("The disk is full. Free some space; your changes are saved then.")
    if "readonly" in reason or "read-only" in reason or "permission" in reason or "unable to open" in reason:
        folder = Path(url.database or "").parent
        return message(
            "The folder {folder} cannot be written to. Change its permissions; your changes are saved then.",
            folder=str(folder),
        )
    return message("The file with the tables cannot be used. crownsight doctor says more.")
