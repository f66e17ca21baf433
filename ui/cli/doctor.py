"""``crownsight doctor``: is all there that the app needs, and what to do where it is not."""

from __future__ import annotations

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
from ui.cli.serve import THIS_MACHINE, configured_address, is_free, lan_address
from ui.system import ADDRESS, DATABASE, FOLDER, OWN, PROGRAM_FOLDER, USUAL_PORT, data_folder, version

LOCKS = [folder / "requirements.lock" for folder in (Path(__file__).parents[2], Path(sys.prefix).parent)]
LEAST_PYTHON = (3, 11)
MOST_NAMED = 5  # packages, in a sentence
MIN_FREE_MB = 100  # a few hundred tables with photos
OF_A_QR_CODE = "▀▄█"
PIN = r"^([\w.-]+)==([^\s;]+)(?: ; ([^\\\n]+))?"  # of a lock: a package, its version, and where it is needed


class Finding(NamedTuple):
    """One thing that was looked at: whether it is well, what it is or what to do, whether the app can do without."""

    well: bool
    text: str
    can_do_without: bool = False


def run(_options: Namespace) -> int:
    """Look at all that the app needs and say what to do; 1 if something is missing that it cannot do without."""
    findings = list(_findings())
    for finding in findings:
        mark = "ok" if finding.well else "look" if finding.can_do_without else "missing"
        print(f"{mark:7}  {printable(finding.text)}")
    return 0 if all(finding.well or finding.can_do_without for finding in findings) else 1


def _findings() -> Iterator[Finding]:
    yield Finding(True, f"installed: version {version()} in {PROGRAM_FOLDER}")
    python = platform.python_version()
    if sys.version_info < LEAST_PYTHON:
        yield Finding(False, f"python: {python}; install {'.'.join(map(str, LEAST_PYTHON))} or newer")
    else:
        yield Finding(True, f"python: {python}")
    yield _packages()
    yield from _networks()
    yield _tables()
    yield _data_folder()
    try:
        OF_A_QR_CODE.encode(sys.stdout.encoding or "ascii")
        yield Finding(True, "terminal: can show the QR code for phones")
    except UnicodeEncodeError:
        todo = "set PYTHONUTF8=1, or let phones type the address"
        yield Finding(False, f"terminal: cannot show the QR code for phones; {todo}", can_do_without=True)
    if is_free(THIS_MACHINE, USUAL_PORT):
        yield Finding(True, f"port: {USUAL_PORT} is free")
    else:
        todo = "crownsight serve takes the next free one; with --port stop that program first"
        taken = f"port: a program listens on {USUAL_PORT}, perhaps Crownsight; {todo}"
        yield Finding(False, taken, can_do_without=True)
    yield _phones()


def _networks() -> Iterator[Finding]:
    from vision.networks import NETWORKS, WeightsError, verified_bytes
    from vision.pipeline.calibration import UNCALIBRATED, calibrated

    try:
        for name in NETWORKS:
            verified_bytes(name)
        yield Finding(True, "networks: there, with the right checksums")
    except WeightsError as fault:
        yield Finding(False, f"networks: {fault}")
    if calibrated() == UNCALIBRATED:
        todo = "nothing is called sure; see models/README.md on how to calibrate"
        yield Finding(False, f"calibration: none for these networks, {todo}", can_do_without=True)
    else:
        yield Finding(True, "calibration: made for these networks")


def _packages() -> Finding:
    """The packages: whether they are there, and those the app was tested with."""
    named = (requires(OWN) or ()) if _version(OWN) else ()
    needed = [re.split(r"[^\w.-]", one)[0] for one in named if "extra ==" not in one]
    absent = [name for name in needed if _version(name) is None]
    lock = next((lock for lock in LOCKS if lock.exists()), None)
    if absent or not needed:
        return Finding(False, f"packages: {', '.join(absent) or OWN} not installed; install Crownsight again")
    if lock is None:
        return Finding(True, "packages: all there; the versions tested are in requirements.lock of the source")
    pins = re.findall(PIN, lock.read_text(encoding="utf-8"), re.MULTILINE)
    others = [
        f"{name} {here}, tested with {tested}"
        for name, tested, where in pins
        if not where or Marker(where.strip()).evaluate()  # it is for this machine
        if (here := _version(name)) is not None and here != tested  # one that is absent is of an extra
    ]
    if not others:
        return Finding(True, f"packages: all there, as in {lock.name}")
    first = "; ".join(others[:MOST_NAMED]) + ("; ..." if len(others) > MOST_NAMED else "")
    todo = f"run pip install --require-hashes --requirement {lock}"
    return Finding(False, f"packages: {len(others)} others than in {lock.name} ({first}); {todo}", can_do_without=True)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except PackageNotFoundError:
        return None


def _tables() -> Finding:
    from alembic.migration import MigrationContext

    from ui.store import Store, StoreError
    from ui.store.database import database_url, holds_no_tables, own_file

    own = own_file()
    with suppress(OSError):  # no access: opening it says so
        if not os.environ.get(DATABASE) and holds_no_tables(own):
            todo = "crownsight restore FILE brings the tables of a backup back, crownsight serve begins new ones"
            return Finding(
                False, f"tables: {own} holds no tables. A copy of a running server needs {own.name}-wal, too; {todo}"
            )
        if not os.environ.get(DATABASE) and not own.exists():
            return Finding(True, f"tables: none yet; crownsight serve creates {own}")
    try:
        url = database_url()
        tables = Store(url)
        tables.try_to_write()
        with tables.engine.connect() as connection:
            form = MigrationContext.configure(connection).get_current_revision()
        photos, size = tables.photos.lying()
        tables.engine.dispose()
    except StoreError as fault:
        # The cause is the database's own words, which name no password.
        cause = getattr(fault.__cause__, "orig", None) or fault.__cause__
        return Finding(False, f"tables: {fault}" + (f" ({str(cause).splitlines()[0]})" if str(cause or "") else ""))
    where = url.render_as_string(hide_password=True)
    lying = f"{photos} photos ({size / 1e6:.0f} MB) until their game has been over for a day"
    return Finding(True, f"tables: in {where}, form {form}, can be written to; {lying}")


def _data_folder() -> Finding:
    """Check that the data folder can be written to and has space."""
    folder = data_folder()
    existing = next(one for one in (folder, *folder.parents) if is_there(str(one), Path.exists))
    if not existing.is_dir():
        return Finding(False, f"data folder: {existing} is not a folder; name another with {FOLDER}")
    if not os.access(existing, os.W_OK | os.X_OK):
        todo = f"change its permissions, or name another folder with {FOLDER}"
        return Finding(False, f"data folder: {existing} cannot be written to; {todo}")
    free_mb = shutil.disk_usage(existing).free // 1_000_000
    if free_mb < MIN_FREE_MB:
        return Finding(False, f"data folder: {free_mb} MB free for {folder}; {MIN_FREE_MB} MB are needed")
    local_disk = "" if os.environ.get(DATABASE) else "; keep it on a local disk, SQLite fails on a network drive"
    return Finding(True, f"data folder: {folder}, {free_mb} MB free{local_disk}")


def _phones() -> Finding:
    try:
        configured = configured_address()
    except BadInput as fault:
        return Finding(False, f"phones: {fault}; set {ADDRESS} right")
    if configured:
        return Finding(True, f"phones: reach this server at {configured}, says {ADDRESS}")
    address = lan_address()
    if address:
        return Finding(True, f"phones: reach this machine at {address}")
    alone = "this machine is in no network; connect it to the one the phones are in"
    return Finding(False, f"phones: {alone}", can_do_without=True)
