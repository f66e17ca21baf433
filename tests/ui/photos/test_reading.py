"""Photos have their turn, a bounded number at a time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import pytest

from ui.photos.reading import AT_ONCE, read_upload, turn
from ui.table.source import Picture


def test_no_more_photos_are_read_at_once_than_allowed() -> None:
    late = 3
    inside: set[int] = set()
    most: list[int] = []
    heard: SimpleQueue[str] = SimpleQueue()
    go_on = threading.Event()

    def read(number: int) -> None:
        with turn(heard.put):
            inside.add(number)
            most.append(len(inside))
            go_on.wait()
            inside.remove(number)

    with ThreadPoolExecutor(AT_ONCE + late) as readers:
        done = [readers.submit(read, number) for number in range(AT_ONCE + late)]
        heard_first = {heard.get() for _ in range(late)}
        go_on.set()
        for each in done:
            each.result()
    assert max(most) == AT_ONCE
    assert all(word.startswith("waiting ") for word in heard_first)


def test_a_turn_is_given_back_when_reading_fails() -> None:
    heard: list[str] = []
    for _ in range(AT_ONCE + 1):
        with pytest.raises(RuntimeError), turn(heard.append):
            raise RuntimeError("the photo was too much")

    assert heard == []


def test_a_file_that_is_no_photo_is_explained_without_a_picture() -> None:
    shown: list[Picture] = []

    attempt = read_upload(b"GIF89a", show=lambda picture, _: shown.append(picture), progress=lambda step: None)

    assert "not a photo" in str(attempt.message)
    assert attempt.picture is None
    assert shown == []
