"""The result told slowly: territory by territory on every board, totals last. A Streamlit component."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from scoring import Kingdom, ScoreSheet
from ui import tiles
from ui.words import for_browser, in_browser, in_words

_HERE = Path(__file__).parent
_SCRIPT = (_HERE / "reveal.js").read_text(encoding="utf-8")
_HTML = (_HERE / "reveal.html").read_text(encoding="utf-8")
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML))
_component = st.components.v2.component(
    "reveal", html=_HTML, css=(_HERE / "reveal.css").read_text(encoding="utf-8"), js=_SCRIPT
)


@dataclass(frozen=True)
class Unveiled:
    """One player's board to be told: the name, the castle's colour, and what the kingdom scores."""

    name: str
    colour: str
    kingdom: Kingdom
    sheet: ScoreSheet


def reveal(players: Sequence[Unveiled], headline: str) -> None:
    """The boards of all players, told territory by territory from the smallest on; the headline comes last."""
    shown = {
        "players": [_told(player) for player in players],
        "headline": headline,
        "words": for_browser(_MESSAGES),
    }
    _component(key="reveal", data=shown)


def _told(player: Unveiled) -> dict[str, Any]:
    """What the browser needs of one player: the board, and the steps in the order they are told."""
    earning = [territory for territory in player.sheet.territories if territory.points]
    territories = [
        {
            "squares": territory.squares,
            "points": territory.points,
            "text": f"{in_words(territory.terrain.words)} {territory.size} × {territory.crowns} = {territory.points}",
        }
        for territory in reversed(earning)
    ]
    bonuses = [
        {"squares": (), "points": bonus.points, "text": f"{in_words(bonus.title)} + {bonus.points}"}
        for bonus in player.sheet.bonuses
        if bonus.earned
    ]
    return {
        "name": player.name,
        "colour": player.colour,
        "board": tiles.small_board(player.kingdom),
        "rows": player.kingdom.height,
        "columns": player.kingdom.width,
        "steps": [*territories, *bonuses],
        "total": player.sheet.total,
    }
