"""Sentences for the results of ``scoring`` and ``vision``, in the reader's language.

``scoring.wording`` and ``vision.wording`` have the English templates, which are the keys of the catalogues in
``ui/i18n/locale``.
"""

from __future__ import annotations

from scoring import message
from ui.i18n.translate import translate


def describe(value: object) -> str:
    """Return the sentence of a problem, score line, standing, conflict, change, highlight or reading warning."""
    return translate(message.describe(value))
