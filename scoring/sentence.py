"""Sentences that can be said again in another language.

A sentence is its English text, and remembers the pattern it was made from and what was put in: whoever translates
looks up the pattern and fills in the parts, those that are sentences themselves translated in turn.
"""

from __future__ import annotations

from collections.abc import Sequence


class Sentence(str):
    """English text with the pattern and the parts it was made of.

    ``many`` is the pattern for several of something and ``number`` how many there are; None and 0 where nothing
    is counted. Parts that are not sentences, such as numbers and the names of players, are the same in any language.
    """

    pattern: str
    many: str | None
    number: int
    parts: dict[str, str | int]

    def __new__(cls, pattern: str, many: str | None, number: int, parts: dict[str, str | int]) -> Sentence:
        chosen = pattern if many is None or number == 1 else many
        sentence = super().__new__(cls, chosen.format(**parts))
        sentence.pattern, sentence.many, sentence.number, sentence.parts = pattern, many, number, parts
        return sentence

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, str | None, int, dict[str, str | int]]]:
        """What a copy is made of: the pattern, not the finished text."""
        return Sentence, (self.pattern, self.many, self.number, self.parts)


def said(pattern: str, **parts: str | int) -> Sentence:
    """A sentence from its pattern: ``said("There is no castle")``, ``said("{size} is too large", size=9)``."""
    return Sentence(pattern, None, 0, parts)


def said_of(number: int, one: str, many: str, **parts: str | int) -> Sentence:
    """A sentence about a number of something: ``said_of(n, "{number} square", "{number} squares")``."""
    return Sentence(one, many, number, {"number": number, **parts})


def in_a_row(things: Sequence[str], pattern: str = "{first}; {rest}") -> str:
    """Several things one after the other, each translated by itself."""
    if len(things) == 1:
        return things[0]
    return said(pattern, first=things[0], rest=in_a_row(things[1:], pattern))


def listed(things: Sequence[str]) -> str:
    """Things as they are listed in speech: ``a, b and c``."""
    if len(things) == 1:
        return things[0]
    return said("{first} and {last}", first=in_a_row(things[:-1], "{first}, {rest}"), last=things[-1])


def either(things: Sequence[str]) -> str:
    """Things of which any one will do: ``a, b or c``."""
    if len(things) == 1:
        return things[0]
    return said("{first} or {last}", first=in_a_row(things[:-1], "{first}, {rest}"), last=things[-1])
