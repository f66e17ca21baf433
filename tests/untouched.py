"""Which tests need not run again: those of training, where nothing that they try has changed.

``python -m tests.untouched`` prints what pytest is to leave out, for ``make test``. What the branch that this one
follows has is taken for tested: ``.ci/run`` always tests everything. Without such a branch nothing is left out.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from functools import cache

from tests.given import ROOT
from tests.sources import Source, sources

TRAINING = "models/training"
ITS_TESTS = "tests/models/training"
ALWAYS = ("models/", "tests/models/", "tests/conftest.py", "pyproject.toml", "requirements")  # may change any of them


@cache
def tried() -> frozenset[str]:
    """The Python files that training and its tests import, themselves and by way of others."""
    by_name = {one.module: one for folder in ("scoring", "vision", "ui", "models", "tests") for one in sources(folder)}
    found: dict[str, Source] = {}
    waiting = [one for one in by_name.values() if str(one.path).startswith((TRAINING, ITS_TESTS))]
    while waiting:
        source = waiting.pop()
        if source.module not in found:
            found[source.module] = source
            waiting += [by_name[name] for imported in source.imports() for name in _within(imported) if name in by_name]
    return frozenset(str(source.path) for source in found.values())


def _within(imported: str) -> list[str]:
    """A module and the packages that it is in, which are run before it."""
    parts = imported.split(".")
    return [".".join(parts[:number]) for number in range(1, len(parts) + 1)]


def touch_training(changed: Iterable[str]) -> bool:
    """Whether the tests of training may go otherwise after changes of these files."""
    return any(path.startswith(ALWAYS) or path in tried() for path in changed)


def changed_files() -> list[str] | None:
    """What differs from the branch that this one follows, with what is not committed; None where there is none."""
    commands = (
        ["git", "diff", "--name-only", "--merge-base", "@{upstream}"],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    done = [subprocess.run(command, cwd=ROOT, capture_output=True, text=True) for command in commands]
    if any(one.returncode for one in done):
        return None
    return [path for one in done for path in one.stdout.splitlines()]


if __name__ == "__main__":
    changed = changed_files()
    if changed is not None and not touch_training(changed):
        print(f"--ignore={ITS_TESTS}")
