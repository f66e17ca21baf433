"""Photos and other files of phones: weighed as they come, read once, and how far each is."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from msgspec import Struct
from starlette import status
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from scoring.message import Message, message
from ui.api.access import JSON, NO_STORE, RefusedError, address_of, phone_of
from ui.photos.inbox import INBOX, PHOTO, PhotoNews, UnwantedPhotoError, Wanted
from ui.photos.reading import WAITING
from ui.serving import limits
from ui.serving.rate_limit import PHOTOS
from ui.store.codes import is_key
from ui.table.codec import encoded

PLACE = "for"  # query parameter: the place of a page that asks for the photo
NO_PHOTO = message("There is no such photo here.")
NO_PICTURE = message("This file is no picture, or it is larger than 40 MB. Choose another one.")
NO_FILE = message("This file is too large, or another one than is asked for.")
UNWANTED = message("No page asks for this photo.")
TOO_MANY = message("Too many photos are being read right now. Try again in a minute.")
MANY_FROM_HERE = message("Many photos have come from here. Wait a few minutes before the next.")
CLOSING = {"Connection": "close"}  # what else comes of the photo is not heard


class PhotoView(Struct, frozen=True, omit_defaults=True):
    """How far a photo is: the step, its place while it waits for others; the picture once it is open.

    ``grids`` are those found in the picture so far, each the rows of its crossings as x and y in its pixels.
    """

    key: str
    step: str
    place: int = 0
    picture: str = ""
    width: int = 0
    height: int = 0
    grids: tuple[list[list[list[float]]], ...] = ()


def photo_view(news: PhotoNews) -> PhotoView:
    """What a phone is told of its photo."""
    step, _, place = news.step.partition(" ")
    view = PhotoView(news.key, step, int(place) if step == WAITING else 0)
    if news.picture is None:
        return view
    grids = tuple(grid.round(1).tolist() for grid in news.grids)
    address = f"/api/files/{news.key}/picture.jpg"
    return PhotoView(view.key, view.step, view.place, address, news.picture.width, news.picture.height, grids)


class Files:
    """The route by which photos and other files come in."""

    def __init__(self) -> None:
        self._arriving: Counter[str] = Counter()  # bytes, by phone
        self._of_senders: Counter[str] = Counter()  # the same, by sender

    async def send(self, request: Request) -> Response:
        """Take a file in and have it read; one that is known already is not heard again."""
        phone, key, place = phone_of(request), _key(request), request.query_params.get(PLACE, "")
        known = INBOX.news(phone, key)
        if known is None:
            sender = _sender(request, phone)
            wanted = _wanted(request, phone, place, sender)
            with self._weighed(phone, sender, wanted) as weigh:
                photo = await _body(request, weigh)
            if wanted.kind == PHOTO:
                PHOTOS.count(sender)
            try:
                known = INBOX.receive(phone, key, place, photo, sender)
            except UnwantedPhotoError:
                raise _closing(status.HTTP_409_CONFLICT, UNWANTED, again_after=1) from None
        return Response(encoded(photo_view(known)), status.HTTP_202_ACCEPTED, NO_STORE, JSON)

    @contextmanager
    def _weighed(self, phone: str, sender: str, wanted: Wanted) -> Iterator[_Weigh]:
        weigh = _Weigh(Arriving(self._arriving, phone), Arriving(self._of_senders, sender), wanted)
        try:
            yield weigh
        finally:
            self._arriving -= Counter({phone: weigh.size})  # keeps none at zero
            self._of_senders -= Counter({sender: weigh.size})


class Arriving(NamedTuple):
    """Bytes on their way, and whose count: a phone's, or that of an address."""

    bytes_of: Counter[str]
    name: str


