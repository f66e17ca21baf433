"""The pieces on one board: a Streamlit component in which they are chosen from a palette and tapped onto squares.

What is changed goes to ``ui.api.commands`` as it does from the board itself; what the pieces earn comes with the page,
which is asked for after the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import streamlit as st

from scoring import Pieces, Rules, ScoreSheet, Title, board_code
from scoring.expansions.limits import piece_problems, pieces_in_play
from ui.components.palette import SHARED
from ui.drawing import piece_marks, tiles
from ui.drawing.board_words import Remark, earnings, first_remarks
from ui.i18n.translate import for_browser, in_browser, language, translated
from ui.table.board import Board
from ui.table.forms import written
from ui.table.palette import PieceKind, counters, palette

_SCRIPT = "\n".join(
    [
        f"const LOOK = {tiles.as_json()};",
        f"const GLYPHS = {piece_marks.as_json()};",
        *(
            (SHARED / name).read_text(encoding="utf-8")
            for name in ("../spoken.js", "counted.js", "../news/runs.js", "outbox.js")
        ),
        (SHARED / "pieces_model.js").read_text(encoding="utf-8"),
        (SHARED / "pieces.js").read_text(encoding="utf-8"),
    ]
)
_HTML = (SHARED / "pieces.html").read_text(encoding="utf-8")
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML), *(square.words for square in tiles.ALL))
_component = st.components.v2.component(
    "pieces_editor",
    html=_HTML,
    css="\n".join(file.read_text(encoding="utf-8") for file in (SHARED / "board.css", SHARED / "pieces.css")),
    js=_SCRIPT,
)


def pieces_editor(
    board: Board,
    rules: Rules,
    sheet: ScoreSheet | None,
    others: Collection[tuple[Any, Pieces]],
    *,
    table: str,
    version: int,
) -> None:
    """The editor for the pieces on a board of the table with that key in that version.

    No ``sheet`` while its score is to stay hidden; ``others`` are the kingdoms and pieces of the other players, who
    have taken theirs from the same boxes.
    """
    shown = _shown(board, rules, sheet, palette(board, rules.box, others)) | {"table": table, "version": version}
    _component(key=f"pieces-{board.number}", data=shown, on_stored_change=_nothing)


def _nothing() -> None:
    """The page is drawn, and that is all that is wanted."""


def _shown(board: Board, rules: Rules, sheet: ScoreSheet | None, kinds: Sequence[PieceKind]) -> dict[str, Any]:
    """What the browser draws: the board, its pieces, what can be placed where, and what it earns."""
    pieces = pieces_in_play(rules.box, board.kingdom, board.pieces)
    return {
        "language": language(),
        "words": for_browser(_MESSAGES),
        "number": board.number,
        "code": str(board.kingdom),
        "pieces": board_code(board.kingdom, board.pieces).removeprefix(str(board.kingdom)),
        "kinds": [
            {
                "code": kind.code,
                "name": translated(kind.name),
                "mark": kind.mark,
                "left": kind.left,
                "places": kind.places,
                "most": kind.most,
            }
            for kind in kinds
        ],
        "counters": [
            {"code": code, "name": translated(words), "most": most} for code, words, most in counters(rules.box)
        ],
        "queen": Title.QUEENDOMINO in rules.box,
        "earnings": written(earnings(sheet, pieces)),
        "remarks": written(
            first_remarks(
                [
                    Remark(translated(one.text), tuple(one.positions))
                    for one in piece_problems(board.kingdom, pieces, rules.box)
                ]
            )
        ),
    }
