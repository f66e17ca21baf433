"""What we wrote as JSON with one value of it replaced by nonsense, and what may come of it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from ui.table.converter import FormatError
from ui.table.forms import table_in, table_text

NONSENSE: list[Any] = [None, True, -1, 10**30, 0.5, "", "x" * 5000, "red", "9999-99-99"]
NONSENSE += [[], [[]], [1], [[0, 0]], {}, {"code": 1}]


def places(held: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside a JSON value."""
    inner = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    return [at] * bool(at) + [way for key, value in inner for way in places(value, (*at, key))]


@st.composite
def with_one_value_replaced(draw: st.DrawFn, text: str) -> str:
    """A JSON text in which one value, large or small, is nonsense."""
    spot = held = json.loads(text)
    *way, last = draw(st.sampled_from(places(held)))
    for key in way:
        spot = spot[key]
    spot[last] = draw(st.sampled_from(NONSENSE))
    return json.dumps(held)


def is_read_or_refused(text: str) -> bool:
    """Whether a table in that text is refused, or comes back as it was read when it is written again."""
    try:
        table = table_in(text)
    except FormatError:
        return True
    return table_in(table_text(table)) == table
