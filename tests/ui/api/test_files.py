"""Photo uploads: bounded, read once, with progress; pictures are served by their address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from threading import Event
from typing import Any

import numpy as np
import pytest
from starlette.applications import Starlette

from tests.ui.event_loop import Answer, answer_of, outcome
from tests.ui.store_helpers import ANAS_PHONE, BENS_PHONE
from ui.api import routes
from ui.api.access import EXCEPTION_HANDLERS
from ui.photos.pictures import ShownPictures, get_picture_address
from ui.photos.upload_registry import DATA, MOST_BYTES, UPLOADS, UploadHandler, UploadProgress
from ui.store.codes import new_key
from ui.system import COOKIE
from ui.table.photo_reading import Picture
from vision.photo.photo import Points

SOON = 20.0  # seconds
PICTURE = Picture(b"a picture", 400, 300, 1.0)
GRID = np.array([[[0, 0], [10, 0]], [[0, 10], [10, 10.04]]], np.float32)
PHOTO, FILE = "image/jpeg", "application/json"


class Reader:
    """Reads photos when it is told to, and counts them."""

    def __init__(self) -> None:
        self.read: list[bytes] = []
        self.goes_on = Event()

    def __call__(
        self,
        upload: bytes,
        *,
        show: Callable[[Picture, Sequence[Points]], None],
        progress: Callable[[str], None],
    ) -> str:
        """Return the result of a photo."""
        self.read.append(upload)
        progress("waiting 2")
        assert self.goes_on.wait(SOON)
        progress("finding")
        show(PICTURE, [])
        show(PICTURE, [GRID])
        if upload == b"breaks":
            raise ZeroDivisionError
        return f"{upload.decode()} kingdom"


@pytest.fixture
def reader() -> Iterator[Reader]:
    """What reads the photos that Ana's page asks for, and small files of games."""
    reader = Reader()
    UPLOADS.expect(ANAS_PHONE, "table", UploadHandler(reader, print))
    UPLOADS.expect(ANAS_PHONE, "games", UploadHandler(reader, print, DATA, 10))
    yield reader
    reader.goes_on.set()


def request(
    path: str, parts: Sequence[bytes] | None = None, phone: str = ANAS_PHONE, kind: str = PHOTO, length: int = -1
) -> Answer:
    """Send a request of a phone in parts and return the answer."""
    known = {"cookie": f"{COOKIE}={phone}", "content_length": str(sum(map(len, parts or ())) if length < 0 else length)}
    return answer_of(
        Starlette(routes=routes(), exception_handlers=EXCEPTION_HANDLERS),
        path,
        parts,
        **known,
        **({"content_type": kind} if kind else {}),
    )


def send(photo: bytes = b"photo", key: str = "", field: str = "table", **how: Any) -> Answer:
    return request(f"/api/files/{key or new_key()}?for={field}", [photo], **how)


def is_over(key: str, phone: str = ANAS_PHONE) -> UploadProgress:
    """Wait until a photo is done and return its progress."""

    async def waiting() -> UploadProgress:
        async with asyncio.timeout(SOON):
            while (now := UPLOADS.progress(phone, key)) is None or now.stage not in ("read", "failed", "taken"):
                await asyncio.sleep(0.01)
        return now

    return outcome(waiting())


def test_a_photo_is_read_told_of_and_taken_once(reader: Reader) -> None:
    key = new_key()
    answer = send(b"Ana's", key)
    reader.goes_on.set()
    is_over(key)

    assert answer.status == 202
    assert request(f"/api/files/{key}").said == {
        "key": key,
        "stage": "read",
        "picture": f"/api/files/{key}/picture.jpg",
        "width": 400,
        "height": 300,
        "grids": [[[[0.0, 0.0], [10.0, 0.0]], [[0.0, 10.0], [10.0, 10.0]]]],
        "changes": 6,
    }
    assert request(f"/api/files/{key}/picture.jpg").said == b"a picture"
    taken = UPLOADS.pop_result(ANAS_PHONE, key)
    assert taken
    assert taken[1] == ["Ana's kingdom"]
    assert UPLOADS.pop_result(ANAS_PHONE, key) is None
    assert request(f"/api/files/{key}").said == {"key": key, "stage": "taken"}


