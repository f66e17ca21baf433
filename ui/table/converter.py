"""JSON by one converter: a value of ours read from JSON, and written as JSON.

Whatever a text holds, reading it gives a value of the type asked for or raises FormatError, whose sentence names the
place: ``players[0].code: row 2, column 1: ...``. A type says what is expected: dataclasses and named tuples have their
fields, ``Annotated`` tells Limits, and functions that check what was read or make something else of it. Numbers, texts
and lists without Limits have wide ones. FORMS says how a value stands in JSON if not as an object with all its fields.
"""

from __future__ import annotations

import dataclasses
import json
import math
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from inspect import Parameter, signature
from numbers import Integral, Real
from operator import attrgetter
from types import GenericAlias, NoneType
from typing import Annotated, Any, NamedTuple, NoReturn, get_args, get_origin, get_type_hints

from scoring.message import CrownsightError, Message, Text, message

Read = Callable[[Any], Any]
Write = Callable[[Any], Any]

LONGEST_QUOTE = 40  # characters of what was found instead
DECIMALS = 4  # of what is written
UNEXPECTED = message("this is not what is expected here")
A_TEXT, A_DECIMAL = message("text in quotes"), message("a decimal number")
A_LIST, AN_OBJECT = message("a list in square brackets"), message("an object in curly brackets")
_KINDS: dict[type, Text] = {
    int: message("a whole number"),
    float: A_DECIMAL,
    str: A_TEXT,
    bool: message("true or false"),
    list: A_LIST,
    dict: AN_OBJECT,
    NoneType: "null",
}


class FormatError(CrownsightError):
    """A text holds something other than expected; the message, a sentence without its full stop, begins with the place.

    ``fault`` is the message without ``place``, which is empty where the whole text is meant.
    """

    def __init__(self, fault: Message, place: str = "") -> None:
        super().__init__(message("{place}: {message}", place=place, message=fault) if place else fault)
        self.fault, self.place = fault, place

    def within(self, outer: str) -> FormatError:
        """The same error, its place seen from one step further out."""
        dot = "." if self.place and not self.place.startswith("[") else ""
        return FormatError(self.fault, outer + dot + self.place)


@dataclass(frozen=True)
class Limits:
    """The least and the most that a number may be, or that there may be of characters or of things in a list."""

    least: float = 0
    most: float = math.inf


COUNT, LENGTH = Limits(0, 1_000_000_000), Limits(0, 10_000)
ANY_NUMBER = Limits(-math.inf, math.inf)
LARGEST = 2.0**53  # of a decimal number
_PLAIN = frozenset({str, int, bool, NoneType})  # written as they are


class _Field(NamedTuple):
    """A field of a value: its name in JSON and here, how it is read, and its usual value, Parameter.empty if none."""

    key: str
    name: str
    read: Read
    usual: Any


class Form:
    """A value in JSON: an object with the fields of its ``kind``, or ``in_a_row`` a list of them.

    ``types`` are those of fields where the kind says nothing, or less; ``names`` those that have another name in JSON.
    What is as usual is not written, but for the fields in ``always``. ``make`` makes the value instead of the kind,
    ``check`` raises FormatError for one that cannot be. A ``strict`` object has no other fields; where there may be
    ``nulls``, null is as if the field were not there.
    """

    def __init__(
        self,
        kind: Callable[..., Any],
        *,
        make: Callable[..., Any] | None = None,
        check: Callable[[Any], object] | None = None,
        names: Mapping[str, str] | None = None,
        without: Collection[str] = (),
        always: Collection[str] = (),
        in_a_row: bool = False,
        strict: bool = False,
        nulls: bool = False,
        **types: Any,
    ) -> None:
        self.kind, self.make, self.check, self.strict, self.nulls = kind, make or kind, check, strict, nulls
        self.types, self.names, self.without, self.always = types, names or {}, without, always
        self.write: Write = self._row if in_a_row else self._object
        self.reader: Read = self._from_row if in_a_row else self._from_object
        self._fields: tuple[_Field, ...] | None = None

    @property
    def fields(self) -> tuple[_Field, ...]:
        if self._fields is None:
            hints = get_type_hints(self.kind, include_extras=True)
            factories = dataclasses.fields(self.kind) if dataclasses.is_dataclass(self.kind) else ()
            made = {one.name: one.default_factory() for one in factories if callable(one.default_factory)}
            named = signature(self.kind).parameters.values()
            usual = dict.fromkeys(self.types) | {one.name: one.default for one in named if one.kind != one.VAR_KEYWORD}
            usual |= made | dict.fromkeys(self.always, Parameter.empty)
            order = {one.name: usual[one.name] for one in named if one.name in usual} | usual
            self._fields = tuple(
                _Field(self.names.get(name, name), name, reader(self.types.get(name, hints.get(name, Any))), default)
                for name, default in order.items()
                if name not in self.without
            )
        return self._fields

    @property
    def keys(self) -> frozenset[str]:
        """The names of the fields in JSON."""
        return frozenset(field.key for field in self.fields)

    def _object(self, value: Any) -> dict[str, Any]:
        parts = ((field, getattr(value, field.name)) for field in self.fields)
        return {field.key: written(part) for field, part in parts if part != field.usual}

    def _row(self, value: Any) -> list[Any]:
        return [written(getattr(value, field.name)) for field in self.fields]

    def _from_object(self, found: Any) -> Any:
        if type(found) is not dict:
            raise _other(AN_OBJECT, found)
        parts = {}
        for key, name, read, usual in self.fields:
            if key in found and not (self.nulls and found[key] is None and usual is not Parameter.empty):
                try:
                    parts[name] = read(found[key])
                except FormatError as wrong:
                    raise wrong.within(key) from None
        missing = [key for key, name, _, usual in self.fields if usual is Parameter.empty and name not in parts]
        if missing:
            raise FormatError(message("{field} is missing", field=missing[0]))
        if self.strict and len(parts) < len(found):
            raise FormatError(UNEXPECTED)
        return self._made(parts)

    def _from_row(self, found: Any) -> Any:
        wanted = sum(field.usual is Parameter.empty for field in self.fields)
        _refuse_length(found, Limits(wanted, len(self.fields)))
        pairs = zip(self.fields, found, strict=False)
        return self._made({field.name: _at(place, field.read, one) for place, (field, one) in enumerate(pairs)})

    def _made(self, parts: dict[str, Any]) -> Any:
        value = _explained(lambda _: self.make(**parts), None)
        if self.check:
            self.check(value)
        return value


