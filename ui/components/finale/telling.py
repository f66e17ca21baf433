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
from ui.table.converter import Limits
from ui.table.forms import FormatError, converted
from ui.table.names import LONGEST_NAME

_HERE = Path(__file__).parent
_SCRIPTS = ("../news/runs.js", "sound.js", "finale.js")
_SCRIPT = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS)
_HTML = (_HERE / "finale.html").read_text(encoding="utf-8").replace("CROWN", tiles.CROWN)
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
class Nameless:
    """A winner without a name: their seat, the question who that is, and the names to tap; more can be typed.

    The first name is ``likely`` where its player had this castle last.
    """

    seat: int
    question: str
    names: tuple[str, ...]
    likely: bool


@dataclass(frozen=True)
class Named:
    """A name that was tapped for the player of a seat; an empty one is to be typed."""

    seat: int
    name: Annotated[str, Limits(most=LONGEST_NAME)]


@dataclass(frozen=True)
class Ending:
    """The winner on the whole screen: the headline, the castle's colour, lines below it, and boards by their stages."""

    headline: str
    colour: str
    lines: tuple[str, ...]
    stages: tuple[int, ...] = ()
    nameless: Nameless | None = None


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


def tell(name: str, tellings: Sequence[Telling]) -> Named | None:
    """Show these one after the other over the page, as a Streamlit component; who has just been named there.

    A browser tab that has shown those of this ``name`` offers to tell them again.
    """
    told = [asdict(telling) for telling in tellings]
    data = {"name": name, "tellings": told, "words": for_browser(_MESSAGES)}
    named = _component(key="finale", data=data, on_named_change=lambda: None).get("named")
    try:
        return converted(named, Named) if named else None
    except FormatError:
        return None


def hide_until_played(name: str) -> str:
    """A style that hides what tells the end, in the container ``outcome``, until its finale is over in this tab.

    A browser that cannot show it is left waiting for seconds, not for ever.
    """
    return (
        f'<style>html:not([data-told~="{name}"]) .st-key-outcome '
        "{ visibility: hidden; animation: cs-appear 0s 8s forwards; }</style>"
    )
