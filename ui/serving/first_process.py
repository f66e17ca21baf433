"""What the workers of a server have in common: the photos in hand, and who has tried wrong codes.

The process that started them holds it, so that any worker can show the photo of a table and none can be used to guess
anew. Each worker has a line to it: a question and an answer, each a line of JSON and what belongs to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

from ui.serving import limits
from ui.serving.rate_limit import counted_wrong_codes
from ui.store.board_cache import BoardCache

KEEP, FIND, FORGET, GUESS, RIGHT = "keep", "find", "forget", "guess", "right"


class SharedState:
    """What all workers share, in the first process."""

    def __init__(self) -> None:
        self._photos = BoardCache[bytes](limits.SHARED_PHOTO_BYTES, len)
        self._wrong_codes = counted_wrong_codes()

    def serve(self, worker: Connection) -> None:
        """Answer a worker's questions until it is gone."""
        with worker, suppress(EOFError, OSError):
            while True:
                question, _, part = worker.recv_bytes().partition(b"\n")
                what, about = json.loads(question)
                worker.send_bytes(self._answer(what, about, part))

    def _answer(self, what: str, about: Sequence[Any], part: bytes) -> bytes:
        answers: dict[str, Callable[..., bytes | None]] = {
            KEEP: lambda table, board: self._photos.keep(table, board, part),
            FIND: self._photos.find,
            FORGET: self._photos.forget,
            GUESS: lambda name: str(self._wrong_codes.guess(name)).encode(),
            RIGHT: self._wrong_codes.was_right,
        }
        return answers[what](*about) or b""


class SharedStateClient:
    """A worker's line to the first process; one that is gone knows no photo and lets nobody guess."""

    def __init__(self, first: Connection) -> None:
        self._first, self._lock = first, Lock()

    def keep(self, table: int, board: int, photo: bytes) -> None:
        """Cache the photo of a board for all workers."""
        self._ask(KEEP, table, board, part=photo)

    def find(self, table: int, board: int) -> bytes | None:
        """The photo of a board that some worker has had held; None if there is none."""
        return self._ask(FIND, table, board) or None

    def forget(self, table: int) -> None:
        """Have every photo of a table dropped."""
        self._ask(FORGET, table)

    def guess(self, name: str) -> float:
        """Seconds that an address has to wait after wrong codes, whichever worker it tried them with; else counted."""
        said = self._ask(GUESS, name)
        return float(said) if said else limits.LONGEST_WAIT_SECONDS

    def was_right(self, name: str) -> None:
        """Have the last try of an address taken back."""
        self._ask(RIGHT, name)

    def _ask(self, what: str, *about: int | str, part: bytes = b"") -> bytes:
        with self._lock, suppress(EOFError, OSError):
            self._first.send_bytes(json.dumps([what, about]).encode() + b"\n" + part)
            return self._first.recv_bytes()
        return b""
