"""Files that a screen offers to save, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ui.i18n.translate import in_language, language
from ui.session.tab import in_tab

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
