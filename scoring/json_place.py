"""Values in JSON that may come from anywhere, each with its place, so that a refusal names it: ``players[0].code``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from scoring.message import CrownsightError, Message, Text, either, message

LONGEST_QUOTE = 40  # characters of what was found instead


class GameFileError(CrownsightError):
    """A game file cannot be read; the message names the place and what was expected."""


class DoubleFieldError(ValueError):
    """An object in JSON has a field twice, of which a reader would silently believe the last."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.message = message("{field} stands twice in one object", field=_in_short(field[:LONGEST_QUOTE]))


def strict_json(text: str | bytes) -> Any:
    """The value that a JSON text holds. Raises ValueError, DoubleFieldError for one, and RecursionError."""
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise DoubleFieldError(next(name for at, name in enumerate(names) if name in names[:at]))
    return fields


@dataclass(frozen=True)
class Placed:
    """A value in JSON and where it is; each question raises GameFileError where the value is of another kind."""

    value: Any
    path: str = ""

    def refuse(self, fault: Message) -> NoReturn:
        """Raise GameFileError for this place."""
        raise GameFileError(message("{place}: {message}", place=self.path, message=fault) if self.path else fault)

    def expected(self, what: Text) -> NoReturn:
        """Raise GameFileError: something else was expected here."""
        found = _in_short(self.value)
        found = found if len(found) <= LONGEST_QUOTE else f"{found[:LONGEST_QUOTE]}..."
        self.refuse(message("expected {what}, not {found}", what=what, found=found))

    def fields(self) -> dict[str, Placed]:
        """The fields of an object."""
        if not isinstance(self.value, dict):
            self.expected(message("an object in curly brackets"))
        dot = "." if self.path else ""
        return {key: Placed(value, f"{self.path}{dot}{key}") for key, value in self.value.items()}

    def entries(self, most: int) -> Iterator[Placed]:
        """The entries of a list."""
        if not isinstance(self.value, list):
            self.expected(message("a list in square brackets"))
        if len(self.value) > most:
            self.refuse(message("a list of {length}; {most} are the most", length=len(self.value), most=most))
        return (Placed(value, f"{self.path}[{at}]") for at, value in enumerate(self.value))

    def text(self, most: int) -> str:
        """A string."""
        if not isinstance(self.value, str):
            self.expected(message("text in quotes"))
        if len(self.value) > most:
            self.refuse(
                message("a text of {length} characters; {most} are the most", length=len(self.value), most=most)
            )
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.expected(message("true or false"))
        return self.value

    def whole(self, least: int, most: int) -> int:
        """A whole number within limits."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not least <= self.value <= most:
            self.expected(message("a whole number from {least} to {most}", least=least, most=most))
        return self.value


def _in_short(value: Any) -> str:
    """A value as it stands in the file, but for what a list or an object holds."""
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    return repr(value) if isinstance(value, str) else json.dumps(value)


def given(fields: Mapping[str, Placed], key: str) -> Placed | None:
    """A field of an object, if it is there and not null."""
    found = fields.get(key)
    return None if found is None or found.value is None else found


def one_of(found: Placed, names: Sequence[str]) -> str:
    """One of these strings. Raises GameFileError."""
    if not isinstance(found.value, str) or found.value not in names:
        found.expected(either(names))
    return found.value
