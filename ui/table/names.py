"""Names that people type, and default names of players."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from scoring import Castle

Words = Mapping[Castle, str]  # what players without a name are called in the language of a reader

LONGEST_NAME = 40  # characters
# Invisible characters of Unicode categories that are otherwise visible. Controls, such as those that turn the text
# around a name, are not printable.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_BETWEEN_WORDS = ("Cc", "Cs", "Zl", "Zp", "Zs")


def plain_text(typed: str) -> str:
    """Return an entered text as one line of visible characters; empty for a value that is no text."""
    if not isinstance(typed, str):  # a page may send any value for a field
        return ""
    kept = (" " if unicodedata.category(sign) in _BETWEEN_WORDS else sign for sign in _BLANK.sub("", typed))
    shown = "".join(sign for sign in kept if sign.isprintable())
    return " ".join(unicodedata.normalize("NFC", shown).split())


def plain_name(typed: str) -> str:
    """Normalise a typed name to plain text of at most LONGEST_NAME characters."""
    return plain_text(typed)[:LONGEST_NAME].strip()


def colour_name(castle: Castle) -> str:
    """Return the stored name of a nameless player: the castle's colour, ``Blue``."""
    return castle.value.capitalize()


def player_key(name: str, colour: Castle | None) -> str:
    """Return the key that identifies a player of finished games: the casefolded name, or the castle without a name."""
    nameless = colour is not None and name == colour_name(colour)
    return _of_castle(colour) if colour and nameless else name.casefold()


def keys_of(shown: str, words: Words) -> tuple[str, ...]:
    """Return the keys of all players shown by that name: by their own name, or by their colour."""
    folded = shown.casefold()
    return (folded, *(_of_castle(castle) for castle, word in words.items() if word.casefold() == folded))


def name_of_key(key: str, name: str, words: Words) -> str:
    """Return the displayed name of a player of finished games, from key and stored name."""
    return next((word for castle, word in words.items() if key == _of_castle(castle)), name)


def _of_castle(castle: Castle) -> str:
    return f" {castle.value}"  # no name begins with a space
