"""The messages of a page, passed on as an app can understand them."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from tests.ui.event_loop import outcome
from ui.serving.message_budget import MessageBudget


def test_a_page_that_leaves_at_once_is_opened_and_then_gone() -> None:
    """An app that is told that a page is gone, before it is told that there is one, takes that for a fault."""
    told: list[str] = []
    sent: list[Message] = []
    network: Iterator[Message] = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1006}])

    async def app(*connection: object) -> None:
        page = WebSocket(*connection)  # type: ignore[arg-type]
        await page.accept()
        told.append("opened")
        try:
            await page.receive_bytes()
        except WebSocketDisconnect:
            told.append("gone")

    async def receive() -> Message:
        return next(network)

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "websocket", "client": ("198.51.100.7", 40_000), "headers": []}
    outcome(MessageBudget(app)(scope, receive, send))

    assert told == ["opened", "gone"]
