"""Room for large pictures: one at a time, and memory that is free again given back to the system.

The C library keeps what was freed for whoever asks next, some 200 MB after thousands of photos, and a large picture
seldom fits into the gaps.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from mmap import PAGESIZE
from pathlib import Path
from threading import Lock

LARGE = 90_000_000  # bytes; a phone's usual photo, 12 million pixels of JPEG or HEIC, needs less
MUCH = 400_000_000  # bytes that this process has: from here on, what is free in it is given back for any picture

_MEMORY = Path("/proc/self/statm")  # of Linux: the second number is what the process has, in pages

_alone = Lock()
# glibc alone has it
_malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None


@contextmanager
def room_for(held: int) -> Iterator[None]:
    """A turn for work that holds so many bytes at once: with LARGE and more, alone in this process."""
    if held < LARGE:
        if _held_by_process() > MUCH:
            _give_back()
        yield
        return
    with _alone:
        _give_back()
        try:
            yield
        finally:
            _give_back()


def _held_by_process() -> int:
    """Bytes; 0 where the system does not tell."""
    try:
        return int(_MEMORY.read_text().split()[1]) * PAGESIZE
    except OSError:
        return 0


def _give_back() -> None:
    if _malloc_trim is not None:
        _malloc_trim(0)
