"""How long commands take from the shell to the prompt, against importing what reads pixels and nothing else.

``python tests/benchmarks/bench_starts.py``
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.figures import Figure, paired, told
from tests.given import KITCHEN, ROOT

BARE = "cv2, numpy and onnxruntime imported"
CODE = "wwfff/wlfff/wlCgg/sslgg/mmlll"
COMMANDS = {
    "crownsight score CODE CODE": ("score", CODE, CODE),
    "crownsight check CODE": ("check", CODE),
    "crownsight forget CODE": ("forget", "NOSUCH"),
    "crownsight read PHOTO": ("read", str(KITCHEN)),
    "crownsight read --json PHOTO": ("read", "--json", str(KITCHEN)),
}


def figures(runs: int = 9) -> Iterator[Figure]:
    """A figure of every command, by the clock on the wall."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CROWNSIGHT_DATA": folder, "PYTHONPATH": str(ROOT)}

        def started(*arguments: str) -> Callable[[], object]:
            command = [sys.executable, *arguments]
            return lambda: subprocess.run(command, env=environment, capture_output=True, cwd=ROOT)

        bare = started("-c", "import cv2, numpy, onnxruntime")
        for name, arguments in COMMANDS.items():
            command = started("-c", "import sys; from ui.cli import main; sys.exit(main())", *arguments)
            yield paired(name, command, (BARE, bare), runs=runs, clock=time.perf_counter)


if __name__ == "__main__":
    told(figures())
