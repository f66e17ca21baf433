"""Environment variables, the data folder, the event log, the version and the limit of open files."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from pathlib import Path

FOLDER = "CROWNSIGHT_DATA"  # environment variable: the folder for tables
DATABASE = "CROWNSIGHT_DATABASE"  # environment variable: any SQLAlchemy URL, where tables are not to be in that folder
ADDRESS = "CROWNSIGHT_ADDRESS"  # environment variable: where phones reach this server
PRIVATE = ("local", "lan", "home", "home.arpa", "internal")  # domains that cannot be registered on the Internet
TRIAL = "CROWNSIGHT_TRIAL"  # environment variable: "1" where strangers try it, and nothing lasts
NO_NETWORK = "CROWNSIGHT_NO_NETWORK"  # environment variable: this server would answer phones, and is in no network
USUAL_PORT = 8501  # of this server, or the next free one
COOKIE = "crownsight"  # with the key of the phone


def data_folder() -> Path:
    """Return the absolute folder for tables: CROWNSIGHT_DATA or the user's data folder. It may not exist yet."""
    if named := os.environ.get(FOLDER):
        return absolute_path(named)
    from platformdirs import user_data_path  # not needed to score a code

    return user_data_path("crownsight", appauthor=False)


@cache  # the same for the life of the process, even if its working directory changes
def absolute_path(named: str) -> Path:
    """Return the absolute path that a person named, with ``~`` expanded."""
    return Path(os.path.expanduser(named)).absolute()  # noqa: PTH111 - keeps ~ of unknown users instead of raising


def make_private(folder: Path) -> None:
    """Make a folder, and those it lies in, for their owner alone, whatever the umask."""
    for one in (*reversed(folder.parents), folder):
        if not one.exists():
            one.mkdir(mode=0o700, exist_ok=True)


def is_trial() -> bool:
    """True where strangers try the app: tables are forgotten, and no photo is kept."""
    return os.environ.get(TRIAL, "") == "1"


_log = logging.getLogger("crownsight.events")
_log.propagate = False
_log.addHandler(logging.NullHandler())  # silent until a server asks for them
DONE = "done"


class Event(Enum):
    """What can be told."""

    SERVING = "serving"
    TABLES_CHANGED = "tables changed"
    PHOTO_READ = "photo read"


def log_to_stderr() -> None:
    """Begin to tell, once for this process."""
    if _log.level != logging.INFO:
        _log.setLevel(logging.INFO)
        _log.addHandler(logging.StreamHandler(sys.stderr))


@contextmanager
def timed(event: Event) -> Iterator[None]:
    """Tell how long this took, and whether it was done or what kind of exception ended it."""
    begun, outcome = time.monotonic(), DONE
    try:
        yield
    except BaseException as fault:
        outcome = type(fault).__name__
        raise
    finally:
        if _log.isEnabledFor(logging.INFO):
            line = {
                "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
                "event": event.value,
                "seconds": round(time.monotonic() - begun, 3),
                "outcome": outcome,
            }
            _log.info(json.dumps(line))


OWN = "crownsight"
PROGRAM_FOLDER = Path(__file__).parents[1]  # a checkout, or where packages are installed


def version() -> str:
    """The version that is installed, or that of a checkout that was not installed."""
    import tomllib  # rarely asked for, as what follows: who scores a code does not wait for them
    from importlib import metadata

    try:
        return metadata.version(OWN)
    except metadata.PackageNotFoundError:
        project = tomllib.loads((PROGRAM_FOLDER / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])


def described() -> str:
    """Return the version, the folder of the program and the version of Python in one line."""
    import platform

    return f"{OWN} {version()} in {PROGRAM_FOLDER}, Python {platform.python_version()}"


try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]


def raise_descriptors(wanted: int) -> None:
    """Ask the system for so many descriptors, as far as it gives them."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    given = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < given:
        resource.setrlimit(resource.RLIMIT_NOFILE, (given, hard))
