"""Strict JSON texts: bounded, without duplicate keys, and with FormatError for everything that is not JSON."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn

from scoring.message import CrownsightError, Message, Text, message

MAX_QUOTE = 40  # characters of a value in an error message


class FormatError(CrownsightError):
    """A text does not have the expected content; the message begins with the path and has no full stop.

    ``fault`` is the message without ``path``, which is empty for the text as a whole.
    """

    def __init__(self, fault: Text, path: str = "") -> None:
        self.fault = fault if isinstance(fault, Message) else Message(fault)
        self.path = path
        super().__init__(message("{place}: {message}", place=path, message=self.fault) if path else self.fault)


def loads_raw(content: str | bytes, *, max_bytes: int) -> Any:
    """Parse a JSON text from an untrusted source.

    Raises:
        FormatError: if the text is too large or not JSON, has a key twice in one object, or NaN or Infinity.
    """
    if len(content) > max_bytes:
        raise FormatError(message("the file is larger than {most} MB", most=max_bytes // 1_000_000))
    try:
        text = content if isinstance(content, str) else content.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant)
    except FormatError:
        raise
    except json.JSONDecodeError as error:
        broken = message("line {line}, column {column}: this is no JSON", line=error.lineno, column=error.colno)
        raise FormatError(broken) from error
    except (ValueError, RecursionError) as error:  # invalid UTF-8, numbers of thousands of digits, deep nesting
        raise FormatError(message("this is no JSON in UTF-8")) from error


def dumps_raw(value: Any, *, indent: int | None = None) -> str:
    """Return the JSON text of plain values: compact, or indented for people who read the file."""
    separators = (",", ":") if indent is None else None
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)


def quote(found: Any) -> str:
    """Return a short quotation of a JSON value for an error message."""
    if isinstance(found, dict | list):
        return "{...}" if isinstance(found, dict) else "[...]"
    text = repr(found) if isinstance(found, str) else json.dumps(found)
    return text if len(text) <= MAX_QUOTE else f"{text[:MAX_QUOTE]}..."


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        [(key, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise FormatError(f"duplicate key {quote(key)}")
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise FormatError(f"{name} is no number")
