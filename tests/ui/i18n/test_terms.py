"""One thing has one name in each language, on every screen."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from ui.i18n.translate import LANGUAGES, LOCALE

TRANSLATED = [language for language in LANGUAGES if language != "en"]
TERMS = tomllib.loads((LOCALE.parent / "terms.toml").read_text(encoding="utf-8"))
NEVER = TERMS.pop("never")


def wordings(text: str | tuple[str, ...] | list[str] | None) -> str:
    """All plural forms of a message, one after the other."""
    return text if isinstance(text, str) else " ".join(text or ())


def said(text: str) -> str:
    """The words of a message without its parts in braces."""
    return " ".join(words for words, *_ in Formatter().parse(text))


@cache
def sentences(language: str) -> list[tuple[str, str]]:
    """Every message of a catalogue in English and as it is translated."""
    with (LOCALE / f"{language}.po").open("rb") as source:
        return [(wordings(one.id), wordings(one.string)) for one in read_po(source, locale=language) if one.id]


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("term", TERMS)
def test_a_thing_is_called_by_its_name(term: str, language: str) -> None:
    meant, name = re.compile(rf"\b({TERMS[term]['en']})\b", re.I), re.compile(rf"{TERMS[term][language]}", re.I)
    about = [(english, other) for english, other in sentences(language) if meant.search(said(english))]

    assert about
    assert [other for _english, other in about if not name.search(said(other))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_other_name_of_a_thing_is_in_a_catalogue(language: str) -> None:
    other_name = re.compile(rf"\b({NEVER[language]})", re.I)

    assert [text for _english, text in sentences(language) if other_name.search(text)] == []
