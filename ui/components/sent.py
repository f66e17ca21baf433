"""What the browser sends of a component; a message that is not as it should be is none."""

from __future__ import annotations

from typing import Any, TypeVar

from ui.table.codec import FormatError, converted

T = TypeVar("T")


def sent_in(message: Any, kind: type[T]) -> T | None:
    """What a browser sent; None for nonsense."""
    try:
        read: T = converted(message, kind)
    except FormatError:
        return None
    return read
