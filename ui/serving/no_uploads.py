"""Streamlit's own way for files is shut: it takes every file, asked for or not. Ours is ``ui.api.files``."""

from __future__ import annotations

from starlette import status
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

PLACE = "/_stcore/upload_file"
REFUSAL = PlainTextResponse("Nobody asked for this file.", status.HTTP_403_FORBIDDEN, {"Connection": "close"})


class NoUploads:
    """Refuses what comes there before it is heard, and passes on the rest."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        refused = scope["type"] == "http" and PLACE in scope["path"]
        await (REFUSAL if refused else self._app)(scope, receive, send)
