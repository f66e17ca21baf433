"""Tables kept in this server's memory, so that a reloaded page finds its own again.

A phone may drop the page while its camera is open. What lay on the table then waits here under a key of 128 random
bits that only the page's address has.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from ui.table import Table

MOST = 40  # tables: with their photos up to about 4 MB each
HOURS = 12
KEY_BYTES = 16


@dataclass(frozen=True)
class Kept:
    """What one page had in hand: both tables, which of them is in play, and the seat taken up."""

    table: Table
    solo_table: Table | None
    solo: bool
    seat: int | None


_shelf: OrderedDict[str, tuple[float, Kept]] = OrderedDict()
_lock = Lock()


def new_key() -> str:
    """A key that cannot be guessed, safe in an address."""
    return secrets.token_urlsafe(KEY_BYTES)


def lay(key: str, kept: Kept) -> None:
    """Keep this under the key; the tables longest untouched make room."""
    now = time.monotonic()
    with _lock:
        _shelf[key] = (now, kept)
        _shelf.move_to_end(key)
        while len(_shelf) > MOST or next(iter(_shelf.values()))[0] < now - HOURS * 3600:
            _shelf.popitem(last=False)


def find(key: str) -> Kept | None:
    """What lies under the key; None if nothing does any more."""
    with _lock:
        found = _shelf.get(key)
    return None if found is None or found[0] < time.monotonic() - HOURS * 3600 else found[1]
