"""One answer to a request, whatever comes on its connection meanwhile."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from tests.ui.event_loop import outcome
from ui.serving.connections import uvicorn_options

BEGUN = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"


async def said_to_one_that_breaks_off() -> bytes:
    """What a server says to a request whose app answers once the server has read what is no part of its body."""
    asked, read = asyncio.Event(), asyncio.Event()

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        asked.set()
        await read.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    config, state = Config(app, **uvicorn_options()), ServerState()
    config.load()
    protocol: Callable[..., asyncio.Protocol] = config.http_protocol_class
    ours, its = socket.socketpair()
    ours.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.connect_accepted_socket(lambda: protocol(config, state, {}), its)
    await loop.sock_sendall(ours, BEGUN)
    await asked.wait()
    await loop.sock_sendall(ours, b"no chunk\r\n")
    while state.connections:  # the server ends the connection once it has read what is no chunk
        await asyncio.sleep(0)
    read.set()
    await asyncio.gather(*state.tasks)
    heard = b""
    with ours:
        while more := await loop.sock_recv(ours, 65_536):
            heard += more
    return heard


def test_a_body_that_breaks_off_before_its_answer_has_none() -> None:
    assert outcome(said_to_one_that_breaks_off()) == b""
