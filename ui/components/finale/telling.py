"""A finale, whatever the game: leg by leg squares glow and everybody's bar grows, then the winner fills the screen.

Whoever has more overtakes, with a soft tone a leg; the last leg takes longer. A tap goes on to the next leg, *Skip*
ends it. Where motion is to be reduced every leg stands still until a tap. With *You first* every product stands there
without its answer until a tap, for children who say it before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import streamlit as st

from scoring import Position
from ui.drawing import tiles
from ui.i18n.translate import for_browser, in_browser
from ui.table.converter import Limits, several
from ui.table.forms import FormatError, converted
from ui.table.names import LONGEST_NAME

_HERE = Path(__file__).parent
MOST_SAID = 500  # that one page may have waiting
_SCRIPTS = ("../news/runs.js", "sound.js", "who.js", "finale.js")
_SCRIPT = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS)
_HAND = """<svg class="hand" viewBox="0 0 24 24" aria-hidden="true">
<path d="M6.4 13.2l4.9-6.4a1.4 1.4 0 0 1 2.3 1.6l-2.3 3.4
4.2-5a1.4 1.4 0 0 1 2.2 1.8l-3.6 4.7 3.2-3.2a1.3 1.3 0 0 1 1.9 1.8L15 18.2
c-2.2 2.7-5.6 3.5-8.1 1.5s-2.3-4.4-.5-6.5z"/>
<path d="M4.6 4.2l1.6 2M9.3 2.4l.4 2.4M2.6 8.4l2.3.9" fill="none"/></svg>"""
_HTML = (_HERE / "finale.html").read_text(encoding="utf-8").replace("CROWN", tiles.CROWN).replace("HAND", _HAND)
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML))
_component = st.components.v2.component(
    "finale", html=_HTML, css=(_HERE / "finale.css").read_text(encoding="utf-8"), js=_SCRIPT
)


@dataclass(frozen=True)
class Chip:
    """A sum on a square; ``product`` is what it is the answer to, where that is worth asking: ``7 × 3``."""

    row: int
    column: int
    text: str
    product: str = ""


@dataclass(frozen=True)
class Highlight:
    """Squares of a stage, by its number, that glow together, and the sums on them."""

    stage: int
    squares: tuple[Position, ...]
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True)
class Step:
    """What is told at once: its title with an icon as HTML, the colour of its points, and what it does to everybody.

    An empty ``fill`` makes the bars as long as the totals are then, which may also fall.
    """

    title: str
    icon: str
    fill: str
    lit: tuple[Highlight, ...]
    gained: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Stage:
    """A board on which something is told: its picture as HTML, its size, and what stands above it.

    ``margin`` is the width of the picture's edge around the squares, in sides of a square.
    """

    picture: str
    rows: int
    columns: int
    margin: float = 0.0
    title: str = ""


@dataclass(frozen=True)
class Racer:
    """A player's bar, in the colour of the castle."""

    name: str
    colour: str


@dataclass(frozen=True)
class Castle:
    """A castle in the row of who was who: its seat, colour and name, the question who that is, names to tap for it."""

    seat: int
    colour: str
    name: str
    is_named: bool
    asked: str
    known: tuple[str, ...] = ()


@dataclass(frozen=True)
class Said:
    """A name given to the player of a seat, or with seat 0 a clap; ``at`` counts what this page has said."""

    at: int
    seat: int
    name: Annotated[str, Limits(most=LONGEST_NAME)]


SAID = several(Said, MOST_SAID)


@dataclass(frozen=True)
class Ending:
    """The winner on the whole screen: the headline, the castle's colour, lines below it, and boards by their stages."""

    headline: str
    colour: str
    lines: tuple[str, ...]
    stages: tuple[int, ...] = ()


@dataclass(frozen=True)
class Telling:
    """Everything that is told of one game, in order; ``start`` are the totals before it begins.

    ``in_turn`` shows the stage of each leg alone instead of all side by side.
    """

    racers: Sequence[Racer]
    start: tuple[int, ...]
    stages: Sequence[Stage]
    legs: Sequence[Step]
    ending: Ending
    in_turn: bool = False


def tell(name: str, tellings: Sequence[Telling], who: Sequence[Castle], *, claps: int, heard: int) -> tuple[Said, ...]:
    """Show these one after the other over the page, as a Streamlit component; what was said there since ``heard``.

    A browser tab that has shown those of this ``name`` offers to tell them again. Castles without a name are asked
    for, and ``claps`` that come float over all.
    """
    told = {"tellings": [asdict(one) for one in tellings], "who": [asdict(one) for one in who]}
    data = {"name": name, **told, "claps": claps, "heard": heard, "words": for_browser(_MESSAGES)}
    said = _component(key="finale", data=data, on_said_change=lambda: None).get("said")
    try:
        return tuple(one for one in converted(said["said"], SAID) if one.at > heard) if said else ()
    except (FormatError, KeyError, TypeError):
        return ()


def hide_until_played(name: str) -> str:
    """A style that hides what tells the end, in the container ``outcome``, until its finale is over in this tab.

    A browser that cannot show it is left waiting for seconds, not for ever.
    """
    return (
        f'<style>html:not([data-told~="{name}"]) .st-key-outcome '
        "{ visibility: hidden; animation: cs-appear 0s 8s forwards; }</style>"
    )
