"""Photos are queued and read first come, first served, a bounded number at a time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue

import pytest

from ui.photos.reading_queue import SLOTS, QueueFull, ReadingQueue, hold_reading_slot


class Sender(threading.Thread):
    """A thread with a photo that holds its slot until released, or leaves the queue beyond a position."""

    def __init__(self, queue: ReadingQueue, served: SimpleQueue[str], name: str, patience: int = 1_000) -> None:
        super().__init__(name=name, daemon=True)
        self.positions: SimpleQueue[int] = SimpleQueue()
        self.let_go = threading.Event()
        self._queue, self._served, self._patience = queue, served, patience
        self.start()

    def run(self) -> None:
        with suppress(InterruptedError), self._queue.hold_slot(self._hear):
            self._served.put(self.name)
            self.let_go.wait(30)

    def _hear(self, position: int) -> None:
        self.positions.put(position)
        if position > self._patience:
            raise InterruptedError

    def hears(self, position: int) -> None:
        """Waits until this position is said; other positions may be said before it."""
        while self.positions.get(timeout=30) != position:
            pass


def test_queue_keeps_order_and_drops_who_leaves() -> None:
    queue, served = ReadingQueue(slots=1, max_waiting=3), SimpleQueue[str]()
    ana = Sender(queue, served, "Ana")
    assert served.get(timeout=30) == "Ana"
    waiting = []
    for position, name in enumerate(("Ben", "Chloé"), start=1):
        waiting.append(Sender(queue, served, name))
        waiting[-1].hears(position)
    Sender(queue, served, "Eve", patience=2).join(30)
    waiting.append(Sender(queue, served, "Dev"))
    waiting[-1].hears(3)
    with pytest.raises(QueueFull, match="Try again in a minute"), queue.hold_slot(lambda position: None):
        pass

    leaving = ana
    while waiting:
        leaving.let_go.set()
        leaving = waiting.pop(0)
        assert served.get(timeout=30) == leaving.name
        for position, sender in enumerate(waiting, start=1):
            sender.hears(position)
    leaving.let_go.set()


def test_no_more_photos_are_read_at_once_than_allowed() -> None:
    late = 3
    inside: set[int] = set()
    most: list[int] = []
    heard: SimpleQueue[str] = SimpleQueue()
    go_on = threading.Event()

    def read(number: int) -> None:
        with hold_reading_slot(heard.put):
            inside.add(number)
            most.append(len(inside))
            go_on.wait()
            inside.remove(number)

    with ThreadPoolExecutor(SLOTS + late) as readers:
        done = [readers.submit(read, number) for number in range(SLOTS + late)]
        heard_first = {heard.get() for _ in range(late)}
        go_on.set()
        for each in done:
            each.result()
    assert max(most) == SLOTS
    assert all(word.startswith("waiting ") for word in heard_first)


def test_a_slot_is_released_when_reading_fails() -> None:
    heard: list[str] = []
    for _ in range(SLOTS + 1):
        with pytest.raises(RuntimeError), hold_reading_slot(heard.append):
            raise RuntimeError("the photo was too much")

    assert heard == []
