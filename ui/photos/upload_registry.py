"""In-memory registry of uploads: receives files, has photos read in threads, and keeps each result for its page.

A page registers a handler for the files that it expects (``UploadHandler``). A file comes by ``ui.api.uploads`` with an
idempotency key that the phone made, so that a file that is sent again is read once. Its result waits until the page
takes it. Saved games and editions come in the same way and are not read here.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import RLock, Thread
from typing import Any

from ui.table.photo_reading import Picture
from vision.photo.memory import release_memory
from vision.photo.photo import Points

UNTAKEN_BYTES = 50_000_000  # of photos that were read, and are taken by no page; a hundred
REMEMBERED = 10_000  # keys of photos that were taken, and handlers
ARRIVED, READ, TAKEN, FAILED = "arrived", "read", "taken", "failed"  # stages before and after those of reading

_log = logging.getLogger(__name__)

PHOTO, DATA = "image", "application"  # kinds of files, as media types begin
MOST_BYTES = 41_000_000  # of a photo; the largest of phones have 12
PHOTO_BYTES = 500_000  # of a photo that was read: its picture, and the reading

UploadKey = tuple[str, str]  # phone, and the key that it made for the file
Listener = Callable[["UploadProgress"], None]
Read = Callable[..., Any]  # returns the result of a file, as ``ui.photos.photo_reader.read_upload``


class UnwantedPhotoError(Exception):
    """No page of this phone asks for such a photo."""


@dataclass(frozen=True, eq=False)
class UploadHandler:
    """How a page handles the files that it asks for: ``read`` returns the result of one, ``then`` gets all results."""

    read: Read
    then: Callable[..., None]
    kind: str = PHOTO
    most_bytes: int = MOST_BYTES


@dataclass(frozen=True, eq=False)
class UploadProgress:
    """Progress of a photo: the stage (``waiting 3`` has the position in the queue), the picture and the grids found.

    Each grid is the rows of its grid points, (rows + 1, columns + 1, 2) in pixels of the picture.
    """

    key: str
    stage: str
    picture: Picture | None = None
    grids: tuple[Points, ...] = ()
    changes: int = 0  # so far; 0 for one that is taken


@dataclass(eq=False)
class _Upload:
    handler: UploadHandler
    progress: UploadProgress
    size: int  # bytes
    result: Any = None

    @property
    def is_over(self) -> bool:
        return self.progress.stage in (READ, FAILED)

    @property
    def untaken_bytes(self) -> int:
        return PHOTO_BYTES if self.handler.kind == PHOTO else self.size


class UploadRegistry:
    def __init__(self) -> None:
        self._lock = RLock()
        self._handlers: OrderedDict[tuple[str, str], UploadHandler] = OrderedDict()  # by phone and field of a page
        self._uploads: OrderedDict[UploadKey, _Upload] = OrderedDict()
        self._taken: OrderedDict[UploadKey, None] = OrderedDict()
        self._listeners: dict[str, list[Listener]] = {}  # by phone

    def unread_bytes(self) -> int:
        """Return the memory held by files that are not read yet."""
        with self._lock:
            return sum(upload.size for upload in self._uploads.values() if not upload.is_over)

    def expect(self, phone: str, field: str, handler: UploadHandler) -> None:
        """Register the handler of what this phone sends for that field of a page from now on."""
        with self._lock:
            self._handlers[phone, field] = handler
            self._handlers.move_to_end((phone, field))
            _shorten(self._handlers, REMEMBERED)

    def handler(self, phone: str, field: str) -> UploadHandler | None:
        """Return the handler that a phone's page registered for a field; None if there is none."""
        with self._lock:
            return self._handlers.get((phone, field))

    def progress(self, phone: str, key: str) -> UploadProgress | None:
        """Return the progress of a photo; None if it is unknown."""
        with self._lock:
            if (phone, key) in self._taken:
                return UploadProgress(key, TAKEN)
            upload = self._uploads.get((phone, key))
            return upload.progress if upload else None

    def receive(self, phone: str, key: str, field: str, content: bytes) -> UploadProgress:
        """Start to read a file that has come, unless it came before. Raises UnwantedPhotoError."""
        with self._lock:
            known = self.progress(phone, key)
            if known:
                return known
            handler = self.handler(phone, field)
            if handler is None:
                raise UnwantedPhotoError
            upload = _Upload(handler, UploadProgress(key, ARRIVED, changes=1), len(content))
            self._uploads[phone, key] = upload
        Thread(target=self._read, args=(phone, upload, content), daemon=True).start()
        return upload.progress

    def pop_result(self, phone: str, *keys: str) -> tuple[UploadHandler, list[Any]] | None:
        """Remove and return the results of files that are all read, with their handler."""
        with self._lock:
            uploads = [
                upload for key in keys if (upload := self._uploads.get((phone, key))) and upload.progress.stage == READ
            ]
            if not uploads or len(uploads) < len(keys):
                return None
            for key in keys:
                del self._uploads[phone, key]
                self._taken[phone, key] = None
                self._notify(phone, UploadProgress(key, TAKEN))
            _shorten(self._taken, REMEMBERED)
            return uploads[0].handler, [upload.result for upload in uploads]

    @contextmanager
    def subscribe(self, phone: str, listener: Listener) -> Iterator[None]:
        """Call a listener during the block, on any thread, with the progress of the photos of a phone."""
        with self._lock:
            self._listeners.setdefault(phone, []).append(listener)
        try:
            yield
        finally:
            with self._lock:
                self._listeners[phone].remove(listener)
                if not self._listeners[phone]:
                    del self._listeners[phone]

    def _read(self, phone: str, upload: _Upload, content: bytes) -> None:
        def show(picture: Picture, grids: Sequence[Points]) -> None:
            self._update(phone, upload, picture=picture, grids=tuple(grids))

        last = FAILED
        try:
            upload.result = upload.handler.read(
                content, show=show, progress=lambda stage: self._update(phone, upload, stage=stage)
            )
            last = READ
        except Exception:
            _log.exception("A photo could not be read.")
        with self._lock:
            self._update(phone, upload, stage=last)
            self._drop_untaken()
        if upload.handler.kind == PHOTO:
            release_memory()

    def _update(self, phone: str, upload: _Upload, **changed: Any) -> None:
        with self._lock:
            upload.progress = replace(upload.progress, changes=upload.progress.changes + 1, **changed)
            self._notify(phone, upload.progress)

    def _notify(self, phone: str, progress: UploadProgress) -> None:
        for listener in self._listeners.get(phone, ()):
            listener(progress)

    def _drop_untaken(self) -> None:
        """Drop the oldest results that no page takes until the others fit into UNTAKEN_BYTES; never the last."""
        untaken = [key for key, upload in self._uploads.items() if upload.is_over]
        total = sum(self._uploads[key].untaken_bytes for key in untaken)
        for key in untaken[:-1]:
            if total <= UNTAKEN_BYTES:
                return
            total -= self._uploads.pop(key).untaken_bytes


def _shorten(kept: OrderedDict[Any, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)


UPLOADS = UploadRegistry()  # of this process
