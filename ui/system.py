"""What lies below: the log, how this program came to this machine, and how much the machine lets it open."""

from __future__ import annotations

import json
import logging
import os
import platform
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import Enum, StrEnum
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path

from ui.settings import DOOR

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
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "event": event.value,
            "seconds": round(time.monotonic() - begun, 3),
            "outcome": outcome,
        }
        _log.info(json.dumps(line))


OWN = "crownsight"
HOUSE = Path(__file__).parents[1]  # the checkout, or where packages are installed


class Door(StrEnum):
    """A way in, as the doctor names it."""

    FOLDER = "a folder without Python"
    CONTAINER = "a container"
    SPACE = "a space for strangers"
    CHECKOUT = "a checkout"
    UV = "a tool of uv"
    PIPX = "a tool of pipx"
    PACKAGE = "a package"


SAID = {"container": Door.CONTAINER, "space": Door.SPACE}  # by the variable that images set
NEXT = {  # what brings the next version, or all of this one again; the tables stay where they are
    Door.FOLDER: "unpack the archive of a release in another place",
    Door.CONTAINER: "run deploy/build_image.sh and start the new image with the same volume",
    Door.SPACE: "copy the wheel of a release into the space in place of this one",
    Door.CHECKOUT: "git pull, then make setup",
    Door.UV: "uv tool install --force with the file of a release",
    Door.PIPX: "pipx install --force with the file of a release",
    Door.PACKAGE: "pip install with the file of a release",
}


def door(house: Path = HOUSE, prefix: str = sys.prefix) -> Door:
    """The door by which the program in this folder came, run by the Python below ``prefix``."""
    if getattr(sys, "frozen", False):
        return Door.FOLDER
    if named := SAID.get(os.environ.get(DOOR, "")):
        return named
    if (house / "pyproject.toml").exists():
        return Door.CHECKOUT
    if (Path(prefix) / "uv-receipt.toml").exists():
        return Door.UV
    return Door.PIPX if (Path(prefix) / "pipx_metadata.json").exists() else Door.PACKAGE


def version() -> str:
    """The version that is installed, or that of a checkout that was not installed."""
    try:
        return version_of(OWN)
    except PackageNotFoundError:
        project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])


def described() -> str:
    """The version, the door and Python in one line."""
    return f"{OWN} {version()}, {door()}, Python {platform.python_version()}"


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
