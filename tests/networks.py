"""Networks for tests that are not those that ship."""

from __future__ import annotations

import json
import shutil
from importlib.resources import as_file, files
from pathlib import Path

from vision.networks import MANIFEST


def another_squares_network(folder: Path) -> Path:
    """A folder of the networks that ship, with a squares network that says it is another one."""
    with as_file(files("models")) as shipped:
        shutil.copytree(shipped, folder, ignore=shutil.ignore_patterns("training", "__pycache__"))
    entries = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    entries["squares"]["identity"] = "another network"
    (folder / MANIFEST).write_text(json.dumps(entries), encoding="utf-8")
    return folder
