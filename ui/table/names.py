"""The names people type, and those of players who have typed none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from scoring import Castle

Words = Mapping[Castle, str]  # what players without a name are called in the language of a reader

LONGEST_NAME = 40  # characters
_BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f]")  # they would turn the text around a name
_UNSHOWN = ("Cc", "Cs", "Zl", "Zp")  # control characters, halves of characters, ends of lines and paragraphs


def plain_name(typed: str) -> str:
    """A typed name as it is shown: one line without control characters, at most LONGEST_NAME characters."""
    kept = "".join(" " if unicodedata.category(character) in _UNSHOWN else character for character in typed)
    return " ".join(_BIDI_CONTROLS.sub("", kept).split())[:LONGEST_NAME].strip()


def colour_name(castle: Castle) -> str:
    """What a player without a name is called where tables are kept: the castle's colour, ``Blue``."""
    return castle.value.capitalize()


def player_key(name: str, colour: Castle | None) -> str:
    """By what a player of finished games is found again: the name whatever its case; without a name, the castle."""
    nameless = colour is not None and name == colour_name(colour)
    return _of_castle(colour) if colour and nameless else name.casefold()


def keys_of(shown: str, words: Words) -> tuple[str, ...]:
    """The keys of all who are shown by that name: those who have it, and those whom their colour calls so."""
    folded = shown.casefold()
    return (folded, *(_of_castle(castle) for castle, word in words.items() if word.casefold() == folded))


def shown_name(key: str, name: str, words: Words) -> str:
    """What a player of finished games with that key, kept with that name, is called on the screen."""
    return next((word for castle, word in words.items() if key == _of_castle(castle)), name)


def _of_castle(castle: Castle) -> str:
    return f" {castle.value}"  # no name begins with a space
