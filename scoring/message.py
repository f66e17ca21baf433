"""Translatable messages, labels of enum members, and the base class of errors.

A message keeps its English template and its parameters apart, so that a translation can look up the template and
fill in the same parameters; ``str(message)`` is the English text. A message is not a string: a type checker finds
every place where untranslated text would reach a screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import singledispatch
from typing import Self


@dataclass(frozen=True)
class Message:
    """An English template with its parameters.

    Attributes:
        pattern: The template. Without parameters it is taken literally, braces included.
        plural: The template for every number but 1; None if nothing is counted.
        number: The count that selects ``pattern`` or ``plural``.
        parts: The parameters by name, sorted. Messages among them are translated, everything else is used as it is.
    """

    pattern: str
    plural: str | None = None
    number: int = 0
    parts: tuple[tuple[str, Message | str | int], ...] = ()

    def __str__(self) -> str:
        """Return the English text."""
        pattern = self.pattern if self.plural is None or self.number == 1 else self.plural
        return pattern.format(**dict(self.parts)) if self.parts else pattern

    def fill(self, **parts: Message | str | int) -> Message:
        """Return this template with other parameters; ``number`` is also the count.

        Example:
            >>> str(plural(0, "{number} square", "{number} squares").fill(number=1))
            '1 square'
        """
        count = parts.get("number", 0) if self.plural is not None else 0
        return replace(self, number=int(str(count)), parts=tuple(sorted(parts.items())))

    def __format__(self, form: str) -> str:
        return format(str(self), form)


class CrownsightError(ValueError):
    """Base class of all errors shown to players; ``message`` says what happened and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


NO_LABEL = Message("")  # lets ``Castle("red")`` look a member up by its value alone


class LabelledEnum(Enum):
    """An enum whose values are the names in files and whose members have a translatable ``label``."""

    _value_: str
    label: Message

    def __new__(cls, value: str, label: Message = NO_LABEL) -> Self:
        member = object.__new__(cls)
        member._value_, member.label = value, label
        return member


class LabelledStrEnum(StrEnum):
    """A ``LabelledEnum`` whose members are strings."""

    _value_: str
    label: Message

    def __new__(cls, value: str, label: Message = NO_LABEL) -> Self:
        member = str.__new__(cls, value)
        member._value_, member.label = value, label
        return member


class Described:
    """A typed result whose English sentence is ``str(result)``; see ``scoring.wording``."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the English sentence."""
        return str(describe(self))


@singledispatch
def describe(value: object) -> Message:
    """Return the sentence of a typed result.

    ``scoring.wording``, ``scoring.knizia.wording`` and ``vision.wording`` register the sentences when their package is
    imported, so that the modules of the rules do not depend on the words.

    Args:
        value: A problem, a line of a score sheet, a standing, a conflict or its summary, a change, a highlight, or
            what decided a game.

    Raises:
        TypeError: If there is no sentence for such a value.

    Example:
        >>> from scoring import Problem, Rule
        >>> str(describe(Problem(Rule.NO_CASTLE)))
        'There is no castle'
    """
    raise TypeError(f"there is no sentence for a {type(value).__name__}")


Text = Message | str
"""A message, or a string that is the same in every language, such as the name of a player."""


def message(pattern: str, **parts: Message | str | int) -> Message:
    """Build a message without a count.

    Example:
        >>> str(message("{size} is too large", size=9))
        '9 is too large'
    """
    return Message(pattern, parts=tuple(sorted(parts.items())))


def plural(number: int, one: str, many: str, **parts: Message | str | int) -> Message:
    """Build a message whose template depends on a count, which is also its parameter ``number``.

    Example:
        >>> str(plural(3, "{number} square", "{number} squares"))
        '3 squares'
    """
    return Message(one, many, number, tuple(sorted({"number": number, **parts}.items())))


def join_semicolon(items: Sequence[Text]) -> Text:
    """Join items as ``a; b; c``, each translated by itself."""
    if len(items) == 1:
        return items[0]
    return message("{first}; {rest}", first=items[0], rest=join_semicolon(items[1:]))


def join_comma(items: Sequence[Text]) -> Text:
    """Join items as ``a, b, c``, each translated by itself."""
    if len(items) == 1:
        return items[0]
    return message("{first}, {rest}", first=items[0], rest=join_comma(items[1:]))


def join_and(items: Sequence[Text]) -> Text:
    """Join items as ``a, b and c``, each translated by itself."""
    if len(items) == 1:
        return items[0]
    return message("{first} and {last}", first=join_comma(items[:-1]), last=items[-1])


def join_or(items: Sequence[Text]) -> Text:
    """Join items as ``a, b or c``, each translated by itself."""
    if len(items) == 1:
        return items[0]
    return message("{first} or {last}", first=join_comma(items[:-1]), last=items[-1])
