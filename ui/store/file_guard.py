"""Detection of a database file that was moved, replaced, removed, overwritten or damaged while it is open.

SQLite goes on in the file that it has open, wherever that is by now: what it acknowledges then is gone after a restart.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from scoring.message import message
from ui.store.database import LOCK_TIMEOUT_SECONDS, READ_ERRORS, DamagedError, StoreError, is_intact

RECHECK_SECONDS = 5.0  # between two checks of a file in which a request met damage
QUICK_CHECK_SECONDS = 60.0  # between two quick checks of a file in which none did
SHARED_LOCK_START, SHARED_LOCK_BYTES = 0x40000002, 510  # bytes of SQLite's shared lock, held by every connection


class FileGuard:
    """The identity of the file that a store has open; each change and each health check compares it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._log = file.with_name(f"{file.name}-wal")
        self._has_log = self._log.exists()
        found = file.stat()
        self._identity, self._size = (found.st_dev, found.st_ino), found.st_size
        self._is_suspect, self._is_log_gone = False, False
        self._checked_at = time.monotonic()

    def check(self) -> None:
        """Raise StoreError where the file at the path is not the one that was opened, or is damaged.

        A file that is put back or found intact again is used again, except after its log was removed.
        """
        try:
            found = self.file.stat()
        except OSError:
            gone = message(
                "The file with the tables is gone: {file}. Nothing is kept until it is put back, or Crownsight is "
                "started again.",
                file=str(self.file),
            )
            raise StoreError(gone) from None
        if (found.st_dev, found.st_ino) != self._identity or self._is_log_gone:
            raise StoreError(message("The file with the tables was replaced: {file}. Try again.", file=str(self.file)))
        if found.st_size < self._size:  # SQLite never makes it smaller as we use it
            overwritten = message(
                "The file with the tables was overwritten while Crownsight used it: {file}. Stop Crownsight, put a "
                "whole file there, and start it again.",
                file=str(self.file),
            )
            raise StoreError(overwritten)
        self._size = found.st_size
        if self._is_suspect:
            self.check_integrity()

    def check_integrity(self) -> None:
        """Read through the file if the last time is long enough ago. Raises DamagedError.

        After a request met damage the whole file is read, and not used until a check finds no damage.
        """
        now = time.monotonic()
        if now >= self._checked_at + (RECHECK_SECONDS if self._is_suspect else QUICK_CHECK_SECONDS):
            self._checked_at = now
            self._is_suspect = not self._is_intact()
        if self._is_suspect:
            raise DamagedError(self.file)

    def suspect(self) -> None:
        """Note that a request met damage; the next check reads the whole file."""
        if not self._is_suspect:
            self._is_suspect, self._checked_at = True, time.monotonic() - RECHECK_SECONDS

    def flush(self) -> None:
        """Return once what was committed outlives a power cut. Raises StoreError where its log is not there.

        A connection has to be open: SQLite deletes the log when the last one is closed. It is flushed as with
        ``synchronous = FULL``, but outside of the lock: others then wait 2 ms for it, not 15.
        """
        if not self._has_log:
            return
        try:
            with self._log.open("rb+") as log:
                os.fsync(log.fileno())
        except FileNotFoundError:
            self._is_log_gone = True
        self.check()

    def is_replaced(self) -> bool:
        """Return whether another file is at the path, or the log was removed: the store is to be opened again."""
        try:
            found = self.file.stat()
        except OSError:
            return False
        return self._is_log_gone or (found.st_dev, found.st_ino) != self._identity

    def _is_intact(self) -> bool:
        try:
            with closing(sqlite3.connect(self.file, timeout=LOCK_TIMEOUT_SECONDS)) as connection:
                return is_intact(connection, quick=not self._is_suspect)
        except sqlite3.OperationalError:  # locked, or no right to read: says nothing of damage
            return not self._is_suspect
        except READ_ERRORS:
            return False


def is_held(file: Path) -> bool:
    """Return whether another process has a database file open.

    False on Windows, which itself lets nobody rename a file that is open.
    """
    with suppress(ImportError):
        import fcntl

        with file.open("rb+") as opened:
            try:
                fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, SHARED_LOCK_BYTES, SHARED_LOCK_START)
            except BlockingIOError:
                return True
    return False
