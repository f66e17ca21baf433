"""A result told slowly, whatever the game: moment by moment squares light up with their sums, totals count up.

The last word is the headline. A tap skips to it; where motion is unwelcome everything is there at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import streamlit as st

from scoring import Position
from ui.i18n.translate import for_browser, in_browser

_HERE = Path(__file__).parent
_SCRIPT = (_HERE / "reveal.js").read_text(encoding="utf-8")
_HTML = (_HERE / "reveal.html").read_text(encoding="utf-8")
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML))
_component = st.components.v2.component(
    "reveal", html=_HTML, css=(_HERE / "reveal.css").read_text(encoding="utf-8"), js=_SCRIPT
)


@dataclass(frozen=True)
class Chip:
    """A sum on a square."""

    row: int
    column: int
    text: str


@dataclass(frozen=True)
class Step:
    """Squares that light up together, the sums on them, and how these are read out, in one or more lines."""

    squares: tuple[Position, ...]
    chips: tuple[Chip, ...]
    text: str


@dataclass(frozen=True)
class Stage:
    """A board on which something is told: its drawing as HTML, its size, its steps, and what is left written below."""

    drawing: str
    rows: int
    columns: int
    steps: tuple[Step, ...]
    title: str = ""
    after: str = ""


@dataclass(frozen=True)
class Tally:
    """A player's running total; it stands above one board, by its number, or above all."""

    name: str
    colour: str
    stage: int | None = None


@dataclass(frozen=True)
class Moment:
    """What happens at once: steps, each by its stage and its number there; totals, one a tally, to which is counted."""

    lit: tuple[tuple[int, int], ...] = ()
    totals: tuple[int, ...] = ()


@dataclass(frozen=True)
class Telling:
    """Everything that is told, in order.

    ``start`` are the totals before it begins, empty where none is shown until the end. ``in_turn`` shows one board
    after the other, and on it one step after the other, instead of all side by side.
    """

    headline: str
    tallies: Sequence[Tally]
    stages: Sequence[Stage]
    moments: Sequence[Moment]
    start: tuple[int, ...] = ()
    in_turn: bool = False


def tell(telling: Telling) -> None:
    """Show it on the page, as a Streamlit component."""
    _component(key="reveal", data=asdict(telling) | {"words": for_browser(_MESSAGES)})
