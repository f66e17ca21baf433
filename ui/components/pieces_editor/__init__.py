"""The pieces on one board: a Streamlit component in which they are chosen from a palette and tapped onto squares.

The browser holds the pieces while they are placed, and sends all of them after its changes, with those that it had sent
before; what other phones placed meanwhile stays. It counts its changes, and is told which of them
was heard last: until all are, what it holds is newer than what it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Annotated, Any

import streamlit as st
from msgspec import Meta, Struct, to_builtins

from scoring import Pieces, Rules, ScoreSheet, Title, board_code, parse_board
from scoring.board_code import LONGEST
from scoring.expansions.limits import piece_problems, pieces_in_play
from ui.components.palette import SHARED
from ui.components.sent import sent_in
from ui.drawing import piece_marks, tiles
from ui.drawing.board_words import Remark, earnings, first_remarks
from ui.i18n.translate import for_browser, in_browser, language, translated
from ui.table.board import Board
from ui.table.palette import PieceKind, counters, palette

_HERE = Path(__file__).parent
_SCRIPT = "\n".join(
    [
        f"const LOOK = {tiles.as_json()};",
        f"const GLYPHS = {piece_marks.as_json()};",
        *((SHARED / name).read_text(encoding="utf-8") for name in ("spoken.js", "counted.js", "../connection/runs.js")),
        (_HERE / "placing.js").read_text(encoding="utf-8"),
        (_HERE / "pieces.js").read_text(encoding="utf-8"),
    ]
)
_HTML = (_HERE / "pieces.html").read_text(encoding="utf-8")
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML), *(square.words for square in tiles.ALL))
_component = st.components.v2.component(
    "pieces_editor",
    html=_HTML,
    css="\n".join(file.read_text(encoding="utf-8") for file in (SHARED / "board.css", _HERE / "pieces.css")),
    js=_SCRIPT,
)


class ChangedPieces(Struct, frozen=True, kw_only=True):
    """The pieces on a board before and after a browser's changes up to that one, as in a board code behind that of the
    kingdom."""

    number: int
    change: Annotated[int, Meta(ge=0, le=900_000_000)]
    before: Annotated[str, Meta(max_length=LONGEST)]
    after: Annotated[str, Meta(max_length=LONGEST)]


def pieces_editor(
    board: Board,
    rules: Rules,
    sheet: ScoreSheet | None,
    others: Collection[tuple[Any, Pieces]],
    *,
    on_change: Callable[[Pieces, Pieces], None],
) -> None:
    """The editor for the pieces on a board; no ``sheet`` while its score is to stay hidden.

    ``others`` are the kingdoms and pieces of the other players, who have taken theirs from the same boxes.
    ``on_change`` is called with the pieces that a change began with and those after it.
    """
    key = f"pieces-{board.number}"

    def on_pieces_change() -> None:
        changed = change_in(board, st.session_state[key].get("pieces"))
        if changed:
            on_change(*changed)

    sent = sent_in(st.session_state.get(key, {}).get("pieces"), ChangedPieces)
    _component(
        key=key,
        data=_shown(board, rules, sheet, palette(board, rules.box, others)) | {"heard": sent.change if sent else 0},
        default={"pieces": None},
        on_pieces_change=on_pieces_change,
    )


def change_in(board: Board, message: Any) -> tuple[Pieces, Pieces] | None:
    """The pieces before and after what a browser sent; None for another board or nonsense."""
    sent = sent_in(message, ChangedPieces)
    if sent is None or sent.number != board.number:
        return None
    try:
        return _read(board, sent.before), _read(board, sent.after)
    except ValueError:
        return None


def _read(board: Board, code: str) -> Pieces:
    if code and not code.startswith(","):
        raise ValueError("pieces stand behind commas")
    return parse_board(f"{board.kingdom}{code}")[1]


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
        "earnings": to_builtins(earnings(sheet, pieces)),
        "remarks": to_builtins(
            first_remarks(
                [
                    Remark(translated(one.text), tuple(one.positions))
                    for one in piece_problems(board.kingdom, pieces, rules.box)
                ]
            )
        ),
    }
