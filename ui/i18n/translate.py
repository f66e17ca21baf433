"""Translation of the words on the screen, with gettext.

``_("…")`` marks English words where they stand and says them in the reader's language; parts are put in by name.
The translations lie in ``ui/i18n/locale`` as gettext catalogues; ``python -m ui.i18n.extract`` brings them
up to date with the code.
"""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scoring.castle import Castle
from scoring.message import Message

LISTED_AS = {"en": "en_GB"}  # "a, b and c", as the rules list things, too
LOCALE = Path(__file__).parent / "locale"
_TIMES_IN_ASCII, _TIMES = "} x {", "} × {"  # between two parts of a message
COUNTED_TO = 1_000  # every plural form of a language is that of a smaller number

Entry = str | tuple[str, str]  # of a catalogue; a tuple has the words for one and for several

_JS_WORD = re.compile(r"\bsay\(\s*'([^']+)'")
_JS_COUNT = re.compile(r"\bsayOf\(\s*[^,']+,\s*'([^']+)',\s*'([^']+)'")
_HTML_WORD = re.compile(r'data-(?:say|label)="([^"]+)"')


def languages() -> dict[str, str]:
    """Map the code of each language with a catalogue, and English, to its own name."""
    codes = ["en", *sorted(path.stem for path in LOCALE.glob("*.po"))]
    return {code: capitalize(str(Locale(code).get_display_name(code))) for code in codes}


def capitalize(words: str) -> str:
    """Return words with a capital first letter, as a sentence or a name begins."""
    return words[:1].upper() + words[1:]


LANGUAGES = languages()
LANGUAGE_COOKIE = "crownsight-language"  # what this browser spoke last
_CHOSEN: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """Return the reader's language: of a page, a request or a file; else English."""
    return _CHOSEN.get()


@contextmanager
def in_language(asked: str) -> Iterator[None]:
    """Use a language in this block, for a reader whose page asks for its words itself; English if it is unknown."""
    before = _CHOSEN.set(asked if asked in LANGUAGES else "en")
    try:
        yield
    finally:
        _CHOSEN.reset(before)


def use_language(chosen: str) -> None:
    """Use a language from now on in this thread, which answers one page."""
    _CHOSEN.set(chosen)


def _(message: str, **parts: object) -> str:
    """Translate a message and insert its parts: ``_("{name} wins", name=name)``."""
    return catalogue(language()).gettext(message).format(**parts)


def n_(one: str, many: str, number: int, **parts: object) -> str:
    """Translate the singular or plural of a message, chosen by ``number``, which is also a part."""
    return catalogue(language()).ngettext(one, many, number).format(number=number, **parts)


def translate(message: Message) -> str:
    """Translate a message and its parts; untranslated ones stay English.

    Numbers are multiplied with ``×``, for which the command line, plain ASCII, has an ``x``.
    """
    return _text_of(message, catalogue(language()))


def _text_of(message: Message, words: gettext.NullTranslations) -> str:
    if message.plural is None:
        text = words.gettext(message.pattern)
    else:
        text = words.ngettext(message.pattern, message.plural, message.number)
    text = text.replace(_TIMES_IN_ASCII, _TIMES)
    parts = {name: _text_of(part, words) if isinstance(part, Message) else part for name, part in message.parts}
    return text.format(**parts) if parts else text


def castle_names() -> dict[Castle, str]:
    """Return the names of nameless players in the reader's language: ``Blue``."""
    return dict(_castle_names(language()))


@cache
def _castle_names(language: str) -> dict[Castle, str]:
    words = catalogue(language)
    return {castle: capitalize(_text_of(castle.label, words)) for castle in Castle}


def join_names(names: Sequence[str]) -> str:
    """Names as they are listed in the reader's language, put in as they come: ``Ana, Ben and Chloé``."""
    listed: str = format_list(names, locale=LISTED_AS.get(language(), language()))
    return listed


def in_browser(text: str) -> list[Entry]:
    """List the messages of a component: ``say('…')``, ``sayOf(n, '…', '…')`` and labels in its HTML."""
    return [*_JS_WORD.findall(text), *_JS_COUNT.findall(text), *_HTML_WORD.findall(text)]


def for_browser(entries: Iterable[Entry | Message]) -> dict[str, Any]:
    """Return the texts of a component: the reader's ``language``, and translations by English text.

    What is counted has a text for each plural category of the language, as Unicode's CLDR and a browser's
    ``Intl.PluralRules`` call them: ``one``, ``few``, ``other``.
    """
    return _for_browser(tuple(entries), language())


@cache
def _for_browser(entries: tuple[Entry | Message, ...], language: str) -> dict[str, Any]:
    words = catalogue(language)
    category = Locale(language).plural_form
    numbers = {category(number): number for number in range(COUNTED_TO, -1, -1)}  # the smallest that is counted so
    found: dict[str, str | dict[str, str]] = {}
    for entry in entries:
        if isinstance(entry, Message):
            found[str(entry)] = _text_of(entry, words)
        elif isinstance(entry, str):
            found[entry] = words.gettext(entry)
        else:
            found[entry[0]] = {category: words.ngettext(*entry, number) for category, number in numbers.items()}
    return {"language": language, "texts": found}


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Load the catalogue of a language; English texts are those in the code."""
    path = LOCALE / f"{language}.po"
    if not path.exists():
        return gettext.NullTranslations()
    compiled = io.BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
