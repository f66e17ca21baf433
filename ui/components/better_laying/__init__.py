"""The kingdoms that could have been had: a line for each player, which opens to a board to flip and to step through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from scoring import EMPTY, Kingdom, Laying, PlacedDomino
from ui.drawing import tiles
from ui.i18n.translate import _, for_browser, in_browser, joined, translated

_HERE = Path(__file__).parent
_SCRIPT = (_HERE / "better_laying.js").read_text(encoding="utf-8")
_HTML = (_HERE / "better_laying.html").read_text(encoding="utf-8")
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML))
_component = st.components.v2.component(
    "better_laying", html=_HTML, css=(_HERE / "better_laying.css").read_text(encoding="utf-8"), js=_SCRIPT
)


@dataclass(frozen=True)
class Missed:
    """A player's kingdom, its points, and the better laying of its dominoes; an empty name speaks to the player.

    Without a laying none was found.
    """

    name: str
    colour: str
    kingdom: Kingdom
    points: int
    laying: Laying | None


def show_better(missed: Sequence[Missed]) -> None:
    """Show what each of these players could have had."""
    players = [_player(one) for one in missed]
    _component(key="better-laying", data={"players": players, "words": for_browser(_MESSAGES)})


def _player(one: Missed) -> dict[str, object]:
    told: dict[str, object] = {"colour": one.colour, "said": said(one), "own": tiles.small_board(one.kingdom)}
    if one.laying is None:
        return told
    return told | {
        "name": one.name,
        "points": one.points,
        "possible": one.laying.points,
        "ground": _ground(one.laying.kingdom),
        "side": one.laying.kingdom.height,
        "dominoes": [
            {"drawing": _drawing(one.laying.kingdom, laid), "said": _named(one.laying.kingdom, laid)}
            for laid in one.laying.dominoes
        ],
    }


def said(one: Missed) -> str:
    """What a player made of the dominoes, and what was possible at least."""
    if one.laying is None and one.name:
        return _("{name} made {points}. Nothing better was found: well laid!", name=one.name, points=one.points)
    if one.laying is None:
        return _("You made {points}. Nothing better was found: well laid!", points=one.points)
    if one.name:
        return _(
            "{name} made {points}. At least {possible} was possible.",
            name=one.name,
            points=one.points,
            possible=one.laying.points,
        )
    return _("You made {points}. At least {possible} was possible.", points=one.points, possible=one.laying.points)


def _ground(kingdom: Kingdom) -> str:
    """The grid with the castle alone, as SVG."""
    rows = tuple(tuple(square if square.is_castle else EMPTY for square in row) for row in kingdom.rows)
    return tiles.squares(Kingdom(rows))


def _drawing(kingdom: Kingdom, laid: PlacedDomino) -> str:
    """A domino where it lies, as SVG, with its edge."""
    (top, left), (bottom, right) = sorted(laid.squares)
    halves = "".join(tiles.square_at((row, column), kingdom[row, column]) for row, column in laid.squares)
    width, height = (right - left + 1) * tiles.FIELD - 1, (bottom - top + 1) * tiles.FIELD - 1
    return (
        f'{halves}<rect class="edge" x="{left * tiles.FIELD + 0.5}" y="{top * tiles.FIELD + 0.5}" '
        f'width="{width}" height="{height}" rx="4"/>'
    )


def _named(kingdom: Kingdom, laid: PlacedDomino) -> str:
    return joined([translated(kingdom[position].words) for position in laid.squares])
