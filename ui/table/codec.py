"""The codec: JSON read into msgspec's types, which carry the limits, and written from them.

Whatever a text holds, reading it gives a value of the type asked for or raises FormatError, whose sentence names the
place: ``players[0].code: row 2, column 1: ...``. A ``Form`` is the type of an object and says all that is expected of
its fields; what spans several of them is checked by its ``__post_init__``. What is no object has a ``Notation``.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from threading import Lock
from typing import Any, Generic, NoReturn, Self, TypeVar, get_args

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

    def __init_subclass__(cls) -> None:
        _register(cls)

    def __init__(self, value: T) -> None:
        self.value = value

    @staticmethod
    def read(found: Any) -> Any:
        """The value that a plain JSON value stands for. Raises ValueError, best of all a CrownsightError."""
        raise NotImplementedError

    @classmethod
    def of(cls, value: T) -> Self:
        """What is written of a value."""
        return cls(value)

    def written(self) -> Any:
        """The value as it stands in JSON."""
        return str(self.value)


class Form(msgspec.Struct, Generic[T], frozen=True, omit_defaults=True):
    """A JSON object with the fields of a value: a subclass says which, their limits, and what is there if they are not.

    ``class TurnJson(Form[Turn])`` writes a Turn and makes it again. msgspec's ``field(name=...)`` tells of another name
    in JSON; a field that the value does not have stands beside it.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        _register(cls)

    @classmethod
    def of(cls, value: T, /, **beside: Any) -> Self:
        """What is written of a value, but what is as if it were not there; ``beside`` is not taken from it."""
        usual = _usual(cls)
        parts = {name: getattr(value, name) for name in _fields_of(cls) if name not in beside}
        parts = {name: form_of(part) for name, part in parts.items() if name not in usual or part != usual[name]}
        return cls(**parts, **beside)

    @property
    def value(self) -> T:
        """The value itself."""
        made: T = _meant(type(self))(**{name: value_of(getattr(self, name)) for name in _fields_of(type(self))})
        return made


_FORMS: dict[Any, Any] = {}  # by the type of a value, what is written of it
_MEANT: dict[Any, Any] = {}  # by a form, the type of its value
_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}  # by type
_DECODING = Lock()
_PLAIN = (str, int)  # which JSON has, whatever limits a notation sets


def _register(form: Any) -> None:
    for base in form.__dict__.get("__orig_bases__", ()):
        [kind] = get_args(base) or [None]
        _MEANT[form] = kind
        if kind not in _PLAIN:
            _FORMS[kind] = form


@cache
def _meant(form: Any) -> Any:
    return next(_MEANT[one] for one in form.__mro__ if one in _MEANT)


@cache
def _fields_of(form: Any) -> tuple[str, ...]:
    """The fields that a form has in common with its value."""
    kind = _meant(form)
    known = getattr(kind, "_fields", None) or [field.name for field in dataclasses.fields(kind)]
    return tuple(name for name in form.__struct_fields__ if name in known)


@cache
def _usual(form: Any) -> dict[str, Any]:
    """What the fields of a form's value are where the text does not say."""
    defaults = form.__struct_defaults__
    names = form.__struct_fields__[len(form.__struct_fields__) - len(defaults) :]
    return {name: value_of(one) for name, one in zip(names, defaults, strict=True) if one is not msgspec.NODEFAULT}


def form_of(value: Any) -> Any:
    """A value, or several, as msgspec can write it."""
    form = _FORMS.get(type(value))
    if form:
        return form.of(value)
    if isinstance(value, frozenset):
        return tuple(sorted(value))
    return tuple(form_of(one) for one in value) if isinstance(value, tuple) else value


def value_of(form: Any) -> Any:
    """What ``form_of`` was made of."""
    if isinstance(form, Form | Notation):
        return form.value
    return tuple(value_of(one) for one in form) if isinstance(form, tuple) else form


