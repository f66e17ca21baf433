"""Room for large pictures: one at a time, and memory that is free again given back to the system.

The C library keeps what was freed for whoever asks next, some 200 MB after thousands of photos, and a large picture
seldom fits into the gaps.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

LARGE = 90_000_000  # bytes; a phone's usual photo of 12 million pixels needs less in every format but WebP

_alone = Lock()
# glibc alone has it
_malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None


@contextmanager
def room_for(held: int) -> Iterator[None]:
    """A turn for work that holds so many bytes at once: with LARGE and more, alone in this process."""
    if held < LARGE:
        yield
        return
    with _alone:
        _give_back()
        try:
            yield
        finally:
            _give_back()


def _give_back() -> None:
    if _malloc_trim is not None:
        _malloc_trim(0)
