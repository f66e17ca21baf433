"""Messages: sentences for players, which can be translated, and the error that carries one.

A message remembers the pattern it was made from and its parts: a translation looks up the pattern and fills in the
parts, translating those that are messages themselves. ``str(message)`` is the English text. A message is no string, so
that a type checker finds every place where plain English, or an untranslated message, would reach a screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Self


@dataclass(frozen=True)
class Message:
    """A sentence or a few words for a player, with what is needed to say it in another language.

    ``several`` is the pattern for any number but one, and ``number`` how many there are; None and 0 where nothing is
    counted. ``parts`` are sorted by name; those that are no messages, such as numbers and the names of players, are the
    same in every language. A pattern without parts is taken as it is, braces and all.
    """

    pattern: str
    several: str | None = None
    number: int = 0
    parts: tuple[tuple[str, Message | str | int], ...] = ()

    def __str__(self) -> str:
        """The English text."""
        pattern = self.pattern if self.several is None or self.number == 1 else self.several
        return pattern.format(**dict(self.parts)) if self.parts else pattern

    def __format__(self, form: str) -> str:
        return format(str(self), form)


class CrownsightError(ValueError):
    """The base of all errors that players may read: ``message`` says why and what to do, ``str(error)`` in English."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


NO_WORDS = Message("")  # for whom asks by the value alone: ``Castle("red")``


class Worded(Enum):
    """A thing of the game by its name in files, the value, with the ``words`` that players say for it."""

    _value_: str
    words: Message

    def __new__(cls, value: str, words: Message = NO_WORDS) -> Self:
        one = object.__new__(cls)
        one._value_, one.words = value, words
        return one


class WordedName(StrEnum):
    """The same for things that are their name in files as a text, too."""

    _value_: str
    words: Message

    def __new__(cls, value: str, words: Message = NO_WORDS) -> Self:
        one = str.__new__(cls, value)
        one._value_, one.words = value, words
        return one


Text = Message | str
"""A message, or a string that is the same in every language, such as the name of a player."""


def message(pattern: str, **parts: Message | str | int) -> Message:
    """A message from its pattern: ``message("There is no castle")``, ``message("{size} is too large", size=9)``."""
    return Message(pattern, parts=tuple(sorted(parts.items())))


def plural(number: int, one: str, several: str, **parts: Message | str | int) -> Message:
    """A message about a number of something: ``plural(n, "{number} square", "{number} squares")``."""
    return Message(one, several, number, tuple(sorted({"number": number, **parts}.items())))


def in_a_row(things: Sequence[Text]) -> Text:
    """Several things one after the other, each translated by itself: ``a; b; c``."""
    if len(things) == 1:
        return things[0]
    return message("{first}; {rest}", first=things[0], rest=in_a_row(things[1:]))


def with_commas(things: Sequence[Text]) -> Text:
    """Several things one after the other, each translated by itself: ``a, b, c``."""
    if len(things) == 1:
        return things[0]
    return message("{first}, {rest}", first=things[0], rest=with_commas(things[1:]))


def listed(things: Sequence[Text]) -> Text:
    """Things as they are listed in speech: ``a, b and c``."""
    if len(things) == 1:
        return things[0]
    return message("{first} and {last}", first=with_commas(things[:-1]), last=things[-1])


def either(things: Sequence[Text]) -> Text:
    """Things of which any one will do: ``a, b or c``."""
    if len(things) == 1:
        return things[0]
    return message("{first} or {last}", first=with_commas(things[:-1]), last=things[-1])
