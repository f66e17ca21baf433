"""Structured log: a line of JSON on stderr for each event, without names, codes, keys or photos.

That nothing personal gets in is a matter of form: an event is one of a fixed list, its outcome ``done`` or the kind of
what went wrong, and there is no place for any other text.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import Enum

_log = logging.getLogger("crownsight.events")
_log.propagate = False
_log.addHandler(logging.NullHandler())  # silent until a server asks for them
DONE = "done"


class Event(Enum):
    """What can be told."""

    SERVING = "serving"
    TABLES_CHANGED = "tables changed"
    PHOTO_READ = "photo read"


def log_to_stderr() -> None:
    """Begin to tell, once for this process."""
    if _log.level != logging.INFO:
        _log.setLevel(logging.INFO)
        _log.addHandler(logging.StreamHandler(sys.stderr))


@contextmanager
def timed(event: Event) -> Iterator[None]:
    """Tell how long this took, and whether it was done or what kind of exception ended it."""
    begun, outcome = time.monotonic(), DONE
    try:
        yield
    except BaseException as fault:
        outcome = type(fault).__name__
        raise
    finally:
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "event": event.value,
            "seconds": round(time.monotonic() - begun, 3),
            "outcome": outcome,
        }
        _log.info(json.dumps(line))
