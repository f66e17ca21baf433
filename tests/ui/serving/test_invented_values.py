"""A page that sends invented values for the widgets that it was given leaves no traceback in the log."""

from __future__ import annotations

import re
import struct
from random import Random

import pytest

from tests.ui.factories import BOTH_LAID
from tests.ui.served import ServedApp
from tests.ui.sockets import page
from ui.store import Store
from ui.store.codes import new_key

KINDS = 2  # of values for each widget
QUIET_SECONDS = 0.2  # after a value that starts no run


def varint(number: int) -> bytes:
    """Encode a number as Streamlit's messages have it (Protocol Buffers)."""
    low, high = number & 127, number >> 7
    return bytes([low | 128]) + varint(high) if high else bytes([low])


def field(number: int, value: int | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def numbers(value: float) -> bytes:
    return struct.pack("<d", value)


NESTED = b"[" * 500 + b"]" * 500
# The states of a widget by the kinds of value that Streamlit knows: field 2 is a press, 10 JSON, and so on.
VALUES = (
    field(2, 1),
    field(3, 1),
    varint(4 << 3 | 1) + numbers(float("nan")),
    field(5, 2**63),
    field(6, b"x" * 300),
    field(7, field(1, numbers(1e308))),
    field(8, field(1, varint(2**63))),
    field(9, field(1, b"a") + field(1, b"b")),
    field(10, NESTED),
    field(10, b"null"),
    field(10, b"[1, 2]"),
    field(10, b'{"press": {"a": 1}, "value": [[]], "tapped": -1}'),
    field(10, b"{"),
    field(10, b'"\\ud800"'),
    field(11, b"\x12\x01x"),
    field(12, b"\xff"),
    field(13, field(1, b"\x08\x01")),
    field(14, field(1, b"zz")),
    field(15, field(1, b"zz")),
    field(16, b'{"a": [1]}'),
    field(16, NESTED),
    field(16, b'[{"event": "x", "value": {}}, 3]'),
)


def message(query: str, screen: str, states: bytes = b"") -> bytes:
    """Build the message of a page that draws this screen with these states of widgets."""
    shown = field(1, query.encode()) + (field(2, field(1, states)) if states else b"")
    return field(11, shown + field(4, screen.encode()))


def widgets_of(drawn: bytes) -> list[bytes]:
    """Return the ids of the widgets that a page was sent; the byte before each is its length."""
    starts = (found.start() for found in re.finditer(rb"\$\$(ID-|STREAMLIT)", drawn))
    return sorted({drawn[start : start + drawn[start - 1]] for start in starts})


@pytest.mark.parametrize("screen", ["", "table", "kingdom"])
def test_invented_values_leave_no_traceback(screen: str, served: ServedApp) -> None:
    store, phone, random = Store(served.database), new_key(), Random(screen)
    key = store.create(BOTH_LAID, phone).key
    store.engine.dispose()
    query = f"t={key}&s=1&w=1"
    with page(served.address, phone) as opened:
        opened.is_drawn(message(query, screen))
        widgets = widgets_of(opened.heard)
    assert widgets
    with page(served.address, phone) as opened:
        for widget in widgets:
            for value in random.sample(VALUES, KINDS):
                opened.says(message(query, screen, field(1, widget) + value))
                opened.finishes_run(QUIET_SECONDS)

    assert "Traceback" not in served.read_log()
    assert served.is_healthy()
