"""Uploads: only files that were asked for, weighed as they arrive, so many unread of a page and of all."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from threading import Lock

from starlette import status
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec, UploadFileUrlInfo

from ui.serving import limits

_UPLOAD = re.compile(r".*/_stcore/upload_file/(?P<session>[^/]+)/(?P<file>[^/]+)")
CLOSING = {"Connection": "close"}  # what else comes of the file is not heard


class CountedUploads(MemoryUploadedFileManager):
    """Streamlit's memory of uploaded files, which also knows what was asked for and what is on its way."""

    of_server: CountedUploads | None = None  # the one that Streamlit has made; it makes one for each process

    def __init__(self, upload_endpoint: str) -> None:
        super().__init__(upload_endpoint)
        self._asked: dict[str, list[str]] = {}  # by session
        self._arriving: Counter[str] = Counter()  # bytes by session
        self._counting = Lock()
        CountedUploads.of_server = self

    def get_upload_urls(self, session_id: str, file_names: Sequence[str]) -> list[UploadFileUrlInfo]:
        """Addresses for files that a page wants to send; of too many that were never sent the oldest are void."""
        urls = super().get_upload_urls(session_id, file_names[: limits.SESSION_UPLOADS])
        with self._counting:
            asked = self._asked.setdefault(session_id, [])
            asked += [url.file_id for url in urls]
            del asked[: -limits.SESSION_UPLOADS]
        return urls

    def begins(self, session_id: str, file_id: str) -> bool:
        """Whether this file was asked for; it may come once, and takes the place of what its page never read."""
        with self._counting:
            asked = self._asked.get(session_id, [])
            if file_id not in asked:
                return False
            asked.remove(file_id)
        while (old := self._files(session_id)) and self._is_full(old):
            self.remove_file(session_id, old[0].file_id)
        return True

    def _is_full(self, files: Sequence[UploadedFileRec]) -> bool:
        room = limits.SESSION_UPLOAD_BYTES - limits.UPLOAD_BYTES
        return len(files) >= limits.SESSION_UPLOADS or sum(len(file.data) for file in files) > room

    def arrives(self, session_id: str, size: int) -> bool:
        """Count bytes on their way; False, and not counted, where that is too much."""
        with self._counting:
            own = self._arriving[session_id] + sum(len(file.data) for file in self._files(session_id))
            if own + size > limits.SESSION_UPLOAD_BYTES or self._unread() + size > limits.UPLOADS_BYTES:
                return False
            self._arriving[session_id] += size
            return True

    def ends(self, session_id: str, size: int) -> None:
        """As many bytes are no longer on their way: they are kept, or were dropped."""
        with self._counting:
            self._arriving[session_id] -= size
            self._arriving += Counter()  # keeps none at zero

    def remove_session_files(self, session_id: str) -> None:
        """Forget the files of a page, and what it asked for."""
        super().remove_session_files(session_id)
        with self._counting:
            self._asked.pop(session_id, None)

    def _files(self, session_id: str) -> list[UploadedFileRec]:
        return list(self.file_storage.get(session_id, {}).values())

    def _unread(self) -> int:
        return self._arriving.total() + self._total_bytes


class UploadBudget:
    """Lets only those files in that were asked for, and only so much at a time."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; an upload is weighed while it comes."""
        upload = _UPLOAD.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        uploads = CountedUploads.of_server
        if upload is None or uploads is None:
            await self._app(scope, receive, send)
            return
        session = upload["session"]
        if not uploads.begins(session, upload["file"]):
            await PlainTextResponse("Nobody asked for this file.", 403, CLOSING)(scope, receive, send)
            return
        weighed = _Weighed(uploads, session, receive)
        try:
            await self._app(scope, weighed.receive, send)
        finally:
            uploads.ends(session, weighed.size)


class _Weighed:
    """An upload on its way; each part of it raises HTTPException where it is too much, or does not come."""

    def __init__(self, uploads: CountedUploads, session: str, receive: Receive) -> None:
        self._uploads, self._session, self._receive = uploads, session, receive
        self.size = 0
        self._until = asyncio.get_running_loop().time() + limits.UPLOAD_SECONDS

    async def receive(self) -> Message:
        left = self._until - asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(min(left, limits.UPLOAD_SILENCE_SECONDS)):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(status.HTTP_408_REQUEST_TIMEOUT, "The file does not come.", CLOSING) from None
        size = len(message.get("body", b""))
        if self.size + size > limits.UPLOAD_BYTES:
            raise HTTPException(status.HTTP_413_CONTENT_TOO_LARGE, "The file is too large.", CLOSING)
        if not self._uploads.arrives(self._session, size):
            much = "Too many photos wait here just now. Try again in a minute."
            raise HTTPException(status.HTTP_503_SERVICE_UNAVAILABLE, much, CLOSING | {"Retry-After": "60"})
        self.size += size
        return message
