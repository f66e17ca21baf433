"""Health of the database: a row that is written to find out whether anything can be."""

from __future__ import annotations

import os
import time

from sqlalchemy import Update, update

from ui.store.rows import HEALTH

FILLING = 16_384  # bytes, as much as a save writes


def written_anew() -> Update:
    """The change that writes the row."""
    return update(HEALTH).values(written=time.time(), filling=os.urandom(FILLING))
