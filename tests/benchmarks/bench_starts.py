"""What commands cost from the shell to the prompt, imports against a bare interpreter, and a server at rest.

``python tests/benchmarks/bench_starts.py``

In processor time, with modules compiled before as they are from the second start on; a server's by the clock.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.figures import Figure, Spread, children_time, paired, told
from tests.benchmarks.server_process import Process
from tests.given import KITCHEN, ROOT
from tests.ui.served import served_process
from tests.ui.sockets import page

BARE = "cv2, numpy and onnxruntime imported"
CODE = "wwfff/wlfff/wlCgg/sslgg/mmlll"
IMPORTS = ("ui.table.table", "ui.store", "vision", "streamlit")
COMMANDS = {
    "crownsight --version": ("--version",),
    "crownsight score CODE CODE": ("score", CODE, CODE),
    "crownsight check CODE": ("check", CODE),
    "crownsight forget CODE": ("forget", "NOSUCH"),
    "crownsight read PHOTO": ("read", str(KITCHEN)),
    "crownsight read --json PHOTO": ("read", "--json", str(KITCHEN)),
}


def figures(runs: int = 9) -> Iterator[Figure]:
    """A figure of every command and import, and of a server until its first page."""
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
        nothing = ("a bare interpreter", started("-c", "pass"))
        for name in IMPORTS:
            yield paired(f"import {name}", started("-c", f"import {name}"), nothing, runs=runs, clock=children_time)
    yield from _served()


def _served() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        began = perf_counter()
        with served_process(Path(folder, "log.txt")) as (address, pid):
            process = Process(pid)
            with urllib.request.urlopen(address) as answer:
                answer.read()
            yield Figure("crownsight serve until the first page", "s", Spread.of([perf_counter() - began]))
            yield Figure("crownsight serve at rest: memory", "MB", Spread.of([process.megabytes()]))
            for phone in ("first", "second"):
                before = process.seconds()
                with page(address) as opened:
                    opened.is_drawn()
                yield Figure(
                    f"the first page of the {phone} phone, of one core", "s", Spread.of([process.seconds() - before])
                )
            yield Figure("crownsight serve after both: memory", "MB", Spread.of([process.megabytes()]))


if __name__ == "__main__":
    told(figures())
