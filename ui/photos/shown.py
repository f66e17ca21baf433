"""Pictures that pages show and that no table has: a photo under way, one of a past game, one that was drawn upon.

A component or a line of HTML carries the short address in place of the picture.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from hashlib import blake2b
from threading import Lock

MOST_BYTES = 64_000_000  # about 150 photos; pages fetch theirs as soon as they are drawn
PICTURES = "/api/pictures"


class ShownPictures:
    """JPEG bytes by names that cannot be guessed; beyond ``most`` bytes what was shown longest ago makes room."""

    def __init__(self, most: int) -> None:
        self._most, self._bytes = most, 0
        self._held: OrderedDict[str, bytes] = OrderedDict()
        self._secret = secrets.token_bytes(32)
        self._lock = Lock()

    def show(self, jpeg: bytes) -> str:
        """The name by which a picture is found from now on; the same picture has the same name."""
        name = blake2b(jpeg, key=self._secret, digest_size=16).hexdigest()
        with self._lock:
            self._bytes += len(jpeg) - len(self._held.pop(name, b""))
            self._held[name] = jpeg
            while self._bytes > self._most:
                self._bytes -= len(self._held.popitem(last=False)[1])
        return name

    def find(self, name: str) -> bytes | None:
        """The picture of that name; None if there is none any more."""
        with self._lock:
            return self._held.get(name)


SHOWN = ShownPictures(MOST_BYTES)


def address(jpeg: bytes) -> str:
    """The address at which phones of this server can fetch JPEG bytes, until many others have been shown."""
    return f"{PICTURES}/{SHOWN.show(jpeg)}.jpg"
