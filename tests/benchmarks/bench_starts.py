"""What commands cost from the shell to the prompt, against importing what reads pixels and nothing else.

In processor time, with modules compiled before as they are from the second start on.
``python tests/benchmarks/bench_starts.py``
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.figures import Figure, children_time, paired, told
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
    """A figure of every command."""
    with tempfile.TemporaryDirectory() as folder:
        compiled = {"PYTHONPYCACHEPREFIX": str(Path(folder, "compiled")), "PYTHONDONTWRITEBYTECODE": ""}
        environment = {**os.environ, **compiled, "CROWNSIGHT_DATA": folder, "PYTHONPATH": str(ROOT)}

        def started(*arguments: str) -> Callable[[], object]:
            command = [sys.executable, *arguments]
            return lambda: subprocess.run(command, env=environment, capture_output=True, cwd=ROOT)

        bare = started("-c", "import cv2, numpy, onnxruntime")
        for name, arguments in COMMANDS.items():
            command = started("-c", "import sys; from ui.cli import main; sys.exit(main())", *arguments)
            yield paired(name, command, (BARE, bare), runs=runs, clock=children_time)


if __name__ == "__main__":
    told(figures())
