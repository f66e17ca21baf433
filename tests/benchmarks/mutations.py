"""Mutation testing: change one line at a time and check that a test fails: ``python tests/benchmarks/mutations.py``.

Every row changes one place of the code, in a copy of this checkout, and runs the tests that are there for it. A row
that no test fails for is *missed*: a promise (``docs/guarantees.md``) or a rule of the game that anybody could break
unseen. One whose place has changed is *stale*, and is to be written anew. Ends with 1 where a row is missed or stale.

    python tests/benchmarks/mutations.py             # all of them, ten minutes of one core
    python tests/benchmarks/mutations.py undo dragon  # those of which a word is named
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LEFT = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", "build", "dist")  # is not copied
SECONDS = 300  # for the tests of one row: a hang is a failure, too


class Mutation(NamedTuple):
    """The promise, the file that keeps it, what stands there and what instead, and the tests that have to fail."""

    promise: str
    file: str
    before: str
    after: str
    tests: str


def mutations() -> list[Mutation]:
    """Parse ``mutations.txt``: the promise, the file and its tests, the text to replace and its replacement."""
    blocks = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split("\n\n")
    found = []
    for block in blocks:
        if not block.startswith("#"):
            promise, where, before, after = block.rstrip("\n").split("\n")
            file, _, tests = where.partition(": ")
            before, after = (line[2:].replace("\\n", "\n") for line in (before, after))
            found.append(Mutation(promise, file, before, after, tests))
    return found


def outcome(mutation: Mutation, folder: Path) -> str:
    """``caught``, ``missed`` or ``stale``."""
    place = folder / mutation.file
    text = place.read_text(encoding="utf-8") if place.exists() else ""
    if text.count(mutation.before) != 1:
        return "stale"
    place.write_text(text.replace(mutation.before, mutation.after), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *shlex.split(mutation.tests)]
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "caught"
    finally:
        place.write_text(text, encoding="utf-8")
    if done.returncode > 1:
        return "stale"  # no such tests
    return "caught" if done.returncode else "missed"


def main(words: list[str]) -> int:
    """Try all mutations, or those of which one of the words is named, and print a line for each."""
    chosen = [one for one in mutations() if not words or any(word in one.promise for word in words)]
    counted = Counter(caught=0, missed=0, stale=0)
    with tempfile.TemporaryDirectory(prefix="crownsight-") as name:
        folder = Path(shutil.copytree(ROOT, name, ignore=LEFT, dirs_exist_ok=True))
        for mutation in chosen:
            begun = time.monotonic()
            found = outcome(mutation, folder)
            counted[found] += 1
            print(f"{found:6}  {mutation.promise:62}  {mutation.file}  {time.monotonic() - begun:.0f} s", flush=True)
    print(", ".join(f"{number} {what}" for what, number in counted.items()))
    return 0 if counted["caught"] == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
