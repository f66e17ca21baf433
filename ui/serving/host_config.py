"""Allow Streamlit messages only from the page itself.

Streamlit takes commands, such as to replace its websocket, from the window around the page, and tells that window of
connections and runs. Nobody may frame the app, so that window is the page itself; the scripts in
``ui/components/streamlit`` speak to it.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

PATH = "/_stcore/host-config"
CONFIG = {
    "useExternalAuthToken": False,
    "enableCustomParentMessages": False,
    "enforceDownloadInNewTab": False,
    "metricsUrl": "",
    "blockErrorDialogs": False,
    "resourceCrossOriginMode": None,
}


class HostConfigMiddleware:
    """Answer in place of Streamlit which origins may send messages, as ``client.allowedOrigins`` describes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer requests for the configuration, and pass everything else on."""
        if scope["type"] != "http" or scope["path"] != PATH:
            await self._app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        own = [f"http://{host}", f"https://{host}"]  # a proxy may not tell which of them the page has
        answer = JSONResponse({"allowedOrigins": own, **CONFIG}, headers={"Cache-Control": "no-cache"})
        await answer(scope, receive, send)
