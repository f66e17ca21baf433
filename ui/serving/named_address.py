"""The address of each phone, told to its page: for Streamlit the server's own machine, with a proxy on it, has none."""

from __future__ import annotations

from secrets import token_hex

from starlette.types import ASGIApp, Receive, Scope, Send

ADDRESS = (
    f"x-crownsight-address-{token_hex(8)}"  # header of a page's connection; no phone can know it, and send its own
)


class NamedAddress:
    """Puts the address of a phone among the headers of its page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] == "websocket" and scope.get("client"):
            scope["headers"] = [*scope["headers"], (ADDRESS.encode(), scope["client"][0].encode())]
        await self._app(scope, receive, send)
