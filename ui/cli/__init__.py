"""The ``crownsight`` command: what the browser can do with files, scriptable.

Only the scoring rules are imported up front: pixels, Streamlit and Dask load when a command needs them, so that
``crownsight score CODE`` answers at once.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence

INTERRUPTED = 130  # exit code after Ctrl-C, as shells expect it


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; see `ui.cli.command.main`.

    As the program itself, without ``arguments``, Ctrl-C ends the process at once while modules load and in commands
    that write nothing: native threads of OpenCV and ONNX Runtime would abort an orderly end.
    """
    if arguments is None:
        signal.signal(signal.SIGINT, _exit_at_once)
    from ui.cli.command import main as run_command

    return run_command(arguments)


def _exit_at_once(*_signal: object) -> None:
    os._exit(INTERRUPTED)
