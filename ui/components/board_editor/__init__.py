"""The tappable board: a Streamlit component that edits one kingdom.

The browser holds the board while it is edited and sends the whole of it after every change, numbered by revision;
the server answers with the score of the revision it has. A tap sent while an answer is under way is never lost:
the browser ignores boards older than its own, the server those older than its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from scoring import BASE, Box, Position, Rule, ScoreSheet, problems
from scoring.message import Message
from ui.components.palette import NEARLY_FULL, SHARED_SCRIPTS, page, shown_earnings, shown_remarks
from ui.components.sent import ChangedBoard, is_newer, sent_in
from ui.drawing import tiles
from ui.drawing.html import remark
from ui.i18n.translate import for_browser, in_browser, language, translated
from ui.photos.corners import crossings
from ui.photos.pictures import straight
from ui.photos.unknown import open_squares
from ui.streamlit_patch import address
from ui.table.board import Board
from ui.table.source import Source
from ui.table.turning import moves

WORTH_OFFERING = 0.98  # confidence below which the runner-up is offered

_HERE = Path(__file__).parent
_PARTS = (*SHARED_SCRIPTS, "model.js", "counted.js", "tiles.js", "rail.js", "board.js")
_SCRIPT = "\n".join(
    [f"const LOOK = {tiles.as_json()};"] + [(_HERE / name).read_text(encoding="utf-8") for name in _PARTS]
)
_HTML = page(_HERE)
_MESSAGES = (*in_browser(_SCRIPT), *in_browser(_HTML), *(square.words for square in tiles.ALL))
_component = st.components.v2.component(
    "board_editor",
    html=_HTML,
    css=(_HERE / "board.css").read_text(encoding="utf-8"),
    js=_SCRIPT,
)


def board_editor(
    board: Board,
    name: str,
    sheet: ScoreSheet | None,
    grid: int,
    received: int,
    *,
    asked: Sequence[Position],
    on_correction: Callable[[Board, int], None],
    on_turn: Callable[[Board, int, Position | None], None],
    box: Box = BASE,
    look: tuple[Position, int] | None = None,
    unveil: bool = False,
) -> None:
    """The editor for one board of a game on a grid; no ``sheet`` while its score is to stay hidden.

    ``received`` is the last revision that came from this browser. ``on_correction`` is called with the board after
    every change of a square and the revision that its changes began with, ``on_turn`` where it is then to be moved by
    a step in its frame, or turned without one. ``asked`` are the doubts in the order of asking, ``look`` a square to
    choose with the number of that request. ``unveil`` shows the photo first.
    """
    key = f"board-{board.number}"

    def on_board_change() -> None:
        sent = sent_in(st.session_state[key].get("board"), ChangedBoard)
        corrected = correction(board, sent, received) if sent else None
        if sent is None or corrected is None:
            return
        step = step_in(corrected, sent, grid)
        if step or sent.turn:
            on_turn(corrected, sent.base, step)
        else:
            on_correction(corrected, sent.base)

    _component(
        key=key,
        data=_shown(board, name, sheet, grid, box, received, asked) | {"look": _request(look), "unveil": unveil},
        default={"board": None},
        on_board_change=on_board_change,
    )


def correction(board: Board, sent: ChangedBoard, received: int) -> Board | None:
    """The board after what a browser sent; None for a revision received already, or another board."""
    kingdom = sent.code.value
    same_shape = (kingdom.height, kingdom.width) == (board.kingdom.height, board.kingdom.width)
    if sent.number != board.number or not same_shape or not is_newer(sent.revision, received, board.revision):
        return None
    may_doubt = board.doubtful | (board.source.doubtful if board.source else frozenset())
    doubtful = may_doubt.intersection(sent.doubts)
    return replace(board, kingdom=kingdom, doubtful=doubtful, revision=sent.revision, checked=False)


def step_in(board: Board, sent: ChangedBoard, grid: int) -> Position | None:
    """The step by which a browser wants the board moved; None if it asks for none, or for one that cannot be."""
    return sent.move if sent.move in moves(board.kingdom, grid) else None


def _shown(
    board: Board, name: str, sheet: ScoreSheet | None, grid: int, box: Box, received: int, asked: Sequence[Position]
) -> dict[str, Any]:
    """What the browser draws: the board with its revision, and the score of that revision if it may be seen."""
    return {
        "language": language(),
        "words": for_browser(_MESSAGES),
        "name": name,
        "number": board.number,
        "revision": board.revision,
        "received": received,
        "code": str(board.kingdom),
        "most": tiles.most_crowns(box),
        "doubts": sorted(board.doubtful),
        "unknown": sorted(open_squares(board)),
        "asked": asked,
        "others": _runners_up(board.source) if board.source else {},
        "own": [terrain.letter for terrain in box.terrains if terrain not in BASE.terrains],
        "builds": box.builds,
        "photo": _photo(board.source, board.number) if board.source else None,
        "moves": moves(board.kingdom, grid) if _is_under_way(board) else (),
        "total": sheet.total if sheet else None,
        "lines": [
            {
                "land": territory.terrain.letter,
                "size": territory.size,
                "crowns": territory.crowns,
                "points": territory.points,
                "squares": territory.squares,
            }
            for territory in (sheet.territories if sheet else ())
        ],
        "bonuses": [
            {"name": translated(bonus.bonus.words), "points": bonus.points, "reason": translated(bonus.reason)}
            for bonus in (sheet.bonuses if sheet else ())
        ],
        "earnings": shown_earnings(sheet, board.pieces),
        "remarks": remarks(board, grid, box),
    }


def _request(look: tuple[Position, int] | None) -> dict[str, Any] | None:
    return {"place": look[0], "asked": look[1]} if look else None


def _is_under_way(board: Board) -> bool:
    """Whether there is enough of a kingdom to move; one entered by hand is left where it is until it is half full."""
    taken = [not square.is_empty for _, square in board.kingdom.squares()]
    return not board.by_hand or 2 * sum(taken) > len(taken)


def remarks(board: Board, grid: int, box: Box = BASE) -> list[dict[str, Any]]:
    """What to look at before trusting the board: what the reader warns of, and what the rules forbid.

    A board half entered by hand breaks rules as a matter of course; it is left in peace until it is nearly full.
    """
    gaps = sum(square.is_empty for _, square in board.kingdom.squares())
    if board.by_hand and gaps > NEARLY_FULL:
        return []
    warnings = _warnings(board)
    broken = [
        {"text": remark(problem), "squares": problem.positions}
        for problem in problems(board.kingdom, grid, box)
        if not (warnings and problem.rule is Rule.CASTLE and not problem.positions)  # the reader has said so already
    ]
    return shown_remarks([{"text": translated(warning), "squares": ()} for warning in warnings] + broken)


def _warnings(board: Board) -> tuple[Message, ...]:
    """What the reader warns of; it speaks of the board it read, not of a corrected one."""
    if board.source is None or board.kingdom != board.source.kingdom:
        return ()
    return board.source.warnings


def _runners_up(source: Source) -> dict[str, str]:
    """The next best guess of every square that is not beyond question, by ``row,column``."""
    return {
        f"{row},{column}": str(square.alternative)
        for row, squares in enumerate(source.squares)
        for column, square in enumerate(squares)
        if square.alternative is not None and square.confidence < WORTH_OFFERING
    }


def _photo(source: Source, number: int) -> dict[str, Any]:
    """The photo, the same seen from straight above, and where the lines of the grid cross in it."""
    return {
        "address": address(source.picture.jpeg, f"photo-{number}"),
        "width": source.picture.width,
        "height": source.picture.height,
        "straight": address(straight(source), f"straight-{number}"),
        "lattice": crossings(source).round(1).tolist(),
    }
