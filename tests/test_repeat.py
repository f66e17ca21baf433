"""``make test-repeat`` prints a row for each run of the tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.project import ROOT

REPEAT = ROOT / "tests" / "benchmarks" / "repeat.py"
# Fails in every second run: it finds what it has left.
TESTS = """
from pathlib import Path
import pytest

def test_passes():
    left = Path(__file__).with_name("left")
    if left.exists():
        left.unlink()
        raise AssertionError
    left.touch()

@pytest.mark.skip
def test_skipped():
    pass
"""


def test_every_run_is_a_row_of_the_table(tmp_path: Path) -> None:
    (tests := tmp_path / "test_now_and_then.py").write_text(TESTS)
    command: list[str | Path] = [
        sys.executable,
        REPEAT,
        "2",
        "--load",
        "1",
        "--",
        tests,
        "--rootdir",
        tmp_path,
        "-p",
        "no:cacheprovider",
    ]

    repeated = subprocess.run(command, capture_output=True, text=True, check=False)

    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in repeated.stdout.splitlines()[-2:]]
    assert [[*row[:4], row[5]] for row in rows] == [
        ["1", "idle", "2", "1", "ok"],
        ["2", "busy", "2", "1", "1 failed: test_passes"],
    ]
    assert repeated.returncode == 1
