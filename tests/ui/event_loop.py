"""Run coroutines and ASGI apps on a thread: browser tests leave a running loop on the main one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message

from scoring.message import CrownsightError
from ui.api.access import respond_error

T = TypeVar("T")


def outcome(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine and return its result."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


class Answer(NamedTuple):
    """An answer: its status, its JSON or content, and how many bytes of the request body were read."""

    status: int
    said: Any
    heard: int


def answer_of(app: ASGIApp, path: str, parts: Sequence[bytes] | None = None, **headers: str) -> Answer:
    """Send a request to an app in this process; its body comes in parts, and headers are named with ``_``."""
    body, heard, told = list(parts or ()), 0, list[Message]()

    async def receive() -> Message:
        nonlocal heard
        part = body.pop(0) if body else b""
        heard += len(part)
        return {"type": "http.request", "body": part, "more_body": bool(body)}

    async def send(message: Message) -> None:
        told.append(message)

    async def answer() -> None:
        await app(scope, receive, send)

    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "method": "GET" if parts is None else "POST",
        "path": path,
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        "client": ("192.168.1.7", 50_000),
        "app": None,
    }
    outcome(answer())
    content = b"".join(message.get("body", b"") for message in told)
    return Answer(told[0]["status"], json.loads(content) if content.startswith(b"{") else content, heard)


async def respond(endpoint: Callable[[Request], Awaitable[Response]], request: Request) -> Response:
    """Return the response of an endpoint, or the one of the app to its error."""
    try:
        return await endpoint(request)
    except CrownsightError as error:
        return await respond_error(request, error)
