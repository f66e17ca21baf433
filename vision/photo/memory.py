"""Memory for large pictures: decode one at a time, and return freed memory to the system.

glibc keeps freed memory for the next allocation, some 200 MB after thousands of photos, and a large picture rarely fits
into the gaps. It never returns the top of the heaps that it gives to threads, so ``prepare_process`` lets all threads
share one heap.
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

LARGE_PICTURE_BYTES = 90_000_000  # while decoding; a phone's usual photo of 12 megapixels, JPEG or HEIC, needs less
HIGH_PROCESS_BYTES = 400_000_000  # of this process, from which freed memory is returned before any picture

M_ARENA_MAX = -8  # mallopt(3)
_STATM = Path("/proc/self/statm")  # Linux; the second number is the resident memory in pages

_large_picture_lock = Lock()
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None
# only glibc has these two
_malloc_trim, _mallopt = getattr(_libc, "malloc_trim", None), getattr(_libc, "mallopt", None)


@contextmanager
def reserve_memory(byte_count: int) -> Iterator[None]:
    """Wait for the memory of some work; large work runs alone in this process.

    Args:
        byte_count: Bytes that the work holds at once.
    """
    if byte_count < LARGE_PICTURE_BYTES:
        if _measure_process() > HIGH_PROCESS_BYTES:
            release_memory()
        yield
        return
    with _large_picture_lock:
        release_memory()
        try:
            yield
        finally:
            release_memory()


def _measure_process() -> int:
    """Return the resident bytes of this process, or 0 if the system does not say."""
    try:
        return int(_STATM.read_text().split()[1]) * PAGESIZE
    except OSError:
        return 0


def release_memory() -> None:
    """Return freed memory to the system, if the C library can; takes 3 to 30 ms after a photo."""
    if _malloc_trim is not None:
        _malloc_trim(0)


def prepare_process() -> None:
    """Let threads that start from now on share one heap, and silence Pillow's warnings about metadata.

    Call it in programs for players, who can do nothing about either. Photos are read the same without it.
    """
    if _mallopt is not None:
        _mallopt(M_ARENA_MAX, 1)
    warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")
