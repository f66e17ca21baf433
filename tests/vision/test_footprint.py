"""Importing vision changes no global state; reading writes no files and uses no network."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project import ROOT
from tests.sample_photos import KITCHEN

LATER = 11  # seconds: with its telemetry on ONNX Runtime asks for an address after 9

COMMAND = [sys.executable, "-c", f"import ui.cli; raise SystemExit(ui.cli.main(['read', {str(KITCHEN)!r}]))"]


def at_home(folder: Path) -> dict[str, str]:
    """Return the environment of a new account, in which no library is silenced for tests."""
    return {"HOME": str(folder), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}


def test_reading_a_photo_writes_no_file_under_the_home_folder(tmp_path: Path) -> None:
    subprocess.run(COMMAND, check=True, capture_output=True, cwd=ROOT, env=at_home(tmp_path))

    assert list(tmp_path.rglob("*")) == []


def is_traceable() -> bool:
    """Return whether system calls can be traced; some containers forbid it."""
    return bool(shutil.which("strace")) and subprocess.run(["strace", "true"], capture_output=True).returncode == 0


@pytest.mark.skipif(not is_traceable(), reason="no strace here, or this machine forbids it to look")
def test_reading_a_photo_opens_no_connection(tmp_path: Path) -> None:
    """Calls of all threads, those of the networks' library among them, which Python could not see."""
    calls = tmp_path / "calls"
    traced = ["strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", str(calls)]

    program = f"import vision, time; vision.read({str(KITCHEN)!r}); time.sleep({LATER})"

    subprocess.run(
        [*traced, sys.executable, "-c", program], check=True, capture_output=True, cwd=ROOT, env=at_home(tmp_path)
    )

    assert not re.search(r"AF_INET6?\b", calls.read_text())


def test_importing_vision_changes_no_global_state() -> None:
    before = "import os, warnings, cv2, PIL.Image, scipy.optimize"  # what OpenCV and SciPy change is theirs
    state = "repr((warnings.filters, PIL.Image.OPEN, PIL.Image.MAX_IMAGE_PIXELS, os.environ))"
    program = f"{before}\nbefore = {state}\nimport vision; vision.read\nprint(before == {state})"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)

    assert (done.stdout, done.stderr) == ("True\n", "")
