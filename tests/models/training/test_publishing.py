"""Concurrent trainings keep all manifest entries."""

import json
import subprocess
import sys
from pathlib import Path

from tests.project import ROOT
from vision.networks import MANIFEST

TIMES = 40
TRAINING = """
import sys
from pathlib import Path
from models.training.networks.publishing import publish

name, folder, times = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
for step in range(times):
    publish(name, b"weights", {"steps": step}, folder)
"""


def test_concurrent_publishing_keeps_both_entries(tmp_path: Path) -> None:
    trainings = [
        subprocess.Popen([sys.executable, "-c", TRAINING, name, str(tmp_path), str(TIMES)], cwd=ROOT)
        for name in ("corners", "squares")
    ]

    assert [training.wait(timeout=120) for training in trainings] == [0, 0]
    entries = json.loads((tmp_path / MANIFEST).read_text(encoding="utf-8"))
    assert {name: entry["steps"] for name, entry in entries.items()} == {"corners": TIMES - 1, "squares": TIMES - 1}
