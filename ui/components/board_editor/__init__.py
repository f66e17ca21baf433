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

from scoring import BASE, Box, Kingdom, Position, Rule, ScoreSheet, problems
from scoring.message import Message
from ui.components.palette import NEARLY_FULL, SHARED_SCRIPTS, page, shown_earnings, shown_remarks
from ui.drawing import tiles
from ui.drawing.html import remark
from ui.i18n.translate import for_browser, in_browser, language, translated
from ui.photos.corners import crossings
from ui.photos.pictures import straight
from ui.photos.unknown import open_squares
from ui.streamlit_patch import address
from ui.table.board import Board
from ui.table.json_fields import LONGEST_CODE
from ui.table.source import Source
from ui.table.turning import moves

MOST_AHEAD = 1_000  # revisions: how far a browser may count between two answers
LAST_REVISION = 900_000_000  # a table with larger numbers could not be read back
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
        sent = st.session_state[key].get("board")
        corrected = correction(board, sent, received)
        if corrected is None:
            return
        step = step_in(corrected, sent, grid)
        if step or sent.get("turn") is True:
            on_turn(corrected, base_of(sent), step)
        else:
            on_correction(corrected, base_of(sent))

    _component(
        key=key,
        data=_shown(board, name, sheet, grid, box, received, asked) | {"look": _request(look), "unveil": unveil},
        default={"board": None},
        on_board_change=on_board_change,
    )


def correction(board: Board, sent: Any, received: int) -> Board | None:
    """The board after what a browser sent; None for a revision received already, another board, or nonsense."""
    try:
        number, revision, code = sent["number"], sent["revision"], sent["code"]
        doubtful = frozenset((int(row), int(column)) for row, column in sent["doubts"])
        kingdom = Kingdom.parse(code[:LONGEST_CODE])
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        return None
    same_shape = (kingdom.height, kingdom.width) == (board.kingdom.height, board.kingdom.width)
    if number != board.number or not same_shape or not is_newer(revision, received, board.revision):
        return None
    may_doubt = board.doubtful | (board.source.doubtful if board.source else frozenset())
    return replace(board, kingdom=kingdom, doubtful=doubtful & may_doubt, revision=revision, checked=False)


def is_newer(revision: Any, received: int, own: int) -> bool:
    """Whether what a browser calls a revision follows the last one received, by no more than it can have counted.

    ``own`` is the revision of the board as the server has it.
    """
    return type(revision) is int and received < revision <= min(max(received, own) + MOST_AHEAD, LAST_REVISION)


def base_of(sent: Any) -> int:
    """The revision of a board with which a browser's changes began; -1 for nonsense, which no board has."""
    base = sent.get("base")
    return base if isinstance(base, int) else -1


def step_in(board: Board, sent: Any, grid: int) -> Position | None:
    """The step by which a browser wants the board moved; None if it asks for none, or for one that cannot be."""
    step = sent.get("move")
    wanted = tuple(step) if isinstance(step, list) else None
    return next((known for known in moves(board.kingdom, grid) if known == wanted), None)


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