def encoded(value: Any) -> str:
    """The JSON text of a value, without blanks."""
    return msgspec.json.encode(value, enc_hook=_written).decode()


def encoded_file(value: Any) -> str:
    """The JSON text of a value in lines, for people who look into the file."""
    return msgspec.json.format(encoded(value), indent=1)


def decoded(text: str | bytes, kind: type[T], *, most_bytes: int) -> T:
    """The value in a text that was written here, however damaged it may be since. Raises FormatError."""
    _refuse_size(text, most_bytes)
    with _explained():
        value: T = _decoder(kind).decode(text)
        return value


def converted(found: Any, kind: Any) -> Any:
    """A plain JSON value as a value of that type. Raises FormatError."""
    _decoder(kind)  # what msgspec has to know of the type is known then
    with _explained():
        return msgspec.convert(found, kind, dec_hook=_read)


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The decoder of a type, made by one thread while others wait.

    msgspec 0.22 notes what it knows of a type when that is first read, and another thread that reads the same type
    meanwhile ends the process: two taps just after a server had started were enough.
    """
    known = _DECODERS.get(kind)
    if known is None:
        with _DECODING:
            known = _DECODERS[kind] = msgspec.json.Decoder(kind, dec_hook=_read)
    return known


def plain(content: str | bytes, *, most_bytes: int) -> Any:
    """The plain JSON value in a file from anywhere. Raises FormatError.

    A field that stands twice in one object is refused: a reader would silently believe the last, and msgspec does.
    """
    _refuse_size(content, most_bytes)
    with _explained():
        text = content if isinstance(content, str) else content.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse_constant)


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


@contextmanager
def _explained() -> Iterator[None]:
    """Raises whatever a text is refused for as a FormatError."""
    try:
        yield
    except FormatError:
        raise
    except msgspec.ValidationError as wrong:
        raise _refusal(wrong) from wrong
    except json.JSONDecodeError as wrong:
        broken = message("line {line}, column {column}: this is no JSON", line=wrong.lineno, column=wrong.colno)
        raise FormatError(broken) from wrong
    except (ValueError, RecursionError) as wrong:  # also half a character, and lists in lists
        raise FormatError(message("this is no JSON in UTF-8")) from wrong


def _refusal(wrong: msgspec.ValidationError) -> FormatError:
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
    matches = ((re.fullmatch(pattern, said, re.DOTALL), sentence) for pattern, sentence in _SENTENCES.items())
    match, sentence = next((found for found in matches if found[0]), (None, UNEXPECTED))
    parts = match.groupdict() if match else {}
    return replace(sentence, parts=tuple(sorted((name, _KINDS.get(part, part)) for name, part in parts.items())))


_KINDS: dict[str, Text] = {
    "int": message("a whole number"),
    "float": A_DECIMAL,
    "str": A_TEXT,
    "bool": message("true or false"),
    "array": message("a list in square brackets"),
    "object": message("an object in curly brackets"),
}
_SENTENCES = {
    r"Object missing required field `(?P<field>.+)`": message("{field} is missing"),
    r"Expected `(?P<what>\w+)[^`]*`, got `(?P<found>\w+)`": message("expected {what}, not {found}"),
    r"Expected `(?:int|float)` >= (?P<least>\S+)": message("expected a number from {least} on"),
    r"Expected `(?:int|float)` <= (?P<most>\S+)": message("expected a number up to {most}"),
    r"Expected `str` of length <= (?P<most>\d+)": message("expected a text of at most {most} characters"),
    r"Expected `array` of (?:at most length|length <=) (?P<most>\d+).*": message("expected a list of at most {most}"),
    r"Expected `array` of .*?length (?:>= )?(?P<length>\d+).*": message("expected a list of {length}"),
    rf"Invalid enum value (?P<found>.{{1,{LONGEST_QUOTE}}}).*": message("{found} is unknown"),
}
