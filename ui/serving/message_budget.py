"""A budget for the messages of each page: a flood costs the flooder, and everybody else's taps go first."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from google.protobuf.message import DecodeError
from starlette import status
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from ui.serving import limits
from ui.serving.at_tables import AT_TABLES
from ui.serving.connections import ABORT
from ui.serving.fair_share import FairShare
from ui.serving.quota import Quota
from ui.serving.rate_limit import household
from ui.serving.token_bucket import TokenBucket, TokenBuckets
from ui.serving.wire import WireError, has_more_fields

# What pages of this app say; nobody clears the memory that all pages share.
RUN = "rerun_script"
PASSED_ON = {RUN, "stop_script", "backend_operation_request", "app_heartbeat"}
IDS = ("$$ID-", "$$STREAMLIT_INTERNAL_KEY_")  # with which Streamlit begins the names of widgets and their events
HELD = 500  # bytes that a message which waits takes beside its own
SMALL = 1_000  # bytes; the message that a run is over is smaller
GONE: Message = {"type": "websocket.disconnect", "code": status.WS_1006_ABNORMAL_CLOSURE}
_log = logging.getLogger("uvicorn.error")


class FloodError(Exception):
    """A connection sends more than it may have waiting, or what is no message; says how to close it."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


@dataclass(frozen=True)
class _Asked:
    """What a message asks for, as far as it matters while it waits; parsed it would take more than on the wire."""

    kind: str
    cost: float = 1.0


