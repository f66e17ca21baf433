"""What a release needs: ``make release-check`` runs all of it, and prints a list of what holds and what does not.

It goes on after a failure, so that one run tells everything; what the steps print stands above the list.
"""

from __future__ import annotations

import re
import subprocess
import time
import tomllib
from datetime import date
from typing import NamedTuple

from tests.given import ROOT

STEPS = {  # a target of the Makefile, and what holds where it succeeds
    "lint": "style and types are clean",
    "test": "every test passes, those in the browser too",
    "licences": "what is shipped is listed with its licence (deploy/THIRD_PARTY.md, dist/crownsight.cdx.json)",
    "dist": "door 1: the tool installs from its file and plays an evening (dist/*.whl)",
    "folder": "door 2: the folder needs no Python and plays an evening (dist/*.tar.xz)",
    "image": "door 3: the image is built and plays an evening",
    "space": "a trial for strangers plays an evening in a gigabyte",
}
BY_HAND = (
    "the folders of Windows and macOS, by .github/workflows/folder.yml on their machines",
    "a tag of this version, and the files of dist beside the entry of CHANGELOG.md as its release",
    "deploy/space and its wheel into the space for strangers",
)


class Check(NamedTuple):
    """What has to hold, and whether it does."""

    what: str
    holds: bool

    def __str__(self) -> str:
        return f"{'✓' if self.holds else '✗'} {self.what}"


def noted(changes: str, version: str, today: date) -> Check:
    """Whether the first entry of the list of changes is that of a version, with a day that has come."""
    first = re.search(r"^## (\S+) - (\d{4}-\d\d-\d\d)$", changes, re.MULTILINE)
    holds = first is not None and first[1] == version and date.fromisoformat(first[2]) <= today
    return Check(f"CHANGELOG.md says what is in {version}, and since when", holds)


def made(target: str) -> Check:
    """Whether a target of the Makefile succeeds."""
    began = time.monotonic()
    done = subprocess.run(["make", target], cwd=ROOT, check=False)
    return Check(f"{STEPS[target]}: make {target}, {time.monotonic() - began:.0f} s", done.returncode == 0)


def committed() -> Check:
    """Whether the checkout has nothing that is not committed, the page of licences just made included."""
    left = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return Check("everything is committed", not left)


def main() -> None:
    """Run every step, and print the list."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    checks = [noted(changes, version, date.today()), *map(made, STEPS), committed()]
    print(f"\nCrownsight {version}", *checks, "by hand:", *(f"- {one}" for one in BY_HAND), sep="\n")
    if not all(check.holds for check in checks):
        raise SystemExit("This is no release yet.")


if __name__ == "__main__":
    main()