def several(kind: Any, most: int, least: int = 0) -> Any:
    """The type of a list of values of a type, or of a form, as a tuple."""
    return Annotated[GenericAlias(tuple, (kind, ...)), Limits(least, most)]


FORMS: dict[Any, Any] = {}
"""Types with what stands for them in JSON: a Form, or the type that is read and made into a value."""
WRITERS: dict[type, Write] = {}
"""Types with what writes them, where they have no Form."""


@cache
def reader(kind: Any) -> Read:
    """The function that reads a plain JSON value as a type."""
    if isinstance(kind, Form):
        return kind.reader
    if kind in FORMS:
        return reader(FORMS[kind])
    if get_origin(kind) is not Annotated:
        return _reader(kind, None)
    inner, *said = get_args(kind)
    limits = next((one for one in said if isinstance(one, Limits)), None)
    read, steps = _reader(inner, limits), tuple(one for one in said if callable(one))

    def read_on(found: Any) -> Any:
        value = read(found)
        for step in steps:
            value = _explained(step, value)
        return value

    return read_on if steps else read


def _reader(kind: Any, limits: Limits | None) -> Read:
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda found: found
    if kind is int or kind is float:
        return _number(kind, limits or (COUNT if kind is int else ANY_NUMBER))
    if kind is str:
        return _text(limits or LENGTH)
    if kind is bool:
        return _flag
    if NoneType in args:
        [inner] = (one for one in args if one is not NoneType)
        read = reader(Annotated[inner, limits] if limits else inner)
        return lambda found: None if found is None else read(found)
    if origin in (tuple, frozenset) and args[1:] in ((), (...,)):
        return _list(reader(args[0]), origin, limits or LENGTH)
    if origin is tuple:
        return _row([reader(one) for one in args])
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _one_of({one.value: one for one in kind})
    return Form(kind).reader


def _number(kind: type, limits: Limits) -> Read:
    allowed = (int,) if kind is int else (int, float)

    def read(found: Any) -> Any:
        if type(found) not in allowed:
            raise _other(_KINDS[kind], found)
        if not found >= limits.least:  # also what is no number
            raise FormatError(message("expected a number from {least} on", least=str(limits.least)))
        if found > limits.most:
            raise FormatError(message("expected a number up to {most}", most=str(limits.most)))
        if kind is float and abs(found) > LARGEST:
            raise _other(A_DECIMAL, found)
        return kind(found)

    return read


def _text(limits: Limits) -> Read:
    def read(found: Any) -> str:
        if type(found) is not str:
            raise FormatError(message("expected {what}, not {found}", what=A_TEXT, found=in_short(found)))
        if len(found) > limits.most:
            raise FormatError(message("expected a text of at most {most} characters", most=int(limits.most)))
        return found

    return read


def _flag(found: Any) -> bool:
    if type(found) is not bool:
        raise _other(_KINDS[bool], found)
    return found


def _one_of(values: Mapping[Any, Any]) -> Read:
    [kind] = {type(one) for one in values}

    def read(found: Any) -> Any:
        if type(found) is not kind or found not in values:
            raise FormatError(message("{found} is unknown", found=in_short(found)))
        return values[found]

    return read


def _list(read: Read, kind: type, limits: Limits) -> Read:
    def read_list(found: Any) -> Any:
        _refuse_length(found, limits)
        return kind([_at(place, read, one) for place, one in enumerate(found)])

    return read_list


