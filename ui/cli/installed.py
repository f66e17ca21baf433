"""Versions of what is installed, beside those the app asks for and was tested with."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.markers import Marker

from ui.system.installation import NEXT, OWN, door

LOCKS = [folder / "requirements.lock" for folder in (Path(__file__).parents[2], Path(sys.prefix).parent)]
LEAST_PYTHON = (3, 11)
MOST_NAMED = 5  # packages, in a sentence
Told = tuple[bool, str, bool]  # whether it is well, what it is or what to do, whether the app can do without


def versions() -> Iterator[Told]:
    """Python and the packages: whether they are there, and those the app was tested with."""
    yield _python()
    named = (requires(OWN) or ()) if _version(OWN) else ()
    needed = [re.split(r"[^\w.-]", one)[0] for one in named if "extra ==" not in one]
    absent = [name for name in needed if _version(name) is None]
    lock = next((lock for lock in LOCKS if lock.exists()), None)
    if absent or not needed:
        yield False, f"packages: {', '.join(absent) or OWN} not installed; {NEXT[door()]}", False
    elif lock is None:
        yield True, "packages: all there; the versions tested are in requirements.lock of the source", False
    else:
        yield _compared(lock)


def _python() -> Told:
    here = platform.python_version()
    if sys.version_info < LEAST_PYTHON:
        return False, f"python: {here}; install {'.'.join(map(str, LEAST_PYTHON))} or newer", False
    return True, f"python: {here}", False


def _compared(lock: Path) -> Told:
    """What differs from the lock; what is not installed is of an extra that is not wanted here."""
    others = [
        f"{name} {here}, tested with {tested}"
        for name, tested in _locked(lock.read_text(encoding="utf-8"))
        if (here := _version(name)) is not None and here != tested
    ]
    if not others:
        return True, f"packages: all there, as in {lock.name}", False
    named = "; ".join(others[:MOST_NAMED]) + ("; ..." if len(others) > MOST_NAMED else "")
    todo = f"run pip install --require-hashes --requirement {lock}"
    return False, f"packages: {len(others)} others than in {lock.name} ({named}); {todo}", True


def _locked(text: str) -> list[tuple[str, str]]:
    """Every package of a lock that is for this machine, with its version."""
    pins = re.findall(r"^([\w.-]+)==([^\s;]+)(?: ; ([^\\\n]+))?", text, re.MULTILINE)
    return [(name, tested) for name, tested, where in pins if not where or Marker(where.strip()).evaluate()]


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
