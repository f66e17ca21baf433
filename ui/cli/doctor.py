"""``crownsight doctor``: check the installation and suggest repairs."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from importlib import metadata
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import NamedTuple

from packaging.markers import Marker

from ui.cli.inputs import BadInput, is_there, printable
from ui.cli.serve import LOCALHOST, find_address, is_free, lan_address
from ui.system import (
    ADDRESS_ENV,
    DATA_ENV,
    DATABASE_ENV,
    DEFAULT_PORT,
    PACKAGE,
    PROGRAM_FOLDER,
    data_folder,
    get_version,
)

LOCKS = [folder / "requirements.lock" for folder in (Path(__file__).parents[2], Path(sys.prefix).parent)]
MAX_NAMED_PACKAGES = 5
MIN_FREE_MB = 100  # a few hundred tables with photos
QR_CODE_CHARACTERS = "▀▄█"
PIN = r"^([\w.-]+)==([^\s;]+)(?: ; ([^\\\n]+))?"  # line of a lock: package, version, environment marker


class Finding(NamedTuple):
    """Result of one check."""

    is_ok: bool
    text: str  # what was found, or what to do
    is_optional: bool = False  # the app works without it

    @property
    def status(self) -> str:
        """The result in one word."""
        return "ok" if self.is_ok else "warning" if self.is_optional else "missing"


def run(options: Namespace) -> int:
    """Print the result of every check, without changing anything; return 1 if something necessary is missing."""
    findings = list(_check_all())
    if options.json:
        split = [(finding.status, *finding.text.split(": ", 1)) for finding in findings]
        print(json.dumps([{"check": name, "status": status, "text": text} for status, name, text in split], indent=1))
    else:
        for finding in findings:
            print(f"{finding.status:7}  {printable(finding.text)}")
    return 0 if all(finding.is_ok or finding.is_optional for finding in findings) else 1


def _check_all() -> Iterator[Finding]:
    yield Finding(True, f"installed: version {get_version()} in {PROGRAM_FOLDER}")
    yield Finding(True, f"python: {platform.python_version()}")
    yield _check_packages()
    yield from _check_networks()
    yield _check_tables()
    yield _check_data_folder()
    yield _check_terminal()
    yield _check_port()
    yield _check_reach()


def _check_terminal() -> Finding:
    try:
        QR_CODE_CHARACTERS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        todo = "set PYTHONUTF8=1, or type the address on the phones"
        return Finding(False, f"terminal: cannot show the QR code for phones; {todo}", is_optional=True)
    return Finding(True, "terminal: can show the QR code for phones")


def _check_port() -> Finding:
    if is_free(LOCALHOST, DEFAULT_PORT):
        return Finding(True, f"port: {DEFAULT_PORT} is free")
    todo = "crownsight serve takes the next free one; with --port stop that program first"
    text = f"port: a program listens on {DEFAULT_PORT}, perhaps Crownsight; {todo}"
    return Finding(False, text, is_optional=True)


def _check_networks() -> Iterator[Finding]:
    from vision.networks import NETWORKS, WeightsError, read_network
    from vision.pipeline.calibration import UNCALIBRATED, get_calibration

    try:
        for name in NETWORKS:
            read_network(name)
        yield Finding(True, "networks: complete, with the right checksums")
    except WeightsError as error:
        yield Finding(False, f"networks: {error}")
    if get_calibration() == UNCALIBRATED:
        todo = "nothing is called sure; see docs/model-card.md on how to calibrate"
        yield Finding(False, f"calibration: none for these networks, {todo}", is_optional=True)
    else:
        yield Finding(True, "calibration: made for these networks")


def _check_packages() -> Finding:
    """Check that the packages are installed, in the versions of the lock file if there is one."""
    requirements = (requires(PACKAGE) or ()) if _find_version(PACKAGE) else ()
    needed = [re.split(r"[^\w.-]", one)[0] for one in requirements if "extra ==" not in one]
    missing = [name for name in needed if _find_version(name) is None]
    lock = next((lock for lock in LOCKS if lock.exists()), None)
    if missing or not needed:
        return Finding(False, f"packages: {', '.join(missing) or PACKAGE} not installed; install Crownsight again")
    if lock is None:
        return Finding(True, "packages: complete; the versions tested are in requirements.lock of the source")
    pins = re.findall(PIN, lock.read_text(encoding="utf-8"), re.MULTILINE)
    others = [
        f"{name} {here}, tested with {tested}"
        for name, tested, marker in pins
        if not marker or Marker(marker.strip()).evaluate()  # pinned for this machine
        if (here := _find_version(name)) is not None and here != tested  # a missing one belongs to an extra
    ]
    if not others:
        return Finding(True, f"packages: complete, as in {lock.name}")
    first = "; ".join(others[:MAX_NAMED_PACKAGES]) + ("; ..." if len(others) > MAX_NAMED_PACKAGES else "")
    todo = f"run pip install --require-hashes --requirement {lock}"
    return Finding(False, f"packages: {len(others)} differ from {lock.name} ({first}); {todo}", is_optional=True)


def _find_version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except PackageNotFoundError:
        return None


def _check_tables() -> Finding:
    from ui.store import StoreError
    from ui.store.database import database_url, default_file, has_no_tables, inspect_database

    own = default_file()
    with suppress(OSError):  # no access: opening it says so
        if not os.environ.get(DATABASE_ENV) and has_no_tables(own):
            todo = "crownsight restore FILE adds the tables of a backup, crownsight serve starts without"
            return Finding(
                False, f"tables: {own} holds no tables. A copy of a running server needs {own.name}-wal, too; {todo}"
            )
        if not os.environ.get(DATABASE_ENV) and not own.exists():
            return Finding(True, f"tables: none yet; crownsight serve creates {own}")
    try:
        url = database_url()
        state = inspect_database(url)
    except StoreError as error:
        # The cause is the database's own words, which name no password.
        cause = getattr(error.__cause__, "orig", None) or error.__cause__
        return Finding(False, f"tables: {error}" + (f" ({str(cause).splitlines()[0]})" if str(cause or "") else ""))
    where = url.render_as_string(hide_password=True)
    if not state.is_writable:
        return Finding(False, f"tables: in {where}, cannot be written to; change its permissions")
    storage = f"{state.photos} photos ({state.photo_bytes / 1e6:.0f} MB), deleted a day after their game"
    return Finding(True, f"tables: in {where}, schema {state.schema}, can be written to; {storage}")


def _check_data_folder() -> Finding:
    """Check that the data folder can be written to and has space."""
    folder = data_folder()
    existing = next(one for one in (folder, *folder.parents) if is_there(str(one), Path.exists))
    if not existing.is_dir():
        return Finding(False, f"data folder: {existing} is not a folder; name another with {DATA_ENV}")
    if not os.access(existing, os.W_OK | os.X_OK):
        todo = f"change its permissions, or name another folder with {DATA_ENV}"
        return Finding(False, f"data folder: {existing} cannot be written to; {todo}")
    free_mb = shutil.disk_usage(existing).free // 1_000_000
    if free_mb < MIN_FREE_MB:
        return Finding(False, f"data folder: {free_mb} MB free for {folder}; {MIN_FREE_MB} MB are needed")
    local_disk = "" if os.environ.get(DATABASE_ENV) else "; keep it on a local disk, SQLite fails on a network drive"
    return Finding(True, f"data folder: {folder}, {free_mb} MB free{local_disk}")


def _check_reach() -> Finding:
    try:
        configured = find_address()
    except BadInput as error:
        return Finding(False, f"network: {error}; correct {ADDRESS_ENV}")
    if configured:
        return Finding(True, f"network: phones can reach this server at {configured}, says {ADDRESS_ENV}")
    address = lan_address()
    if address:
        return Finding(True, f"network: phones can reach this computer at {address}")
    return Finding(False, "network: this computer is in no network; connect it to that of the phones", is_optional=True)