class _Weigh:
    """Counts the bytes of a file on its way. Raises RefusedError where that is too much."""

    def __init__(self, phone: Arriving, sender: Arriving, wanted: Wanted) -> None:
        self._phone, self._sender, self._wanted, self.size = phone, sender, wanted, 0

    def add(self, size: int) -> None:
        """Count so many bytes more."""
        if self.size + size > self._wanted.most_bytes:
            raise _too_large(self._wanted)
        (phones, phone), (senders, sender), unread = self._phone, self._sender, INBOX.unread_bytes()
        all_ = senders.total() + unread.total() + size
        share = limits.ADDRESS_UPLOAD_BYTES if all_ <= limits.UPLOADS_BYTES // 2 else limits.FEW_UPLOAD_BYTES
        is_much = phones[phone] + size > limits.PHONE_UPLOAD_BYTES or senders[sender] + unread[sender] + size > share
        if is_much or all_ > limits.UPLOADS_BYTES:
            raise _closing(status.HTTP_503_SERVICE_UNAVAILABLE, TOO_MANY, again_after=10)
        phones[phone] += size
        senders[sender] += size
        self.size += size


async def show_progress(request: Request) -> Response:
    """How far a photo of this phone is."""
    return Response(encoded(photo_view(_news(request))), 200, NO_STORE, JSON)


async def show_picture(request: Request) -> Response:
    """The photo itself, upright and without metadata, from when it is open until it is taken. Raises RefusedError."""
    picture = _news(request).picture
    if picture is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NO_PHOTO)
    return Response(picture.jpeg, 200, NO_STORE, "image/jpeg")


def _wanted(request: Request, phone: str, place: str, sender: str) -> Wanted:
    """What a page asks for there. Raises RefusedError for what need not even come."""
    wanted = INBOX.wanted(phone, place)
    if wanted is None:
        raise _closing(status.HTTP_409_CONFLICT, UNWANTED, again_after=1)
    announced = request.headers.get("content-length", "")
    if request.headers.get("content-type", "").partition("/")[0].strip().lower() != wanted.kind:
        raise _closing(status.HTTP_415_UNSUPPORTED_MEDIA_TYPE, NO_PICTURE if wanted.kind == PHOTO else NO_FILE)
    if announced.isdecimal() and int(announced) > wanted.most_bytes:
        raise _too_large(wanted)
    if wanted.kind == PHOTO and PHOTOS.reached(sender):
        raise _closing(status.HTTP_429_TOO_MANY_REQUESTS, MANY_FROM_HERE, again_after=60)
    return wanted


def _too_large(wanted: Wanted) -> RefusedError:
    return _closing(status.HTTP_413_CONTENT_TOO_LARGE, NO_PICTURE if wanted.kind == PHOTO else NO_FILE)


async def _body(request: Request, weigh: _Weigh) -> bytes:
    """The bytes of a photo. Raises RefusedError where they are too many, or do not come."""
    parts, stream = list[bytes](), request.stream()
    try:
        async with asyncio.timeout(limits.UPLOAD_SECONDS):
            while part := await asyncio.wait_for(anext(stream), limits.UPLOAD_SILENCE_SECONDS):
                weigh.add(len(part))
                parts.append(part)
    except (TimeoutError, ClientDisconnect):
        raise _closing(status.HTTP_408_REQUEST_TIMEOUT, message("The request does not come.")) from None
    return b"".join(parts)


def _closing(code: int, why: Message, again_after: int | None = None) -> RefusedError:
    """A refusal that ends the connection."""
    refusal = RefusedError(code, why, again_after)
    refusal.headers |= CLOSING
    return refusal


def _news(request: Request) -> PhotoNews:
    """How far the photo that is asked about is. Raises RefusedError."""
    news = INBOX.news(phone_of(request), _key(request))
    if news is None:
        raise RefusedError(status.HTTP_404_NOT_FOUND, NO_PHOTO)
    return news


def _key(request: Request) -> str:
    key: str = request.path_params["key"]
    if not is_key(key):
        raise RefusedError(status.HTTP_404_NOT_FOUND, NO_PHOTO)
    return key


def _sender(request: Request, phone: str) -> str:
    """Whose photo this is, as far as that cannot be changed at will: the network address, else the phone."""
    return address_of(request) or phone
