"""``crownsight forget``, ``backup``, ``restore`` and ``doctor``: looking after what is kept."""

from __future__ import annotations

import os
import shutil
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ui.cli.inputs import BadInput

NETWORKS = ("corners", "squares")


class Finding(NamedTuple):
    """One thing that was looked at: whether it is well, and what it is or what to do."""

    well: bool
    said: str


def forget(options: Namespace) -> int:
    """Forget a table by its code or key: its games, players, corrections and photos."""
    from ui.store import StoreError, opened

    try:
        known = opened().forget(options.code)
    except StoreError as fault:
        raise BadInput(str(fault)) from fault
    if not known:
        raise BadInput("no table has this code or key")
    print("The table is forgotten, with its games and photos.")
    return 0


def backup(options: Namespace) -> int:
    """Copy all tables into a file."""
    from ui.store import StoreError, opened
    from ui.store.backup import back_up

    try:
        number = back_up(opened(), Path(options.file))
    except StoreError as fault:
        raise BadInput(str(fault)) from fault
    print(f"Tables copied to {options.file}: {number}")
    return 0


def restore(options: Namespace) -> int:
    """Add the tables of a backup that are not there."""
    from ui.store import StoreError, opened
    from ui.store.backup import bring_back

    try:
        number = bring_back(opened(), Path(options.file))
    except StoreError as fault:
        raise BadInput(str(fault)) from fault
    print(f"Tables brought back: {number}")
    return 0


def doctor(_options: Namespace) -> int:
    """Look at all that the app needs and say what to do; 1 if something is missing that it cannot do without."""
    findings = list(_findings())
    for finding in findings:
        print(f"{'ok     ' if finding.well else 'missing'}  {finding.said}")
    return 0 if all(finding.well for finding in findings) else 1


def _findings() -> Iterator[Finding]:
    yield _networks()
    yield _tables()
    yield _room()
    https = shutil.which("openssl") is not None
    yield Finding(
        True, "live camera: crownsight serve --https" if https else "live camera: install openssl for --https"
    )


def _networks() -> Finding:
    from vision.weights import WeightsError, verified_bytes

    try:
        for name in NETWORKS:
            verified_bytes(name)
    except WeightsError as fault:
        return Finding(False, f"networks: {fault}")
    return Finding(True, "networks: there, with the right checksums")


def _tables() -> Finding:
    from ui.store import StoreError, opened
    from ui.store.database import database_url

    try:
        opened().expire()
        url = database_url()
    except StoreError as fault:
        return Finding(False, f"tables: {fault}")
    return Finding(True, f"tables: in {url.render_as_string(hide_password=True)}, can be written to")


def _room() -> Finding:
    from ui.folder import data_folder

    folder = data_folder()
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free // 1_000_000
    enough = free > 100 and os.access(folder, os.W_OK)
    return Finding(
        enough, f"disk: {free} MB free under {folder}" + ("" if enough else "; make room or change its rights")
    )
