"""Photos of the Kingdoms board wait in the same line as all others, and are refused kindly where it is full."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from models.training.kingdoms.samples import FOLDER
from ui.photos.kingdoms_reading import KingdomsAttempt, Known, read_board, read_board_at
from ui.photos.reading import AT_ONCE, LONGEST_QUEUE, turn
from ui.table.source import Picture
from vision.kingdoms import Memory

SECONDS = 30


@pytest.fixture
def full_line() -> Iterator[None]:
    """As many photos being read and waiting as there may be."""
    leave, arrived = threading.Event(), threading.Semaphore(0)

    def hold() -> None:
        said = False

        def heard(_step: str) -> None:
            nonlocal said
            if not said:
                said = True
                arrived.release()
            if leave.is_set():
                raise InterruptedError

        try:
            with turn(heard):
                arrived.release()
                leave.wait(SECONDS)
        except InterruptedError:
            pass

    held = [threading.Thread(target=hold, daemon=True) for _ in range(AT_ONCE + LONGEST_QUEUE)]
    for each in held:
        each.start()
        assert arrived.acquire(timeout=SECONDS)
    yield
    leave.set()
    for each in held:
        each.join(SECONDS)


def refused(sent: KingdomsAttempt) -> bool:
    return sent.epoch is None and "Too many photos" in str(sent.message)


@pytest.mark.usefixtures("full_line")
def test_where_the_line_is_full_a_photo_is_refused_kindly() -> None:
    photo = (FOLDER / "epoch-1-window.jpg").read_bytes()
    shown: list[Picture] = []

    assert refused(read_board(photo, Known(Memory.empty()), show=shown.append, progress=lambda _: None))
    assert not shown


@pytest.mark.usefixtures("full_line")
def test_where_the_line_is_full_corners_set_by_hand_keep_their_photo() -> None:
    picture = Picture(b"", 640, 480, 1.0)
    corners = np.array([(0, 0), (600, 0), (600, 480), (0, 480)], np.float32)
    sent = read_board_at(picture, corners, Known(Memory.empty()), progress=lambda _: None)

    assert refused(sent)
    assert sent.picture is picture
