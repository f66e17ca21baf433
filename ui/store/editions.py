"""Taught editions, a file each in the data folder: no name becomes a path, and no stranger is believed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from ui.settings import editions_folder
from vision.squares.edition import Edition
from vision.squares.edition_file import LARGEST, EditionError, restored, stored


def keep(edition: Edition) -> Path:
    """Write an edition in the place of what was kept under its name; its file. Raises OSError."""
    file = _file(edition.name)
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".new")
    beside.write_bytes(stored(edition))
    return beside.replace(file)


def find(name: str) -> Edition | None:
    """The edition kept under a name, however it is capitalised. Raises EditionError, and OSError."""
    file = _file(name)
    return opened(file) if file.exists() else None


def forget(name: str) -> bool:
    """Remove the edition kept under a name; whether there was one. Raises OSError."""
    file = _file(name)
    there = file.exists()
    file.unlink(missing_ok=True)
    return there


def everything() -> Iterator[Edition]:
    """All editions that are kept, by their names; files that hold none are left out. Raises OSError."""
    for file in sorted(editions_folder().glob("*.json")):
        try:
            yield opened(file)
        except EditionError:
            continue


def opened(file: Path) -> Edition:
    """The edition in any file. Raises EditionError, and OSError."""
    with file.open("rb") as source:
        return restored(source.read(LARGEST + 1))


def _file(name: str) -> Path:
    """The file of a name: what of it can be read in any file system, and what tells it from others."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40]
    told = hashlib.sha256(name.strip().casefold().encode()).hexdigest()[:8]
    return editions_folder() / f"{plain or 'edition'}-{told}.json"