class MessageBudget:
    """Passes the messages of every page on as fast as its budget and those of its address allow, in fair turns."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._share = FairShare(
            limits.RUNS_AT_ONCE, limits.RUN_SECONDS, limits.LAST_RUN_SECONDS, limits.USUAL_TURNS, AT_TABLES.number
        )
        self._budgets = TokenBuckets(limits.ADDRESS_MESSAGES_PER_SECOND, limits.ADDRESS_MESSAGES_AT_ONCE)
        self._arrivals = TokenBuckets(limits.ADDRESS_PAGES_PER_SECOND, limits.ADDRESS_PAGES_AT_ONCE)
        self._pages = Quota(limits.ADDRESS_PAGES, limits.PAGES, limits.FEW_PAGES, AT_TABLES.number)
        self._weights: Counter[str] = Counter()  # bytes that wait, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a page's messages on; anything else at once."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        address = household(scope["client"][0] if scope.get("client") else "")
        if not self._may_open(address):
            await WebSocketClose(status.WS_1013_TRY_AGAIN_LATER)(scope, receive, send)
            return
        self._pages.take(address)
        try:
            await self._serve(address, scope, receive, send)
        finally:
            self._pages.leave(address)

    def _may_open(self, address: str) -> bool:
        return not self._pages.are_taken_for(address) and self._arrivals.of(address).take_now()

    async def _serve(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        page = _Page(await receive(), address, self._share, self._budgets.of(address), self._weights)

        async def heard(message: Message) -> None:
            page.hear(message)
            if not (page.is_gone and message["type"] == "websocket.send"):
                await send(message)

        async def reading() -> None:
            try:
                await page.read(receive)
            except FloodError as flood:
                _log.warning("A page was closed: %s.", flood)
                page.leave()
                with suppress(Exception):
                    await send({"type": "websocket.close", "code": flood.code, "reason": str(flood)})
                scope.get("extensions", {}).get(ABORT, lambda: None)()

        reader = asyncio.create_task(reading())
        try:
            await self._app(scope, page.next, heard)
        finally:
            reader.cancel()
            page.leave()


class _Page:
    """The messages of one connection that wait for their turn."""

    def __init__(
        self, opened: Message, address: str, share: FairShare, address_budget: TokenBucket, weights: Counter[str]
    ) -> None:
        self._opened: Message | None = opened  # told first, even where the page is gone by then
        self._address, self._share, self._address_budget, self._weights = address, share, address_budget, weights
        self._name = uuid4().hex
        self._budget = TokenBucket(limits.MESSAGES_PER_SECOND, limits.MESSAGES_AT_ONCE)
        self._waiting: deque[tuple[Message, _Asked | None]] = deque()
        self._bytes = 0
        self._changed = asyncio.Event()
        self._gone = asyncio.Event()

    @property
    def is_gone(self) -> bool:
        """Whether nobody sees what is sent to it."""
        return self._gone.is_set()

    async def read(self, receive: Receive) -> None:
        """Take messages from the network until the page is gone. Raises FloodError."""
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                self.leave()
                return
            if message["type"] == "websocket.receive":
                self._put(message, _asked(message))
            else:
                self._waiting.append((message, None))
            self._changed.set()
            while self._weights.total() > limits.ALL_WAITING_BYTES:  # the network waits too
                await asyncio.sleep(0.5)

    def _put(self, message: Message, asked: _Asked) -> None:
        if asked.kind not in PASSED_ON:
            return
        weight = _weight(message)
        is_heavy = self._bytes + weight > limits.WAITING_BYTES
        if is_heavy or self._weights[self._address] + weight > limits.ADDRESS_WAITING_BYTES:
            raise FloodError(status.WS_1008_POLICY_VIOLATION, "it sent too much at once")
        if len(self._waiting) >= limits.MESSAGES_WAITING:
            raise FloodError(status.WS_1008_POLICY_VIOLATION, "it sent too many messages")
        self._waiting.append((message, asked))
        self._weigh(weight)

    def _weigh(self, more: int) -> None:
        self._bytes += more
        self._weights[self._address] += more
        if not self._weights[self._address]:
            del self._weights[self._address]

    async def next(self) -> Message:
        """The next message when it may be passed on; that the page is gone as soon as it is."""
        if self._opened:
            opened, self._opened = self._opened, None
            return opened
        while not self._gone.is_set():
            if self._waiting:
                message, asked = self._waiting.popleft()
                if asked:
                    self._weigh(-_weight(message))
                if not asked or await self._unless_gone(self._turn(asked)):
                    return message
            else:
                self._changed.clear()
                await self._unless_gone(self._changed.wait())
        return GONE

    async def _turn(self, asked: _Asked) -> None:
        wait = max(self._budget.take(asked.cost), self._address_budget.take(asked.cost))
        if wait:
            await asyncio.sleep(wait)
        if asked.kind == RUN:
            await self._share.turn(self._name, self._address)

    async def _unless_gone(self, work: Coroutine[Any, Any, Any]) -> bool:
        """Whether something was done before the page was gone."""
        done, gone = asyncio.ensure_future(work), asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait((done, gone), return_when=asyncio.FIRST_COMPLETED)
            return done.done() and not self._gone.is_set()
        finally:
            done.cancel()
            gone.cancel()

    def hear(self, message: Message) -> None:
        """Note where the server tells the page that its run is over."""
        content = message.get("bytes") or b""
        if 0 < len(content) < SMALL and ForwardMsg.FromString(content).WhichOneof("type") == "script_finished":
            self._share.over(self._name)

    def leave(self) -> None:
        """Forget what waits: nobody will see it. A run goes on, and so does its turn."""
        self._gone.set()
        self._waiting.clear()
        self._weigh(-self._bytes)


def _weight(message: Message) -> int:
    return HELD + len(message["bytes"])


def _asked(message: Message) -> _Asked:
    """What a message asks for. Raises FloodError for what is none, or would be too much to parse."""
    content = message.get("bytes")
    if content is None:
        raise FloodError(status.WS_1003_UNSUPPORTED_DATA, "it sent text")
    try:
        if has_more_fields(content, limits.MESSAGE_FIELDS):
            raise FloodError(status.WS_1009_MESSAGE_TOO_BIG, "it sent too much in one message")
        request = BackMsg.FromString(content)
    except (DecodeError, WireError):
        raise FloodError(status.WS_1002_PROTOCOL_ERROR, "it sent what is no message") from None
    kind, run = request.WhichOneof("type") or "", request.rerun_script
    if not all(widget.id.startswith(IDS) for widget in run.widget_states.widgets):
        raise FloodError(status.WS_1008_POLICY_VIOLATION, "it sent what no page of ours has")
    return _Asked(kind, limits.RUN_MESSAGES if kind == RUN else 1)
