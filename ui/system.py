"""What lies below: the environment, folders, the log, how this program came here, and what the machine lets it open."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from enum import Enum, StrEnum
from pathlib import Path

FOLDER = "CROWNSIGHT_DATA"  # environment variable: the folder for tables
DATABASE = "CROWNSIGHT_DATABASE"  # environment variable: any SQLAlchemy URL, where tables are not to be in that folder
ADDRESS = "CROWNSIGHT_ADDRESS"  # environment variable: where phones reach this server
PRIVATE = ("local", "lan", "home", "home.arpa", "internal")  # domains that cannot be registered on the Internet
INSTALLED = "CROWNSIGHT_INSTALLED"  # environment variable: "container" in our image, which nothing else tells
TRIAL = "CROWNSIGHT_TRIAL"  # environment variable: "1" where strangers try it, and nothing lasts
NO_NETWORK = "CROWNSIGHT_NO_NETWORK"  # environment variable: this server would answer phones, and is in no network
USUAL_PORT = 8501  # of this server, or the next free one
COOKIE = "crownsight"  # with the key of the phone


def data_folder() -> Path:
    """The folder for tables: CROWNSIGHT_DATA, or the user's data folder; it may not be there yet."""
    from platformdirs import user_data_path  # not needed to score a code

    return Path(os.environ.get(FOLDER) or user_data_path("crownsight", appauthor=False))


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
HOUSE = Path(__file__).parents[1]  # the checkout, or where packages are installed


class Installation(StrEnum):
    """A way of installing the program, as the doctor names it."""

    FOLDER = "a folder without Python"
    CONTAINER = "a container"
    SPACE = "a space for strangers"
    CHECKOUT = "a checkout"
    UV = "a tool of uv"
    PIPX = "a tool of pipx"
    PACKAGE = "a package"


SAID = {"container": Installation.CONTAINER, "space": Installation.SPACE}  # by the variable that images set
NEXT = {  # what brings the next version, or all of this one again; the tables stay where they are
    Installation.FOLDER: "unpack the archive of a release in another place",
    Installation.CONTAINER: "run deploy/build_image.sh and start the new image with the same volume",
    Installation.SPACE: "copy the wheel of a release into the space in place of this one",
    Installation.CHECKOUT: "git pull, then make setup",
    Installation.UV: "uv tool install --force with the file of a release",
    Installation.PIPX: "pipx install --force with the file of a release",
    Installation.PACKAGE: "pip install with the file of a release",
}


def installation(house: Path = HOUSE, prefix: str = sys.prefix) -> Installation:
    """How the program in this folder was installed, run by the Python below ``prefix``."""
    if getattr(sys, "frozen", False):
        return Installation.FOLDER
    if named := SAID.get(os.environ.get(INSTALLED, "")):
        return named
    if (house / "pyproject.toml").exists():
        return Installation.CHECKOUT
    if (Path(prefix) / "uv-receipt.toml").exists():
        return Installation.UV
    return Installation.PIPX if (Path(prefix) / "pipx_metadata.json").exists() else Installation.PACKAGE


def version() -> str:
    """The version that is installed, or that of a checkout that was not installed."""
    import tomllib  # rarely asked for, as what follows: who scores a code does not wait for them
    from importlib import metadata

    try:
        return metadata.version(OWN)
    except metadata.PackageNotFoundError:
        project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])


def described() -> str:
    """The version, the installation and Python in one line."""
    import platform

    return f"{OWN} {version()}, {installation()}, Python {platform.python_version()}"


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


# --- Where the tables lie

MOUNTS = Path("/proc/self/mountinfo")  # of Linux
MOST_MOUNTS = 1_000_000  # characters
OVER_A_NETWORK = {
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "ncpfs", "davfs", "beegfs"),
    *("fuse.sshfs", "fuse.rclone", "fuse.glusterfs", "fuse.davfs2", "fuse.s3fs", "fuse.smbnetfs", "fuse.curlftpfs"),
}
SYNCHRONISED = {  # beginnings of the names that such folders have
    "dropbox": "Dropbox",
    "onedrive": "OneDrive",
    "icloud": "iCloud",
    "mobile documents": "iCloud",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "my drive": "Google Drive",
    "cloudstorage": "a cloud drive",
    "nextcloud": "Nextcloud",
    "syncthing": "Syncthing",
}
MARKS = {".stfolder": "Syncthing", ".dropbox.cache": "Dropbox", ".owncloudsync.log": "Nextcloud"}  # that lie in them


def shared_place(folder: Path, mounts: Path = MOUNTS) -> str | None:
    """The carrier of a folder's files to other machines, where SQLite may damage its own; None where there is none.

    A network drive, as far as the system tells, or a program that copies the folder, by its name or what it left.
    """
    place = folder.absolute()
    with suppress(OSError):
        place = place.resolve()
    if str(place).startswith("\\\\") or (kind := _file_system(place, mounts)) in OVER_A_NETWORK:
        return "a network drive" if str(place).startswith("\\\\") else f"a network drive ({kind})"
    for part in (place, *place.parents):
        named = (said for name, said in SYNCHRONISED.items() if part.name.casefold().startswith(name))
        marked = (said for mark, said in MARKS.items() if _is_there(part / mark))
        if program := next(named, None) or next(marked, None):
            return f"a folder that {program} copies elsewhere"
    return None


def _file_system(place: Path, mounts: Path) -> str | None:
    """The kind of file system that a folder lies on; None where the system does not tell."""
    try:
        with mounts.open(encoding="utf-8", errors="surrogateescape") as told:
            lines = told.read(MOST_MOUNTS).splitlines()
    except OSError:
        return None
    kinds = {}
    for line in lines:  # id, parent, device, root, where, options ..., then " - " and the kind
        before, _, after = line.partition(" - ")
        fields, kind = before.split(), after.partition(" ")[0]
        if len(fields) > 4 and kind:
            where = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[4])
            kinds[Path(where)] = kind  # what was mounted last lies on top
    return next((kinds[part] for part in (place, *place.parents) if part in kinds), None)


def _is_there(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:
        return False
