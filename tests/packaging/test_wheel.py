"""The wheel and the sdist hold what the program needs and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.packaging.wheel import STAYS, build_wheel, faults, files_in, readme_in
from tests.project import ROOT


def test_wheel_and_sdist_are_complete(tmp_path: Path) -> None:
    wheel, sdist = build_wheel(tmp_path)
    paths = [path for package in ("models", "scoring", "ui", "vision") for path in (ROOT / package).rglob("*.*")]
    only_here = {"README.md", "package.json"}  # the latter tells Node.js that the scripts are ES modules
    files = [path for path in paths if path.is_file() and path.suffix != ".pyc" and path.name not in only_here]
    needed = {str(path.relative_to(ROOT)) for path in files}

    assert faults(wheel, sdist) == []
    assert [name for name in needed - files_in(wheel) if not name.startswith(STAYS)] == []
    assert readme_in(wheel).startswith("# Crownsight\n")
    assert "](" not in readme_in(wheel).replace("](http", "")
