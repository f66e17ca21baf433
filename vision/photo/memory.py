"""Memory for large pictures: one is decoded at a time, and what is freed is given back to the system.

The C library keeps what was freed for the next allocation, some 200 MB after thousands of photos, and a large picture
seldom fits into the gaps. Of the heaps that it gives to threads it never gives back the top, even when asked:
``prepare_process`` lets all threads have one.
"""

from __future__ import annotations

import ctypes
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from mmap import PAGESIZE
from pathlib import Path
from threading import Lock

LARGE = 90_000_000  # bytes; a phone's usual photo, 12 million pixels of JPEG or HEIC, needs less
MUCH = 400_000_000  # bytes that this process has: from here on, what is free in it is given back for any picture

M_ARENA_MAX = -8  # mallopt(3)
_MEMORY = Path("/proc/self/statm")  # of Linux: the second number is what the process has, in pages

_alone = Lock()
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None
# glibc alone has them
_malloc_trim, _mallopt = getattr(_libc, "malloc_trim", None), getattr(_libc, "mallopt", None)


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


def prepare_process() -> None:
    """Let all threads that start from now on share one heap, and keep Pillow's warnings about metadata to itself.

    Photos are read the same without it; a player can act on neither the warnings nor the memory. Elsewhere than on
    glibc there is no such heap.
    """
    if _mallopt is not None:
        _mallopt(M_ARENA_MAX, 1)
    warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")
