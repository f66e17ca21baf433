"""Environment variables, the data folder, the event log, the version and the limit of open files."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from pathlib import Path

# Environment variables
DATA_ENV = "CROWNSIGHT_DATA"  # the folder for tables
DATABASE_ENV = "CROWNSIGHT_DATABASE"  # a SQLAlchemy URL, for tables outside that folder
ADDRESS_ENV = "CROWNSIGHT_ADDRESS"  # the URL at which phones reach this server
NO_NETWORK_ENV = "CROWNSIGHT_NO_NETWORK"  # set by serve: this machine has no network for phones to come by
TRIAL_ENV = "CROWNSIGHT_TRIAL"  # "1": tables are forgotten and no photo is stored

PRIVATE_DOMAINS = ("local", "lan", "home", "home.arpa", "internal")  # cannot be registered on the Internet
DEFAULT_PORT = 8501
COOKIE = "crownsight"  # holds the key of the phone
UNFINISHED_FILE = ".crownsight.part"  # while a file is written, in its folder


def data_folder() -> Path:
    """Return the absolute folder for tables: CROWNSIGHT_DATA or the user's data folder. It may not exist yet."""
    if named := os.environ.get(DATA_ENV):
        return absolute_path(named)
    from platformdirs import user_data_path  # not needed to score a code

    return user_data_path("crownsight", appauthor=False)


@cache  # the same for the life of the process, even if its working directory changes
def absolute_path(named: str) -> Path:
    """Return the absolute path that a person named, with ``~`` expanded."""
    return Path(os.path.expanduser(named)).absolute()  # noqa: PTH111 - keeps ~ of unknown users instead of raising


def create_private_folder(folder: Path) -> None:
    """Create a folder and its missing parents, accessible to their owner alone whatever the umask."""
    for path in (*reversed(folder.parents), folder):
        if not path.exists():
            path.mkdir(mode=0o700, exist_ok=True)


@contextmanager
def write_whole_file(file: Path) -> Iterator[Path]:
    """Yield a private new file in the folder of ``file``, which it replaces after the block; after an error it is gone.

    What a killed process leaves is deleted by the next one that writes into the folder: the name is always the same.
    """
    part = file.parent / UNFINISHED_FILE
    with _lock_folder(file.parent):
        part.unlink(missing_ok=True)
        part.touch(mode=0o600, exist_ok=False)
        try:
            yield part
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """Wait for other processes and threads that lock this folder. Windows lets nobody delete a file in use anyway."""
    with ExitStack() as opened:
        with suppress(ImportError, OSError):  # a network drive may not lock folders
            import fcntl

            descriptor = os.open(folder, os.O_RDONLY)
            opened.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield


def is_trial() -> bool:
    """Return True on a trial server, which forgets tables and stores no photo."""
    return os.environ.get(TRIAL_ENV, "") == "1"


_log = logging.getLogger("crownsight.events")
_log.propagate = False
_log.addHandler(logging.NullHandler())  # silent until enable_event_log
COMPLETED = "done"


class Event(Enum):
    """Kinds of events in the log. None carries a name, code, key or photo."""

    SERVING = "serving"
    TABLES_CHANGED = "tables changed"
    PHOTO_READ = "photo read"


def enable_event_log() -> None:
    """Write events to stderr from now on; a second call does nothing."""
    if _log.level != logging.INFO:
        _log.setLevel(logging.INFO)
        _log.addHandler(logging.StreamHandler(sys.stderr))


@contextmanager
def log_event(event: Event) -> Iterator[None]:
    """Log the duration of the block and its outcome: done, or the class of the exception, without its text."""
    started, outcome = time.monotonic(), COMPLETED
    try:
        yield
    except BaseException as error:
        outcome = type(error).__name__
        raise
    finally:
        if _log.isEnabledFor(logging.INFO):
            line = {
                "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
                "event": event.value,
                "seconds": round(time.monotonic() - started, 3),
                "outcome": outcome,
            }
            _log.info(json.dumps(line))


PACKAGE = "crownsight"
PROGRAM_FOLDER = Path(__file__).parents[1]  # a checkout, or where packages are installed


def get_version() -> str:
    """Return the installed version, or that of the checkout if nothing is installed."""
    import tomllib  # imported here and below: most commands do not need them
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        project = tomllib.loads((PROGRAM_FOLDER / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])


try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]  # Windows


def raise_descriptor_limit(wanted: int) -> int:
    """Raise the limit of open files to ``wanted``, or to the most that the system allows; return what can be used."""
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed
