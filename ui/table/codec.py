"""The codec: JSON read into msgspec's types, which carry the limits, and written from them.

Whatever a text holds, reading it gives a value of the type asked for or raises FormatError, whose sentence names the
place: ``players[0].code: row 2, column 1: ...``. A type says all that is expected of a field; what spans several fields
is checked by the ``__post_init__`` of their struct, what has a notation of its own by a subclass of ``Notation``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Generic, NoReturn, TypeVar

import msgspec

from scoring.message import CrownsightError, Message, Text, message

T = TypeVar("T")

LONGEST_QUOTE = 40  # characters of what was found instead
UNEXPECTED = message("this is not what is expected here")
A_TEXT, A_DECIMAL = message("text in quotes"), message("a decimal number")


class FormatError(CrownsightError):
    """A text holds something other than expected; the message, a sentence without its full stop, begins with the place.

    ``fault`` is the message without ``place``, which is empty where the whole text is meant.
    """

    def __init__(self, fault: Message, place: str = "") -> None:
        super().__init__(message("{place}: {message}", place=place, message=fault) if place else fault)
        self.fault, self.place = fault, place


class Notation(Generic[T]):
    """A value with a notation of its own in JSON, which a subclass reads and writes: that of a kingdom is its code."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    @staticmethod
    def read(found: Any) -> Any:
        """The value that a plain JSON value stands for. Raises ValueError, best of all a CrownsightError."""
        raise NotImplementedError

    def written(self) -> Any:
        """The value as it stands in JSON."""
        return str(self.value)


def encoded(value: Any) -> str:
    """The JSON text of a value, without blanks."""
    return msgspec.json.encode(value, enc_hook=_written).decode()


def encoded_file(value: Any) -> str:
    """The JSON text of a value in lines, for people who look into the file."""
    return msgspec.json.format(encoded(value), indent=1)


def decoded(text: str | bytes, kind: type[T], *, most_bytes: int) -> T:
    """The value in a text that was written here, however damaged it may be since. Raises FormatError."""
    _refuse_size(text, most_bytes)
    try:
        return msgspec.json.decode(text, type=kind, dec_hook=_read)
    except msgspec.ValidationError as wrong:
        raise _explained(wrong) from wrong
    except (ValueError, RecursionError) as wrong:
        raise FormatError(message("this is no JSON in UTF-8")) from wrong


def converted(value: Any, kind: Any) -> Any:
    """A plain JSON value as a value of that type. Raises FormatError."""
    try:
        return msgspec.convert(value, kind, dec_hook=_read)
    except msgspec.ValidationError as wrong:
        raise _explained(wrong) from wrong
    except (ValueError, RecursionError) as wrong:  # half a character, or lists in lists
        raise FormatError(message("this is no JSON in UTF-8")) from wrong


def plain(content: str | bytes, *, most_bytes: int) -> Any:
    """The plain JSON value in a file from anywhere. Raises FormatError.

    A field that stands twice in one object is refused: a reader would silently believe the last, and msgspec does.
    """
    _refuse_size(content, most_bytes)
    try:
        text = content if isinstance(content, str) else content.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse_constant)
    except FormatError:
        raise
    except json.JSONDecodeError as wrong:
        broken = message("line {line}, column {column}: this is no JSON", line=wrong.lineno, column=wrong.colno)
        raise FormatError(broken) from wrong
    except (ValueError, RecursionError) as wrong:
        raise FormatError(message("this is no JSON in UTF-8")) from wrong


def saved_by_us(content: str | bytes, kind: type[T], *, mark: str, form: int, most_bytes: int) -> T:
    """The value in a file that names its kind and the version of its form: ``"crownsight": 1``. Raises FormatError."""
    try:
        found = plain(content, most_bytes=most_bytes)
    except FormatError as wrong:
        raise FormatError(message("this is not a file saved by Crownsight: {why}", why=wrong.message)) from wrong
    if not isinstance(found, dict) or found.get(mark) != form:
        unknown = message(
            "this file was not saved by this version of Crownsight: it does not say {kind} {form}", kind=mark, form=form
        )
        raise FormatError(unknown)
    read: T = converted(found, kind)
    return read


def in_short(found: Any) -> str:
    """A plain JSON value as it stands in the text, but for what a list or an object holds; a long one not whole."""
    if isinstance(found, dict | list):
        return "{...}" if isinstance(found, dict) else "[...]"
    said = repr(found) if isinstance(found, str) else json.dumps(found)
    return said if len(said) <= LONGEST_QUOTE else f"{said[:LONGEST_QUOTE]}..."


def _refuse_size(content: str | bytes, most_bytes: int) -> None:
    if len(content) > most_bytes:
        raise FormatError(message("the file is larger than {most} MB", most=most_bytes // 1_000_000))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for at, name in enumerate(names) if name in names[:at])
        raise FormatError(message("{field} stands twice in one object", field=in_short(twice)))
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise FormatError(message("expected {what}, not {found}", what=A_DECIMAL, found=name))


def _read(kind: type[Notation[Any]], found: Any) -> Notation[Any]:
    """For msgspec: what stands in a notation of its own."""
    return kind(kind.read(found))


def _written(value: Any) -> Any:
    """For msgspec: the notation of a value; nothing else than what has one may be left to write."""
    if not isinstance(value, Notation):
        raise NotImplementedError(type(value).__name__)
    return value.written()


def _explained(wrong: msgspec.ValidationError) -> FormatError:
    """What msgspec refused, with the place in our way of writing it."""
    said, _, path = str(wrong).rpartition(" - at `")
    place = path.removesuffix("`").removeprefix("$").removeprefix(".") if said else ""
    why = wrong.__cause__
    if isinstance(why, FormatError):
        within = f".{why.place}" if place and why.place[:1] not in ("", "[") else why.place
        return FormatError(why.fault, place + within)
    return FormatError(why.message if isinstance(why, CrownsightError) else _in_words(said or str(wrong)), place)


def _in_words(said: str) -> Message:
    """What msgspec says of a value in words that can be translated; one sentence for whatever we know no words for."""
    matches = ((pattern.fullmatch(said), sentence) for pattern, sentence in _SENTENCES)
    return next((sentence(match) for match, sentence in matches if match), UNEXPECTED)


_KINDS: dict[str, Text] = {
    "int": message("a whole number"),
    "float": A_DECIMAL,
    "str": A_TEXT,
    "bool": message("true or false"),
    "array": message("a list in square brackets"),
    "object": message("an object in curly brackets"),
    "null": "null",
}
_KIND = "|".join(_KINDS)

_SENTENCES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Message]], ...] = (
    (
        re.compile(r"Object missing required field `(.+)`"),
        lambda found: message("{field} is missing", field=found[1]),
    ),
    (
        re.compile(rf"Expected `({_KIND})[^`]*`, got `({_KIND})`"),
        lambda found: message("expected {what}, not {found}", what=_KINDS[found[1]], found=_KINDS[found[2]]),
    ),
    (
        re.compile(r"Expected `(?:int|float)` >= (\S+)"),
        lambda found: message("expected a number from {least} on", least=found[1]),
    ),
    (
        re.compile(r"Expected `(?:int|float)` <= (\S+)"),
        lambda found: message("expected a number up to {most}", most=found[1]),
    ),
    (
        re.compile(r"Expected `str` of length <= (\d+)"),
        lambda found: message("expected a text of at most {most} characters", most=found[1]),
    ),
    (
        re.compile(r"Expected `array` of (?:at most length|length <=) (\d+).*"),
        lambda found: message("expected a list of at most {most}", most=found[1]),
    ),
    (
        re.compile(r"Expected `array` of .*?length (?:>= )?(\d+).*"),
        lambda found: message("expected a list of {length}", length=found[1]),
    ),
    (
        re.compile(r"Invalid enum value (.+)", re.DOTALL),
        lambda found: message("{found} is unknown", found=found[1][:LONGEST_QUOTE]),
    ),
)
