"""The project's folders, and a copy of its networks."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from vision.networks import MANIFEST

ROOT = Path(__file__).parents[1]
APP = ROOT / "ui" / "app.py"


def copy_with_another_network(folder: Path) -> Path:
    """Copy the shipped networks to a folder, with a squares network of another identity."""
    shutil.copytree(ROOT / "models", folder, ignore=shutil.ignore_patterns("training", "__pycache__"))
    entries = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    entries["squares"]["identity"] = "another network"
    (folder / MANIFEST).write_text(json.dumps(entries), encoding="utf-8")
    return folder
