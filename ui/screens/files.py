"""Files of this device: those that a screen asks for, and those that it offers to save."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ui.components.file_field import choose_file
from ui.i18n.translate import in_language, language
from ui.photos.inbox import DATA, INBOX, UploadHandler
from ui.session.tab import in_tab, tab


def file_of(label: str, *, key: str, most_bytes: int) -> bytes | None:
    """The field for a file, and what the file holds that came last, until it is used; None without one."""
    here, place = tab(), f"{tab().name} {key}"

    def keep(content: bytes) -> None:
        here.set_local(place, content)

    INBOX.expect(here.phone, place, UploadHandler(_as_it_is, keep, DATA, most_bytes))
    sent = choose_file(label, key=key, place=place)
    taken = INBOX.pop_result(here.phone, sent) if sent else None
    if taken:
        taken[0].then(*taken[1])
    content: bytes | None = here.local(place)
    return content


def use_up(key: str) -> None:
    """Forget the file that came for a field: it has been used."""
    tab().set_local(f"{tab().name} {key}", None)


def _as_it_is(upload: bytes, **_how: Any) -> bytes:
    return upload


T = TypeVar("T")


def deferred_download(make: Callable[[], T]) -> Callable[[], T]:
    """The same, for a download button, with this tab as it is when the file is asked for, in the language of now.

    Streamlit calls what makes a file between two runs, where there is no tab: the file would be empty, and in English.
    """
    spoken = language()

    def made() -> T:
        with in_language(spoken):
            return make()

    return in_tab(made)
