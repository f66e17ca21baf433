"""The tappable board of Kingdoms: a Streamlit component that edits one epoch, its results in the margins.

As in ``ui.components.board_editor``, the browser holds the board and sends the whole of it after every change, numbered
by revision, and with the revision that its changes began with. On a photo the server answers with the look-alikes of
what was named, a revision further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import streamlit as st
from msgspec import to_builtins

from scoring import Position
from ui.components.palette import SHARED, SHARED_SCRIPTS, page
from ui.components.sent import ChangedEpoch, choice, correction, sent_in
from ui.drawing.board_words import NEARLY_FULL, Remark, first_remarks
from ui.drawing.kingdoms_words import explained, seated
from ui.drawing.pieces import LOOKS, SWATCHES, as_json
from ui.i18n.translate import _, for_browser, in_browser, language, translated
from ui.photos.kingdoms_reading import view
from ui.photos.shown import address
from ui.table.kingdoms import Epoch, Game

_HERE = Path(__file__).parent
_SCRIPT = "\n".join(
    [f"const LOOK = {as_json()};"]
    + [(SHARED / name).read_text(encoding="utf-8") for name in (*SHARED_SCRIPTS, "../connection/runs.js", "pending.js")]
    + [(_HERE / name).read_text(encoding="utf-8") for name in ("model.js", "rail.js", "margins.js", "board.js")]
)
_HTML = page(_HERE)
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML), *(look.name for look in LOOKS.values()))
_component = st.components.v2.component(
    "kingdoms_editor",
    html=_HTML,
    css="\n".join((folder / "board.css").read_text(encoding="utf-8") for folder in (SHARED, _HERE)),
    js=_SCRIPT,
)


def kingdoms_editor(
    game: Game,
    at: int,
    received: int,
    *,
    on_correction: Callable[[Epoch, int], None],
    on_turn: Callable[[Epoch, int], None],
    look: tuple[Position, int] | None = None,
) -> None:
    """The editor for one epoch of a game, counted from 0.

    ``received`` is the last revision that came from this browser. ``on_correction`` is called with the epoch after
    every change and the revision that its changes began with, ``on_turn`` where it is then to be turned. ``look`` is a
    space to choose with the number of that request.
    """
    epoch = game.epochs[at]
    key = f"kingdoms-{epoch.number}"

    def on_board_change() -> None:
        sent = sent_in(st.session_state[key].get("board"), ChangedEpoch)
        corrected = correction(epoch, sent, received) if sent else None
        if sent and corrected:
            (on_turn if sent.turn else on_correction)(corrected, sent.base)

    data = _shown(game, at, received) | {"look": choice(look)}
    _component(key=key, data=data, default={"board": None}, on_board_change=on_board_change)


def _shown(game: Game, at: int, received: int) -> dict[str, Any]:
    """What the browser draws: the board with its revision, the lines of its sheet, and everybody's gold."""
    epoch, sheet = game.epochs[at], game.sheet
    if sheet is None:
        return {}
    scored = sheet.epochs[at]
    shown = view(epoch.source) if epoch.source else None
    gold = {purse.colour: purse.gold[at] for purse in sheet.purses}
    return {
        "language": language(),
        "words": for_browser(_MESSAGES),
        "name": _("Epoch {number}", number=at + 1),
        "number": epoch.number,
        "revision": epoch.revision,
        "received": received,
        "code": str(epoch.board),
        "named": sorted(epoch.named),
        "doubts": sorted(epoch.doubtful),
        "asked": epoch.asked,
        "straight": address(shown.straight) if shown else None,
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
        "remarks": to_builtins(remarks(game, at)),
    }


def remarks(game: Game, at: int) -> tuple[Remark, ...]:
    """Colours that may not play, and what the rules forbid on the board of an epoch, with where it is.

    The rules are not asked about a board half entered.
    """
    sheet = game.sheet
    if sheet is None:
        return ()
    asked = [Remark(said, (where,)) for said, where in _uncertain_players(game, at)]
    free = sum(space is None for _position, space in game.epochs[at].board.spaces())
    wrong = () if free > NEARLY_FULL else sheet.problems[at]
    return first_remarks([*asked, *(Remark(translated(one.text), tuple(one.positions)) for one in wrong)])


def _uncertain_players(game: Game, at: int) -> Iterator[tuple[str, Position]]:
    for colour, where in game.uncertain_players(at).items():
        yield _("Does {colour} play? Its castle here is doubtful.", colour=translated(colour.words)), where
