"""Uploads of photos and other files: bounded, read once, with progress; and pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace

from starlette import status
from starlette.requests import Request
from starlette.responses import Response

from scoring.message import message
from ui.api.access import JSON, NO_STORE, RefusedError, media_type_of, network_of, phone_of
from ui.api.pace import TOO_MANY, Pace, UploadGate
from ui.photos.pictures import SHOWN
from ui.photos.reading_queue import WAITING
from ui.photos.upload_registry import DATA, PHOTO, UPLOADS, UnwantedPhotoError, UploadHandler, UploadProgress
from ui.store.codes import is_key
from ui.system import is_trial
from ui.table.serialization import dumps

IN_HAND_BYTES = 82_000_000 if is_trial() else 200_000_000  # on their way or unread; two, or five, of the largest
FIELD = "for"  # query parameter: the field of a page that asks for the photo
NO_PHOTO = message("There is no such photo here.")
NO_PICTURE = message("That isn’t a photo, or it’s over 40 MB. Choose another one.")
NO_FILE = message("This file is too large or of the wrong kind.")
UNWANTED = message("No page asks for this photo.")
GONE = message("There is no such picture any more.")


@dataclass(frozen=True)
class UploadView:
    """Progress of a photo: its stage, its position in the queue while it waits, the picture once it is open.

    ``grids`` are those found in the picture so far, each the rows of its grid points as x and y in its pixels.
    ``changes`` tells one answer from the next.
    """

    key: str
    stage: str
    position: int = 0
    picture: str = ""
    width: int = 0
    height: int = 0
    grids: tuple[list[list[list[float]]], ...] = ()
    changes: int = 0


def upload_view(progress: UploadProgress) -> UploadView:
    stage, _, position = progress.stage.partition(" ")
    view = UploadView(progress.key, stage, int(position) if stage == WAITING else 0, changes=progress.changes)
    if progress.picture is None:
        return view
    return replace(
        view,
        picture=f"/api/files/{progress.key}/picture.jpg",
        width=progress.picture.width,
        height=progress.picture.height,
        grids=tuple(grid.round(1).tolist() for grid in progress.grids),
    )


class Files:
    """The route by which photos and other files come in."""

    def __init__(self, pace: Pace | None = None) -> None:
        self._gate = UploadGate(lambda: IN_HAND_BYTES - UPLOADS.unread_bytes(), pace or Pace())

    async def send(self, request: Request) -> Response:
        """Take a file in and have it read; one that is known already is not read again."""
        phone, key, field = phone_of(request), _key(request), request.query_params.get(FIELD, "")
        known = UPLOADS.progress(phone, key)
        if known is None:
            size = _announce(request, UPLOADS.handler(phone, field))
            async with self._gate.slot(network_of(request)):
                if self._gate.arrived + UPLOADS.unread_bytes() + size > IN_HAND_BYTES:
                    raise RefusedError(status.HTTP_503_SERVICE_UNAVAILABLE, TOO_MANY, again_after=10, closes=True)
                try:
                    known = UPLOADS.receive(phone, key, field, await self._gate.read(request))
                except UnwantedPhotoError:
                    raise RefusedError(status.HTTP_409_CONFLICT, UNWANTED, again_after=1, closes=True) from None
        return Response(dumps(upload_view(known)), status.HTTP_202_ACCEPTED, NO_STORE, JSON)


async def show_progress(request: Request) -> Response:
    return Response(dumps(upload_view(_progress(request))), 200, NO_STORE, JSON)


async def show_picture(request: Request) -> Response:
    """Serve the photo, upright and without metadata, from opening until it is taken. Raises RefusedError."""
    picture = _progress(request).picture
    if picture is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NO_PHOTO)
    return Response(picture.jpeg, 200, NO_STORE, "image/jpeg")


def _announce(request: Request, handler: UploadHandler | None) -> int:
    """Reserve memory for the announced file and return its length. Raises RefusedError."""
    if handler is None:
        raise RefusedError(status.HTTP_409_CONFLICT, UNWANTED, again_after=1, closes=True)
    refusal = NO_PICTURE if handler.kind == PHOTO else NO_FILE
    media = media_type_of(request)
    if (media != JSON and handler.kind == DATA) or not media.startswith(handler.kind + "/"):
        raise RefusedError(status.HTTP_415_UNSUPPORTED_MEDIA_TYPE, refusal, closes=True)
    announced = int(request.headers.get("content-length", 0))
    if announced > handler.most_bytes:
        raise RefusedError(status.HTTP_413_CONTENT_TOO_LARGE, refusal, closes=True)
    return announced


def _progress(request: Request) -> UploadProgress:
    """Return the progress of the requested photo. Raises RefusedError."""
    progress = UPLOADS.progress(phone_of(request), _key(request))
    if progress is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NO_PHOTO)
    return progress


def _key(request: Request) -> str:
    key: str = request.path_params["key"]
    if not is_key(key):
        raise RefusedError(status.HTTP_404_NOT_FOUND, NO_PHOTO)
    return key


async def show_drawn(request: Request) -> Response:
    """Serve a picture by its unguessable name. Raises RefusedError."""
    phone_of(request)
    picture = SHOWN.find(request.path_params["name"])
    if picture is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, GONE)
    return Response(picture, 200, NO_STORE, "image/jpeg")
