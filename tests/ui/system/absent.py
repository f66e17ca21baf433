"""``python -m tests.ui.system.absent ARGUMENTS``: the command line where the system lacks what Windows lacks.

There is no ``fcntl``, no ``resource``, no forking, and nobody tells about cores. It is simulated: what Windows does
otherwise, such as names of files, is not tried by it.
"""

from __future__ import annotations

import os
import sys

ABSENT = ("fork", "forkpty", "sched_getaffinity", "sysconf")  # of os


def main() -> int:
    """Take it all away, then run the command."""
    for name in ("fcntl", "resource"):
        sys.modules[name] = None  # type: ignore[assignment]
    for name in ABSENT:
        delattr(os, name)

    from ui.cli import main as command

    return command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
