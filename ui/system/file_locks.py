"""A file that one process at a time writes to, where the system knows such locks; Windows has no ``fcntl``."""

from __future__ import annotations

import os
import struct
import sys
from io import FileIO

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

FLOCK = "hhqqi4x"  # of Linux: kind, whence, start, length, process


class HeldError(Exception):
    """Another process writes to the file; ``process`` is its number, 0 where the system does not tell."""

    def __init__(self, process: int) -> None:
        super().__init__(process)
        self.process = process


def hold(file: FileIO) -> None:
    """Keep other processes away from a file until it is closed, where the system can. Raises HeldError."""
    if fcntl is None:
        return
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # which of the two, depends on the system
        raise HeldError(_holder(file)) from None


def _holder(file: FileIO) -> int:
    if sys.platform != "linux":
        return 0
    asked = struct.pack(FLOCK, fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    process: int = struct.unpack(FLOCK, fcntl.fcntl(file, fcntl.F_GETLK, asked))[-1]
    return process
