"""The route by which pages fetch pictures that no table has."""

from __future__ import annotations

from starlette import status
from starlette.requests import Request
from starlette.responses import Response

from scoring.message import message
from ui.api.access import NO_STORE, RefusedError, phone_of
from ui.photos.shown import SHOWN

NO_PICTURE = message("There is no such picture any more.")


async def show_picture(request: Request) -> Response:
    """A picture that some page was given the name of, which cannot be guessed. Raises RefusedError."""
    phone_of(request)
    picture = SHOWN.find(request.path_params["name"])
    if picture is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NO_PICTURE)
    return Response(picture, 200, NO_STORE, "image/jpeg")
