"""The tappable board of Kingdoms: a Streamlit component that edits one epoch, its results in the margins.

As ``ui.components.board`` it sends what was changed to ``ui.api.commands``; what that scores comes with the page,
which is asked for after every answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from scoring.kingdoms import Board, Problem, score_game
from ui.components.palette import SHARED, SHARED_SCRIPTS, page
from ui.drawing.board_words import NEARLY_FULL, Remark, first_remarks
from ui.drawing.kingdoms_words import explained, seated
from ui.drawing.pieces import LOOKS, SWATCHES, as_json
from ui.i18n.translate import _, for_browser, in_browser, language, translated
from ui.table.forms import written
from ui.table.kingdoms import Game

_SCRIPT = "\n".join(
    [f"const LOOK = {as_json()};"]
    + [(SHARED / name).read_text(encoding="utf-8") for name in (*SHARED_SCRIPTS, "../news/runs.js", "outbox.js")]
    + [
        (SHARED / name).read_text(encoding="utf-8")
        for name in ("kingdoms_model.js", "kingdoms_rail.js", "kingdoms_margins.js", "kingdoms.js")
    ]
)
_HTML = page("kingdoms.html")
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML), *(look.name for look in LOOKS.values()))
_component = st.components.v2.component(
    "kingdoms_editor",
    html=_HTML,
    css="\n".join((SHARED / name).read_text(encoding="utf-8") for name in ("board.css", "kingdoms.css")),
    js=_SCRIPT,
)


def kingdoms_editor(game: Game, at: int, *, table: str, version: int) -> None:
    """The editor for one epoch of a game, counted from 0, of the table with that key in that version."""
    shown = _shown(game, at) | {"table": table, "version": version, "epoch": at}
    _component(key=f"kingdoms-{game.opened_epoch(at).number}", data=shown, on_stored_change=_nothing)


def _nothing() -> None:
    """The page is drawn, and that is all that is wanted."""


def _shown(game: Game, at: int) -> dict[str, Any]:
    """What the browser draws: the board, the lines of its sheet, and everybody's gold."""
    epoch = game.opened_epoch(at)
    sheet = score_game([*game.boards[:at], epoch.board, *game.boards[at + 1 :]], game.colours)
    scored = sheet.epochs[at]
    gold = {purse.colour: purse.gold[at] for purse in sheet.purses}
    return {
        "language": language(),
        "words": for_browser(_MESSAGES),
        "name": _("Epoch {number}", number=at + 1),
        "number": epoch.number,
        "code": str(epoch.board),
        "players": [
            {
                "colour": player.colour.value,
                "name": player.name,
                "gold": gold[player.colour],
                "swatch": SWATCHES[player.colour],
            }
            for player in seated(scored, game)
        ],
        "lines": [
            {
                "name": translated(line.name),
                "gold": {player.colour.value: line.gold(player.colour) for player in seated(scored, game)},
                "explained": explained(line, game),
                "spaces": [space for part in line.parts for space in part.spaces],
            }
            for line in scored.lines
        ],
        "remarks": written(remarks(epoch.board, sheet.problems[at])),
    }


def remarks(board: Board, problems: Sequence[Problem]) -> tuple[Remark, ...]:
    """What the rules forbid on a board of an epoch, with where it is; of a board half entered nothing yet."""
    free = sum(space is None for _position, space in board.spaces())
    wrong = () if free > NEARLY_FULL else problems
    return first_remarks([Remark(translated(one.text), tuple(one.positions)) for one in wrong])
