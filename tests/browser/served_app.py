"""The app as it is served, and the Chromium that opens it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.given import ROOT
from tests.ui.served import free_port

START_SECONDS = 240  # the machine may be very busy
PATIENCE_MS = 30_000
SIZES = {"phone": (390, 844), "laptop": (1440, 900)}
CHROMIUM_FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str | None:
    """Where this machine has Chromium, None if it has none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def served_app(log: Path) -> Iterator[str]:
    """The address of the app, served as ``crownsight`` serves it; what it says goes to ``log``."""
    with served_process(log) as (address, _process):
        yield address


@contextmanager
def served_process(log: Path, port: int = 0, *arguments: str) -> Iterator[tuple[str, int]]:
    """The address of the served app, at that port or any free one, and the number of its process."""
    port = port or free_port()
    program = "import sys; from ui.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "serve", "--local", "--port", str(port), *arguments]
    with log.open("w") as output:
        app = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=output, env=_environment(log.parent))
        try:
            _wait_for(f"http://127.0.0.1:{port}/_stcore/health", app, log)
            yield f"http://127.0.0.1:{port}", app.pid
        finally:
            app.terminate()
            app.wait()


def _environment(folder: Path) -> dict[str, str]:
    """As here, on one thread, with tables in that folder where the tests have not named another."""
    return {"CROWNSIGHT_DATA": str(folder / "tables")} | os.environ | {"OMP_NUM_THREADS": "1"}


def _wait_for(address: str, app: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and app.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the server did not start:\n{log.read_text()}")
