"""Files of this device that a screen asks for: saved games, and editions."""

from __future__ import annotations

from typing import Any

from ui.components.file_field import choose_file
from ui.photos.inbox import DATA, INBOX, Wanted
from ui.session.tab import tab


def file_of(label: str, *, key: str, most_bytes: int) -> bytes | None:
    """The field for a file, and what the file holds that came last, until it is used; None without one."""
    here, place = tab(), f"{tab().name} {key}"

    def keep(content: bytes) -> None:
        here.set_local(place, content)

    INBOX.ask_for(here.phone, place, Wanted(_as_it_is, keep, DATA, most_bytes))
    sent = choose_file(label, key=key, place=place)
    taken = INBOX.take(here.phone, sent) if sent else None
    if taken:
        taken[0].then(taken[1])
    content: bytes | None = here.local(place)
    return content


def use_up(key: str) -> None:
    """Forget the file that came for a field: it has been used."""
    tab().set_local(f"{tab().name} {key}", None)


def _as_it_is(upload: bytes, **_how: Any) -> bytes:
    return upload
