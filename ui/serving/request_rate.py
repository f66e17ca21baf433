"""How many requests one address may make by HTTP: enough for a room behind one router that loads its pages at once."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.serving import limits
from ui.serving.rate_limit import household
from ui.serving.token_bucket import TokenBuckets


class RequestRate:
    """Answers an address that asks for too much with 429 and ends its connection, until it has been calm."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._buckets = TokenBuckets(limits.ADDRESS_REQUESTS_PER_SECOND, limits.ADDRESS_REQUESTS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on while there is a token for it."""
        client = scope.get("client") or ("",)
        if scope["type"] != "http" or self._buckets.of(household(client[0])).take_now():
            await self._app(scope, receive, send)
        else:
            refusal = PlainTextResponse(
                "Too many requests from here. Try again in a minute.", 429, {"Retry-After": "60", "Connection": "close"}
            )
            await refusal(scope, receive, send)
