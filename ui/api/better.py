"""The kingdoms that could have been had, sought beside everything else: one at a time, each of them once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from scoring import NO_PIECES, Kingdom, Laying, Rules, better_laying, build_order
from scoring.message import message
from ui.api.access import RefusedError, json_of, phone_of
from ui.api.tables import laid, table_seen
from ui.drawing.better_laying import BetterView, Missed, better_view
from ui.drawing.player_names import display_name
from ui.table.board import Board
from ui.table.table import Seat, Table, sheet

NOTHING_SOUGHT = message("Nothing better is sought for this kingdom.")
STILL_SOUGHT = message("This is still being sought.")
WAITED_SECONDS = 20  # for an answer, after which the page asks again
MOST_REMEMBERED = 500  # answers
MOST_WAITING = 40  # kingdoms, of a second or two; the one asked for longest ago gives way
_Question = tuple[Kingdom, Rules]


@dataclass(frozen=True)
class Possible:
    """What was found for a kingdom: a better laying of its dominoes if there is one; ``legal`` if it could be laid."""

    legal: bool
    laying: Laying | None


_seeker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="better")  # one, so that taps have the rest
_answers: OrderedDict[_Question, Future[Possible]] = OrderedDict()
_lock = Lock()


async def show_better(request: Request) -> Response:
    """What could have been had with the dominoes of a board, as soon as it is found."""
    phone, path = phone_of(request), request.path_params
    kept = await run_in_threadpool(table_seen, path["key"], phone)
    seat, board = laid(kept, path["board"])
    if board.pieces != NO_PIECES or not kept.table.shows_scores:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NOTHING_SOUGHT)
    sought = asyncio.wrap_future(possible(board.kingdom, kept.table.rules))
    await asyncio.wait([sought], timeout=WAITED_SECONDS)
    if not sought.done() or sought.cancelled():
        raise RefusedError(status.HTTP_503_SERVICE_UNAVAILABLE, STILL_SOUGHT, again_after=2)
    if not sought.result().legal:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NOTHING_SOUGHT)
    return await json_of(request, lambda: _view(kept.table, seat, board, sought.result().laying))


def _view(table: Table, seat: Seat, board: Board, laying: Laying | None) -> BetterView:
    name = "" if len(table.seats) == 1 else display_name(seat, table)
    return better_view(Missed(name, seat.colour.value, board.kingdom, sheet(table, board).total, laying))


def possible(kingdom: Kingdom, rules: Rules) -> Future[Possible]:
    """What could have been had with the dominoes of a kingdom; cancelled where too many are asked for after it."""
    question = kingdom, rules
    with _lock:
        if question not in _answers:
            _answers[question] = _seeker.submit(_sought, kingdom, rules)
        _answers.move_to_end(question)
        answer = _answers[question]
        waiting = [asked for asked, one in _answers.items() if not one.done()]
        for forgotten in (*[*_answers][:-MOST_REMEMBERED], *waiting[:-MOST_WAITING]):
            _answers.pop(forgotten).cancel()
    return answer


def _sought(kingdom: Kingdom, rules: Rules) -> Possible:
    return Possible(build_order(kingdom, rules.grid, rules.box) is not None, better_laying(kingdom, rules))
