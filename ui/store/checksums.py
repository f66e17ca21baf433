"""Checksums of what is stored: a file in which a letter has changed by itself is found out before anybody plays on."""

from __future__ import annotations

from hashlib import blake2b

CHECKSUM_LENGTH = 16  # characters
_BYTES = CHECKSUM_LENGTH // 2


def checksum(text: str) -> str:
    """What stands beside a text."""
    return blake2b(text.encode(), digest_size=_BYTES).hexdigest()


def is_unchanged(text: str, noted: str) -> bool:
    """Whether a text is the one that was written."""
    return noted == checksum(text)
