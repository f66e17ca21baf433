"""``python -m tests.ui.system.absent ARGUMENTS``: the command line where the system lacks what Windows lacks.

There is no ``fcntl`` and no ``resource``, no forking, no handing over of connections, and nobody tells about cores and
memory. It is simulated: what Windows does otherwise, such as names of files, is not tried by it.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import sys

ABSENT = {os: ("fork", "forkpty", "sched_getaffinity", "sysconf"), socket: ("send_fds", "recv_fds")}


def main() -> int:
    """Take it all away, then run the command."""
    for name in ("fcntl", "resource"):
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in ABSENT.items():
        for name in names:
            delattr(module, name)
    multiprocessing.get_all_start_methods = lambda: ["spawn"]
    multiprocessing.context.DefaultContext.get_all_start_methods = lambda self: ["spawn"]  # type: ignore[method-assign]

    from ui.cli import main as command

    return command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
