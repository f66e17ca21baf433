"""Photos are queued and read first come, first served, a bounded number at a time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue

import pytest

from ui.photos.photo_reader import AT_ONCE, PhotoQueue, QueueFull, turn


class Sender(threading.Thread):
    """Somebody with a photo, who holds the turn until told to let go, or goes away from a place beyond the patience."""

    def __init__(self, line: PhotoQueue, served: SimpleQueue[str], name: str, patience: int = 1_000) -> None:
        super().__init__(name=name, daemon=True)
        self.places: SimpleQueue[int] = SimpleQueue()
        self.let_go = threading.Event()
        self._line, self._served, self._patience = line, served, patience
        self.start()

    def run(self) -> None:
        with suppress(InterruptedError), self._line.turn(self._hear):
            self._served.put(self.name)
            self.let_go.wait(30)

    def _hear(self, place: int) -> None:
        self.places.put(place)
        if place > self._patience:
            raise InterruptedError

    def hears(self, place: int) -> None:
        """Waits until this place is said; other places may be said before it."""
        while self.places.get(timeout=30) != place:
            pass


def test_queue_keeps_order_and_drops_who_leaves() -> None:
    line, served = PhotoQueue(at_once=1, longest=3), SimpleQueue[str]()
    ana = Sender(line, served, "Ana")
    assert served.get(timeout=30) == "Ana"
    waiting = []
    for place, name in enumerate(("Ben", "Chloé"), start=1):
        waiting.append(Sender(line, served, name))
        waiting[-1].hears(place)
    Sender(line, served, "Eve", patience=2).join(30)
    waiting.append(Sender(line, served, "Dev"))
    waiting[-1].hears(3)
    with pytest.raises(QueueFull, match="Try again in a minute"), line.turn(lambda place: None):
        pass

    leaving = ana
    while waiting:
        leaving.let_go.set()
        leaving = waiting.pop(0)
        assert served.get(timeout=30) == leaving.name
        for place, sender in enumerate(waiting, start=1):
            sender.hears(place)
    leaving.let_go.set()


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
