"""JSON texts that may come from anywhere, read strictly: what is not as expected is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from scoring.json_place import DoubleFieldError, strict_json
from scoring.message import CrownsightError, message
from ui.table.names import LONGEST_NAME, plain_name

MOST_NUMBER = 1_000_000_000
FIRST_YEAR, LAST_YEAR = 2000, 3000  # of games: calendars end where the years do

Json = dict[str, Any]
T = TypeVar("T")


class RecordError(CrownsightError):
    """The text holds no table or games of ours; the message, a sentence without its full stop, says where it fails."""


def parsed(text: str | bytes, *, kind: str, form: int, most_bytes: int) -> Json:
    """The JSON object in a text that names its kind and the version of its form. Raises RecordError."""
    if len(text) > most_bytes:
        most = most_bytes // 1_000_000
        raise RecordError(
            message("the file is larger than {most} MB; a file saved by Crownsight is smaller", most=most)
        )
    try:
        fields = strict_json(text)
    except DoubleFieldError as wrong:
        raise RecordError(wrong.message) from None
    except (ValueError, RecursionError):
        raise RecordError(message("this is not a file saved by Crownsight: it is not JSON")) from None
    if not isinstance(fields, dict) or fields.get(kind) != form:
        unknown = message(
            "this file was not saved by this version of Crownsight: it does not say {kind} {form}", kind=kind, form=form
        )
        raise RecordError(unknown)
    return fields


def take(fields: Json, key: str, kind: type) -> Any:
    """The value of a key, of that kind. Raises RecordError."""
    found = fields.get(key)
    if not isinstance(found, kind):
        raise RecordError(message("{field} is missing or of the wrong kind", field=key))
    return found


def number(fields: Json, key: str) -> int:
    """The count of a key, from 0 to MOST_NUMBER. Raises RecordError."""
    return count(take(fields, key, int), key)


def count(found: Any, key: str) -> int:
    """A count as it is, from 0 to MOST_NUMBER; ``key`` names it in the sentence. Raises RecordError."""
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= MOST_NUMBER:
        raise RecordError(message("{field} is a number from 0 to {most}", field=key, most=MOST_NUMBER))
    return found


def each(fields: Json, key: str, read: Callable[[Any], T], most: int) -> tuple[T, ...]:
    """Every entry of a list, as ``read`` makes it. Raises RecordError."""
    found = take(fields, key, list)
    if len(found) > most:
        long = message("{field} has {length} entries; {most} are the most", field=key, length=len(found), most=most)
        raise RecordError(long)
    return tuple(read(one) for one in found)


def each_part(fields: Json, key: str, read: Callable[[Json], T], most: int) -> tuple[T, ...]:
    """Every entry of a list of objects, as ``read`` makes it. Raises RecordError."""

    def part(one: Any) -> T:
        if not isinstance(one, dict):
            raise RecordError(message("{field} holds something unexpected", field=key))
        return read(one)

    return each(fields, key, part, most)


def name(fields: Json) -> str:
    """The name of a player, made plain. Raises RecordError."""
    found = plain_name(take(fields, "name", str)[: LONGEST_NAME * 2])
    if not found:
        raise RecordError(message("a player has no name"))
    return found


def time(fields: Json, key: str) -> datetime:
    """A time with its time zone. Raises RecordError."""
    try:
        found = datetime.fromisoformat(take(fields, key, str))
    except ValueError:
        found = None
    if found is None or found.tzinfo is None or not FIRST_YEAR <= found.year < LAST_YEAR:
        raise RecordError(message("the time of a game looks like {time}", time="2026-11-21T20:30:00+00:00"))
    return found
