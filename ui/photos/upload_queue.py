"""In-memory upload queue: receives files, reads photos in worker threads, and hands each result to its page.

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
REMEMBERED = 10_000  # photos that are known to be taken, and pages that ask for one
ARRIVED, READ, TAKEN, FAILED = "arrived", "read", "taken", "failed"  # beside the steps of reading

_log = logging.getLogger(__name__)

PHOTO, DATA = "image", "application"  # of which a file may be, as media types begin
MOST_BYTES = 41_000_000  # of a photo; the largest of phones have 12
PHOTO_BYTES = 500_000  # of a photo that was read: its picture, and the reading

PhotoKey = tuple[str, str]  # phone, and the key that it made for the photo
Listener = Callable[["UploadProgress"], None]
Read = Callable[..., Any]  # what a file gives, as ``ui.photos.photo_reader.read_upload``


class UnwantedPhotoError(Exception):
    """No page of this phone asks for such a photo."""


@dataclass(frozen=True, eq=False)
class UploadHandler:
    """The handler of a file that a page asks for: what reads it, and what the page does then with what it gave."""

    read: Read
    then: Callable[..., None]  # with what each file gave that comes at once
    kind: str = PHOTO
    most_bytes: int = MOST_BYTES


@dataclass(frozen=True, eq=False)
class UploadProgress:
    """Progress of a photo: the step (``waiting 3`` has the place in the queue), the picture and the grids found.

    Each grid is the rows of its grid points, (rows + 1, columns + 1, 2) in pixels of the picture.
    """

    key: str
    step: str
    picture: Picture | None = None
    grids: tuple[Points, ...] = ()
    changes: int = 0  # so far; 0 for one that is taken


@dataclass(eq=False)
class _Photo:
    handler: UploadHandler
    progress: UploadProgress
    size: int  # bytes
    gave: Any = None

    @property
    def is_over(self) -> bool:
        return self.progress.step in (READ, FAILED)

    @property
    def untaken_bytes(self) -> int:
        return PHOTO_BYTES if self.handler.kind == PHOTO else self.size


class UploadQueue:
    def __init__(self) -> None:
        self._lock = RLock()
        self._handlers: OrderedDict[PhotoKey, UploadHandler] = OrderedDict()  # by phone and the place that asks
        self._photos: OrderedDict[PhotoKey, _Photo] = OrderedDict()
        self._taken: OrderedDict[PhotoKey, None] = OrderedDict()
        self._listeners: dict[str, list[Listener]] = {}  # by phone

    def unread_bytes(self) -> int:
        """Return the memory held by photos that are not read yet."""
        with self._lock:
            return sum(photo.size for photo in self._photos.values() if not photo.is_over)

    def expect(self, phone: str, place: str, handler: UploadHandler) -> None:
        """Read what this phone sends for that place of a page by this handler from now on."""
        with self._lock:
            self._handlers[phone, place] = handler
            self._handlers.move_to_end((phone, place))
            _shorten(self._handlers, REMEMBERED)

    def handler(self, phone: str, place: str) -> UploadHandler | None:
        """Return the upload handler that a phone's page registered for a place; None if there is none."""
        with self._lock:
            return self._handlers.get((phone, place))

    def progress(self, phone: str, key: str) -> UploadProgress | None:
        """Return the progress of a photo; None if it is unknown."""
        with self._lock:
            if (phone, key) in self._taken:
                return UploadProgress(key, TAKEN)
            photo = self._photos.get((phone, key))
            return photo.progress if photo else None

    def receive(self, phone: str, key: str, place: str, upload: bytes) -> UploadProgress:
        """Have a photo read that has come, unless it came before. Raises UnwantedPhotoError."""
        with self._lock:
            known = self.progress(phone, key)
            if known:
                return known
            handler = self.handler(phone, place)
            if handler is None:
                raise UnwantedPhotoError
            photo = _Photo(handler, UploadProgress(key, ARRIVED, changes=1), len(upload))
            self._photos[phone, key] = photo
        Thread(target=self._read, args=(phone, photo, upload), daemon=True).start()
        return photo.progress

    def pop_result(self, phone: str, *keys: str) -> tuple[UploadHandler, list[Any]] | None:
        """Remove and return the results of photos that are all read, with their handler."""
        with self._lock:
            photos = [
                photo for key in keys if (photo := self._photos.get((phone, key))) and photo.progress.step == READ
            ]
            if not photos or len(photos) < len(keys):
                return None
            for key in keys:
                del self._photos[phone, key]
                self._taken[phone, key] = None
                self._notify(phone, UploadProgress(key, TAKEN))
            _shorten(self._taken, REMEMBERED)
            return photos[0].handler, [photo.gave for photo in photos]

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

    def _read(self, phone: str, photo: _Photo, upload: bytes) -> None:
        def show(picture: Picture, grids: Sequence[Points]) -> None:
            self._go_on(phone, photo, picture=picture, grids=tuple(grids))

        step = FAILED
        try:
            photo.gave = photo.handler.read(
                upload, show=show, progress=lambda step: self._go_on(phone, photo, step=step)
            )
            step = READ
        except Exception:
            _log.exception("A photo could not be read.")
        with self._lock:
            self._go_on(phone, photo, step=step)
            self._forget_untaken()
        if photo.handler.kind == PHOTO:
            release_memory()

    def _go_on(self, phone: str, photo: _Photo, **changed: Any) -> None:
        with self._lock:
            photo.progress = replace(photo.progress, changes=photo.progress.changes + 1, **changed)
            self._notify(phone, photo.progress)

    def _notify(self, phone: str, progress: UploadProgress) -> None:
        for listener in self._listeners.get(phone, ()):
            listener(progress)

    def _forget_untaken(self) -> None:
        """Drop the oldest of those that no page takes, where they are too many; never the last."""
        untaken = [of for of, photo in self._photos.items() if photo.is_over]
        together = sum(self._photos[of].untaken_bytes for of in untaken)
        for of in untaken[:-1]:
            if together <= UNTAKEN_BYTES:
                return
            together -= self._photos.pop(of).untaken_bytes


def _shorten(kept: OrderedDict[PhotoKey, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)


UPLOADS = UploadQueue()  # of this process
