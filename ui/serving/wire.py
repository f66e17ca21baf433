"""Messages of pages as they are on the wire, looked at before they are parsed: there two bytes can become a hundred."""

from __future__ import annotations

from collections.abc import Iterator

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

# The fields, from outside to inside, that hold as many others as a page likes: each widget is one of the innermost.
HOLDING = (
    BackMsg.DESCRIPTOR.fields_by_name["rerun_script"].number,
    ClientState.DESCRIPTOR.fields_by_name["widget_states"].number,
)
VARINT, FIXED64, LENGTH, FIXED32 = 0, 1, 2, 5  # types of fields in protocol buffers
LONGEST_VARINT = 10  # bytes


class WireError(ValueError):
    """This is no message."""


def has_more_fields(content: bytes, most: int) -> bool:
    """Whether a message, with those it holds down to its widgets, has more than so many fields. Raises WireError."""
    return any(number > most for number, _ in enumerate(_fields(content, HOLDING), start=1))


def _fields(content: bytes, holding: tuple[int, ...]) -> Iterator[int]:
    """The number of each field, before those of the fields in it."""
    at = 0
    while at < len(content):
        tag, at = _varint(content, at)
        field, kind = tag >> 3, tag & 7
        yield field
        begin, at = _extent(content, at, kind)
        if kind == LENGTH and holding and field == holding[0]:
            yield from _fields(content[begin:at], holding[1:])


def _extent(content: bytes, at: int, kind: int) -> tuple[int, int]:
    """Where the value of a field begins and ends."""
    if kind == VARINT:
        return at, _varint(content, at)[1]
    if kind == LENGTH:
        length, at = _varint(content, at)
    elif kind in (FIXED64, FIXED32):
        length = 8 if kind == FIXED64 else 4
    else:
        raise WireError
    if at + length > len(content):
        raise WireError
    return at, at + length


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    value = 0
    for place, byte in enumerate(content[at : at + LONGEST_VARINT]):
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return value, at + place + 1
    raise WireError
