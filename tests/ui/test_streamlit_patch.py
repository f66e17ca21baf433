"""What was drawn is seen, however busy the server is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_a_look_at_a_timer_takes_away_nothing_that_the_run_before_it_drew(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.ui.pages", str(tmp_path)]
    texts = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    assert set(texts) == {*(f"line {number}" for number in range(5)), "a look"}
