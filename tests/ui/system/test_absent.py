"""Where there is no fcntl and no resource, as on Windows, the app is served and photos are read.

It is simulated: what Windows does otherwise, such as names of files, is not tried by it.
"""

from __future__ import annotations

import json
import subprocess
import sys

from tests.given import KITCHEN, ROOT
from tests.ui.served import free_port, healthy

PROGRAM = """
import os, sys
sys.modules["fcntl"] = sys.modules["resource"] = None
del os.fork, os.forkpty, os.sched_getaffinity, os.sysconf
from ui.cli import main
sys.exit(main(sys.argv[1:]))
"""
COMMAND = [sys.executable, "-c", PROGRAM]


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
    done = subprocess.run([*COMMAND, "read", "--json", str(KITCHEN)], cwd=ROOT, capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)[0]["photo"] == str(KITCHEN)
