"""Where there is no fcntl and no resource, as on Windows, the app is served and photos are read."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.given import KITCHEN, ROOT
from tests.ui.served import free_port, healthy

COMMAND = [sys.executable, "-m", "tests.ui.system.absent"]


def said(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What the command answers there."""
    return subprocess.run([*COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_app_is_served() -> None:
    port = free_port()
    with subprocess.Popen(
        [*COMMAND, "serve", "--local", "--port", str(port)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as app:
        try:
            assert healthy("127.0.0.1", port)
        finally:
            app.terminate()


def test_photos_are_read() -> None:
    done = said("read", "--json", str(KITCHEN))

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)[0]["photo"] == str(KITCHEN)