def _row(reads: Sequence[Read]) -> Read:
    limits = Limits(len(reads), len(reads))

    def read_row(found: Any) -> Any:
        _refuse_length(found, limits)
        return tuple([_at(place, read, one) for place, (read, one) in enumerate(zip(reads, found, strict=True))])

    return read_row


def _at(place: int, read: Read, found: Any) -> Any:
    try:
        return read(found)
    except FormatError as wrong:
        raise wrong.within(f"[{place}]") from None


def _explained(make: Callable[[Any], Any], of: Any) -> Any:
    """The value that is made of another. Raises FormatError where it cannot be."""
    try:
        return make(of)
    except FormatError:
        raise
    except CrownsightError as wrong:
        raise FormatError(wrong.message) from wrong
    except (ValueError, KeyError) as wrong:
        raise FormatError(UNEXPECTED) from wrong


def _refuse_length(found: Any, limits: Limits) -> None:
    if type(found) is not list:
        raise _other(A_LIST, found)
    if len(found) < limits.least or limits.least == limits.most < len(found):
        raise FormatError(message("expected a list of {length}", length=int(limits.least)))
    if len(found) > limits.most:
        raise FormatError(message("expected a list of at most {most}", most=int(limits.most)))


def _other(what: Text, found: Any) -> FormatError:
    return FormatError(message("expected {what}, not {found}", what=what, found=_KINDS[type(found)]))


# --- Writing


def written(value: Any) -> Any:
    """A value as a plain JSON value; TypeError for what has none."""
    kind = type(value)
    return value if kind in _PLAIN else _writer(kind)(value)  # type: ignore[arg-type]


@cache
def _writer(kind: Any) -> Write:
    if kind in WRITERS:
        return WRITERS[kind]
    if isinstance(FORMS.get(kind), Form):
        form: Form = FORMS[kind]
        return form.write
    if issubclass(kind, Enum):
        return attrgetter("value")
    if issubclass(kind, Real):
        return int if issubclass(kind, Integral) else lambda value: round(float(value), DECIMALS)
    if issubclass(kind, bytes):
        return lambda value: b64encode(value).decode()
    if issubclass(kind, Mapping):
        return _mapping_written
    if issubclass(kind, frozenset):
        return lambda value: [written(one) for one in sorted(value)]
    if issubclass(kind, list | tuple):
        return lambda value: [written(one) for one in value]
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
        return lambda value: {name: written(getattr(value, name)) for name in names}
    raise TypeError(kind.__name__)


def _mapping_written(value: Mapping[Any, Any]) -> Any:
    if all(type(key) is str for key in value):
        return {key: written(one) for key, one in value.items()}
    return [[written(key), written(one)] for key, one in sorted(value.items())]


def encoded(value: Any, **marks: int) -> str:
    """The JSON text of a value, without blanks; ``marks`` come first, and say what it is and in which form."""
    plain = marks | written(value) if marks else written(value)
    return json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def encoded_file(value: Any) -> str:
    """The JSON text of a value in lines, for people who look into the file."""
    return json.dumps(written(value), ensure_ascii=False, allow_nan=False, indent=1)


# --- Reading a text


def decoded(content: str | bytes, kind: Any, *, most_bytes: int) -> Any:
    """The value of a type in a text. Raises FormatError."""
    return converted(plain(content, most_bytes=most_bytes), kind)


def converted(found: Any, kind: Any) -> Any:
    """A plain JSON value as a value of a type. Raises FormatError."""
    try:
        return reader(kind)(found)
    except RecursionError as deep:
        raise FormatError(UNEXPECTED) from deep


def plain(content: str | bytes, *, most_bytes: int) -> Any:
    """The plain JSON value in a text from anywhere. Raises FormatError.

    A field that stands twice in one object is refused: a reader would silently believe the last.
    """
    if len(content) > most_bytes:
        raise FormatError(message("the file is larger than {most} MB", most=most_bytes // 1_000_000))
    try:
        text = content if isinstance(content, str) else content.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse_constant)
    except FormatError:
        raise
    except json.JSONDecodeError as wrong:
        broken = message("line {line}, column {column}: this is no JSON", line=wrong.lineno, column=wrong.colno)
        raise FormatError(broken) from wrong
    except (ValueError, RecursionError) as wrong:  # also half a character, and lists in lists
        raise FormatError(message("this is no JSON in UTF-8")) from wrong


def saved_by_us(content: str | bytes, kind: Any, *, mark: str, form: int, most_bytes: int) -> Any:
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
    return converted(found, kind)


def in_short(found: Any) -> str:
    """A plain JSON value as it stands in the text, but for what a list or an object holds; a long one not whole."""
    if isinstance(found, dict | list):
        return "{...}" if isinstance(found, dict) else "[...]"
    said = repr(found) if isinstance(found, str) else json.dumps(found)
    return said if len(said) <= LONGEST_QUOTE else f"{said[:LONGEST_QUOTE]}..."


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise FormatError(message("{field} stands twice in one object", field=in_short(twice)))
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise FormatError(message("expected {what}, not {found}", what=A_DECIMAL, found=name))
