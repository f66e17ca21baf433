"""Processes of one server: whether there can be several, and how they are told to stop."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from multiprocessing import get_all_start_methods

ALONE = "on this system one process serves; leave --workers away"


def can_be_several() -> bool:
    """Whether the system can fork processes and hand connections from one to another: Windows can do neither."""
    return "forkserver" in get_all_start_methods() and hasattr(socket, "send_fds")


def when_told_to_stop(act: Callable[[], None]) -> None:
    """Have this done once somebody presses Ctrl-C or the system ends the process."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, lambda _signal, _frame: act())


def leave_interrupts_to_the_first() -> None:
    """Ctrl-C reaches the whole group; the first process says when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
