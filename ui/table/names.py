"""The names people type, and those of players who have typed none."""

from __future__ import annotations

import re
import unicodedata

from scoring import Castle

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
