"""The no-skips plugin: a skipped test fails and names what is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.project import ROOT

TESTS = """
import pytest

def test_that_has_all(): pass
def test_missing_database_skips(): pytest.skip("no PostgreSQL on this machine")
def test_missing_browser_skips(): pytest.skip("no Chromium on this machine")

@pytest.mark.skipif(True, reason="no openssl here")
def test_missing_program_skips(): pass
"""


def test_skipped_test_fails_unless_its_tool_is_missing(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_none.py").write_text("import pytest\npytest.importorskip('no_such_package')\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.pytest_no_skips", "-p", "no:cacheprovider", str(tmp_path)]
    command += ["--continue-on-collection-errors", f"--rootdir={tmp_path}"]

    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout

    assert "must not be skipped here: Skipped: could not import 'no_such_package'" in said
    assert "must not be skipped here: Skipped: no Chromium" in said
    assert "must not be skipped here: Skipped: no openssl" in said
    assert "1 failed, 1 passed, 1 skipped, 2 errors" in said
