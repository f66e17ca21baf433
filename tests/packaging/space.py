"""Play an evening with the trial of ``deploy/space``: ``make space``.

It is started from this checkout as Hugging Face would start it: by the command of the Dockerfile, with its variables.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
import tempfile
from pathlib import Path

from tests.packaging.evening import at_home
from tests.project import ROOT
from tests.ui.served import free_port

SPACE = (ROOT / "deploy" / "space" / "Dockerfile").read_text(encoding="utf-8")
PORT = "7860"
MOST_MEMORY = 1_000  # MB


def main() -> None:
    """Play to the winner, and print what it took."""
    (variables,), (command,) = (re.findall(rf"^{name} (.*)$", SPACE, re.MULTILINE) for name in ("ENV", "CMD"))
    port = str(free_port())
    started = [word.replace(PORT, port) for word in json.loads(command)]
    with tempfile.TemporaryDirectory(prefix="crownsight-") as name:
        own = dict(one.split("=", 1) for one in shlex.split(variables)) | {
            "CROWNSIGHT_DATA": f"{name}/tables",
            "SPACE_HOST": f"crowns.hf.space:{port}",  # the space's own name, which Hugging Face gives
            "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
            "PYTHONPATH": str(ROOT),
        }
        with at_home(started, Path(name) / "home", **own) as running:
            memory = running.is_played()
    print(f"a trial: opens in {running.seconds:.1f} s, {memory} MB at the most")
    if memory > MOST_MEMORY:
        raise SystemExit(f"more than {MOST_MEMORY} MB")


if __name__ == "__main__":
    main()