def test_photos_sent_together_are_delivered_together(reader: Reader) -> None:
    first, second = new_key(), new_key()
    send(b"Ana's", first)
    reader.goes_on.set()
    is_over(first)
    assert UPLOADS.pop_result(ANAS_PHONE, first, second) is None

    send(b"Ana's", second)
    is_over(second)

    taken = UPLOADS.pop_result(ANAS_PHONE, first, second)
    assert taken
    assert taken[1] == ["Ana's kingdom"] * 2


def test_repeated_photo_is_not_read_again(reader: Reader) -> None:
    key = new_key()
    send(b"first", key)
    again = send(b"second", key)
    reader.goes_on.set()
    is_over(key)
    UPLOADS.pop_result(ANAS_PHONE, key)
    later = send(b"third", key)

    assert (again.status, again.heard) == (202, 0)
    assert later == Answer(202, {"key": key, "stage": "taken"}, 0)
    assert reader.read == [b"first"]


def test_a_phone_hears_nothing_of_anothers_photos(reader: Reader) -> None:
    key = new_key()
    send(key=key)

    assert request(f"/api/files/{key}", phone=BENS_PHONE).status == 404
    assert request(f"/api/files/{key}/picture.jpg", phone=BENS_PHONE).status == 404
    assert request(f"/api/files/{key}", phone="nobody").status == 403


@pytest.mark.parametrize(
    ("status", "how"),
    [
        (403, {"phone": "nobody"}),
        (404, {"key": "short"}),
        (409, {"field": "elsewhere"}),
        (409, {"phone": BENS_PHONE}),
        (413, {"length": MOST_BYTES + 1}),
        (415, {"kind": "multipart/form-data"}),
        (415, {"kind": ""}),
        (415, {"field": "games"}),
        (413, {"field": "games", "photo": b"[" + bytes(10), "kind": FILE}),
        # what any web page may send
        (415, {"field": "games", "kind": "application/x-www-form-urlencoded"}),
        (415, {"field": "games", "kind": "multipart/form-data"}),
        (415, {"field": "games", "kind": "text/plain"}),
    ],
)
def test_unexpected_upload_is_refused_before_its_body(reader: Reader, status: int, how: dict[str, Any]) -> None:
    answer = send(**how)

    assert (answer.status, answer.heard, reader.read) == (status, 0, [])
    assert send(b"[]", field="games", kind=FILE).status == 202


def test_waiting_files_share_a_memory_limit(reader: Reader) -> None:
    reader.goes_on.set()
    phones = [new_key() for _ in range(3)]
    for phone in phones:
        UPLOADS.expect(phone, "games", UploadHandler(reader, print, DATA))
        send(bytes(18_000_000), phone, "games", phone=phone, kind=FILE)
        is_over(phone, phone)

    assert [UPLOADS.progress(phone, phone) is not None for phone in phones] == [False, True, True]


def test_waiting_photos_share_a_memory_limit(reader: Reader) -> None:
    answers = [send(bytes(39_000_000)).status for _ in range(6)]

    assert answers == [202] * 5 + [503]


def test_failed_reading_is_reported_and_not_used(reader: Reader, caplog: pytest.LogCaptureFixture) -> None:
    key = new_key()
    send(b"breaks", key)
    reader.goes_on.set()

    assert is_over(key).stage == "failed"
    assert "ZeroDivisionError" in caplog.text
    assert UPLOADS.pop_result(ANAS_PHONE, key) is None


# --- Pictures that no table has


def test_picture_is_served_only_at_its_own_address() -> None:
    known = get_picture_address(b"\xff\xd8 a picture")

    assert request(known)[:2] == (200, b"\xff\xd8 a picture")
    assert request(known, phone="").status == 403
    assert request(known.replace(".jpg", "0.jpg")).status == 404


def test_least_recently_shown_file_is_evicted() -> None:
    shown = ShownPictures(250)
    first, second = shown.show(b"1" * 100), shown.show(b"2" * 100)
    assert shown.show(b"1" * 100) == first  # again, which makes it the newer one

    third = shown.show(b"3" * 100)

    assert (shown.find(first), shown.find(second), shown.find(third)) == (b"1" * 100, None, b"3" * 100)
